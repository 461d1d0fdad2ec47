"""The launch order of a pattern's kernels: as written in the file, or the fastest according to the model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from patternc.analysis.calls import usual_heads
from patternc.analysis.listed_pairs import ListedBlocks, candidates
from patternc.codegen.backend import Backend
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.tiles import legalize
from patternc.cost.launch_order_times import OrderTimes, SimulatedRun, order_times, runs_of, simulated, worst
from patternc.cost.launch_runs import Counting
from patternc.cost.list_lines import EFFORT
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.slow_candidates import pieces
from patternc.cost.target_cost import Plan
from patternc.cost.tile_work import Call, tally_of
from patternc.cost_constants import CALL_HEADS, HEAD_DIM, HEADS, LENGTH, ORDERED_CLAUSES, REORDERED, SHORTER
from patternc.ir.kernel import Kernel, Softmax
from patternc.ir.mask import Box, Schedule, Table
from patternc.ir.semantics import Inputs
from patternc.ir.tile import Tiles
from patternc.ir.traversal import pattern_atoms
from patternc.schedule.grid_layout import LARGEST
from patternc.source import Source
from patternc.targets import Target

CANDIDATES = (Schedule.LONGEST_FIRST, Schedule.CLASS_MAJOR, Schedule.HILBERT, Schedule.SIMILAR)
"""The orders from which `auto` chooses, besides linear order; ties go to the first."""


@dataclass(frozen=True, slots=True)
class ComparedOrders:
    """The predicted times of linear order and of the orders that differ from it, for one call."""

    linear: OrderTimes
    others: tuple[OrderTimes, ...]

    @property
    def best(self) -> OrderTimes:
        """The fastest order, or linear order unless the fastest one is faster by enough."""
        found = min(self.others, key=lambda one: one.seconds, default=self.linear)
        return found if found.seconds < REORDERED * self.linear.seconds else self.linear


def ordered(kernel: Kernel, backend: Backend, target: Target, source: Source, tiles: Tiles | None = None) -> Kernel:
    """The kernel with its launch order and the reason for it.

    Args:
        kernel: the kernel in linear order.
        backend: the backend that runs it.
        target: the device kind, whose cache and rates the model reads.
        source: the pattern file.
        tiles: the kernel's tile IR, if it is made already.
    """
    if backend.host is None:
        return replace(kernel, reason="PyTorch's, as a batch is one call of its kernels")
    if not backend.orders:
        return replace(kernel, reason="linear, as threads get free")
    written = kernel.pattern.schedule
    if written is not Schedule.AUTO:
        return replace(in_order(kernel, written), reason=f"{written.value}, as written")
    if sum(1 for group in kernel.groups for _ in pieces(group)) > ORDERED_CLAUSES:
        return replace(kernel, reason="linear; no other was tried, as the pattern has many clauses")
    call = _model_call(kernel, target)
    if call is None:
        return replace(kernel, reason="linear; no other was tried, as the pattern is of one length or very long")
    inputs = sample_inputs(kernel.pattern, call.n, call.heads, TYPICAL)
    tiles = legalize(kernel, source) if tiles is None else tiles
    counting = Counting(tiles, kernel, target, call, inputs)
    if _is_linear_best(counting):
        return replace(kernel, reason=f"linear; on {target.name} tiles compute for longer than they load in any order")
    made = simulated(counting)
    linear = order_times(Schedule.LINEAR, tiles, made, target, call)
    if linear.least >= REORDERED * linear.seconds:
        share = (
            f"at least {linear.least / linear.seconds:.2f} of its time on {target.name} (at most {REORDERED} is taken)"
        )
        return replace(kernel, reason=f"linear; any other takes {share}")
    found = _compared(counting, made, source)
    return replace(in_order(kernel, found.best.schedule), reason=reason(found, target))


def built(plan: Plan, source: Source) -> Plan:
    """The plan with the launch order that `build` chooses."""
    kernel = ordered(plan.kernel, plan.backend, plan.target, source, plan.tiles)
    linear = kernel == replace(plan.kernel, reason=kernel.reason)
    return replace(plan, kernel=kernel, tiles=plan.tiles if linear else legalize(kernel, source))


def in_order(kernel: Kernel, schedule: Schedule) -> Kernel:
    """The kernel with the same launch order for all its sweeps."""

    def visited(softmax: Softmax) -> Softmax:
        queries, keys = (
            tuple(replace(sweep, visits=schedule) for sweep in sweeps) for sweeps in (softmax.queries, softmax.keys)
        )
        return replace(softmax, queries=queries, keys=keys)

    groups = (replace(group, softmaxes=tuple(map(visited, group.softmaxes))) for group in kernel.groups)
    return replace(kernel, groups=tuple(groups))


def compared(kernel: Kernel, source: Source, target: Target, call: Call, inputs: Inputs) -> ComparedOrders:
    """Compare linear order with every order that differs from it; `kernel` is in linear order."""
    counting = Counting(legalize(kernel, source), kernel, target, call, inputs)
    return _compared(counting, simulated(counting), source)


def _compared(counting: Counting, made: list[SimulatedRun], source: Source) -> ComparedOrders:
    """Compare launch orders, given the loads of the programs in linear order."""
    tiles, kernel, target, call = counting.tiles, counting.kernel, counting.target, counting.call
    undecided = legalize(in_order(kernel, Schedule.AUTO), source)  # no sweeps on one grid
    apart = made if undecided == tiles else simulated(replace(counting, tiles=undecided))
    others = ((one, legalize(in_order(kernel, one), source)) for one in CANDIDATES)
    return ComparedOrders(
        order_times(Schedule.LINEAR, tiles, made, target, call),
        tuple(order_times(one, other, apart, target, call) for one, other in others if _differs(other)),
    )


def reason(found: ComparedOrders, target: Target) -> str:
    """The chosen order and the best of the others as a phrase with numbers."""
    linear, best = found.linear, found.best
    if not found.others:
        return "linear; no other order differs"
    if best is linear:
        near = min(found.others, key=lambda one: one.seconds)
        share = f"takes {near.seconds / linear.seconds:.2f} of its time on {target.name}"
        return f"linear; the best other, {near.schedule.value}, {share} (at most {REORDERED} is taken)"
    share = f"{best.seconds / linear.seconds:.2f} of the time of linear order on {target.name}"
    ratios = f"loads that miss the cache {best.ratio:.3f} (linear {linear.ratio:.3f})"
    return f"{best.schedule.value}, predicted to take {share}: {ratios}, {_tail(best, linear)}"


def _tail(best: OrderTimes, linear: OrderTimes) -> str:
    idle = (1 - 1 / max(launch.tail for launch in one.launches) for one in (best, linear))
    return "idle at the end of the longest-tailed launch {:.0%} (linear {:.0%})".format(*idle)


def _differs(tiles: Tiles) -> bool:
    passes = (made for group in tiles.groups for made in (*group.forward, group.grad_query, group.grad_key_value))
    return any(launch.order is not None for made in passes for launch in made.launches)


def _is_linear_best(counting: Counting) -> bool:
    """Whether no order can be faster by enough: products hide all loads, and no program ends much later than others."""
    target, call, cache = counting.target, counting.call, counting.cache
    runs = (run for run in runs_of(counting) if run.block_n)
    return all(worst(run, tally_of(run, cache), target, call) * REORDERED <= 1 for run in runs)


def _model_call(kernel: Kernel, target: Target) -> Call | None:
    """The call at the longest length whose lists are made quickly; None if no length is, or tables fix the length."""
    pattern = kernel.pattern
    if any(isinstance(atom, Table) for atom in pattern_atoms(pattern)):
        return None
    lengths = (prod(pattern.grid),) if pattern.grid else (LENGTH, *SHORTER)
    n = next((n for n in lengths if n <= LARGEST and all(_pairs(one, n) <= EFFORT for one in listings(kernel))), None)
    if n is None:
        return None
    heads = max(CALL_HEADS, usual_heads(pattern))  # of a group without heads, no program runs
    return Call(n, heads, heads, HEAD_DIM, max(1, HEADS // heads), 4 if target.slow_half else 2)


def _pairs(one: Listed, n: int) -> int:
    """The pairs of blocks that are examined to make a list for all heads; for a box only blocks near one another."""
    if any(isinstance(literal, Box) for literal in one.listing.literals):
        return n
    blocks = ListedBlocks(one.listing.literals, one.listing.block, 0, n, {})
    return candidates(blocks) * blocks.count * (CALL_HEADS if one.by_head else 1)
