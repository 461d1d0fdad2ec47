"""The arithmetic of plans of rings, as plain functions: against positions one by one."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from math import lcm

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from ring_proof import places_of

from patternc.runtime.ring_plan import bounds, reach
from patternc.runtime.ring_plan.bounds import MOST_TURNS, Follow, InDocument, Lattice, OfDocument
from patternc.runtime.ring_plan.needed import Clauses, _keys_needed, _keys_of
from patternc.runtime.ring_plan.reach import Reach, _cycle
from patternc.runtime.ring_plan.runs import Run, _common, _union
from patternc.runtime.ring_plan.steps import _outside, _ranks_of_node, _shards_of, _shared, _steps

MADE = settings(suppress_health_check=list(HealthCheck), deadline=None, derandomize=True, max_examples=40)
N = 40
"""Positions."""
LAYOUTS = ("contiguous", "zigzag", "striped")


@st.composite
def runs(draw: st.DrawFn) -> Run:
    period = draw(st.integers(1, 12))
    start = draw(st.integers(0, N))
    return Run(start, draw(st.integers(start, N)), period, draw(st.integers(0, (1 << period) - 1)))


@st.composite
def lattices(draw: st.DrawFn, *, excluded: bool = True) -> Lattice:
    dilation = draw(st.integers(1, 7))
    segment = draw(st.sampled_from([0, 0, 9, 13, 20]))
    out = excluded and draw(st.booleans())
    return Lattice(dilation, draw(st.integers(0, dilation - 1)), segment, draw(st.sampled_from([1, 1, 3])), out)


def holds(one: Lattice, x: int) -> bool:
    """The docstring of `Lattice`."""
    place = x // one.block
    return ((place % one.segment if one.segment else place) % one.dilation == one.residue) != one.excluded


@MADE
@given(st.lists(runs(), max_size=5), st.lists(runs(), max_size=5))
def test_runs_are_sets_of_positions(some: list[Run], others: list[Run]) -> None:
    one, other = _union(some), _union(others)
    positions = [place for run in one for place in places_of(run)]
    assert positions == sorted({place for run in some for place in places_of(run)})
    assert all(run.size == len(places_of(run)) > 0 for run in one)
    both = [place for run in _common(one, other) for place in places_of(run)]
    assert both == sorted({*positions} & {place for run in others for place in places_of(run)})


@MADE
@given(lattices(), st.integers(0, N), st.integers(0, N))
def test_runs_of_a_lattice(one: Lattice, start: int, stop: int) -> None:
    found = [place for run in one.runs(start, stop) for place in places_of(run)]
    assert found == [x for x in range(start, stop) if holds(one, x)]
    for x in range(start, min(stop, start // one.turn * one.turn + one.turn)):
        assert holds(one, x) == holds(one.of_turn(start), x)


@MADE
@given(st.integers(-30, 30), st.integers(-9, 9), st.integers(1, 20), st.integers(0, N), st.integers(0, N))
def test_bounds_that_follow(offset: int, shift: int, period: int, start: int, stop: int) -> None:
    bound = Follow(offset, shift, period)
    for x in range(-20, N, 7):
        first = bound.first_above(x)
        assert bound.at(first) > x >= bound.at(first - 1)
    cuts = [q for q in range(start, stop) if (q + shift) % period == 0]
    assert list(bound.cuts(range(start, stop))) == cuts


@MADE
@given(st.sets(st.integers(1, 19), max_size=5), st.booleans(), st.sampled_from([1, 4]))
def test_bounds_of_documents(inner: set[int], end: bool, block: int) -> None:
    offsets = (0, *sorted(inner), 20)
    bound = OfDocument(offsets, end, block)
    wanted = [
        (last if end else first) * block for first, last in pairwise(offsets) for _ in range((last - first) * block)
    ]
    assert [bound.at(q) for q in range(20 * block)] == wanted
    for x in range(-1, 20 * block):
        above = [q for q, place in enumerate(wanted) if place > x]
        assert min(bound.first_above(x), 20 * block) == (above[0] if above else 20 * block)


@MADE
@given(st.sets(st.integers(1, 19), max_size=5), st.integers(-9, 9), st.integers(0, 8), st.integers(1, 9))
def test_bounds_in_documents(inner: set[int], offset: int, shift: int, period: int) -> None:
    offsets = (0, *sorted(inner), 20)
    bound = InDocument(offsets, Follow(offset, shift, period))
    wanted = [
        min(max((x + shift) // period * period + offset, 0), last - first) + first
        for first, last in pairwise(offsets)
        for x in range(last - first)
    ]
    assert [bound.at(q) for q in range(20)] == wanted
    for x in range(-1, 21):
        above = [q for q, place in enumerate(wanted) if place > x]
        assert min(bound.first_above(x), 20) == (above[0] if above else 20)
    for first, last in pairwise(offsets):
        moved = [min(max(bound.moved(first).at(q), first), last) for q in range(first, last)]
        assert moved == wanted[first:last]
    assert bound.cuts(range(1, 20)) == {one for one in inner if one > 1}


def follows(least: int, most: int) -> st.SearchStrategy[tuple[Follow, ...]]:
    """Up to two bounds with offsets in a range."""
    offsets = st.integers(least, most)
    stepping = st.builds(Follow, offsets, st.integers(-3, 3), st.sampled_from([8, 11]))
    return st.lists(offsets.map(Follow) | stepping, max_size=2).map(tuple)


@settings(MADE, max_examples=120)
@given(follows(-9, 5), follows(-5, 9), st.lists(lattices(), max_size=2).map(tuple))
def test_a_cycle_is_what_repeats(
    lows: tuple[Follow, ...], highs: tuple[Follow, ...], queries: tuple[Lattice, ...]
) -> None:
    """Live queries, and the keys that any of them attends to."""
    cycle, turn = _cycle(lows, highs, queries), lcm(*(one.turn for one in lows + highs + queries))
    assume(turn < 3000)
    bounded, keys, live = lows and highs, set[int](), []
    for q in range(-turn - 40, 2 * turn + 40):
        own = range(max(low.at(q) for low in lows), min(high.at(q) for high in highs)) if bounded else range(1)
        if own and all(holds(one, q) for one in queries):
            live.append(q)
            keys |= {*own}
    every = range(turn)
    assert [q for q in every if cycle.live >> q % cycle.period & 1] == [q for q in live if q in every]
    if bounded and live:
        assert [k for k in every if cycle.bits is None or cycle.bits >> k % cycle.period & 1] == sorted(keys & {*every})
    for q in (0, turn // 2, turn - 1) if live else ():
        assert cycle.after(q) == min(one for one in live if one >= q)
        assert cycle.before(q) == max(one for one in live if one <= q)


@st.composite
def reaches(draw: st.DrawFn) -> Reach:
    lows, highs = draw(follows(-30, 5)), draw(follows(-5, 30))
    queries, keys = (draw(st.lists(lattices(), max_size=2).map(tuple)) for _ in range(2))
    shared = draw(st.sampled_from([(), (), (Lattice(3),), (Lattice(4), Lattice(3))]))
    start, stop = draw(st.integers(0, 9)), draw(st.integers(N - 9, N))
    return Reach(lows, highs, (), (), start, stop, 0, N, queries, keys, shared)


def attends(one: Reach, q: int, k: int) -> bool:
    """The docstring of `Reach`."""
    inside = max([one.start, *(bound.at(q) for bound in one.lows)]) <= k
    inside &= k < min([one.stop, *(bound.at(q) for bound in one.highs)])
    inside &= all(holds(part, q) for part in one.queries) and all(holds(part, k) for part in one.keys)
    return inside and all((q - k) % part.dilation == 0 for part in one.shared)


@pytest.mark.parametrize(("short", "turns"), [(4, MOST_TURNS), (4, 1), (1 << 12, 1)])
@settings(MADE, max_examples=25)
@given(
    st.lists(st.lists(reaches(), min_size=1, max_size=2), min_size=1, max_size=3), st.tuples(*[st.integers(0, N)] * 4)
)
def test_needed_keys_are_those_that_a_query_attends_to(
    short: int, turns: int, heads: list[list[Reach]], ends: tuple[int, int, int, int]
) -> None:
    queries, keys = (range(*sorted(pair)) for pair in (ends[:2], ends[2:]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reach, "SHORT", short)
        for module in (bounds, reach):
            patch.setattr(module, "MOST_TURNS", turns)
        found = _keys_needed([queries], keys, Clauses([*heads, heads[0]]))
    for clauses, some in zip([*heads, heads[0]], found, strict=True):
        wanted = [k for k in keys if any(attends(one, q, k) for one in clauses for q in queries)]
        assert [place for run in some for place in places_of(run)] == wanted


@pytest.mark.parametrize(("most", "exact"), [(reach.MOST_CUTS, True), (0, False)])
def test_keys_of_classes_in_short_segments(most: int, exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Segment by segment, not class by class, each of which repeats late; where these are many, of all classes."""
    monkeypatch.setattr(reach, "MOST_CUTS", most)
    segment = Reach((Follow(0, 0, 503),), (Follow(503, 0, 503),), shared=(Lattice(1024),), end=1 << 19, stop=1 << 19)
    queries, keys, looked = range(7, 1 << 19), range(1 << 19), _cycle.cache_info().misses
    ((*runs,),) = _keys_needed([queries], keys, Clauses([[segment]]))
    found = {place for run in runs for place in places_of(run)}
    assert found == set(queries if exact else keys)
    assert _cycle.cache_info().misses - looked < 64


@pytest.mark.parametrize("offset", [-3, 0, 2])
def test_live_queries_between_steps_are_looked_at_at_once(offset: int) -> None:
    """Bounds of which one moves leave no gap between the keys of one segment."""
    lows, highs, lattice = (Follow(offset), Follow(0, 0, 24)), (Follow(24, 0, 24),), Lattice(8, 3)
    cycle = _cycle(lows, highs, (lattice,))
    wanted = {
        k % 24 for q in range(48) if holds(lattice, q) for k in range(max(q + offset, q // 24 * 24), (q // 24 + 1) * 24)
    }
    live = {q for q in range(24) if holds(lattice, q) and q + offset < 24}
    assert {q for q in range(24) if cycle.live >> q % cycle.period & 1} == live
    assert {k for k in range(24) if cycle.bits is None or cycle.bits >> k % cycle.period & 1} >= wanted


def test_keys_of_classes_that_repeat_after_a_stretch_are_plain_runs() -> None:
    """As sets of residues, those of a forecast of 1,024 ranks took gigabytes; most classes have no query there."""
    lattice, (queries, keys) = Lattice(509, block=100), (range(8192, 2 * 8192), range(62_000, 62_000 + 8192))
    assert len(lattice.residues(queries)) == 83
    clause = Reach(queries=(), keys=(), shared=(lattice,), end=2**62, stop=2**62)
    ((*runs,),) = _keys_needed([queries], keys, Clauses([[clause]]))
    classes = {q // 100 % 509 for q in queries}
    assert {run.period for run in runs} == {1}
    assert [k for run in runs for k in range(run.start, run.stop)] == [k for k in keys if k // 100 % 509 in classes]


def test_keys_of_other_classes_are_needed_where_none_near_is_of_the_queries() -> None:
    lattice = Lattice(509, block=100)._replace(excluded=True)
    clause = Reach(queries=(), keys=(), shared=(lattice,), end=2**62, stop=2**62)
    ((*runs,),) = _keys_needed([range(300)], range(40_000, 40_300), Clauses([[clause]]))
    assert [k for run in runs for k in places_of(run)] == [*range(40_000, 40_300)]


def test_what_is_needed_is_kept_by_clauses() -> None:
    """Clauses are told apart by what they are, not by what they hold."""
    near, far = Clauses([[Reach(highs=(Follow(1),))]]), Clauses([[Reach(lows=(Follow(1),))]])
    assert _keys_of(range(9), range(20), near) != _keys_of(range(9), range(20), far)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ranks", [1, 2, 5, 8])
def test_shards_hold_every_position_once(ranks: int, layout: str) -> None:
    for n in (0, 1, 7, 96, 97):
        for block in (1, 4):
            shards = _shards_of(n, ranks, layout, block)
            assert len(shards) == ranks
            assert sorted(x for parts in shards for part in parts for x in part) == list(range(n))
            whole = layout == "striped" or all(part.start % block == 0 for parts in shards for part in parts if part)
            assert whole


@pytest.mark.parametrize(("ranks", "nodes"), [(1, 1), (5, 1), (6, 3), (8, 2), (8, 8)])
@pytest.mark.parametrize("relays", [False, True])
def test_steps_bring_the_keys_of_all_ranks(ranks: int, nodes: int, relays: bool) -> None:
    every = [_steps(rank, ranks, nodes, relays) for rank in range(ranks)]
    for turn in range(ranks - 1):
        for rank in range(ranks):
            step = every[rank][turn]
            assert every[step.source][turn].target == rank
            assert every[step.source][turn].leaving == step.arriving
            crosses = step.source not in _ranks_of_node(rank, ranks, nodes)
            assert step.arriving == step.source or (relays and not crosses)
    for rank in range(ranks):
        assert sorted([rank, *(step.arriving for step in every[rank])]) == list(range(ranks))


@MADE
@given(st.tuples(*[st.integers(0, N)] * 3), st.integers(1, 9))
def test_ranges_share_and_leave_out_positions(ends: tuple[int, int, int], step: int) -> None:
    one, other = range(ends[0], N, step), range(*sorted(ends[1:]))
    assert list(_shared(one, other)) == list(_shared(other, one)) == [x for x in one if x in other]
    assert [x for part in _outside((other,), N) for x in part] == [x for x in range(N) if x not in other]


def test_what_the_compiler_imports_needs_no_torch() -> None:
    code = "import patternc.runtime.ring_plan.transport"  # which imports all others
    code += "\nimport sys; assert not {'torch', 'numpy'} & {*sys.modules}"
    code += "\nassert sum(name.startswith('patternc.runtime.ring_plan.') for name in sys.modules) == 8"
    subprocess.run([sys.executable, "-c", code], check=True)
