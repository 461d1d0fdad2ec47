"""The cache model, compared with cases worked out by hand and with a simulation written differently."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stages import kernel_of

from patternc.codegen.tiles import legalize
from patternc.codegen.triton import TRITON
from patternc.cost.cache_model import Misses, makespan, misses
from patternc.cost.launch_order_choice import built, compared, in_order, ordered
from patternc.cost.launch_order_times import SimulatedRun, simulated
from patternc.cost.launch_runs import Counting
from patternc.cost.target_cost import plan_for
from patternc.cost.tile_work import Call
from patternc.driver import analyse, quoting
from patternc.ir.launch_orders import launch_order_table
from patternc.ir.mask import Schedule
from patternc.source import Source
from patternc.targets import Target, TileSource, TunedTile, target_named

PROGRAMS = st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=8)


def device(name: str = "sm_90") -> Target:
    """A target, with tiles of 128 rows in forward passes."""
    target = target_named(name)
    assert target is not None
    tiles = (
        TunedTile("forward", 2, 64, 128, 64, 8, 3, 128, True),
        TunedTile("forward_open", 2, 64, 128, 64, 8, 3, 128, True),
        TunedTile("forward_many", 2, 64, 128, 32, 8, 3, 128, False),
    )
    return replace(target, tuned=TileSource("by hand", "", "", False, tiles))


# ---- the cache -------------------------------------------------------------------------------------------------------
def test_one_program_at_a_time() -> None:
    assert misses([[0, 1, 2], [0, 1, 2]], slots=1, capacity=3) == Misses(6, 3)
    assert misses([[0, 1, 2], [0, 1, 2]], slots=1, capacity=2) == Misses(6, 6)  # each is evicted before it comes again
    assert misses([[0, 1, 2], [2, 1, 0]], slots=1, capacity=2) == Misses(6, 4)  # 2 and 1 are still there
    assert misses([[0, 1, 0, 2, 0, 1]], slots=1, capacity=2) == Misses(6, 4)  # 0 is used last when 2 evicts 1


def test_programs_side_by_side() -> None:
    assert misses([[0, 1, 2], [0, 1, 2]], slots=2, capacity=1) == Misses(6, 3)  # 0 0 1 1 2 2
    assert misses([[0, 1], [5], [1, 0]], slots=2, capacity=9) == Misses(5, 3)  # 0 5 1 1 0
    assert misses([[0, 1], [5], [1, 0]], slots=2, capacity=1) == Misses(5, 4)


def test_the_beginning_may_not_count() -> None:
    assert misses([[0, 1, 0, 2]], slots=1, capacity=2, uncounted=2) == Misses(2, 1)
    assert misses([], slots=3, capacity=2).ratio == 0


@settings(max_examples=200)
@given(programs=PROGRAMS, slots=st.integers(1, 4), capacity=st.integers(1, 5))
def test_against_stack_distances(programs: list[list[int]], slots: int, capacity: int) -> None:
    """A load hits if fewer than `capacity` other units were loaded since the last time."""
    trace: list[int] = []
    loaded = [list(one) for one in programs if one]
    running, rest = loaded[:slots], loaded[slots:]
    while running:
        for place in range(len(running)):
            if not running[place] and rest:
                running[place] = rest.pop(0)
            if running[place]:
                trace.append(running[place].pop(0))
        running = [one for one in running if one or rest]
    missed = 0
    for now, unit in enumerate(trace):
        before = [then for then in range(now) if trace[then] == unit]
        missed += not before or len(set(trace[before[-1] + 1 : now])) >= capacity
    assert misses(programs, slots, capacity) == Misses(len(trace), missed)


def test_makespan() -> None:
    assert makespan([3, 1, 1, 1], 2) == 3
    assert makespan([1, 1, 1, 3], 2) == 4  # the longest begins last
    assert makespan([], 2) == 0
    assert makespan([3] * 10, 4) == 9  # equal steps need no queue
    assert makespan([3] * 8, 4) == 6


# ---- what programs load ----------------------------------------------------------------------------------------------
def loads(body: str, n: int, heads: int = 1, kv_heads: int = 1) -> list[SimulatedRun]:
    source, kernel = kernel_of(body)
    return simulated(Counting(legalize(kernel, source), kernel, device(), Call(n, heads, kv_heads, 64), {}))


def test_loads_of_a_window_by_hand() -> None:
    """Tiles of 128 rows; each loads the 127 keys before it and its own, by units of 64: two before, two of its own."""
    forward = loads("attend window(127, 0)", 512)[0]
    assert [[unit % (1 << 32) for unit in program] for program in forward.programs] == [
        [0, 1], [0, 1, 2, 3], [2, 3, 4, 5], [4, 5, 6, 7],
    ]  # fmt: skip
    assert forward.capacity == (50 << 20) // (64 * 64 * 2 * 2)


def test_loads_of_residue_classes_by_hand() -> None:
    """Positions of one class mod 2 are other units than those of the other."""
    forward = loads("attend stride(2)", 512)[0]
    units = [sorted(unit % (1 << 32) for unit in program) for program in forward.programs]
    assert units == [[0, 2, 4, 6], [1, 3, 5, 7], [0, 2, 4, 6], [1, 3, 5, 7]]


@pytest.mark.parametrize(("block", "width"), [(64, 64), (128, 32)])
def test_loads_of_lists_by_hand(block: int, width: int) -> None:
    """A block is one or several units of `width` keys; each row of blocks has its own, and at most one more."""
    forward = loads(f"attend blocks({block}, random(1, seed=3) | window(0))", 4 * block)[0]
    assert (forward.run.block_m, forward.run.block_n) == (block, width)
    units = block // width
    for place, program in enumerate(forward.programs):
        assert set(range(place * units, (place + 1) * units)) <= {unit % (1 << 32) for unit in program}
        assert len(program) <= 2 * units
    assert any(len(program) == 2 * units for program in forward.programs)


def test_heads_that_share_keys_load_the_same() -> None:
    shared, own = (loads("attend causal", 256, 2, kv_heads)[0] for kv_heads in (1, 2))
    half = len(shared.programs) // 2
    assert shared.programs[:half] == shared.programs[half:]
    assert not {u for p in own.programs[:half] for u in p} & {u for p in own.programs[half:] for u in p}


# ---- what is chosen --------------------------------------------------------------------------------------------------
def test_long_programs_that_begin_last_are_begun_first() -> None:
    source, kernel = kernel_of("attend window(256) | global(64)")
    made = ordered(kernel, TRITON, device(), source)
    assert made.reason.startswith("longest_first, predicted to take 0.")
    assert all(s.visits is Schedule.LONGEST_FIRST for g in made.groups for x in g.softmaxes for s in x.queries)


@pytest.mark.parametrize("body", ["causal", "window(256) | global(64)"])
def test_the_longest_programs_come_first(body: str) -> None:
    """The forward launch: no program of `longest_first` takes more than a tile more than the longest before it."""
    source, kernel = kernel_of(f"attend {body}")
    made = simulated(Counting(legalize(kernel, source), kernel, device(), Call(2048, 2, 2, 64), {}))[0]
    tiles = legalize(in_order(kernel, Schedule.LONGEST_FIRST), source)
    order = launch_order_table(tiles.groups[0].forward[0].last.order, made.run.names, made.run.places, 2)
    sizes = [len(made.programs[turn]) for turn in order]
    assert sorted(order) == list(range(len(order)))
    assert sizes[0] == max(sizes)
    assert makespan(sizes, 8) <= sum(sizes) / 8 + max(sizes) / 2


def test_linear_order_stays_where_no_load_waits() -> None:
    source, kernel = kernel_of("attend window(4095, 0)")
    made = ordered(kernel, TRITON, device(), source)
    assert made == kernel
    assert "compute for longer than they load" in made.reason


def test_classes_one_after_the_other_miss_less() -> None:
    """16 classes of blocks, 64K positions each: in a small cache, the rows of one class are what can be kept."""
    source, kernel = kernel_of("attend blocks(64, stride(16))")
    found = compared(kernel, source, device("sm_86"), Call(1 << 15, 1, 1, 64), {})
    classes = next(one for one in found.others if one.schedule is Schedule.CLASS_MAJOR)
    assert classes.ratio < 0.5 * found.linear.ratio


@pytest.mark.parametrize("name", ["linear", "hilbert", "longest_first"])
def test_what_is_written_is_done(name: str) -> None:
    source, kernel = kernel_of(f"attend causal; schedule {name}")
    made = ordered(kernel, TRITON, device(), source)
    assert made.reason == f"{name}, as written"
    assert {s.visits.value for g in made.groups for x in g.softmaxes for s in (*x.queries, *x.keys)} == {name}


def test_a_built_plan_has_the_programs_of_its_order() -> None:
    analysis = analyse(Source("p.pat", "pattern p {\n    attend causal\n    schedule hilbert\n}\n"), {})
    source = quoting(analysis.source, analysis.meanings[0])
    plan = plan_for((analysis.meanings[0], analysis.normals[0]), source, device())
    made = built(plan, source)
    assert made.kernel != plan.kernel
    assert made.tiles == legalize(made.kernel, source) != plan.tiles
