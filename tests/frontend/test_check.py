"""What `check` resolves: parameters, overrides, arithmetic, loops, requirements. Mistakes are pinned in `bad/`."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest

from patternc.diagnostics import Rejected
from patternc.frontend import typed
from patternc.frontend.check import check
from patternc.frontend.parser import parse
from patternc.frontend.primitives.positions import First, Window
from patternc.frontend.primitives.segment import Segment
from patternc.ir.mask import Table
from patternc.ir.semantics import table_entries
from patternc.source import Source, Span


def program(text: str, **overrides: str) -> typed.Program:
    source = Source("p.pat", text)
    return check(parse(source), source, overrides)


def pattern(text: str, **overrides: str) -> typed.Pattern:
    return program(text, **overrides).patterns[0]


def primitives(text: str, **overrides: str) -> list[object]:
    """The primitives of branches that are one primitive each."""
    (group,) = pattern(text, **overrides).groups
    return [branch.mask.primitive for branch in group.branches if isinstance(branch.mask, typed.Leaf)]


def number(text: str, **overrides: str) -> object:
    """What an integer expression is worth."""
    (first,) = primitives(f"pattern p(k=3, w=[4, 5, 6]) {{ attend first({text}) }}", **overrides)
    assert isinstance(first, First)
    return first.c


def messages(text: str, **overrides: str) -> list[str]:
    with pytest.raises(Rejected) as caught:
        program(text, **overrides)
    return [f"{one.code} {one.message}" for one in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 3 - 2", 5),
        ("-3 + 7", 4),
        ("--3", 3),
        ("17 // 5", 3),
        ("-(-17 // 5)", 4),
        ("17 % 5 + 1", 3),
        ("2 ** 3 ** 2", 512),
        ("-(-2) ** 3", 8),
        ("4K", 4096),
        ("1M", 1 << 20),
        ("2 ** 40", 1 << 40),
        ("k", 3),
        ("w[0] * k", 12),
        ("w[len(w) - 1]", 6),
        ("len(w)", 3),
        ("len(range(10))", 10),
        ("range(2, 10, 3)[2]", 8),
        ("min(w)", 4),
        ("max(w)", 6),
        ("min(9, k, 5)", 3),
        ("cdiv(7, 2)", 4),
        ("zip(w, [7, 8, 9])[1][1]", 8),
        ("[[1, 2], [3]][0][1]", 2),
    ],
)
def test_integers(text: str, value: int) -> None:
    assert number(text) == value


def test_parameters_may_speak_of_those_before() -> None:
    assert pattern("pattern p(a=4, b=a * 2) { attend window(b) }").parameters == (("a", "4"), ("b", "8"))


@pytest.mark.parametrize(
    ("default", "given", "shown"),
    [
        ("4", "8K", "8192"),
        ("4", "2 ** 10", "1024"),
        ("[1, 2]", "[64,128]", "[64, 128]"),
        ("0.5", "2", "2.0"),
        ("head", "all", "all"),
        ("1", "-3", "-3"),
    ],
)
def test_overrides(default: str, given: str, shown: str) -> None:
    assert pattern(f"pattern p(w={default}) {{ attend causal }}", w=given).parameters == (("w", shown),)


def test_an_override_gives_a_value_to_a_parameter_without_default() -> None:
    assert primitives("pattern p(w) { attend window(w) }", w="5") == [Window(5, 5)]


def test_a_word_can_be_a_parameter() -> None:
    text = "pattern p(o=head) { segments [8]; dilations [2]; offset o }"
    assert str(primitives(text, o="branch")[0]) == "segment(8, dilation=2, offset=0, queries=dilated)"
    assert str(primitives(text)[0]) == "segment(8, dilation=2, offset=head, queries=dilated)"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("v", "3", "P022 -D v=3: no pattern has a parameter `v`"),
        ("w", "[1]", "P022 -D w=[1]: `w` must be an integer, as its default is; a list of 1 is not"),
        ("w", "causal", "P022 -D w=causal: `w` must be an integer, as its default is; a mask is not"),
        ("w", "", "P022 -D w=: the value is empty"),
        ("w", "3 +", "P022 -D w=3 +: the value ends too early"),
        ("w", "(3", "P022 -D w=(3: `(` is never closed"),
        ("w", "3 4", "P022 -D w=3 4: `4` is unexpected here"),
        ("w", "64,128", "P022 -D w=64,128: `w` must be an integer, as its default is; a list of 2 is not"),
        ("w", "é", "P022 -D w=é: `é` (U+00E9) is not part of the language"),
        ("w", "zz", "P022 -D w=zz: unknown name `zz`"),
        ("w", "9" * 50, f"P022 -D w={'9' * 50}: an integer of 50 digits is larger than 2**40 = 1099511627776"),
    ],
)
def test_overrides_that_do_not_fit(name: str, text: str, message: str) -> None:
    assert messages("pattern p(w=4) { attend window(w) }", **{name: text}) == [message]


def test_an_override_that_cannot_be_read_comes_with_its_way_out() -> None:
    with pytest.raises(Rejected) as caught:
        program("pattern p(w=[4]) { segments w }", w="64,,128")
    assert caught.value.diagnostics[0].help == "write lists in square brackets, such as [64, 128]"


def test_the_mask_of_an_override_stands_at_its_parameter() -> None:
    text = "pattern p(m=causal) { attend m & window(3) }"
    at = text.index("m=causal"), text.index(")")
    for given in ("window(5)", "!(full - blocks(4, causal)) | (stride(2) & first(3))"):
        mask = pattern(text, m=given).groups[0].branches[0].mask
        assert isinstance(mask, typed.Intersection)
        assert {(one.start, one.stop) for one in _spans(mask.masks[0])} == {at}


def _spans(mask: typed.Mask) -> Iterator[Span]:
    match mask:
        case typed.Leaf(_, span):
            yield span
        case typed.Blocks(_, inner, span):
            yield span
            yield from _spans(inner)
        case typed.Complement(inner):
            yield from _spans(inner)
        case typed.Difference(kept, removed):
            for one in (kept, *removed):
                yield from _spans(one)
        case typed.Intersection(masks) | typed.Union(masks):
            for one in masks:
                yield from _spans(one)


@pytest.mark.parametrize(("name", "text"), [("w", "5"), ("r", "2"), ("o", "[1]")])
def test_an_override_that_does_not_fit_causes_nothing_else(name: str, text: str) -> None:
    sugar = "pattern p(w=[8, 16], r=[1, 2], o=head) { segments w; dilations r; offset o; combine lse }"
    assert [message[:4] for message in messages(sugar, **{name: text})] == ["P022"]


def test_an_override_is_checked_like_a_default() -> None:
    assert messages("pattern p(w=4) { attend window(w) }", w="-1") == [
        "P013 `window`: `left` is -1; it must be at least 0"
    ]


def test_loops() -> None:
    text = """pattern p(w=[8, 16], r=[1, 2]) {
        for a, b in zip(w, r) {
            let c = a * 2
            for d in [0, 1] { attend segment(c + d * b * 8, dilation=b) }
        }
        combine lse
    }"""
    assert primitives(text) == [Segment(16), Segment(24), Segment(32, 2), Segment(48, 2)]


def test_a_loop_over_nothing_makes_nothing() -> None:
    assert primitives("pattern p { attend causal; for i in [] { attend window(i) } }").__len__() == 1


def test_loops_may_hold_head_blocks() -> None:
    made = pattern("pattern p { for i in range(3) { heads 2 * i..2 * i + 2 { attend window(i) } } }")
    assert [str(group.heads) for group in made.groups] == [f"HeadRange(start={i}, stop={i + 2})" for i in (0, 2, 4)]


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("n % w == 0", "n % 64 == 0"),
        ("n % (w * 2) == 0 and heads >= 2", "n % 128 == 0 and heads >= 2"),
        ("not n < 3 or (heads == 1 and n == 4)", "not n < 3 or (heads == 1 and n == 4)"),
        ("(n == 1 or n == 2) and heads == 1", "(n == 1 or n == 2) and heads == 1"),
        ("1 < n <= 9", "1 < n <= 9"),
        ("(n + 1) * 2 - (3 - heads) == 0", "(n + 1) * 2 - (3 - heads) == 0"),
        ("n - (heads - 1) == 0", "n - (heads - 1) == 0"),
        ("-n < -(4 - heads)", "-n < -(4 - heads)"),
        ("n ** 2 < 4K", "n ** 2 < 4096"),
        ("(n + 1) ** 2 < 9", "(n + 1) ** 2 < 9"),
        ("cdiv(n, 3) == 2", "-(-n // 3) == 2"),
        ("cdiv(n + 1, head_dim) == 2", "-(-(n + 1) // head_dim) == 2"),
        ("max(n, heads, 3) < min(w, 9) + len([1])", "max(n, heads, 3) < 10"),
        ("n % heads == 0", "n % heads == 0"),
        ("n > 1 and w == 64", "n > 1"),
        ("n > 1 or w == 65", "n > 1"),
        ("not not n == 2", "not not n == 2"),
    ],
)
def test_requirements(text: str, expression: str) -> None:
    """The Python text, and (for small values) that it means what is written."""
    (found,) = pattern(f"pattern p(w=64) {{ attend causal; require {text} }}").requirements
    assert (found.expression, found.text) == (expression, text)
    names = {"w": 64, "len": len, "min": min, "max": max, "cdiv": lambda a, b: -(-a // b)}
    for n in range(1, 12):
        for heads in range(1, 5):
            values = {"n": n, "heads": heads, "head_dim": 16}
            written = eval(text.replace("4K", "4096"), names | values)
            assert eval(expression, {"min": min, "max": max} | values) == written


def test_a_requirement_that_always_holds_is_dropped() -> None:
    assert pattern("pattern p(w=64) { attend causal; require w % 2 == 0; require n > 0 or w == 64 }").requirements == ()


def test_requirements_compute_nothing_astronomical() -> None:
    power = "2"
    for _ in range(20):
        power = f"({power}) ** 16"
    (message,) = messages(f"pattern p {{ attend causal; require n < {power} }}")
    assert message == "P013 65536 ** 16 is larger than 2**40 = 1099511627776"


def test_warnings_do_not_reject() -> None:
    warnings = program("pattern p { attend segment(10, dilation=4) }").warnings
    assert [one.code for one in warnings] == ["P012"]
    assert warnings[0].message == ("segment 10 is not a multiple of dilation 4: residues 0..1 hold 3 keys, 2..3 hold 2")


def test_warnings_come_with_the_errors() -> None:
    assert [text[:4] for text in messages("pattern p { attend segment(10, dilation=4); attend widow(3) }")] == [
        "P012",
        "P010",
    ]


@pytest.mark.parametrize("mask", ["first(2) & last(1)", "causal | !full", "window(3) - causal", "first(3) - first(2)"])
def test_masks_that_are_not_empty_by_logic_pass(mask: str) -> None:
    pattern(f"pattern p {{ attend {mask} }}")


@pytest.mark.parametrize("shape", [(3, 5), (2, 3, 5)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_tables_hold_what_numpy_saved(shape: tuple[int, ...], order: Literal["C", "F"]) -> None:
    entries = np.asarray(np.random.default_rng(0).random(shape) < 0.5, order=order)
    held = io.BytesIO()
    np.save(held, entries)
    source = Source("p.pat", 'pattern p { attend blocks(2, table("t.npy")) }', {"t.npy": held.getvalue()}.__getitem__)
    mask = check(parse(source), source, {}).patterns[0].groups[0].branches[0].mask
    assert isinstance(mask, typed.Blocks)
    assert isinstance(mask.mask, typed.Leaf)
    table = mask.mask.primitive.lower()
    assert isinstance(table, Table)
    assert (table_entries(table) == entries.reshape(-1, 3, 5)).all()
