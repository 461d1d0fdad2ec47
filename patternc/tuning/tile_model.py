"""The predicted seconds of a kernel for a tile: a model of one multiprocessor that ranks candidates, not a timing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from patternc.codegen.backend import Compiled, Tiling
from patternc.cost.launch_runs import Counting, launch_runs
from patternc.cost.target_cost import Plan
from patternc.cost.tile_work import Call
from patternc.cost_constants import (
    ADDRESS,
    CACHE_RATE,
    DESCRIPTION,
    FORWARD_PRODUCTS,
    GRAD_KEY_VALUE_PRODUCTS,
    GRAD_QUERY_PRODUCTS,
    LOAD_LATENCY,
    OVERLAPPING_WARPS,
    STEP_OVERHEAD,
    WARP_LOAD,
)
from patternc.ir.count_tiles import Tally, count_tiles
from patternc.ir.semantics import Inputs
from patternc.ir.tile import Direction, Group, Launch, Pass
from patternc.targets import Target, TileSource
from patternc.tuning.search import Candidate

PRODUCTS = {
    Direction.FORWARD: FORWARD_PRODUCTS,
    Direction.GRAD_QUERY: GRAD_QUERY_PRODUCTS,
    Direction.GRAD_KEY_VALUE: GRAD_KEY_VALUE_PRODUCTS,
}
REGISTER_FILE, MOST_REGISTERS, MOST_WARPS = 1 << 16, 255, 48
"""Registers of a multiprocessor, the most per thread, and the warps that a multiprocessor holds (32 on sm_75, where
registers allow no more)."""
TIGHT = 1.25
"""The kernel is expected to spill if it needs more than this multiple of a candidate's limit of registers."""
EXPECTED, BESIDES = 1.25, 48
"""Registers per number of a tile, and registers per thread for addresses: about what compiled kernels use."""
OF_MULTIPROCESSOR = {"sm_61": 96 << 10}
"""Bytes of shared memory of a multiprocessor, where one program may not have all of it."""
RESERVED = 1024
"""Bytes of shared memory that CUDA reserves per program."""
SPILLING = 4.0
"""The factor on the predicted time of a candidate that is expected to spill, so that it is compiled last."""
WAITS = {1: 1.0, 2: 0.5}
"""The share of a load's latency that a step waits for, by number of stages; no wait from three stages on."""


@dataclass(frozen=True, slots=True)
class TiledRun:
    """The tiles of one run of a launch, over all heads and batch entries. `longest`: those of its longest program."""

    direction: Direction
    block_m: int
    block_n: int
    visited: int
    programs: int
    longest: int


def with_tile(target: Target, kernel: str, call: Call, candidate: Candidate) -> Target:
    """The target, with the candidate as the kernel's tile in its tile table."""
    tiles = (candidate.tile(kernel, call.itemsize, call.head_dim),)
    before = () if target.tuned is None else target.tuned.tiles
    return replace(target, tuned=TileSource("candidate", "", "", False, (*before, *tiles)))


def launches_of(plan: Plan, kernel: str | None = None) -> Iterator[tuple[Group, Pass, Launch]]:
    """The launches of a plan in order, or only those whose tile sizes are those of the tile table's row `kernel`."""
    assert plan.tiles is not None
    for group in plan.tiles.groups:
        for made in (*group.forward, group.grad_query, group.grad_key_value):
            yield from ((group, made, one) for one in made.launches if kernel in (None, one.tile))


def loads(plan: Plan, kernel: str, call: Call, inputs: Inputs, candidate: Candidate) -> tuple[TiledRun, ...]:
    """The number of tiles in every run of a kernel's launches, with the tile sizes of a candidate."""
    assert plan.tiles is not None
    target = with_tile(plan.target, kernel, call, candidate)
    counting = Counting(plan.tiles, plan.kernel, target, call, inputs)
    passes = dict.fromkeys((group, made) for group, made, _ in launches_of(plan, kernel))
    found = []
    for group, made in passes:
        for run in launch_runs(group, made, counting):
            if run.launch.tile == kernel:
                tally = Tally()
                count_tiles(run.program, dict(run.names), run.places, run.heads, tally)
                visited, programs = call.batch * tally.visited, call.batch * tally.programs
                found.append(TiledRun(made.direction, run.block_m, run.block_n, visited, programs, tally.longest))
    return tuple(found)


def predicted(
    every: tuple[TiledRun, ...],
    candidate: Candidate,
    compiled: Compiled | None,
    call: Call,
    target: Target,
    tiling: Tiling,
) -> float:
    """The seconds of all launches of a kernel; `compiled` None: registers and shared memory are estimated."""

    def seconds(one: TiledRun) -> float:
        tile = replace(candidate, block_m=one.block_m).tile(one.direction.value, call.itemsize, call.head_dim)
        made = compiled or _expected(one, candidate, call, tiling.shared(tile))
        return _seconds(one, candidate, made, call, target, tiling.slowdown(target, tile))

    return sum(map(seconds, every))


def _expected(load: TiledRun, candidate: Candidate, call: Call, shared: int) -> Compiled:
    """Estimated resources: accumulators are in registers."""
    width, sums = call.head_dim, 2 if load.direction is Direction.GRAD_KEY_VALUE else 1
    scores = 1.5 if load.direction is Direction.FORWARD else 2.5
    numbers = load.block_m * (sums * width + scores * load.block_n)
    registers = int(EXPECTED * numbers / (32 * candidate.warps)) + BESIDES
    tight = candidate.most_registers and registers > TIGHT * candidate.most_registers  # then a limit makes it spill
    return Compiled(registers if tight else min(registers, candidate.most_registers or registers), 0, shared)


def _seconds(
    load: TiledRun, candidate: Candidate, compiled: Compiled, call: Call, target: Target, slowdown: float
) -> float:
    """The seconds of a launch: of all programs on one multiprocessor, or of the longest program if that is more."""
    turns = max(1, ceil(load.programs / target.processors))
    resident = min(turns, _resident(candidate, compiled, target))
    overlap = min(1.0, resident * candidate.warps / OVERLAPPING_WARPS)
    busy = _busy(load, call, target, slowdown) / overlap
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


def _busy(load: TiledRun, call: Call, target: Target, slowdown: float) -> float:
    """The seconds of a step on one multiprocessor: of its products, or of its loads from the cache if that is more."""
    operations = 2 * call.head_dim * PRODUCTS[load.direction] * load.block_m * load.block_n
    moved = 2 * call.head_dim * call.itemsize * load.block_n
    products, loaded = operations * slowdown / target.flops, moved / (CACHE_RATE * target.bandwidth)
    return max(products, loaded) * target.processors


def _resident(candidate: Candidate, compiled: Compiled, target: Target) -> int:
    """The number of programs that a multiprocessor runs at once."""
    threads = 32 * candidate.warps
    return max(
        1,
        min(
            (OF_MULTIPROCESSOR.get(target.name, target.shared_memory) + RESERVED) // (compiled.shared + RESERVED),
            REGISTER_FILE // (min(compiled.registers, MOST_REGISTERS) * threads),
            MOST_WARPS // candidate.warps,
        ),
    )
