"""The predicted time of a kernel under a launch order, by a model of the cache that its programs share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from patternc.cost.cache_model import Misses, makespan, misses
from patternc.cost.launch_runs import Counting, LaunchRun, launch_runs
from patternc.cost.tile_work import Call, tally_of
from patternc.cost_constants import (
    FORWARD_PRODUCTS,
    GRAD_KEY_VALUE_PRODUCTS,
    GRAD_QUERY_PRODUCTS,
    LAUNCH,
    LOADS,
    MOVED_ROWS,
    NARROWEST,
)
from patternc.ir.count_tiles import Tally
from patternc.ir.index import Apply, Num, parts
from patternc.ir.launch_orders import launch_order_table
from patternc.ir.liveness import expressions
from patternc.ir.mask import Schedule
from patternc.ir.tile import Direction, Tiles, walk
from patternc.ir.tile_accesses import accesses
from patternc.targets import Target

PRODUCTS = {
    Direction.FORWARD: FORWARD_PRODUCTS,
    Direction.GRAD_QUERY: GRAD_QUERY_PRODUCTS,
    Direction.GRAD_KEY_VALUE: GRAD_KEY_VALUE_PRODUCTS,
}
OWN_ROWS = dict(zip(Direction, MOVED_ROWS, strict=True))


@dataclass(frozen=True, slots=True)
class LaunchTime:
    """A launch under an order. `tail`: its steps over the steps it would take if all processors were always busy.

    `least`: the seconds it would take if no load missed the cache and all processors were always busy.
    """

    direction: Direction
    loads: Misses
    tail: float
    seconds: float
    least: float


@dataclass(frozen=True, slots=True)
class OrderTimes:
    """All launches of a kernel under an order."""

    schedule: Schedule
    launches: tuple[LaunchTime, ...]

    @property
    def seconds(self) -> float:
        """Predicted seconds of both passes."""
        return sum(one.seconds for one in self.launches)

    @property
    def least(self) -> float:
        """A lower bound on the seconds under any order."""
        return sum(one.least for one in self.launches)

    @property
    def ratio(self) -> float:
        """The share of all tile loads that miss the cache."""
        loads = sum(one.loads.loads for one in self.launches)
        return sum(one.loads.missed for one in self.launches) / loads if loads else 0.0


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """A run of a launch with the units that the programs of its first heads load.

    `tiles`: the tiles of all its programs. `heads`: how many of the `all_heads` heads are simulated, for all of them.
    """

    run: LaunchRun
    programs: tuple[tuple[int, ...], ...]
    capacity: int
    tiles: int
    heads: int
    all_heads: int


def simulated(counting: Counting) -> list[SimulatedRun]:
    """The launches of a kernel in linear order, with the loads of their programs."""
    return [_simulated(run, counting) for run in runs_of(counting) if run.block_n]


def runs_of(counting: Counting) -> Iterator[LaunchRun]:
    """All runs of launches, forward and backward."""
    for group in counting.tiles.groups:
        for made in (*group.forward, group.grad_query, group.grad_key_value):
            yield from launch_runs(group, made, counting)


def worst(run: LaunchRun, tally: Tally, target: Target, call: Call) -> float:
    """An upper bound on a launch's time under any order over its time under the best order.

    At best, products never wait for loads. At worst, every load misses the cache and the longest program begins last.
    """
    if not tally.visited:
        return 1.0
    products = 2 * call.head_dim * PRODUCTS[run.program.direction] * run.block_m * run.block_n / target.flops
    loads = 2 * call.head_dim * call.itemsize * run.block_n / target.bandwidth
    last = target.processors * tally.longest / (tally.visited * call.batch)
    return max(loads / products, 1 + last)


def _simulated(run: LaunchRun, counting: Counting) -> SimulatedRun:
    target, call, tally = counting.target, counting.call, tally_of(run, counting.cache)
    heads = sum(times for _, times in run.heads)
    row = 2 * call.head_dim * call.itemsize
    grain, step = _grain(run, target.cache // row, tally.visited / max(1, tally.programs))
    names = {**run.names, "tile_count": run.places, "head_count": heads, "BLOCK_N": step}
    found: list[tuple[int, ...]] = []
    taken = 0
    while taken < heads and (not found or _loads(found) * (taken + 1) / taken <= LOADS):
        own = accesses(run.program, names, np.arange(run.places), taken, grain)
        found += [tuple(one.tolist()) for one in own]
        taken += 1
    return SimulatedRun(run, tuple(found), target.cache // (row * grain), tally.visited, taken, heads)


def _loads(programs: Sequence[Sequence[int]]) -> int:
    return sum(map(len, programs))


def _grain(run: LaunchRun, rows: int, turns: float) -> tuple[int, int]:
    """Rows per unit, and columns per step: those of a tile, or more if loops are long and the cache is large."""
    blocks = [one.block for one in run.launch.lists]
    for statement in walk(run.program.body):
        for part in (part for index in expressions(statement) for part in parts(index)):
            match part:
                case Apply("count_in_blocks", (_, _, _, Num(block))):
                    blocks.append(block)
                case _:
                    pass
    if blocks:
        return min(run.block_n, max(NARROWEST, min(blocks))), run.block_n
    step = run.block_n
    while turns * run.block_n / step > 16 and 64 * step < rows:
        step *= 2
    return step, step


def order_times(
    schedule: Schedule, tiles: Tiles, made: Sequence[SimulatedRun], target: Target, call: Call
) -> OrderTimes:
    """Predict the launches under an order.

    Args:
        schedule: the order.
        tiles: the tile IR of the kernel in that order.
        made: the loads of its programs, which don't depend on the order.
        target: the device kind.
        call: the length and heads of the call.
    """
    orders = [
        launch.order
        for group in tiles.groups
        for passed in (*group.forward, group.grad_query, group.grad_key_value)
        for launch in passed.launches
        for _ in launch.runs
        if launch.tile != "rows"
    ]
    found = (
        _launched(replace(one, run=replace(one.run, launch=replace(one.run.launch, order=order))), target, call)
        for order, one in zip(orders, made, strict=True)
    )
    return OrderTimes(schedule, tuple(found))


def _launched(one: SimulatedRun, target: Target, call: Call) -> LaunchTime:
    run = one.run
    order = launch_order_table(run.launch.order, run.names, run.places, one.heads)
    programs = tuple(one.programs[turn] for turn in order)
    uncounted = 0
    if _loads(programs) > 2 * LOADS:
        programs, uncounted = _middle(programs)
    loads = _misses(programs, target.processors, max(1, one.capacity), uncounted)
    tail = _tail(one, target, call)
    direction = run.program.direction
    pairs = call.batch * one.tiles * run.block_m * run.block_n
    computed = 2 * call.head_dim * PRODUCTS[direction] * pairs / target.flops
    row = call.head_dim * call.itemsize
    own = OWN_ROWS[direction] * run.block_m * run.places * one.all_heads
    moved = call.batch * row * (loads.ratio * 2 * one.tiles * run.block_n + own)
    least = max(computed, call.batch * row * own / target.bandwidth)
    seconds = max(computed * tail, moved / target.bandwidth)
    return LaunchTime(direction, loads, tail, seconds + LAUNCH, least + LAUNCH)


@lru_cache(maxsize=64)  # launches of both passes and of several branches mostly load the same
def _misses(programs: tuple[tuple[int, ...], ...], slots: int, capacity: int, uncounted: int) -> Misses:
    return misses(programs, slots, capacity, uncounted)


@lru_cache(maxsize=64)
def _makespan(steps: tuple[int, ...], slots: int) -> int:
    return makespan(steps, slots)


def _middle(programs: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Programs in the middle of the order with LOADS loads in all, of which the first half fill the cache."""
    before = np.cumsum([len(one) for one in programs])
    start = int(np.searchsorted(before, (before[-1] - LOADS) // 2))
    stop = int(np.searchsorted(before, (before[-1] + LOADS) // 2)) + 1
    return programs[start:stop], LOADS // 2


def _tail(one: SimulatedRun, target: Target, call: Call) -> float:
    """The steps of a launch over those with all processors always busy; starting a program counts as a step."""
    places, lines = one.run.places, call.batch * one.all_heads
    shown = max(1, min(lines, LOADS // max(1, places)))
    order = launch_order_table(one.run.launch.order, one.run.names, places, shown)
    size = places * one.heads  # the heads that are not simulated repeat these
    steps = np.array([len(program) + 1 for program in one.programs])[np.asarray(order) % size]
    even = int(steps.sum()) / target.processors
    return 1 + (_makespan(tuple(steps.tolist()), target.processors) - even) / (even * lines / shown) if even else 1.0
