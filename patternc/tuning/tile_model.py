"""Predicted seconds of a kernel, by tile: a model of one processor that ranks candidates. Nothing here is a timing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from patternc.cost.target_cost import Plan
from patternc.cost.tile_work import Call, Counting, launch_runs
from patternc.cost_constants import (
    ADDRESS,
    CACHE_RATE,
    DESCRIPTION,
    FORWARD_PRODUCTS,
    GRAD_KEY_VALUE_PRODUCTS,
    GRAD_QUERY_PRODUCTS,
    LOAD_LATENCY,
    NARROW_PRODUCTS,
    OVERLAPPING_WARPS,
    STEP_OVERHEAD,
    WARP_LOAD,
    WITHOUT_TENSOR_CORES,
)
from patternc.ir.count_tiles import Tally, count_tiles
from patternc.ir.semantics import Inputs
from patternc.ir.tile import Direction, Group, Launch, Pass
from patternc.targets import Target, TileSource, TunedTile
from patternc.tuning.search import Candidate, Compiled

PRODUCTS = {
    Direction.FORWARD: FORWARD_PRODUCTS,
    Direction.GRAD_QUERY: GRAD_QUERY_PRODUCTS,
    Direction.GRAD_KEY_VALUE: GRAD_KEY_VALUE_PRODUCTS,
}
REGISTER_FILE, MOST_REGISTERS, MOST_WARPS = 1 << 16, 255, 48
"""Registers of a processor, the most of a thread, and warps that every target's processor holds."""
TIGHT = 1.25
"""How far a limit of registers may be below those expected."""
EXPECTED, BESIDES = 1.25, 48
"""Registers for each number that a tile holds, and those of addresses: about what compiled kernels take."""
WARPGROUP_ROWS, WARPGROUP = 64, 4
"""Rows and warps of a program from which products on sm_90 and sm_100 are those of whole warp groups."""
RESERVED = 1024
"""Bytes of shared memory that the system takes for a program."""
SPILLING = 4.0
"""How much slower a candidate counts that is expected to spill: such are compiled last."""
WAITS = {1: 1.0, 2: 0.5}
"""The share of a load's latency that a step waits for, by stages: two wait for every load at the top of the loop."""


@dataclass(frozen=True, slots=True)
class Load:
    """The tiles of one run of a launch, of all heads and batch entries. `longest`: of one program."""

    direction: Direction
    block_m: int
    block_n: int
    visited: int
    programs: int
    longest: int


def with_tile(target: Target, kernel: str, call: Call, candidate: Candidate) -> Target:
    """The target with a candidate in its tile table."""
    sizes = candidate.block_m, candidate.block_n, candidate.warps, candidate.stages
    loads_by = candidate.most_registers, candidate.descriptors
    tiles = (TunedTile(kernel, call.itemsize, call.head_dim, *sizes, *loads_by),)
    before = () if target.tuned is None else target.tuned.tiles
    return replace(target, tuned=TileSource("candidate", "", "", False, (*before, *tiles)))


def launches_of(plan: Plan, kernel: str | None = None) -> Iterator[tuple[Group, Pass, Launch]]:
    """The launches of a plan, or those that take their tiles from the table's row `kernel`, in order."""
    assert plan.tiles is not None
    for group in plan.tiles.groups:
        for made in (*group.forward, group.grad_query, group.grad_key_value):
            yield from ((group, made, one) for one in made.launches if kernel in (None, one.tile))


def loads(plan: Plan, kernel: str, call: Call, inputs: Inputs, candidate: Candidate) -> tuple[Load, ...]:
    """The tiles of all runs of the launches of a kernel, cut as a candidate says."""
    assert plan.tiles is not None
    target = with_tile(plan.target, kernel, call, candidate)
    counting = Counting(plan.tiles, plan.kernel, target, call, inputs, blocks=False)
    passes = dict.fromkeys((group, made) for group, made, _ in launches_of(plan, kernel))
    found = []
    for group, made in passes:
        for run in launch_runs(group, made, counting):
            if run.launch.tile == kernel:
                tally = Tally()
                count_tiles(run.program, dict(run.names), run.places, run.heads, tally)
                visited, programs = call.batch * tally.visited, call.batch * tally.programs
                found.append(Load(made.direction, run.block_m, run.block_n, visited, programs, tally.longest))
    return tuple(found)


def predicted(
    every: tuple[Load, ...], candidate: Candidate, compiled: Compiled | None, call: Call, target: Target
) -> float:
    """Seconds of all launches of a kernel; registers and shared memory are estimated where nothing is compiled yet."""
    return sum(_seconds(one, candidate, compiled or _expected(one, candidate, call), call, target) for one in every)


def _expected(load: Load, candidate: Candidate, call: Call) -> Compiled:
    """Tiles of own rows are held for the whole program, those of visited rows once a stage; sums are in registers."""
    width, forward = call.head_dim, load.direction is Direction.FORWARD
    own, sums = (1 if forward else 2), (2 if load.direction is Direction.GRAD_KEY_VALUE else 1)
    shared = call.itemsize * width * (own * load.block_m + 2 * candidate.stages * load.block_n)
    scores = 1.5 if forward else 2.5
    numbers = load.block_m * (sums * width + scores * load.block_n)
    registers = int(EXPECTED * numbers / (32 * candidate.warps)) + BESIDES
    tight = candidate.most_registers and registers > TIGHT * candidate.most_registers  # then a limit makes it spill
    return Compiled(registers if tight else min(registers, candidate.most_registers or registers), 0, shared)


def _seconds(load: Load, candidate: Candidate, compiled: Compiled, call: Call, target: Target) -> float:
    """Seconds of a launch: the steps of the programs of one processor, or of the longest program."""
    turns = max(1, ceil(load.programs / target.processors))
    resident = min(turns, _resident(candidate, compiled, target))
    overlap = min(1.0, resident * candidate.warps / OVERLAPPING_WARPS)
    busy = _busy(load, candidate, call, target) / overlap
    idle = STEP_OVERHEAD + LOAD_LATENCY * WAITS.get(candidate.stages, 0.0)
    first = 0.0
    if candidate.descriptors:
        idle -= min(STEP_OVERHEAD, ADDRESS * 2 * call.head_dim * call.itemsize * load.block_n / WARP_LOAD)
        first = DESCRIPTION
    steps = turns * load.visited / max(1, load.programs)
    most = candidate.most_registers or MOST_REGISTERS
    spills = SPILLING if compiled.registers > most or compiled.shared > target.shared_memory else 1.0
    others = steps * (busy + idle / resident) + turns * first / resident  # which run meanwhile
    return spills * max(others, load.longest * (busy + idle) + first)


def _busy(load: Load, candidate: Candidate, call: Call, target: Target) -> float:
    """Seconds of a step on one processor: of its products, or of the loads of its columns from the cache."""
    slower = WITHOUT_TENSOR_CORES
    if call.itemsize == 2:
        repeated = max(1.0, 16 * candidate.warps / load.block_m)  # warps beyond 16 rows each compute the same again
        narrow = load.block_m < WARPGROUP_ROWS or candidate.warps < WARPGROUP
        slower = repeated * (NARROW_PRODUCTS if narrow and target.capability in (90, 100) else 1.0)
    operations = 2 * call.head_dim * PRODUCTS[load.direction] * load.block_m * load.block_n
    moved = 2 * call.head_dim * call.itemsize * load.block_n
    products, loaded = operations * slower / target.flops, moved / (CACHE_RATE * target.bandwidth)
    return max(products, loaded) * target.processors


def _resident(candidate: Candidate, compiled: Compiled, target: Target) -> int:
    """Programs that a processor runs at once."""
    threads = 32 * candidate.warps
    return max(
        1,
        min(
            (target.shared_memory + RESERVED) // (compiled.shared + RESERVED),
            REGISTER_FILE // (min(compiled.registers, MOST_REGISTERS) * threads),
            MOST_WARPS // candidate.warps,
        ),
    )
