"""Orders in which tiles are visited: permutations of the same tiles, curves of unit steps, results equal to the bit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from built import build, load
from evaluated import Case, check
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.run_program import OutsideError
from stages import kernel_of

from patternc.codegen.backend import Legal
from patternc.codegen.emit import Origin, render
from patternc.codegen.tiles import legalize
from patternc.codegen.tiles.host_functions import host
from patternc.codegen.triton import TRITON
from patternc.cost.launch_order_choice import in_order, ordered
from patternc.cost.tile_work import Call, tile_work
from patternc.driver import analyse
from patternc.ir.launch_orders import across_heads, by_class, launch_order_table, linear
from patternc.ir.launch_settings import Extents
from patternc.ir.mask import Schedule
from patternc.ir.tile import LaunchOrder
from patternc.runtime.tiles.turns import _turns_along_curve, _turns_by_similarity
from patternc.source import Source
from patternc.targets import target_named

ORDERS = tuple(one for one in Schedule if one is not Schedule.AUTO)
SIZES = st.integers(1, 70)


# ---- tables ----------------------------------------------------------------------------------------------------------
@settings(max_examples=150)
@given(places=SIZES, lines=st.integers(1, 9), width=st.integers(1, 80), data=st.data())
def test_every_table_is_a_permutation(places: int, lines: int, width: int, data: st.DataObject) -> None:
    entries = data.draw(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=places))
    tables = (
        linear(places, lines),
        across_heads(places, lines),
        across_heads(places, lines, backwards=True),
        by_class(places, lines, width),
        _turns_along_curve(places, lines, 0),
        _turns_along_curve(places, lines, width),
        _turns_by_similarity([entries] * lines, places, 0),
        _turns_by_similarity([entries] * lines, places, len(entries)),
    )
    for table in tables:
        assert sorted(table) == list(range(places * lines))


def test_tables_by_hand() -> None:
    assert across_heads(3, 2) == [0, 3, 1, 4, 2, 5]
    assert across_heads(3, 2, backwards=True) == [2, 5, 1, 4, 0, 3]
    assert by_class(5, 1, 2) == [0, 2, 4, 1, 3]
    assert by_class(3, 2, 3) == [0, 1, 2, 3, 4, 5]
    assert _turns_along_curve(2, 2, 0) == [0, 2, 3, 1]  # two heads of two places
    assert _turns_along_curve(4, 1, 2) == [0, 2, 3, 1]  # two lines of two places in one head
    assert _turns_along_curve(3, 1, 2) == [0, 2, 1]  # the last line is cut
    assert _turns_by_similarity([[[0, 1], [7], [1, 2], [0, 1]]], 4, 0) == [0, 3, 2, 1]
    assert _turns_by_similarity([[[0], [7], [0]]], 6, 0) == [0, 1, 4, 5, 2, 3]


# ---- programs of the tile IR -----------------------------------------------------------------------------------------
PATTERNS = {
    "causal": "attend causal",
    "packed": "segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal",
    "classes": "attend stride(3) & window(30)",
    "class-fused": "attend segment(20, dilation=3, offset=all); attend window(3); combine lse",
    "block classes": "attend blocks(16, window(3) & stride(2))",
    "lists": "attend blocks(16, window(1) | random(2, seed=1))",
    "large blocks": "attend blocks(64, random(1, seed=3) | window(0))",
    "two lists": "attend blocks(16, random(1, seed=7)); attend blocks(8, random(2, seed=1)); combine lse",
    "grid": "grid 8 x 10; layout tiled(4, 4); attend box(5, 3)",
    "groups": "heads 0..1 { attend blocks(8, random(1)) }; heads 1.. { attend causal; attend first(3); combine mean }",
    "documents": "input docs: offsets; attend blocks(8, random(3, seed=1)) & document(@docs)",
}


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", PATTERNS)
def test_programs_take_every_pair_once(name: str, order: Schedule) -> None:
    _, kernel = kernel_of(PATTERNS[name])
    n = 80 if "grid" in name else 101
    whole = Extents(n, 0, n, 0, n, 4, 2)
    part = Extents(n, 37, 41, 0, 78, 4, 2) if "grid" not in name else whole
    inputs = {"docs": [0, 3, 9, n]}
    for extents in (whole, part):
        check(Case(in_order(kernel, order), extents, inputs, block_m=16, block_n=16))


@pytest.mark.parametrize("fault", ["dropped", "doubled"])
def test_a_tile_that_is_dropped_or_doubled_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(order: LaunchOrder, names: dict[str, object], places: int, lines: int) -> list[int]:
        table = launch_order_table(order, names, places, lines)  # type: ignore[arg-type]
        return [*table[:-1], table[0]] if fault == "dropped" else [table[1], *table[1:]]

    _, kernel = kernel_of("attend causal")
    case = Case(in_order(kernel, Schedule.HILBERT), Extents(64, 0, 64, 0, 64, 2, 2), {}, block_m=16, block_n=16)
    check(case)
    monkeypatch.setattr("oracles.evaluate_programs.launch_order_table", faulty)
    with pytest.raises((AssertionError, OutsideError)):
        check(case)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", PATTERNS)
def test_tiles_are_counted_alike_in_every_order(name: str, order: Schedule) -> None:
    """Programs of other orders read which tile and head they take from a table; their sweeps have launches apart."""
    quoted, kernel = kernel_of(PATTERNS[name])
    n = 80 if "grid" in name else 1001
    call, inputs, target = Call(n, 4, 2, 64), {"docs": [0, 30, 90, n]}, target_named("sm_90")
    assert target is not None
    linear_, other = (
        tile_work(legalize(one, quoted), one, target, call, inputs) for one in (kernel, in_order(kernel, order))
    )
    assert [replace(work, launches=0) for work in other] == [replace(work, launches=0) for work in linear_]
    assert all(mine.launches >= work.launches for mine, work in zip(other, linear_, strict=True))


# ---- generated files -------------------------------------------------------------------------------------------------
def module_of(body: str, order: Schedule, folder: Path) -> ModuleType:
    """The Triton module of a pattern whose tiles are visited in an order, small tiles and all."""
    source, kernel = kernel_of(body)
    target = target_named("sm_90")
    assert target is not None
    origin = Origin(source, source.text, "patternc build made.pat")
    kernel = in_order(kernel, order)
    tiles = TRITON.legalize(kernel, source, target)
    (view,) = TRITON.views(Legal(kernel, tiles, host(kernel, tiles)), target, origin)
    path = folder / f"made_{order.value}_triton.py"
    path.write_text(render(view).text)
    module = load(path)
    for key in module._TILES:
        module._TILES[key] = ((256, 16, 16, 4, 1),)
    return module


def results(module: ModuleType, n: int, inputs: dict[str, torch.Tensor]) -> Iterator[torch.Tensor]:
    """Out, lse and gradients of the same random call."""
    drawn = torch.Generator().manual_seed(7)
    query = torch.randn(2, 4, n, 16, generator=drawn, requires_grad=True)
    key, value = (torch.randn(2, 2, n, 16, generator=drawn, requires_grad=True) for _ in range(2))
    out = module.attention(query, key, value, **inputs)
    out.backward(torch.randn(out.shape, generator=drawn))
    yield out
    for one in (query, key, value):
        assert one.grad is not None
        yield one.grad


WRITTEN = (Schedule.AUTO, Schedule.LINEAR, Schedule.HILBERT, Schedule.LONGEST_FIRST)
"""The orders that a pattern file may name."""


@pytest.mark.parametrize("name", PATTERNS)
def test_torch_modules_are_the_same_for_every_order(name: str, tmp_path: Path) -> None:
    """But for the pattern's text and digests of it; and so are results, to the bit."""
    codes, found = set(), list[tuple[torch.Tensor, ...]]()
    for order in WRITTEN:
        module, _ = build(f"pattern made {{ {PATTERNS[name]}; schedule {order.value} }}", tmp_path)
        assert module.__file__ is not None
        written = Path(module.__file__).read_text()
        assert f"schedule {order.value}" in written
        codes.add(re.sub("[0-9a-f]{12}", "", written.replace(f"schedule {order.value}", "")))
        given = {"docs": torch.tensor([[0, 24, 41, 72]] * 2)} if name == "documents" else {}
        found.append(tuple(results(module, 80 if "grid" in name else 72, given)))
    assert len(codes) == 1
    assert all(torch.equal(a, b) for one in found[1:] for a, b in zip(found[0], one, strict=True))


INTERPRETED = ("packed", "block classes", "lists", "grid", "groups")


@pytest.mark.long
@pytest.mark.interpreter
def test_gradients_by_the_curve_are_equal_to_the_bit(tmp_path: Path) -> None:
    holds_bits("lists", 40, (Schedule.LINEAR, Schedule.HILBERT), tmp_path)


@pytest.mark.slow
@pytest.mark.interpreter
@pytest.mark.parametrize("name", INTERPRETED)
def test_results_are_equal_to_the_bit(name: str, tmp_path: Path) -> None:
    holds_bits(name, 80 if name == "grid" else 67, ORDERS, tmp_path)


def holds_bits(name: str, n: int, orders: Sequence[Schedule], folder: Path) -> None:
    first, *others = (tuple(results(module_of(PATTERNS[name], order, folder), n, {})) for order in orders)
    assert not any(torch.isnan(one).any() for one in first)
    for found in others:
        assert all(torch.equal(a, b) for a, b in zip(first, found, strict=True))


@pytest.mark.long
@pytest.mark.interpreter
def test_generated_tables_are_those_of_the_model(tmp_path: Path) -> None:
    """`_longest_first`, `_class_major`, `_along_curve` and `_by_similarity` of generated files, at many sizes."""
    cpu, drawn = torch.device("cpu"), np.random.default_rng(3)
    longest, curve, similar = (
        module_of(PATTERNS["lists"], one, tmp_path)
        for one in (Schedule.LONGEST_FIRST, Schedule.HILBERT, Schedule.SIMILAR)
    )
    classes = module_of(PATTERNS["packed"], Schedule.CLASS_MAJOR, tmp_path)
    for _ in range(120):
        places, lines, width = (int(x) for x in drawn.integers(1, 40, 3))
        for back in (False, True):
            made = longest._longest_first(places, lines, cpu, backwards=back).tolist()
            assert made == across_heads(places, lines, back)
        assert classes._class_major(places, lines, width, cpu).tolist() == by_class(places, lines, width)
        for wide in (0, width):
            assert curve._along_curve(places, lines, wide, cpu).tolist() == _turns_along_curve(places, lines, wide)
        own = [drawn.choice(30, drawn.integers(0, 5), replace=False).tolist() for _ in range(places)]
        starts = torch.tensor([0, *np.cumsum([len(one) for one in own])])
        entries = torch.tensor([entry for one in own for entry in one], dtype=torch.int64)
        found = similar._List((starts, starts, entries, entries), 0, 0, 16)
        for wide in (0, places):
            made = similar._by_similarity(places, lines, wide, found).tolist()
            assert made == _turns_by_similarity([own] * lines, places, wide)


def test_the_written_order_is_kept() -> None:
    source = Source("made.pat", "pattern made { attend causal; schedule hilbert }")
    (meaning,) = analyse(source, {}).meanings
    assert meaning.schedule is Schedule.HILBERT
    assert (
        replace(meaning, schedule=Schedule.AUTO)
        == analyse(Source("made.pat", "pattern made { attend causal; schedule auto }"), {}).meanings[0]
    )


@pytest.mark.parametrize(
    "body",
    [
        "heads 0..8 { attend window(511, 0) | global(64) }; heads 8..16 { attend segment(2048) & causal }",
        "heads 0..12 { attend causal }; heads 12.. { attend window(511, 0) | global(64) }",
        "for i in range(9) { attend first(64 * i + 64) }; heads partition(extra=first); combine sum; where causal",
    ],
)
def test_orders_are_compared_with_as_many_heads_as_have_branches(body: str) -> None:
    source, kernel = kernel_of(body)
    target = target_named("sm_90")
    assert target is not None
    assert re.search("of (its|the) time", ordered(kernel, TRITON, target, source).reason)


def test_orders_of_many_clauses_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patternc.cost.launch_order_choice.simulated", None)
    source, kernel = kernel_of("; ".join(f"attend first({64 * i + 1})" for i in range(25)) + "; combine sum")
    target = target_named("sm_90")
    assert target is not None
    found = ordered(kernel, TRITON, target, source)
    assert found == replace(kernel, reason="linear; no other was tried, as the pattern has many clauses")
