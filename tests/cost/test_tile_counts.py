"""Tile counts are those of the programs, and lists are those of generated files."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
import torch
from built import build
from built_modules import module_path
from conftest import ROOT
from evaluated import Case, check, counted_tiles
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from loading import load
from masks import inputs_for, lengths, patterns, wide_patterns
from numpy.typing import NDArray
from pattern_texts import files
from pattern_texts_whole import whole_files
from program_cases import LOWERINGS, TILES, calls, target
from walks import lower

from patternc.analysis.calls import most_heads
from patternc.analysis.equal_heads import equal_heads, local_heads
from patternc.cli.inputs import inputs_of
from patternc.codegen.block_lists.listings import listings
from patternc.codegen.tiles.proofs import tables
from patternc.cost import list_lines
from patternc.cost.count_cache import CountCache
from patternc.cost.device_time import Call
from patternc.cost.estimates import Lengths, break_even
from patternc.cost.list_lines import Lister
from patternc.cost.target_cost import Plan, cost_on_target, plan_for, plans_for, seconds_on
from patternc.cost.tile_work import tile_work
from patternc.counting.effort import LESS
from patternc.counting.listed_pairs import ListedBlocks, listed_pairs
from patternc.counting.pair_bounds import pair_bounds
from patternc.counting.row_counts import mean_over_heads
from patternc.diagnostics import Rejected
from patternc.driver import analyse, quoting, read
from patternc.ir.addresses import HeadDims
from patternc.ir.kernel import Kernel, Lowering
from patternc.ir.launch_settings import Extents
from patternc.ir.mask import Pattern, Side
from patternc.ir.semantics import Inputs, multiplicities
from patternc.ir.tile import BLOCK_M, Direction, SortedBlockList
from patternc.runtime.tiles.lists import _list
from patternc.schedule import schedule
from patternc.schedule.tile_sizes import tile_of, tile_table
from patternc.source import Source
from patternc.targets import TARGETS, Target


# ---- tiles of programs -----------------------------------------------------------------------------------------------
@pytest.mark.long
@settings(max_examples=90)
@given(pattern=patterns(), data=st.data())
def test_made(pattern: Pattern, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    extents, head_offset, num_heads = data.draw(calls(n))
    assume(num_heads <= (most_heads(pattern) or num_heads))
    kernel = lower(pattern, data.draw(st.sampled_from(LOWERINGS)))
    inputs = data.draw(inputs_for(n, num_heads))
    hold(Case(kernel, extents, inputs, head_offset, num_heads, *data.draw(st.sampled_from(TILES))))


@settings(max_examples=40)
@given(pattern=wide_patterns(), data=st.data())
def test_wide(pattern: Pattern, data: st.DataObject) -> None:
    test_made.hypothesis.inner_test(pattern, data)


@pytest.mark.long
@settings(max_examples=60)
@given(text=st.one_of(files(), whole_files()), data=st.data())
def test_files(text: str, data: st.DataObject) -> None:
    try:
        analysis = analyse(Source("made.pat", text), {}, targets=())
    except Rejected:
        assume(False)
        raise
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        n = prod(meaning.grid) if meaning.grid else data.draw(st.integers(1, 60))
        extents, head_offset, num_heads = data.draw(calls(n))
        kernel = schedule(meaning, normal, target(), data.draw(st.sampled_from(LOWERINGS)))
        inputs = inputs_of(meaning, {}, n, num_heads)
        hold(Case(kernel, extents, inputs, head_offset, num_heads, *data.draw(st.sampled_from(TILES))))


OF_PAIRS = {
    "heads take turns": "attend blocks(2, !stride(4, offset=3)) & stride(3, offset=head)",
    "groups": "heads 0..1 { attend window(9) }; "
    "heads 1.. { attend blocks(8, random(2, seed=1)); attend stride(2, offset=head); combine sum }",
    "lists": "input picks: selection(kv_heads); attend selected(@picks) & causal | window(1)",
}


@pytest.mark.parametrize("kind", ["pairs", "pairs(heads)"])
@pytest.mark.parametrize(
    "name", ["heads take turns", *(pytest.param(name, marks=pytest.mark.long) for name in ("groups", "lists"))]
)
def test_gradients_of_pairs(name: str, kind: str) -> None:
    """Their launches run for some heads at a time, which counts take for one of all."""
    analysis = analyse(Source("p.pat", f"pattern p {{ input t: {kind}; {OF_PAIRS[name]}; score bias(@t) }}"), {})
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel = schedule(meaning, normal, target(), LOWERINGS[2])
    case = Case(kernel, Extents(30, 7, 20, 3, 25, 3, 3), inputs_of(meaning, {}, 30, 6), 1, 6, 16, 16)
    check(case)
    hold(case)
    plan = plan_for((meaning, normal), quoting(analysis.source, meaning), target())
    works = cost_on_target(plan, Call(90, 4, 2), inputs_of(meaning, {}, 90, 4), 1.0).work
    assert Direction.GRAD_PAIRS in {work.direction for work in works}


def hold(case: Case) -> None:
    """The tiles that each pass is counted to take are those that its programs take.

    Counts don't know which blocks a list has, so they can't say which of these a program skips by their numbers.
    """
    size = case.block_m * case.block_n
    softmaxes = [one for group in case.kernel.groups for one in group.softmaxes]
    pieces = [piece for one in softmaxes for sweep in one.queries for piece in sweep.pieces]
    skips = any(piece.listing is not None and tables(piece.residual) for piece in pieces)
    for direction, work, tiles in counted_tiles(case):
        if skips:
            assert tiles.visited * size >= work.executed, direction
            continue
        assert (tiles.visited * size, tiles.full * size) == (work.executed, work.untested), direction


# ---- whole calls -----------------------------------------------------------------------------------------------------
PRESETS = sorted((ROOT / "patternc" / "presets").glob("*.pat"))


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_useful_pairs_are_in_the_tiles(path: Path) -> None:
    """Pairs that count, counted one by one, are at most those of the tiles."""
    analysis = analyse(read(path), {}, targets=())
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        n, heads = (prod(meaning.grid), 1) if meaning.grid else (700, 8)
        if n > 4096:
            continue
        inputs = inputs_of(meaning, {}, n, heads)
        plan = plan_for((meaning, normal), quoting(analysis.source, meaning), target())
        pairs = pairs_of(meaning, n, heads, inputs)
        made = cost_on_target(plan, Call(n, heads, heads), inputs, pairs / heads / n)
        assert made.forward.useful == pytest.approx(pairs)
        assert made.forward.occupancy <= 1
        for work in made.work:
            assert work.executed >= pairs
            assert sum(one.full + one.partial for one in work.clauses) == work.visited


def pairs_of(meaning: Pattern, n: int, heads: int, inputs: Inputs) -> int:
    """How many pairs count, once for each branch."""
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    counts = (one for head in range(heads) for one in multiplicities(meaning, head, q, k, n, heads, inputs))
    return sum(int(np.broadcast_to(one, (n, n)).astype(bool).sum()) for one in counts)


FUSED = "pattern f { segments [2048, 4096]; dilations [1, 2]; offset 0; combine lse }"


def test_a_pair_of_several_branches_is_computed_once() -> None:
    """Where residue classes are fused, the pairs of a piece count for all branches that admit them."""
    source = Source("f.pat", FUSED)
    (meaning,), (normal,) = analyse(source, {}, targets=()).meanings, analyse(source, {}, targets=()).normals
    plan = plan_of(source, target())
    (group,) = plan.kernel.groups
    assert group.lowering is Lowering.CLASS_FUSED
    assert any(piece.multiplicity > 1 for piece in group.softmaxes[0].queries[0].pieces)
    n = 4096
    made = cost_on_target(plan, Call(n, 1, 1), {}, mean_over_heads(normal, [(0, 1)], 1, n))
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    counts = [np.broadcast_to(one, (n, n)) > 0 for one in multiplicities(meaning, 0, q, k, n, 1)]
    assert made.forward.useful == np.logical_or(*counts).sum() < sum(one.sum() for one in counts)
    assert made.forward.occupancy <= 1


def plan_of(source: Source, device: Target) -> Plan:
    analysis = analyse(source, {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    return plan_for((meaning, normal), quoting(analysis.source, meaning), device)


def test_sliding_window_by_hand() -> None:
    """1024 rows in 16 tiles of 64; a tile visits the 255 keys before it and its own, 64 at a time."""
    plan = plan_of(Source("w.pat", "pattern w { attend window(255, 0) }"), target())
    made = cost_on_target(plan, Call(1024, 2, 1), {}, 1.0)
    forward, grad_query, grad_key_value = made.work
    assert (forward.block_m, forward.block_n) == (64, 64)
    # columns: 64, 128, 192, 256, then 319 twelve times: 1 + 2 + 3 + 4 + 12 * 5 tiles a head
    assert forward.visited == 2 * (1 + 2 + 3 + 4 + 12 * 5)
    assert forward.dense == 2 * 16 * 16
    assert forward.skipped == forward.dense - forward.visited
    assert (forward.launches, grad_query.launches, grad_key_value.launches) == (1, 1, 1)
    assert made.forward.load.launches == 1
    assert made.backward.load.launches == 3
    assert forward.imbalance == pytest.approx(5 / (70 / 16))


def test_more_work_costs_more() -> None:
    """Wider windows, longer sequences, more heads and entries take more tiles and time on every target."""

    def cost(left: int, call: Call) -> list[float]:
        source = Source("w.pat", f"pattern w {{ attend window({left}, 0) }}")
        plans = [plan_of(source, one) for one in TARGETS]
        return [cost_on_target(plan, call, {}, min(left, call.n)).seconds for plan in plans]

    base = cost(100, Call(5000, 4, 4))
    others = (
        cost(1000, Call(5000, 4, 4)),
        cost(100, Call(50000, 4, 4)),
        cost(100, Call(5000, 8, 8)),
        cost(100, Call(5000, 4, 4, HeadDims.equal(64), batch=3)),
        cost(100, Call(5000, 4, 4, HeadDims.equal(128))),
    )
    for one in others:
        assert all(more > less for more, less in zip(one, base, strict=True))


PACKED = "pattern p { segments [128, 256]; dilations [1, 2]; offset head; combine lse; where causal }"


def test_partials_hold_the_rows_of_every_head() -> None:
    """One residue class of two, of each of four heads: the output in 16 bits, and an lse of 8 bytes."""
    plan = plan_of(Source("p.pat", PACKED), target())
    work = tile_work(plan.tiles, plan.kernel, plan.target, Call(512, 4, 2, HeadDims.equal(16)), {})
    assert work[0].partials == 4 * 256 * (16 * 2 + 8)


@pytest.mark.long
@pytest.mark.interpreter
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32], ids=str)
def test_partials_are_as_large_as_the_module_makes_them(
    dtype: torch.dtype, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of values of another size too, which kernels take and calls do not."""
    call = Call(512, 4, 2, HeadDims(16, 32), itemsize=dtype.itemsize)
    plan = plan_of(Source("p.pat", PACKED), target())
    work = tile_work(plan.tiles, plan.kernel, plan.target, call, {})
    made = list[int]()
    allocate = torch.Tensor.new_empty

    def counted(like: torch.Tensor, *size: Any, **options: Any) -> torch.Tensor:
        tensor = allocate(like, *size, **options)
        if tensor.shape[-1] in (16, 32) or tensor.ndim == 1:
            made.append(tensor.nbytes if tensor.ndim < 4 else 0)  # results have four axes, an lse three
        return tensor

    module, _ = build(PACKED, tmp_path, "triton")
    sizes = ((call.heads, 16), (call.kv_heads, 16), (call.kv_heads, 32), (call.heads, 32))
    query, key, value, grad_out = (torch.ones(1, own, call.n, size, dtype=dtype) for own, size in sizes)
    numbers = (0.25, 0, 0, call.n, 0)  # scale, offsets of query and key, length, and the offset of heads
    monkeypatch.setattr(torch.Tensor, "new_empty", counted)
    saved = module._forward(query, key, value, *numbers)
    forward = sum(made)
    module._backward(query, key, value, *saved, grad_out, torch.empty(0), *numbers)
    assert (forward, sum(made) - forward) == (work[0].partials, work[1].partials + work[2].partials)
    assert forward == 4 * 256 * (32 * dtype.itemsize + 8)  # one residue class of two, of each head


# ---- what generated files do -----------------------------------------------------------------------------------------
LISTED = ("adaptive", "block_sparse", "block_table", "mixed_heads", "neighbourhood", "video")


def generated(name: str) -> ModuleType:
    return load(module_path("tests", name, "triton"))


def kernel_of(name: str) -> Kernel:
    return plan_of(read(ROOT / "tests" / "patterns" / f"{name}.pat"), target()).kernel


@pytest.mark.parametrize("rows", [32, 128])
@pytest.mark.parametrize("name", LISTED)
def test_lists(name: str, rows: int) -> None:
    holds_lists(generated(name), kernel_of(name), rows)


@pytest.mark.long
def test_lists_within_bounds(tmp_path: Path) -> None:
    """Lower and upper bounds leave out blocks, and say which are whole."""
    text = "pattern p { attend blocks(16, random(9, seed=2)) & window(70, 40) }"
    module, _ = build(text, tmp_path, "triton")
    holds_lists(module, plan_of(Source("p.pat", text), target()).kernel, 32)


def holds_lists(module: ModuleType, kernel: Kernel, rows: int) -> None:
    pattern = kernel.pattern
    n, heads = prod(pattern.grid) if pattern.grid else 300, 4
    inputs = inputs_of(pattern, {}, n, heads)
    numbered = {one.index: one for one in listings(kernel)}
    for index, one in numbered.items():
        group = next(
            made
            for made in kernel.groups
            for softmax in made.softmaxes
            for sweep in softmax.queries
            if any(piece.listing == one.listing for piece in sweep.pieces)
        )
        meant = next(made for made in pattern.groups if made.heads == group.heads)
        own = local_heads(group.heads, heads)
        like = equal_heads(meant, own, heads)
        from_first = {head - own.start: found - own.start for head, found in like.items()}
        lister = Lister(numbered, pattern.grid, n, own.start, from_first, heads, inputs)
        tensors = [torch.tensor(np.array(inputs[given])[None, own.start : own.stop]) for given in one.inputs]
        pairs = getattr(module, f"_pairs_{index}")(own, heads, range(n), range(n), n, torch.device("cpu"), *tensors)
        for side in Side:
            order = None if one.order is None else one.place_number
            made = SortedBlockList(index, side, one.listing.queries, one.listing.keys, BLOCK_M, order, False)
            wanted = _list(side.value, pairs, range(n), range(n), one.listing.queries, one.listing.keys, rows)
            found = lister.lines(made, rows)
            lines = len(own) if found.head else 1
            starts, fulls = (part.numpy() for part in wanted.tensors[:2])
            assert found.rows == wanted.rows
            count = lines * (found.head or len(found.tables[1]))
            assert (found.tables[0][: count + 1] == starts[: count + 1]).all(), side
            assert (found.tables[1][:count] == fulls[:count]).all(), side
            assert not lister.sampled


@pytest.mark.parametrize("name", ["block_sparse", "neighbourhood"])
def test_long_lists_are_counted_by_some_lines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = kernel_of(name)
    n = prod(kernel.pattern.grid) if kernel.pattern.grid else 4096
    numbered = {one.index: one for one in listings(kernel)}
    place = None if name == "block_sparse" else numbered[1].place_number
    made = SortedBlockList(1, Side.QUERY, numbered[1].listing.queries, numbered[1].listing.keys, BLOCK_M, place, False)

    def entries() -> tuple[int, bool]:
        lister = Lister(numbered, kernel.pattern.grid, n, 0, {0: 0}, 1, {})
        return int(lister.lines(made, 64).tables[0][-1]), lister.sampled

    exact, sampled = entries()
    assert not sampled
    monkeypatch.setattr(list_lines, "MOST", 1)
    monkeypatch.setattr(list_lines, "LEAST", 5)
    about, sampled = entries()
    assert sampled
    assert about == pytest.approx(exact, rel=0.25)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("box", ["8, 7, 7, causal=[true, false, false]", "4, 8, 8", "6, 4, 9, stride=[3, 4, 1]"])
def test_boxes_are_counted_by_some_lines_of_either_side(box: str, side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are seen from other places than they see: in a causal dimension from later ones."""
    text = f"pattern p {{ grid 16 x 24 x 24; layout tiled(4, 4, 4); attend box({box}) }}"
    kernel = plan_of(Source("p.pat", text), target()).kernel
    ((_, one),) = numbered = [(one.index, one) for one in listings(kernel) if one.index == 1]
    made = SortedBlockList(1, side, one.listing.queries, one.listing.keys, BLOCK_M, one.place_number, False)

    def entries() -> int:
        lister = Lister(dict(numbered), kernel.pattern.grid, 16 * 24 * 24, 0, {0: 0}, 1, {})
        return int(lister.lines(made, 64).tables[0][-1])

    exact = entries()
    monkeypatch.setattr(list_lines, "MOST", 1)
    monkeypatch.setattr(list_lines, "LEAST", 24)
    assert entries() == pytest.approx(exact, rel=0.1)


def test_blocks_that_a_selection_names_are_not_scaled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few lines all chosen blocks are found, so none stands for others: the entries were as many times too many."""
    plan = plan_of(Source("r.pat", "pattern r { attend blocks(1, random(100, seed=1)) }"), target())
    numbered = {one.index: one for one in listings(plan.kernel)}
    made, n = SortedBlockList(1, Side.QUERY, 1, 1, BLOCK_M, None, False), 1 << 12
    monkeypatch.setattr(list_lines, "MOST", 1 << 14)
    lister = Lister(numbered, (), n, 0, {0: 0}, 1, {})
    entries = np.diff(lister.lines(made, 16).tables[0])
    assert lister.sampled
    assert entries.mean() == pytest.approx(n * (1 - (1 - 100 / n) ** 16), rel=0.02)


def test_lines_along_keys_are_counted_by_the_blocks_of_some_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pairs that a million queries name took two gigabytes."""
    plan = plan_of(Source("r.pat", "pattern r { attend blocks(1, random(8, seed=1)) }"), target())
    numbered = {one.index: one for one in listings(plan.kernel)}
    made, n, named = SortedBlockList(1, Side.KEY, 1, 1, BLOCK_M, None, False), 1 << 14, list[int]()

    def recorded(blocks: ListedBlocks, rows: NDArray[np.int64], *others: Any) -> Any:
        named.append(8 * rows.size)
        return listed_pairs(blocks, rows, *others)

    monkeypatch.setattr(list_lines, "listed_pairs", recorded)
    monkeypatch.setattr(list_lines, "MOST", 1 << 14)
    lister = Lister(numbered, (), n, 0, {0: 0}, 1, {})
    entries = np.diff(lister.lines(made, 16).tables[0])
    assert lister.sampled
    assert sum(named) <= list_lines.MOST
    assert entries.mean() == pytest.approx(n * (1 - (1 - 8 / n) ** 16), rel=0.05)


@pytest.mark.long
def test_counting_makes_no_blocks_of_long_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of 131 072 blocks for each of them are more entries than memory holds."""
    monkeypatch.setattr(list_lines, "MOST", LESS << 17)  # some lines, but all blocks of them
    plan = plan_of(Source("r.pat", "pattern r { attend blocks(32, random(density=0.5, seed=1)) }"), target())
    numbered = {one.index: one for one in listings(plan.kernel)}
    made = SortedBlockList(1, Side.QUERY, 32, 32, BLOCK_M, None, False)
    lister = Lister(numbered, (), 1 << 15, 0, {0: 0}, 1, {})
    own = lister.lines(made, 64).tables
    assert lister.sampled
    assert own[0][-1] > own[2].size == 1
    monkeypatch.setattr(list_lines, "MOST", 1 << 16)  # and every other block of them
    some = Lister(numbered, (), 1 << 15, 0, {0: 0}, 1, {})
    about = some.lines(made, 64).tables[0]
    assert some.sampled
    assert not np.array_equal(own[0], about)
    assert about[-1] == pytest.approx(own[0][-1], rel=0.02)
    forward, *_ = tile_work(plan.tiles, plan.kernel, target(), Call(1 << 22, 1, 1), {})
    assert forward.visited == pytest.approx(forward.dense * 0.5 * 1.5, rel=0.3)


@pytest.mark.long
@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "patterns").glob("*.pat")), ids=lambda path: path.stem)
def test_what_is_stored_of_lists_is_that_of_every_target(path: Path) -> None:
    """And the seconds alone are those of the whole cost."""
    analysis = analyse(read(path), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    n, heads = prod(meaning.grid) if meaning.grid else 700, 8
    inputs, call, cache = inputs_of(meaning, {}, n, heads), Call(n, heads, heads), CountCache()
    source = quoting(analysis.source, meaning)
    for device in TARGETS:
        plan = plan_for((meaning, normal), source, device)
        made = cost_on_target(plan, call, inputs, 1.0)
        assert made == cost_on_target(plan, call, inputs, 1.0, cache)
        assert (made.seconds, made.dense) == seconds_on(plan, call, inputs, cache)


def test_lengths_of_break_even_share_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each list is counted once for all targets, and roughly where it is not that of the call."""
    efforts: list[tuple[int, int]] = []
    drawn = Lister._drawn

    def seen(lister: Lister, source: Any, size: int) -> Any:
        efforts.append((lister.n, list_lines.ROUGHLY if lister.cache.rough else 1))
        return drawn(lister, source, size)

    plans = [
        plan_of(Source("r.pat", "pattern r { attend blocks(32, random(4, seed=1)) }"), one)
        for one in TARGETS
        if one.name in ("sm_80", "sm_86", "sm_89", "sm_90")
    ]
    call = Call(4096, 1, 1)
    lengths = Lengths(call, lambda _: {})
    monkeypatch.setattr(Lister, "_drawn", seen)
    for plan in plans:
        break_even(plan, cost_on_target(plan, call, {}, 1.0, lengths.cache(4096)), lengths)
    assert {fewer for n, fewer in efforts if n == 4096} == {1}
    assert {fewer for n, fewer in efforts if n != 4096} == {list_lines.ROUGHLY}
    alone = len(efforts) / len(set(efforts))
    assert alone <= 2 * 4  # sides, and sizes of tiles, of which four targets would make four times as many


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
@pytest.mark.parametrize("name", ["block_sparse", "longnet"])
def test_tile_sizes(name: str, dtype: torch.dtype) -> None:
    """Rows and columns of tiles are those that a generated file chooses."""
    module = generated(name)
    limited = name == "block_sparse"
    for direction, size in (*module._TILES, ("rows", dtype.itemsize)):
        for sizes in product((8, 16, 64, 80, 256), repeat=2):
            dims = HeadDims(*sizes)
            query, value = (torch.empty(1, 1, 1, extent, dtype=dtype) for extent in sizes)
            if size == query.element_size():
                for held_rows in (5, 16, 17, 4000):
                    for most in (16, 64) if limited else (None,):
                        rows = (held_rows,) if most is None else (held_rows, most)
                        tile, _ = module._tile(
                            module._TILES, direction, query, query, value, *rows, aligned=not limited
                        )
                        found = tile_of(target(), direction, size, dims, held_rows, most, described=not limited)
                        assert found == (tile.rows, tile.columns)
    assert {row.direction for row in tile_table(target())} >= {direction for direction, _ in module._TILES}


@pytest.mark.parametrize("name", ["longnet", "block_sparse", "mixed_heads", "branch_sum", "dilated"])
def test_launches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many kernels are launched as are counted, on grids of as many programs."""
    module = generated(name)
    launched: list[tuple[str, tuple[int, ...]]] = []

    class Recorder:
        def __init__(self, kernel_name: str) -> None:
            self.name = kernel_name

        def __getitem__(self, grid: tuple[int, ...]) -> object:
            launched.append((self.name, grid))
            return lambda *_, **__: None

    own = ("_forward_", "_grad_query_", "_grad_key_value_", "_row_delta", "_mix_")
    for one in [one for one in vars(module) if one.startswith(own)]:
        monkeypatch.setattr(module, one, Recorder(one))
    n, heads = 512, 4
    query, key, value = (torch.zeros(1, heads, n, 32, dtype=torch.float16, requires_grad=True) for _ in range(3))
    module.attention(query, key, value).sum().backward()
    plan = plan_of(read(ROOT / "tests" / "patterns" / f"{name}.pat"), target())
    assert plan.tiles is not None
    made = cost_on_target(plan, Call(n, heads, heads, HeadDims.equal(32)), {}, 1.0)
    assert made.forward.load.launches == sum(one.startswith(("_forward", "_mix")) for one, _ in launched)
    assert made.backward.load.launches == sum(one.startswith(("_grad", "_row_delta")) for one, _ in launched)
    works = tile_work(plan.tiles, plan.kernel, target(), Call(n, heads, heads, HeadDims.equal(32)), {})
    for work in works:
        assert work.programs == sum(prod(grid) for one, grid in launched if one.startswith(f"_{work.direction.value}_"))


def test_pairs_of_blocks_are_examined_once_for_both_sides_and_all_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analyse(Source("p.pat", "pattern p { attend blocks(8, random(3)) & causal }"), {}, targets=())
    seen = MagicMock(side_effect=pair_bounds)
    monkeypatch.setattr(list_lines, "pair_bounds", seen)
    subject, call, cache = (
        (analysis.meanings[0], analysis.normals[0]),
        Call(512, 1, 1),
        CountCache(),
    )
    for plan in plans_for(subject, quoting(analysis.source, subject[0]), TARGETS):
        cost_on_target(plan, call, {}, 1.0, cache)
    assert len({key[2] for key in cache.lines}) > 1, "tiles of several sizes"
    assert len({key[1] for key in cache.lines}) == 2, "of queries and of keys"
    assert seen.call_count == 2
