"""Counts of long sequences and many heads: made once for all that ask, in parts, or of a sample."""

from __future__ import annotations

from collections import Counter
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from patternc.cli import run
from patternc.cost import estimates, launch_runs, list_lines
from patternc.cost.count_cache import CountCache
from patternc.cost.device_time import Call, PassWork
from patternc.cost.target_cost import PassCost, TargetCost, plan_for, plans_for, seconds_on
from patternc.cost.tile_work import tile_work
from patternc.counting import effort, listed_pairs, pair_sums, pixels, receptive_fields, row_counts, square_shares
from patternc.counting.effort import pair_effort
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.listed_pairs import ListedBlocks
from patternc.counting.row_keys import keys_below, keys_per_row
from patternc.counting.tile_states import State, all_tried, tile_states
from patternc.differences import key_changes
from patternc.driver import analyse, quoting, read
from patternc.ir import chosen_blocks, count_tiles, curve_cells, semantics
from patternc.ir.grid_axes import GridAxes, grid_axes, keys_near
from patternc.ir.launch_settings import names_of
from patternc.ir.mask import Curve, Layout, Random, Ring
from patternc.ir.semantics import admits, ranked
from patternc.pictures import page_data
from patternc.ring import reaches
from patternc.ring.forecast import forecast, work_of
from patternc.ring.settings import ResolvedTransport, Sizes, ring_setting
from patternc.ring.transports import resolved_transport
from patternc.runtime.hilbert import _cells_along_curve, _parts
from patternc.runtime.ring_plan.reach import Reach
from patternc.schedule import grid_layout
from patternc.schedule.grid_layout import numbering
from patternc.source import Source
from patternc.targets import TARGETS, target_named


def test_blocks_of_a_head_are_listed_once_for_a_ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranks, layouts and transports share them."""
    made, found = Counter[int](), listed_pairs.listed_pairs

    def counting(blocks: Any, rows: Any) -> Any:
        made[blocks.n] += 1
        return found(blocks, rows)

    monkeypatch.setattr(reaches, "listed_pairs", counting)
    (tmp_path / "f.pat").write_text("pattern p { attend blocks(3, random(2, seed=71)) & window(90) }\n")
    assert run(["explain", str(tmp_path / "f.pat"), "--ranks", "8", "-n", "96"]) == 0
    assert made[96] == 8


def test_heads_that_draw_other_blocks_share_what_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of forty heads whose lines are samples, some stand for all; of lines that are all counted, none does."""
    heads = set[int]()
    found = list_lines._Source.pairs

    def recording(source: Any, rows: Any) -> Any:
        heads.add(source.call.head)
        return found(source, rows)

    monkeypatch.setattr(list_lines._Source, "pairs", recording)
    (tmp_path / "f.pat").write_text("pattern p { attend !first(3) - blocks(8, random(3, seed=5)) }\n")
    for n, counted in ((1024, 40), (1 << 17, 4)):
        heads.clear()
        call = Call(n, 40, 40)
        analysis = analyse(read(tmp_path / "f.pat"), {}, targets=())
        source, target = quoting(analysis.source, analysis.meanings[0]), target_named("sm_90")
        assert target is not None
        plan = plan_for((analysis.meanings[0], analysis.normals[0]), source, target)
        assert plan.tiles is not None
        work = tile_work(plan.tiles, plan.kernel, target, call, {})
        assert len(heads) == counted
        assert all(one.exact is (counted == 40) for one in work)


def test_programs_are_counted_in_parts_and_by_some_of_many() -> None:
    """In parts they give the same numbers; some of many stand for all, say so, and are about right."""
    text = "pattern p { attend window(100, 0) | segment(512, dilation=4, offset=head) & causal }"
    analysis = analyse(Source("p.pat", text), {}, targets=())
    source, target, call = (
        quoting(analysis.source, analysis.meanings[0]),
        target_named("sm_90"),
        Call(1 << 15, 8, 8),
    )
    assert target is not None
    plan = plan_for((analysis.meanings[0], analysis.normals[0]), source, target)
    assert plan.tiles is not None
    work = tile_work(plan.tiles, plan.kernel, target, call, {})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(count_tiles, "TOGETHER", 100)
        assert tile_work(plan.tiles, plan.kernel, target, call, {}) == work
        patch.setattr("patternc.cost.tile_work.EFFORT", 1)
        patch.setattr("patternc.cost.tile_work.LEAST", 64)
        some = tile_work(plan.tiles, plan.kernel, target, call, {})
    for whole, sampled in zip(work, some, strict=True):
        assert whole.exact
        assert not sampled.exact
        assert sampled.programs == whole.programs
        assert sampled.visited == pytest.approx(whole.visited, rel=0.05)


def test_blocks_that_are_kept_on_average_and_some_keys_of_a_row() -> None:
    count, chosen = 3000, 2000
    rows, columns = (one.ravel() for one in np.meshgrid(np.arange(9), np.arange(count), indexing="ij"))
    held = chosen_blocks.about_lowest(3, 1, rows, columns, count, chosen)
    assert np.array_equal(held, ranked(3, 1, rows, columns) < (chosen << 31) // count)
    assert held.reshape(9, count).sum(axis=1) == pytest.approx(chosen, rel=0.02)
    exact = np.zeros((9, count), bool)
    np.put_along_axis(exact, chosen_blocks.lowest(3, 1, np.arange(9), count, chosen), True, axis=1)
    mask = Random(1, 3, chosen, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listed_pairs, "AT_ONCE", 5000)  # two rows at a time
        index, found = listed_pairs.listed_pairs(ListedBlocks((mask,), 1, 1, 1, count, {}), np.arange(9))
    assert np.array_equal(np.flatnonzero(exact), index * count + found)
    text = "pattern p { attend when(q * k % 7 < 3); attend blocks(1, random(2000)); combine lse }"
    (normal,) = analyse(Source("p.pat", text), {}, targets=()).normals
    drawn = np.arange(0, count, 50)
    whole, some = (keys_per_row(normal, 1, 2, count, {}, drawn, most) for most in (None, 500))
    assert not np.array_equal(whole, some)
    assert some.mean() == pytest.approx(whole.mean(), rel=0.02)


def record_searched_rows(rows_of_calls: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Record how many rows are searched for their lowest ranks, call by call."""
    found = chosen_blocks._lowest_keys

    def recording(seed: int, head: int, rows: Any, count: int, wanted: int) -> Any:
        rows_of_calls.append(rows.size)
        return found(seed, head, rows, count, wanted)

    chosen_blocks._kept.cache_clear()
    monkeypatch.setattr(chosen_blocks, "_lowest_keys", recording)


def test_few_columns_are_ranked_to_find_the_lowest_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    """About as many as are asked for, not as many in each octave of columns."""
    ranked_, found = list[int](), chosen_blocks._keys

    def recording(*given: Any) -> Any:
        keys = found(*given)
        ranked_.append(keys.size)
        return keys

    monkeypatch.setattr(chosen_blocks, "_keys", recording)
    rows, count, chosen = np.arange(9), 200003, 1024
    lowest = np.sort(chosen_blocks.lowest(5, 3, rows, count, chosen), axis=1)
    assert sum(ranked_) <= 1.6 * rows.size * chosen
    every = ranked(5, 3, rows[:2, None], np.arange(count))
    assert np.array_equal(lowest[:2], np.sort(np.argsort(every, axis=1, kind="stable")[:, :chosen], axis=1))


@pytest.mark.parametrize("n", [700, 1 << 14])
def test_rows_are_searched_once_for_all_that_ask(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures, maps and counts of a head ask for other blocks of the same rows."""
    searched, mask = list[int](), Random(1, 11, 40, None)
    record_searched_rows(searched, monkeypatch)
    chosen_blocks._table.cache_clear()
    random, rows = np.random.default_rng(0), np.arange(0, n, n // 50)
    for _ in range(3):
        columns = random.integers(0, n, (rows.size, 30))
        held = admits(mask, 2, rows[:, None], columns, n, 4)
        every = np.zeros((rows.size, n), bool)
        order = np.argsort(ranked(11, 2, rows[:, None], np.arange(n)), axis=1, kind="stable")
        np.put_along_axis(every, order[:, :40], True, axis=1)
        assert np.array_equal(held, np.take_along_axis(every, columns, axis=1))
    assert sum(searched) == (n if n == 700 else rows.size)


def test_cells_of_boxes_of_one_form_are_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells of a curve are those of the run-time library, for which that takes a step for each box."""
    for grid in ((1,), (5, 1, 1), (2, 7), (7, 2), (12, 31), (6, 10, 4), (1, 9, 17), (8, 8, 8), (0, 3)):
        assert np.array_equal(curve_cells.cells_along_curve(grid), _cells_along_curve(grid))
    cut = list[int]()

    def recording(corner: int, sides: Any) -> Any:
        cut.append(corner)
        return _parts(corner, sides)

    monkeypatch.setattr("patternc.ir.curve_cells._parts", recording)
    assert np.array_equal(np.sort(numbering(Layout(Curve.HILBERT), (1024, 1024))), np.arange(1 << 20))
    assert len(cut) < 2000


def test_orders_of_cells_are_found_without_comparing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "argsort", None)
    grid = (64, 16, 96)
    for layout in grid_layout.candidates(grid, (grid_axes(grid, (3, 3, 3), (2, 1, 5)),)):
        assert np.array_equal(np.sort(numbering(layout, grid)), np.arange(prod(grid)))


def test_fewer_pairs_are_evaluated_of_masks_that_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of long calls evaluate pairs for about a second, however long a pair takes."""
    pairs = list[int]()
    found = semantics.multiplicities

    def recording(pattern: Any, head: int, q: Any, k: Any, *rest: Any) -> Any:
        pairs.append(np.broadcast(q, k).size)
        return found(pattern, head, q, k, *rest)

    monkeypatch.setattr(semantics, "multiplicities", recording)
    monkeypatch.setattr(effort, "EFFORT", 1 << 16)
    slow = " | ".join(f"when(q * k % {number} == 1)" for number in (7, 11, 13, 17, 19, 23))
    for mask in ("blocks(2, random(9)) & window(60000)", slow):
        (meaning,) = analyse(Source("p.pat", f"pattern p {{ attend {mask} }}"), {}, targets=()).meanings
        own = pair_effort(meaning.groups[0].branches[0].mask)
        pairs.clear()
        pixels.count(meaning, 0, 1, 1 << 20, 64)
        assert own > 16
        assert sum(pairs) * own <= 2 * effort.PICTURE * effort.QUICK << 16


def test_a_page_counts_the_rows_of_a_head_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its histograms show what the cost counted."""
    heads, found = Counter[int](), row_counts.row_counts

    def recording(normal: Any, head: int, *rest: Any) -> Any:
        heads[head] += 1
        return found(normal, head, *rest)

    for name in ("counting.row_counts", "pictures.page_data"):
        monkeypatch.setattr(f"patternc.{name}.row_counts", recording)
    (tmp_path / "f.pat").write_text("pattern p { attend segment(64, dilation=8, offset=head) & causal }\n")
    assert run(["show", str(tmp_path / "f.pat"), "-n", "512", "--html", str(tmp_path / "f.html"), "--heads", "8"]) == 0
    assert set(heads) == set(range(8))
    assert max(heads.values()) == 1


def test_rows_that_ranks_need_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice of a transport and what it moves ask for the same, and what a rank sends is what another receives."""
    looked, found = Counter[Any](), Reach.runs

    def recording(reach: Reach, queries: range, keys: range, every: range) -> Any:
        looked[every, keys] += 1
        return found(reach, queries, keys, every)

    monkeypatch.setattr(Reach, "runs", recording)
    (normal,) = analyse(Source("p.pat", "pattern p { attend window(90, 0) }"), {}, targets=()).normals
    setting = ring_setting(normal, Ring(8), Sizes(960))
    forecast(setting, resolved_transport(setting))
    shards = [part for (part,) in setting.worked]
    pairs = {(queries, keys) for queries, keys in looked if queries in shards and keys in shards}
    assert pairs == {*zip(shards, shards), *zip(shards[1:], shards)}  # noqa: B905
    assert {looked[pair] for pair in pairs} == {1}


@pytest.mark.long
def test_a_page_holds_the_chosen_blocks_of_a_head_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of forty heads together took a gigabyte."""
    made, held, map_of = list[Any](), list[int](), page_data._map
    shares = page_data._Shares

    def sharing(*given: Any) -> Any:
        made.append(shares(*given))
        return made[-1]

    def recording(*given: Any) -> Any:
        found = map_of(*given)
        held.append(sum(map(len, made[0].chosen.values())))
        return found

    monkeypatch.setattr(page_data, "_Shares", sharing)
    monkeypatch.setattr(page_data, "_map", recording)
    branches = "attend blocks(8, random(2)) & causal; attend blocks(8, random(2)); combine lse"
    (tmp_path / "f.pat").write_text(f"pattern p {{ {branches} }}\n")
    words = ["show", str(tmp_path / "f.pat"), "-n", "1100", "--html", str(tmp_path / "f.html"), "--heads", "3"]
    assert run(words) == 0
    assert held == [1] * 9  # all branches of a head, and each of them, share its one selection


@pytest.mark.parametrize("text", ["blocks(1, random(3))", "when(q * k % 7 < 3)"])
def test_the_work_of_heads_has_the_limit_of_all_heads(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of those of a rank: as many times as much would be counted as of all heads on each rank."""
    (normal,) = analyse(Source("p.pat", f"pattern p {{ attend {text} }}"), {}, targets=()).normals
    setting = ring_setting(normal, Ring(4), Sizes(64))
    p2p, ulysses = (work_of(setting, one) for one in (ResolvedTransport.P2P, ResolvedTransport.ULYSSES))
    assert p2p is not None
    assert ulysses is not None
    assert sum(p2p.pairs) == sum(ulysses.pairs)
    monkeypatch.setattr(pair_sums, "LISTED", 64**2 * (2 if "random" in text else 0))
    assert [work_of(setting, one) for one in (ResolvedTransport.P2P, ResolvedTransport.ULYSSES)] == [None, None]


def test_tiles_of_a_row_share_the_rows_whose_blocks_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile is partial if a pair shows it, and 64 rows of tiles look at no more than 128 rows of blocks each."""
    n, side, drawn = 1 << 14, 1 << 8, list[int]()
    record_searched_rows(drawn, monkeypatch)
    mask = analyse(Source("p.pat", "pattern p { attend blocks(1, random(9000)) - causal }"), {}).meanings[0]
    tiles = tile_states(mask.groups[0].branches[0].mask, HeadOfCall(0, 1, n, {}), side)
    assert tiles.undecided == 0
    below, above = np.tril_indices(64, -1), np.triu_indices(64)
    assert (tiles.states[below] == State.EMPTY).all()
    assert (tiles.states[above] == State.PARTIAL).all()
    assert 0 < sum(drawn) <= 128 * 64


@pytest.mark.parametrize("layout", [Layout(Curve.NATURAL), Layout(Curve.TILED, (8, 2, 4))])
def test_large_grids_are_counted_as_smaller_ones(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred million cells take no list of them, and a smaller grid visits about as many tiles."""
    assert 1 <= grid_layout.tiles_a_row(grid_axes((1 << 20, 5, 31), (1, 2, 3), (1, 2, 9)), layout) < 20
    box, sizes = grid_axes((1 << 12, 5, 31), (9, 2, 3), (1, 2, 9)), list[int]()
    whole = grid_layout.tiles_a_row.__wrapped__(box, layout)
    found = grid_layout.numbering

    def recording(layout: Layout, grid: tuple[int, ...]) -> Any:
        sizes.append(prod(grid))
        return found(layout, grid)

    monkeypatch.setattr(grid_layout, "LARGEST", 1 << 17)
    monkeypatch.setattr(grid_layout, "numbering", recording)
    assert grid_layout.tiles_a_row.__wrapped__(box, layout) == pytest.approx(whole, rel=0.1)
    assert all(size <= 1 << 17 for size in sizes)


@pytest.mark.parametrize("mask", ["when(q * k % 7 == 0) & window(0)", "box(7, 7)", "box(1, 1) & causal"])
def test_rows_of_a_long_call_are_drawn_however_little_each_takes(mask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, n = list[int](), 1 << 24

    def recording(*given: Any) -> Any:
        counted.append(given[5].size)
        return keys_per_row(*given)

    monkeypatch.setattr(row_counts, "keys_per_row", recording)
    grid = "grid 4096 x 4096; " if "box" in mask else ""
    (normal,) = analyse(Source("p.pat", f"pattern p {{ {grid}attend {mask} }}"), {}, targets=()).normals
    keys = row_counts.summary([(8, row_counts.counts_of_heads(normal, [0], 8, n)[0])], n)
    assert max(counted) <= row_counts.DRAWN
    same = {"when(q * k % 7 == 0) & window(0)": 1 / 7, "box(7, 7)": 49, "box(1, 1) & causal": 1}
    assert keys.mean == pytest.approx(same[mask], abs=4 * keys.error)


def test_lines_of_a_picture_share_the_rows_whose_blocks_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """All lines at a time take few calls, and give what lines one by one give."""
    text = "pattern p { attend blocks(2, random(4, seed=1)) - blocks(12, random(9)) | when(q * k % 7 == 3) }"
    (meaning,) = analyse(Source("p.pat", text), {}, targets=()).meanings
    mask, n, calls = meaning.groups[0].branches[0].mask, 30011, list[int]()
    record_searched_rows(calls, monkeypatch)
    monkeypatch.setattr(effort, "EFFORT", 1 << 15)
    edges, several = np.linspace(0, n, 65).astype(np.int64), list[Any]()
    for together, most in ((effort.AT_ONCE, 4), (1, 2 * 65)):
        monkeypatch.setattr(pixels, "AT_ONCE", together)
        monkeypatch.setattr(square_shares, "AT_ONCE", together)
        calls.clear()
        chosen_blocks._kept.cache_clear()
        shares = square_shares.square_shares(mask, HeadOfCall(1, 2, n, {}), edges, shared=2).values
        assert 0 < len(calls) <= most
        several.append((shares, pixels.count(meaning, 1, 2, n, 48)))
    (some, drawn), (alone, by_one) = several
    assert np.array_equal(some, alone)
    assert np.array_equal(drawn.admitted, by_one.admitted)
    assert np.array_equal(drawn.area, by_one.area)
    assert drawn.together == by_one.together


def test_neighbours_of_cells_are_tried_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of a grid's mask have the states that all pairs give, whatever pairs are held together."""
    pattern = "pattern p { grid 12 x 5 x 9; attend box(3, 2, 2, dilation=[2, 2, 4]) & causal }"
    mask = analyse(Source("p.pat", pattern), {}, targets=()).meanings[0].groups[0].branches[0].mask
    held, call = list[int](), HeadOfCall(0, 1, 540, {})

    def recording(box: GridAxes, cells: Any) -> Any:
        held.append(cells.size * keys_near(box))
        return grid_layout.neighbours(box, cells)

    monkeypatch.setattr(square_shares, "neighbours", recording)
    monkeypatch.setattr(square_shares, "AT_ONCE", 500)
    found = tile_states(mask, call, 16)
    assert max(held) <= 500
    assert sum(held) == 540 * 12
    wanted = all_tried(mask, call, 16)
    assert np.array_equal(found.states, wanted.states)


def test_ranges_of_keys_are_joined() -> None:
    draws = np.random.default_rng(0)
    for _ in range(300):
        n, dilation, several = (int(draws.integers(1, most)) for most in (60, 70, 12))
        low = draws.integers(0, n, several)
        high, residue = np.minimum(low + draws.integers(1, 9, several), n), draws.integers(0, min(n, dilation), several)
        x = np.arange(n)[:, None]
        within = (low <= x) & (x < high)
        assert np.array_equal(receptive_fields._covered(low, high, 0, n), within.any(axis=1))
        own = within & (x % min(dilation, n) == residue)
        assert np.array_equal(receptive_fields._covered_by_class(low, high, residue, dilation, n), own.any(axis=1))


def test_targets_with_equal_tiles_share_the_runs_of_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many targets ask; what each costs is what it would cost alone."""
    made, found = Counter[tuple[int, int]](), names_of

    def recording(launch: Any, constants: Any, setting: Any) -> Any:
        made[setting.block_m, setting.block_n] += 1
        return found(launch, constants, setting)

    monkeypatch.setattr(launch_runs, "names_of", recording)
    source = Source("p.pat", "pattern p { attend window(64, 0) | stride(8) }")
    analysis = analyse(source, {}, targets=())
    subject = analysis.meanings[0], analysis.normals[0]
    plans = [one for one in plans_for(subject, quoting(source, subject[0]), TARGETS) if one.tiles is not None]
    call = Call(512, 8, 8)
    alone = [seconds_on(plan, call, {}) for plan in plans]
    several, cache = Counter(made), CountCache()
    made.clear()
    assert [seconds_on(plan, call, {}, cache) for plan in plans] == alone
    assert len(plans) > 6
    assert 3 * made.total() < several.total()


def test_shares_are_counted_of_tiles_that_are_partly_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map of a window evaluates the rows of tiles that an edge of it cuts, not all rows at all edges of squares."""
    rows, found = list[int](), keys_below

    def recording(normal: Any, call: Any, places: Any, ends: Any) -> Any:
        rows.append(places.size)
        return found(normal, call, places, ends)

    monkeypatch.setattr(pixels, "keys_below", recording)
    (meaning,) = analyse(Source("p.pat", "pattern p { attend window(512, 0) }"), {}, targets=()).meanings
    mask, n, side = meaning.groups[0].branches[0].mask, 8192, 64
    tiles = tile_states(mask, HeadOfCall(0, 1, n, {}), side)
    assert 0 < sum(rows) <= 6 * n
    q, k = np.arange(4096, 4096 + side)[:, None], np.arange(n)
    wanted = admits(mask, 0, q, k, n, 1).reshape(side, -1, side).mean(axis=(0, 2))
    assert np.array_equal(tiles.states[64] == State.PARTIAL, (wanted > 0) & (wanted < 1))
    assert np.array_equal(tiles.shares[64][tiles.states[64] == State.PARTIAL], wanted[(wanted > 0) & (wanted < 1)])


def test_fewer_rows_of_slow_masks_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `diff` says of the keys of a long call: the rows of all heads together take about as long as others."""
    monkeypatch.setattr(effort, "EFFORT", 512**2)
    fast, slow = "window(64)", " | ".join(f"when(q * k % {number} == 1)" for number in (7, 11, 13, 17, 19, 23, 29, 31))
    rows = []
    for mask in (fast, slow):
        text = f"pattern p {{ attend {mask} | keys(every=97, offset=3) }}"
        before, after = (
            analyse(Source("p.pat", one), {}, targets=()).meanings[0] for one in (text, text.replace("97", "101"))
        )
        rows.append(key_changes.key_changes(before, after, 512, 2, 0).rows)
    assert rows[0] == 512
    assert rows[1] < 128


def test_groups_of_heads_share_the_arguments_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the numbers of lists: both are found once for a length, not for each group and direction."""
    calls = Counter[str]()
    for name in ("_names", "listings"):
        monkeypatch.setattr(launch_runs, name, counting(getattr(launch_runs, name), name, calls))
    groups = "; ".join(f"heads {i}..{i + 1} {{ attend blocks(64, random({i + 1})) }}" for i in range(6))
    source = Source("p.pat", f"pattern p {{ {groups} }}")
    analysis, target = analyse(source, {}, targets=()), target_named("sm_90")
    assert target is not None
    plan = plan_for((analysis.meanings[0], analysis.normals[0]), quoting(source, analysis.meanings[0]), target)
    seconds_on(plan, Call(512, 6, 6), {})
    assert calls == {"_names": 1, "listings": 1}


def counting(function: Any, name: str, calls: Counter[str]) -> Any:
    """The function, whose calls are counted under a name."""

    def counted(*given: Any) -> Any:
        calls[name] += 1
        return function(*given)

    return counted


def test_few_lines_of_lists_are_held_to_find_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lists a pattern has: the longest length that is tried is shorter the more there are."""
    lengths = list[int]()

    def recording(_: Any, call: Any, *__: Any) -> tuple[float, float]:
        lengths.append(call.n)
        return 2.0, 1.0

    monkeypatch.setattr(estimates, "seconds_on", recording)
    target, call = target_named("sm_90"), Call(512, 8, 8)
    assert target is not None
    for lists in (1, 40):
        branches = "; ".join(f"attend blocks(64, random(7, seed={seed}))" for seed in range(lists))
        source = Source("p.pat", f"pattern p {{ {branches}; combine lse }}")
        analysis = analyse(source, {}, targets=())
        subject = analysis.meanings[0], analysis.normals[0]
        plan = plan_for(subject, quoting(source, subject[0]), target)
        slow = PassCost(0, 0, PassWork(0, 0, 0), 2.0, "compute", 1.0)
        slower = TargetCost(target, "triton", 2, (), (), slow, slow, 0, 0)
        made = estimates.break_even(plan, slower, estimates.Lengths(call, lambda _: {}))
        assert lists * 8 * max(lengths) / 64 <= estimates.LINES
        assert made.reason == f"dense attention is faster up to {max(lengths)} positions"
        assert max(lengths) == (1 << 22 if lists == 1 else 1 << 19)
        lengths.clear()
