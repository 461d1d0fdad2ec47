"""Which order the tiles of a pattern are visited in: each candidate's time by one model of the cache they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from patternc.cost.cache_model import Misses, makespan, misses
from patternc.cost.tile_work import Call, Counting, LaunchRun, launch_runs, tally_of
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
from patternc.ir.launch_order_tables import launch_order_table
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
class Launched:
    """A launch under an order. `tail`: its steps over those of processors that are all busy to the end.

    `least`: its seconds in an order in which no load misses the cache and all processors are busy to the end.
    """

    direction: Direction
    loads: Misses
    tail: float
    seconds: float
    least: float


@dataclass(frozen=True, slots=True)
class Visits:
    """All launches of a kernel under an order."""

    schedule: Schedule
    launches: tuple[Launched, ...]

    @property
    def seconds(self) -> float:
        """Predicted, forward and backward."""
        return sum(one.seconds for one in self.launches)

    @property
    def least(self) -> float:
        """A bound of the seconds of any order."""
        return sum(one.least for one in self.launches)

    @property
    def ratio(self) -> float:
        """The share of all loads of tiles that miss the cache."""
        loads = sum(one.loads.loads for one in self.launches)
        return sum(one.loads.missed for one in self.launches) / loads if loads else 0.0


@dataclass(frozen=True, slots=True)
class Simulated:
    """A run of a launch with the units that its programs load, of its first heads.

    `tiles`: of all its programs. `heads`: how many are simulated; the others are like them.
    """

    run: LaunchRun
    programs: tuple[tuple[int, ...], ...]
    capacity: int
    tiles: int
    heads: int
    all_heads: int


def simulated(counting: Counting) -> list[Simulated]:
    """The launches of a kernel in linear order, with what their programs load."""
    return [_simulated(run, counting) for run in runs_of(counting) if run.block_n]


def runs_of(counting: Counting) -> Iterator[LaunchRun]:
    """All runs of launches, forward and backward."""
    for group in counting.tiles.groups:
        for made in (*group.forward, group.grad_query, group.grad_key_value):
            yield from launch_runs(group, made, counting)


def worst(run: LaunchRun, tally: Tally, target: Target, call: Call) -> float:
    """A bound of how many times longer than in the best order a launch takes.

    In the best one its products take as long as without any wait; in the worst one no load hits the cache, and its
    longest program begins last.
    """
    if not tally.visited:
        return 1.0
    products = 2 * call.head_dim * PRODUCTS[run.program.direction] * run.block_m * run.block_n / target.flops
    loads = 2 * call.head_dim * call.itemsize * run.block_n / target.bandwidth
    last = target.processors * tally.longest / (tally.visited * call.batch)
    return max(loads / products, 1 + last)


def _simulated(run: LaunchRun, counting: Counting) -> Simulated:
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
    return Simulated(run, tuple(found), target.cache // (row * grain), tally.visited, taken, heads)


def _loads(programs: Sequence[Sequence[int]]) -> int:
    return sum(map(len, programs))


def _grain(run: LaunchRun, rows: int, turns: float) -> tuple[int, int]:
    """Rows of a unit, and columns of a step: those of a tile, or more where loops are long and the cache is large."""
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


def visits(schedule: Schedule, tiles: Tiles, made: Sequence[Simulated], target: Target, call: Call) -> Visits:
    """The launches under an order.

    Args:
        schedule: the order.
        tiles: the tile IR of the kernel in that order.
        made: what its programs load, which no order changes.
        target: the device kind.
        call: its length and heads.
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
    return Visits(schedule, tuple(found))


def _launched(one: Simulated, target: Target, call: Call) -> Launched:
    run = one.run
    order = launch_order_table(run.launch.order, run.names, run.places, one.heads)
    programs = [one.programs[turn] for turn in order]
    uncounted = 0
    if _loads(programs) > 2 * LOADS:
        programs, uncounted = _middle(programs)
    loads = misses(programs, target.processors, max(1, one.capacity), uncounted)
    tail = _tail(one, target, call)
    direction = run.program.direction
    pairs = call.batch * one.tiles * run.block_m * run.block_n
    computed = 2 * call.head_dim * PRODUCTS[direction] * pairs / target.flops
    row = call.head_dim * call.itemsize
    own = OWN_ROWS[direction] * run.block_m * run.places * one.all_heads
    moved = call.batch * row * (loads.ratio * 2 * one.tiles * run.block_n + own)
    least = max(computed, call.batch * row * own / target.bandwidth)
    seconds = max(computed * tail, moved / target.bandwidth)
    return Launched(direction, loads, tail, seconds + LAUNCH, least + LAUNCH)


def _middle(programs: Sequence[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], int]:
    """Programs in the middle of their order that take `LOADS` loads, of which the first half fill the cache."""
    before = np.cumsum([len(one) for one in programs])
    start = int(np.searchsorted(before, (before[-1] - LOADS) // 2))
    stop = int(np.searchsorted(before, (before[-1] + LOADS) // 2)) + 1
    return list(programs[start:stop]), LOADS // 2


def _tail(one: Simulated, target: Target, call: Call) -> float:
    """The steps of a launch over those of processors that are all busy to its end; each program takes one more."""
    places, lines = one.run.places, call.batch * one.all_heads
    shown = max(1, min(lines, LOADS // max(1, places)))
    order = launch_order_table(one.run.launch.order, one.run.names, places, shown)
    size = places * one.heads  # the heads that are not simulated are like the others
    steps = [len(one.programs[turn % size]) + 1 for turn in order]
    even = sum(steps) / target.processors
    return 1 + (makespan(steps, target.processors) - even) / (even * lines / shown) if even else 1.0
