"""What the page of `patternc show --html` says: tiles, order, rows and code, held to the meaning without a browser."""

from __future__ import annotations

import json
import re
import tracemalloc
from math import prod
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import numpy.typing as npt
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import inputs_for, lengths, wide_patterns

from patternc.cli import run
from patternc.cli.inputs import inputs_of
from patternc.cli.page_subject import subject_of
from patternc.cost.device_time import Call
from patternc.cost.target_cost import plan_for
from patternc.cost.tile_work import tile_work
from patternc.counting import square_shares, tile_states
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.counting.tile_states import State, TileStates
from patternc.driver import analyse, quoting, read
from patternc.ir.addresses import HeadDims
from patternc.ir.index import evaluate
from patternc.ir.mask import Box, Fixed, Mask, Or, Pattern, Random, Residue, SameResidue, Side
from patternc.ir.semantics import Inputs, admits, group_of
from patternc.pictures.page import page
from patternc.pictures.page_data import page_data
from patternc.pictures.predicates import alternatives
from patternc.pictures.program_order import TileOrder, program_order, progressions
from patternc.source import Source
from patternc.targets import target_named

PATTERNS = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))
PRESETS = ROOT / "patternc" / "presets"
SMALL = tuple(  # the others are of grids of 16384 cells
    path for path in sorted(PRESETS.glob("*.pat")) if path.stem not in ("natten-3d", "video-streaming")
)


def table(mask: Mask, head: int, heads: int, n: int, inputs: Inputs) -> npt.NDArray[np.bool_]:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    return np.broadcast_to(np.asarray(admits(mask, head, q, k, n, heads, inputs), dtype=bool), (n, n))


# ---- tiles of the map ------------------------------------------------------------------------------------------------
@settings(max_examples=80)
@given(pattern=wide_patterns(), data=st.data())
def test_bounds_of_rectangles_hold(pattern: Pattern, data: st.DataObject) -> None:
    """Of made masks: nothing admitted where it is not possible, everything where it is certain; both for one pair."""
    n, head = data.draw(lengths(pattern)), data.draw(st.integers(0, 3))
    inputs = data.draw(inputs_for(n, 4))
    ends = st.tuples(*(st.integers(0, n - 1) for _ in range(4)))
    (q, r, k, l) = np.array(data.draw(st.lists(ends, min_size=1, max_size=20))).T
    parts = Rectangles((np.minimum(q, r), np.maximum(q, r)), (np.minimum(k, l), np.maximum(k, l)))
    for branch in group_of(pattern, head, 4).branches:
        truth = table(branch.mask, head, 4, n, inputs)
        possible, certain = pair_bounds(branch.mask, parts, HeadOfCall(head, 4, n, inputs))
        for a, b, c, d, may, must in zip(*parts.queries, *parts.keys, possible, certain, strict=True):
            part = truth[a : b + 1, c : d + 1]
            assert may or not part.any()
            assert not must or part.all()
            assert part.size > 1 or may == must == part.all()


ATOMS = (
    *(SameResidue(dilation, segment, block) for dilation in (1, 3, 5) for segment in (None, 6) for block in (1, 2)),
    *(Residue(Side.KEY, 3, Fixed(1), segment, block) for segment in (None, 4) for block in (1, 2)),
    Random(2, seed=3, count=2),
    Box((3, 4), (1, 3), (1, 1)),
    Box((12,), (3,), (3,)),
)


@pytest.mark.parametrize("atom", ATOMS, ids=str)
def test_every_rectangle_of_an_atom(atom: Mask) -> None:
    """What is known is so; of classes and selections that no segment cuts, all is known."""
    n = 12
    lows, highs = np.triu_indices(n)
    q, k = (one.ravel() for one in np.meshgrid(np.arange(lows.size), np.arange(lows.size), indexing="ij"))
    possible, certain = pair_bounds(atom, Rectangles((lows[q], highs[q]), (lows[k], highs[k])), HeadOfCall(0, 1, n, {}))
    sums = np.zeros((n + 1, n + 1), np.int64)
    sums[1:, 1:] = table(atom, 0, 1, n, {}).cumsum(axis=0).cumsum(axis=1)
    (top, bottom), (left, right) = ((lows[one], highs[one] + 1) for one in (q, k))
    held = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    some, every = held > 0, held == (bottom - top) * (right - left)
    assert not (some & ~possible).any()
    assert not (certain & ~every).any()
    if isinstance(atom, Residue | Random) or (isinstance(atom, SameResidue) and atom.segment is None):
        assert np.array_equal(possible, some)
        assert np.array_equal(certain, every)


@settings(max_examples=60)
@given(pattern=wide_patterns(), data=st.data())
def test_tiles_of_made_masks(pattern: Pattern, data: st.DataObject) -> None:
    n, head = data.draw(lengths(pattern)), data.draw(st.integers(0, 2))  # tables have three heads
    inputs, side = data.draw(inputs_for(n, 4)), data.draw(st.sampled_from((1, 4, 8, 64)))
    mask = Or(tuple(branch.mask for branch in group_of(pattern, head, 4).branches))
    hold_tiles(mask, HeadOfCall(head, 4, n, inputs), side)


@pytest.mark.parametrize("path", [*PATTERNS, *SMALL], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_tiles_of_patterns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the golden files also without the pairs that are tried first."""
    pattern = analyse(read(path), {}, targets=()).meanings[0]
    n = prod(pattern.grid) if pattern.grid else 700
    inputs = inputs_of(pattern, {}, n, 8)
    mask = Or(tuple(branch.mask for branch in group_of(pattern, 5, 8).branches))
    hold_tiles(mask, HeadOfCall(5, 8, n, inputs), 64)
    if path not in PATTERNS:
        return
    monkeypatch.setattr(square_shares, "EFFORT", 0)
    monkeypatch.setattr(square_shares, "most_pairs", lambda *_: 0)
    monkeypatch.setattr(square_shares, "most_in_closed_form", lambda _: 1)
    hold_states(mask, HeadOfCall(5, 8, n, inputs), 64)


def hold_states(mask: Mask, call: HeadOfCall, side: int) -> tuple[TileStates, npt.NDArray[np.float64]]:
    """Of the tiles, all states are those that all pairs give; returns the tiles, and the shares of all pairs."""
    found = tile_states.tile_states(mask, call, side)
    truth, edges = table(mask, call.head, call.heads, call.n, call.inputs), np.arange(0, call.n, side)
    sums = np.add.reduceat(np.add.reduceat(truth.astype(np.int64), edges, axis=0), edges, axis=1)
    widths = np.diff([*edges, call.n])
    shares = sums / np.outer(widths, widths)
    assert found.undecided == 0
    assert np.array_equal(found.states, np.where(shares == 0, 0, np.where(shares == 1, 2, 1)))
    return found, shares


def hold_tiles(mask: Mask, call: HeadOfCall, side: int) -> None:
    """Of the tiles, states and shares are those that all pairs give."""
    found, shares = hold_states(mask, call, side)
    assert found.drawn == 0
    partial = found.states == State.PARTIAL
    assert np.array_equal(found.shares[partial], shares[partial])
    every = square_shares.square_shares(mask, call, np.append(np.arange(0, call.n, side), call.n))
    assert every.exact.all()
    assert np.array_equal(every.values, shares)
    hold_kinds(found.text(), found.states, shares)
    tried = tile_states.all_tried(mask, call, side)
    assert np.array_equal(tried.states, found.states)
    assert np.array_equal(tried.shares, shares)


def hold_kinds(text: str, states: npt.NDArray[np.uint8], shares: npt.NDArray[np.float64]) -> None:
    """Empty and full tiles are so; a partial one has the power of two that is nearest to its share, by ratio."""
    kinds = unpacked(text)
    assert np.array_equal(np.where(kinds == "E", 0, np.where(kinds == "F", 2, 1)), states)
    for kind, share in zip(kinds[states == 1], shares[states == 1], strict=True):
        step = ord(kind) - ord("P")
        assert 0 <= step <= tile_states.FAINTEST
        assert step == 0 or share <= 2 ** (0.5 - step)
        assert step == tile_states.FAINTEST or share >= 2 ** (-0.5 - step)


def unpacked(text: str) -> npt.NDArray[np.str_]:
    lines: list[list[str]] = []
    for line in text.split(";"):
        runs = re.findall("([A-Z])([0-9a-z]+)", line)
        lines.append(lines[-1] if line == "=" else [kind for kind, size in runs for _ in range(int(size, 36))])
    return np.array(lines)


@pytest.mark.long
@pytest.mark.parametrize(("dilation", "kind"), [(1, "F"), (2, "R"), (4, "T"), (8, "V"), (16, "X"), (32, "X")])
def test_a_dilated_field_is_as_pale_as_it_is_sparse(dilation: int, kind: str, tmp_path: Path) -> None:
    """Of a segment, every dilation-th row reads every dilation-th key: 1 in dilation ** 2 pairs."""
    path = tmp_path / "d.pat"
    path.write_text(f"pattern d {{ attend segment(16384, dilation={dilation}) }}\n")
    for layer in data_of(path, 16384)["classes"][0]["layers"]:
        assert (unpacked(layer["tiles"]) == kind).all()


@pytest.mark.parametrize("name", ["longnet", "longnet-official", "bigbird", "sparse-transformer"])
def test_equal_shares_have_equal_shades(name: str) -> None:
    """At a length at which pages of many maps do not evaluate every pair; lines of tiles are held to all pairs."""
    n, side, head, maps = 16384, 128, 5, 40
    (pattern,) = analyse(read(PRESETS / f"{name}.pat"), {}, targets=()).meanings
    mask = Or(tuple(branch.mask for branch in group_of(pattern, head, 8).branches))
    found = tile_states.tile_states(mask, HeadOfCall(head, 8, n, {}), side, maps)
    assert (found.undecided, found.drawn) == (0, 0)
    kinds, keys = unpacked(found.text()), np.arange(n)
    for line in (0, 31, 64, 127):
        truth = np.asarray(admits(mask, head, np.arange(line * side, (line + 1) * side)[:, None], keys, n, 8, {}))
        shares = truth.reshape(side, -1, side).mean(axis=(0, 2))
        for share in np.unique(shares):
            assert len(set(kinds[line][shares == share])) == 1
        partial = (shares > 0) & (shares < 1)
        assert np.array_equal(found.shares[line][partial], shares[partial])


def test_large_tiles_are_counted_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not every pair is tried: about the share of blocks that are drawn. Block by block, it is exact."""
    mask, call, edges = mask_of("blocks(64, random(density=0.5))"), HeadOfCall(0, 1, 8192, {}), np.arange(0, 8193, 1024)
    blocks = np.asarray(admits(mask, 0, np.arange(0, 8192, 64)[:, None], np.arange(0, 8192, 64), 8192, 1, {}))
    exact = blocks.reshape(8, 16, 8, 16).mean(axis=(1, 3))
    found = square_shares.square_shares(mask, call, edges)
    assert found.exact.all()
    assert np.array_equal(found.values, exact)
    monkeypatch.setattr(square_shares, "EFFORT", 1 << 16)
    drawn = square_shares.square_shares(mask, call, edges, shared=1 << 7)
    assert not drawn.exact.any()
    assert drawn.values == pytest.approx(exact, abs=0.15)


@pytest.mark.parametrize("other", ["stride(5)", "when(q * k % 7 < 2)", "window(3, 0)"])
def test_squares_of_neighbours_and_other_keys_hold_both(other: str) -> None:
    """Counted neighbour by neighbour, and in another way, in the same square."""
    (pattern,) = analyse(
        Source("p.pat", f"pattern p {{ grid 8 x 8; attend box(3, 3) | {other} }}"), {}, targets=()
    ).meanings
    mask, edges = pattern.groups[0].branches[0].mask, np.arange(0, 65, 16)
    found = square_shares.square_shares(mask, HeadOfCall(0, 1, 64, {}), edges)
    assert found.exact.all()
    assert np.array_equal(found.values, table(mask, 0, 1, 64, {}).reshape(4, 16, 4, 16).mean(axis=(1, 3)))


def mask_of(text: str) -> Mask:
    """The mask of a single branch."""
    (pattern,) = analyse(Source("p.pat", f"pattern p {{ attend {text} }}"), {}, targets=()).meanings
    return pattern.groups[0].branches[0].mask


def test_tiles_that_take_too_long_are_said_to_be_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_states, "most_pairs", lambda *_: 400)
    monkeypatch.setattr(square_shares, "most_pairs", lambda *_: 1 << 6)
    (pattern,) = analyse(Source("p.pat", "pattern p { attend when((q * k) % 4099 == 4098) }"), {}).meanings
    mask = pattern.groups[0].branches[0].mask
    found = tile_states.tile_states(mask, HeadOfCall(0, 1, 512, {}), 64)
    assert found.undecided > 0
    assert (found.states == tile_states.State.PARTIAL).sum() >= found.undecided


def test_a_comparison_with_a_value_for_each_key_takes_little_memory() -> None:
    """Two groups of queries and a million of keys are few pairs, but no table with each group in each square."""
    n = 1 << 20
    (pattern,) = analyse(Source("p.pat", "pattern p { attend when(q * q % 3 == k % 16777216) }"), {}).meanings
    tracemalloc.start()
    try:
        found = tile_states.tile_states(pattern.groups[0].branches[0].mask, HeadOfCall(0, 1, n, {}), n // 128)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.states.shape == (128, 128)
    assert most < 1 << 28


@pytest.mark.long
@settings(max_examples=60)
@given(pattern=wide_patterns(), data=st.data())
def test_alternatives_are_the_mask(pattern: Pattern, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    inputs = data.draw(inputs_for(n, 4))
    for branch in group_of(pattern, 1, 4).branches:
        parts = [table(one, 1, 4, n, inputs) for one in alternatives(branch.mask)]
        assert np.array_equal(np.logical_or.reduce(parts), table(branch.mask, 1, 4, n, inputs))


def test_a_union_within_an_intersection_has_alternatives() -> None:
    (pattern,) = analyse(
        Source("p.pat", "pattern p { attend window(3) | global(1); where causal }"), {}, targets=()
    ).meanings
    assert len(alternatives(pattern.groups[0].branches[0].mask)) == 3


# ---- the order of tiles ----------------------------------------------------------------------------------------------
ORDERED = tuple(path for path in PATTERNS if path.stem != "projected")


@pytest.mark.long
@pytest.mark.parametrize("path", ORDERED, ids=lambda path: path.stem)
def test_the_order_has_every_tile(path: Path) -> None:
    """As many as `cost` counts; they hold all admitted pairs of the head, and tiles without tests no others."""
    analysis = analyse(read(path), {}, targets=())
    (pattern,), (normal,) = analysis.meanings, analysis.normals
    n = prod(pattern.grid) if pattern.grid else 700
    inputs, target = inputs_of(pattern, {}, n, 8), target_named("sm_90")
    assert target is not None
    call = Call(n, 8, 8)
    source = quoting(analysis.source, pattern)
    plan = plan_for((pattern, normal), source, target)
    assert plan.tiles is not None
    orders = [program_order(plan, call, inputs, head) for head in range(8)]
    forward, *_ = tile_work(plan.tiles, plan.kernel, target, call, inputs)
    assert sum(len(tiles(order)) for order in orders) == forward.visited
    assert sum(full for order in orders for _, _, full in tiles(order)) == forward.full
    order = orders[5]
    visited, untested = (np.zeros((n, n), dtype=bool) for _ in range(2))
    for rows, columns, full in tiles(order):
        visited[np.ix_(rows, columns)] = True
        if full:
            untested[np.ix_(rows, columns)] = True
    truth = table(Or(tuple(branch.mask for branch in group_of(pattern, 5, 8).branches)), 5, 8, n, inputs)
    assert not (truth & ~visited).any()
    assert not (untested & ~truth).any()


def tiles(order: TileOrder | None) -> list[tuple[list[int], list[int], bool]]:
    """Rows and columns of every tile, and whether it is not tested."""
    assert order is not None
    positions = [expanded(one) for one in order.positions]
    return [
        (positions[program.rows], positions[run_.columns + step], run_.full)
        for launch in order.launches
        for program in launch.programs
        for run_ in program.runs
        for step in range(run_.count)
    ]


def expanded(places: tuple[int, ...]) -> list[int]:
    triples = zip(places[::3], places[1::3], places[2::3], strict=True)
    return [start + step * i for start, count, step in triples for i in range(count)]


@given(st.lists(st.integers(0, 60), max_size=30, unique=True))
def test_progressions_hold_the_positions(positions: list[int]) -> None:
    assert expanded(progressions(np.array(positions, dtype=np.int64))) == positions


@pytest.mark.parametrize("schedule", ["hilbert", "longest_first"])
def test_documents_of_programs_that_take_turns(schedule: str) -> None:
    """Each program finds its own document's ends, also where its head comes from a table."""
    text = f"input o: offsets; schedule {schedule}; attend document(@o) & window(200); attend segment(100); combine sum"
    offsets = {"o": (0, 130, 400, 700)}
    order = order_of(text, 700, 3, 1, offsets)
    visited = np.zeros((700, 700), dtype=bool)
    for rows, columns, _ in tiles(order):
        visited[np.ix_(rows, columns)] = True
    analysis = analyse(Source("w.pat", f"pattern w {{ {text} }}"), {}, targets=())
    every = Or(tuple(branch.mask for branch in analysis.meanings[0].groups[0].branches))
    assert not (table(every, 1, 3, 700, offsets) & ~visited).any()
    assert visited.mean() < 0.8


def test_heads_of_a_page_share_what_is_looked_at_for_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    text, n = "attend blocks(1, random(2)) & window(9)", 512
    monkeypatch.setattr("patternc.pictures.program_order.EFFORT", 2 * 2 * n)
    monkeypatch.setattr("patternc.pictures.program_order.BLOCKS", 1)
    assert order_of(text, n, shared=2) is not None
    assert order_of(text, n, shared=3) is None


def test_the_tiles_of_all_programs_are_computed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a page, which may list 40 000 tiles, evaluates no more expressions for many programs than for few."""
    calls: list[int] = []
    for n in (512, 4096):
        seen = MagicMock(side_effect=evaluate)
        monkeypatch.setattr("patternc.pictures.visited_tiles.evaluate", seen)
        assert order_of("attend full", n) is not None
        calls.append(seen.call_count)
    assert calls[0] == calls[1] > 0


def test_programs_count_towards_the_tiles_that_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patternc.pictures.program_order.MOST", 100)
    assert order_of("attend segment(64)", 16 * 64) is not None
    assert order_of("attend segment(64)", 64 * 64) is None


def order_of(
    text: str, n: int, heads: int = 1, head: int = 0, inputs: Inputs | None = None, shared: int = 1
) -> TileOrder | None:
    analysis = analyse(Source("w.pat", f"pattern w {{ {text} }}"), {}, targets=())
    target = target_named("sm_90")
    assert target is not None
    source = quoting(analysis.source, analysis.meanings[0])
    plan = plan_for((analysis.meanings[0], analysis.normals[0]), source, target)
    return program_order(plan, Call(n, heads, heads), inputs or {}, head, shared)


def test_programs_of_one_query_are_shown_with_their_rows() -> None:
    visited = np.zeros((24, 24), dtype=bool)
    for rows, columns, _ in tiles(order_of("attend blocks(1, random(3, seed=2)) & causal", 24)):
        assert len(rows) == 1
        visited[np.ix_(rows, columns)] = True
    assert np.array_equal(visited, table(mask_of("blocks(1, random(3, seed=2)) & causal"), 0, 1, 24, {}))


def test_programs_are_shown_in_the_order_of_their_turns() -> None:
    """Programs of a window with global keys are numbered from the last rows on; `longest_first` begins with the first,
    which are global, for every head."""
    for head in (0, 2):
        linear = order_of("attend window(16, 16) | global(4); schedule linear", 640, 3, head)
        longest = order_of("attend window(16, 16) | global(4); schedule longest_first", 640, 3, head)
        assert list(dict.fromkeys(rows[0] for rows, _, _ in tiles(linear))) == [512, 384, 256, 128, 0]
        assert list(dict.fromkeys(rows[0] for rows, _, _ in tiles(longest))) == [0, 128, 256, 384, 512]
        assert sorted(map(str, tiles(linear))) == sorted(map(str, tiles(longest)))


def test_the_order_of_a_window_by_hand() -> None:
    """256 rows in four programs of 64, which visit their own keys and those of a window of 64 before."""
    order = order_of("attend window(64, 0); schedule linear", 256)
    assert [(rows[0], columns[0], columns[-1]) for rows, columns, _ in tiles(order)] == [
        (0, 0, 63),
        (64, 0, 63),
        (64, 64, 127),
        (128, 64, 127),
        (128, 128, 191),
        (192, 128, 191),
        (192, 192, 255),
    ]


# ---- the page --------------------------------------------------------------------------------------------------------
def data_of(path: Path, n: int, head: int = 0) -> Any:
    return page_data(subject_of(analyse(read(path), {}), 0, n, head, None, {}))


def test_rows_are_counted() -> None:
    data = data_of(PRESETS / "longnet.pat", 2000)
    (pattern,) = analyse(read(PRESETS / "longnet.pat"), {}, targets=()).meanings
    for one in data["classes"]:
        rows = one["rows"]
        branches = group_of(pattern, one["head"], 8).branches
        keys = sum(table(branch.mask, one["head"], 8, 2000, {}).sum(axis=1) for branch in branches)
        assert np.array_equal(np.bincount((keys - rows["low"]) // rows["width"]), rows["counts"])
        assert (rows["low"], rows["high"]) == (keys.min(), keys.max())
    assert [data["class_of"][head] for head in range(8)] == [0, 1, 2, 3, 0, 1, 2, 3]


def test_a_ring_has_its_hops(tmp_path: Path) -> None:
    """The rows of keys that a rank receives of another, found one by one."""
    path, n, heads = tmp_path / "r.pat", 512, 8
    path.write_text(
        "pattern r { attend segment(256, dilation=4, offset=head) & causal; ring(ranks=4, transport=p2p) }\n"
    )
    ring = data_of(path, n)["ring"]
    mask = analyse(read(path), {}, targets=()).meanings[0].groups[0].branches[0].mask
    needed = np.stack([table(mask, head, heads, n, {}) for head in range(heads)]).reshape(heads, 4, 128, 4, 128)
    rows = needed.any(axis=2).sum(axis=(0, 3))  # [rank, source], all key heads together
    for rank in ring["ranks"]:
        found = {hop["source"]: hop["rows"] for hop in rank["hops"] if hop["rows"]}
        wanted = {source: int(rows[rank["rank"], source]) for source in range(4) if source != rank["rank"]}
        assert found == {source: count for source, count in wanted.items() if count}
        assert rank["holds"] == f"{128 * rank['rank']}–{128 * rank['rank'] + 127}"
        assert rank["pairs"] == needed[:, rank["rank"]].sum()


def test_hops_of_a_choice_are_bounds(tmp_path: Path) -> None:
    path = tmp_path / "r.pat"
    path.write_text("pattern r { attend blocks(64, topk(2)) & window(100); ring(ranks=4, transport=p2p) }\n")
    ring = data_of(path, 512)["ring"]
    assert "Only blocks that `topk` chooses are fetched" in ring["text"]
    rows = [{hop["source"]: hop["rows"] for hop in rank["hops"] if hop["rows"]} for rank in ring["ranks"]]
    assert rows == [{1: 800}, {0: 800, 2: 800}, {1: 800, 3: 800}, {2: 800}]  # eight key heads, a window of 100


@pytest.mark.long
@pytest.mark.parametrize("name", ["longnet", "bigbird", "natten-2d"])
def test_a_page_is_whole_and_small(name: str, tmp_path: Path) -> None:
    path, n = PRESETS / f"{name}.pat", 4096 if name == "natten-2d" else 16384
    assert run(["show", str(path), "-n", str(n), "--html", str(tmp_path / "page.html")]) == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 600_000
    assert not re.search(r"""(?:src|href)=["'][^#"']|@import|url\(|fetch\(|XMLHttpRequest""", text)
    assert text.count("</script>") == 2
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert [one["name"] for one in data["code"]] == [
        f"{name.replace('-', '_')}_{kind}.py" for kind in ("triton", "torch")
    ]
    assert page(subject_of(analyse(read(path), {}), 0, n, 0, None, {})) == text


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(PRESETS.glob("*.pat")), ids=lambda path: path.stem)
def test_every_preset_has_a_page_below_a_megabyte(path: Path) -> None:
    for place, pattern in enumerate(analyse(read(path), {}, targets=()).meanings):
        n = prod(pattern.grid) if pattern.grid else 16384
        assert len(page(subject_of(analyse(read(path), {}), place, n, 0, None, {})).encode()) < 1_000_000


def test_a_page_has_a_head_size_that_the_pattern_accepts(tmp_path: Path) -> None:
    path = tmp_path / "latent.pat"
    path.write_text("pattern latent { require head_dim == 192; attend causal }\n")
    assert subject_of(analyse(read(path), {}), 0, 64, 0, None, {}).call.dims == HeadDims.equal(192)


def test_text_of_a_pattern_file_can_not_leave_its_element(tmp_path: Path) -> None:
    path = tmp_path / "a&b.pat"
    path.write_text("# </script><script>alert(1)</script>\npattern p { attend causal }\n")
    assert run(["show", str(path), "-n", "64", "--html", str(tmp_path / "page.html")]) == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "alert(1)" in text
    assert "<script>alert" not in text
    assert "<h2>a&amp;b.pat</h2>" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-n", "64", "--rows", "0:8"], "leave out --rows and --cols"),
        (["-n", str(1 << 21)], "a page has at most 1048576 positions"),
        (["-n", "64", "--heads", "2", "--head", "5"], "heads are 0 to 1"),
    ],
)
def test_pages_that_can_not_be_made_are_refused(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { attend causal }\n")
    assert run(["show", str(path), "--html", str(tmp_path / "page.html"), *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()
