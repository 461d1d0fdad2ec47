"""`ring`: its arguments and defaults, how it is carried to the mask IR and printed, and `ranks` in `require`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stages import lowered

from patternc.diagnostics import Rejected
from patternc.frontend.check import check
from patternc.frontend.formatter import format_text
from patternc.frontend.parser import parse
from patternc.ir.digest import digest
from patternc.ir.dump.masks import dump_pattern
from patternc.ir.interface import interface
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Ring, RingLayout, Transport
from patternc.pictures.resolved_pattern import resolved
from patternc.source import Source
from patternc.transforms import PASSES

ALL = "ring(ranks=12, layout=zigzag, transport=alltoall, nodes=3)"


def with_ring(ring: str, **overrides: str) -> Ring | None:
    return lowered(f"pattern p {{\n{ring}\nattend causal\n}}", **overrides).ring


def refused(text: str) -> list[tuple[str, str]]:
    source = Source("p.pat", text)
    with pytest.raises(Rejected) as caught:
        check(parse(source), source, {})
    return [(one.code, one.message) for one in caught.value.diagnostics]


# ---- arguments -------------------------------------------------------------------------------------------------------
def test_defaults() -> None:
    assert with_ring("ring(ranks=8)") == Ring(8, RingLayout.CONTIGUOUS, Transport.AUTO, 1)
    assert with_ring("") is None


def test_every_argument_in_any_order_over_several_lines() -> None:
    expected = Ring(12, RingLayout.ZIGZAG, Transport.ALLTOALL, 3)
    assert with_ring(ALL) == expected
    assert with_ring("ring(\n nodes=3, transport=alltoall,\n layout=zigzag, ranks=12,\n)") == expected


@pytest.mark.parametrize("layout", [one for one in RingLayout if one is not RingLayout.BALANCED])
def test_layouts(layout: RingLayout) -> None:
    assert with_ring(f"ring(ranks=2, layout={layout.value})") == Ring(2, layout)


@pytest.mark.parametrize("transport", Transport)
def test_transports(transport: Transport) -> None:
    assert with_ring(f"ring(ranks=2, transport={transport.value})") == Ring(2, transport=transport)


def test_arguments_are_expressions() -> None:
    assert with_ring("let each = 4\nring(ranks=each * 2, nodes=max(1, each // 2))") == Ring(8, nodes=2)


def test_parameters_and_their_overrides() -> None:
    text = "pattern p(ranks=4, order=contiguous) { attend causal; ring(ranks=ranks, layout=order) }"
    assert lowered(text).ring == Ring(4)
    assert lowered(text, ranks="6", order="striped").ring == Ring(6, RingLayout.STRIPED)


@pytest.mark.parametrize(("ranks", "nodes"), [(1, 1), (7, 7), (65536, 65536)])
def test_extreme_sizes(ranks: int, nodes: int) -> None:
    assert with_ring(f"ring(ranks={ranks}, nodes={nodes})") == Ring(ranks, nodes=nodes)


def test_beside_a_grid_and_its_layout() -> None:
    pattern = lowered("pattern p { grid 8 x 8; layout hilbert; ring(ranks=4); attend box(3, 3) }")
    assert pattern.ring == Ring(4)
    assert pattern.layout.curve.value == "hilbert"


def test_an_incomplete_ring_is_a_syntax_error() -> None:
    assert [code for code, _ in refused("pattern p { ring ranks=8\n attend causal }")] == ["P001"]


# ---- what does not fit ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mask", ["document(@o)", "causal & document(@o)", "window(8) | document(@o)"])
def test_balanced_needs_documents_anywhere(mask: str) -> None:
    ring = "ring(ranks=4, layout=balanced)"
    assert lowered(f"pattern p {{ input o: offsets\n {ring}\n attend {mask} }}").ring == Ring(4, RingLayout.BALANCED)
    assert lowered(f"pattern p {{ input o: offsets\n {ring}\n attend causal\n where {mask} }}").ring is not None
    assert [code for code, _ in refused(f"pattern p {{ {ring}\n attend causal }}")] == ["P045"]


# ---- later stages --------------------------------------------------------------------------------------------------
def test_transforms_carry_the_ring() -> None:
    pattern = lowered(f"pattern p {{ {ALL}\n attend window(64) | first(4)\n attend segment(64)\n combine lse }}")
    for one in PASSES:
        pattern = one.run(pattern)
        assert pattern.ring == Ring(12, RingLayout.ZIGZAG, Transport.ALLTOALL, 3)


def test_kernels_do_not_depend_on_the_ring() -> None:
    pattern = lowered(f"pattern p {{ {ALL}\n attend causal }}")
    alone = replace(pattern, ring=None)
    assert digest(Kernel(pattern, (), interface(pattern))) == digest(Kernel(alone, (), interface(alone)))
    assert pattern != alone


def test_printed_with_every_default() -> None:
    text = "pattern p { attend causal; score scale(0.5); ring(ranks=2 * 4) }"
    line = "ring(ranks=8, layout=contiguous, transport=auto, nodes=1)"
    (shown,) = resolved(Source("p.pat", text), {})
    assert f"\n    {line}\n" in shown
    assert lowered(shown) == lowered(text)
    assert f"\n  {line}\n" in dump_pattern(lowered(text))
    assert "ring" not in dump_pattern(lowered("pattern p { attend causal }"))


def test_formatted() -> None:
    text = "pattern p {\n  ring( ranks = 8 ,layout=zigzag )\n attend causal }"
    shown = "pattern p {\n    ring(ranks=8, layout=zigzag)\n    attend causal\n}\n"
    assert format_text(Source("p.pat", text)) == shown


# ---- `ranks` in `require` --------------------------------------------------------------------------------------------
def conditions(text: str) -> list[str]:
    return [one.expression for one in lowered(text).requirements]


@pytest.mark.parametrize("before", [True, False])
def test_require_reads_the_ring_before_or_after(before: bool) -> None:
    statements = ["ring(ranks=8)", "require n % (2 * ranks) == 0 and heads % ranks == 0"]
    text = "\n".join(statements if before else reversed(statements))
    assert conditions(f"pattern p {{ attend causal\n{text}\n}}") == ["n % 16 == 0 and heads % 8 == 0"]


def test_without_a_ring_there_is_one_rank() -> None:
    assert conditions("pattern p { attend causal; require n % ranks == 0; require ranks == 1 }") == ["n % 1 == 0"]


def test_requirements_stay_in_order_and_read_the_names_before_them() -> None:
    text = "require n > ranks\nrequire n > 2\nfor i in [3, 4] { require n > i * ranks }\nring(ranks=8)\nattend causal"
    assert conditions(f"pattern p {{ {text} }}") == ["n > 8", "n > 2", "n > 24", "n > 32"]
    found = refused("pattern p { require n > ranks * w\nlet w = 3\nring(ranks=8)\nattend causal }")
    assert found == [("P010", "unknown name `w`")]


def test_a_parameter_may_be_called_ranks() -> None:
    text = "pattern p(ranks=4) { attend causal; require n % ranks == 0; ring(ranks=ranks) }"
    assert conditions(text) == ["n % 4 == 0"]
    text = "pattern p(ranks=4) { attend causal; require n % ranks == 0; ring(ranks=2 * ranks) }"
    assert [code for code, _ in refused(text)] == ["P015"]


@pytest.mark.parametrize("ring", ["ring(ranks=0)", "ring(ranks=8, layout=wrong)", "ring(ranks=)"])
def test_a_wrong_ring_hides_no_rank(ring: str) -> None:
    """A requirement is not refused for the one rank of a pattern whose ring is wrong."""
    assert len(refused(f"pattern p {{ {ring}\nattend causal\nrequire ranks > 1 }}")) == 1
