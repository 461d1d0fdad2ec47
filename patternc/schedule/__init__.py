"""Mask IR to kernel IR: clauses become pieces of sweeps, and the cost model chooses how branches are merged."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from patternc.ir.facts import bound_facts
from patternc.ir.grid_axes import GridAxes
from patternc.ir.interface import interface
from patternc.ir.kernel import Columns, Kernel, KernelGroup, Lowering, Piece, Softmax, Sweep
from patternc.ir.mask import Combine, HeadGroup, Layout, Pattern, Schedule
from patternc.ir.traversal import boxes_in, pattern_atoms
from patternc.schedule.class_lowerings import class_fused, partition_by_owner
from patternc.schedule.cost_model import seconds
from patternc.schedule.dense_lowerings import densest
from patternc.schedule.grid_layout import choose_layout
from patternc.schedule.listing import topk_choice
from patternc.schedule.ring_reaches import ring_reaches
from patternc.schedule.sweeps import BranchClause, chained
from patternc.targets import Target
from patternc.transforms import clauses_of


def schedule(
    meaning: Pattern,
    pattern: Pattern,
    target: Target,
    lowerings: tuple[Lowering, ...],
    columns: Columns = Columns.TILES,
    unordered: str = "",
) -> Kernel:
    """Lower a pattern in the normal form of the passes.

    Args:
        meaning: the pattern before any pass, from which reference files are written.
        pattern: the same pattern after the passes.
        target: the device kind for which the cheapest lowering is chosen.
        lowerings: the lowerings that the backend supports.
        columns: whether the backend lists whole tiles or single cells of neighbourhoods; `layout auto` depends on it.
        unordered: the order in which the backend runs tiles whatever the file says; empty: tiles are ordered.
    """
    order = choose_layout(pattern.layout, pattern.grid, boxes_of(pattern), columns)
    groups = tuple(_group(group, order, target, lowerings) for group in pattern.groups)
    called = replace(interface(meaning), softmaxes=max(len(group.softmaxes) for group in groups))
    kernel = Kernel(meaning, groups, called, topk_choice(meaning), ring_reaches(pattern))
    return replace(kernel, reason=unordered) if unordered else ordered(kernel)


def boxes_of(pattern: Pattern) -> tuple[GridAxes, ...]:
    """The distinct boxes in a pattern's masks."""
    return tuple(dict.fromkeys(boxes_in(pattern_atoms(pattern))))


def _group(group: HeadGroup, order: Layout, target: Target, lowerings: tuple[Lowering, ...]) -> KernelGroup:
    softmaxes = tuple(chained(branches, clauses, order) for branches, clauses in _softmaxes(group))
    lowering = _lowering_of(softmaxes)
    if lowering is not Lowering.SINGLE and len(softmaxes) == 1 and Lowering.CLASS_FUSED in lowerings:
        (branches, clauses), (plain,) = next(iter(_softmaxes(group))), softmaxes
        fused = _cheapest_by_classes(branches, clauses, target)
        if fused is not None and seconds(fused, target) < seconds(plain, target):
            softmaxes, lowering = (fused,), Lowering.CLASS_FUSED
    if lowering is not Lowering.CLASS_FUSED and Lowering.COUNTED in lowerings:
        pairs = zip(_softmaxes(group), softmaxes, strict=True)
        softmaxes = tuple(densest(branches, clauses, order, plain) for (branches, clauses), plain in pairs)
        lowering = _lowering_of(softmaxes)
    return KernelGroup(group.heads, group.combine, group.divisor, softmaxes, lowering)


def _cheapest_by_classes(
    branches: tuple[int, ...], clauses: tuple[BranchClause, ...], target: Target
) -> Softmax | None:
    """The cheaper of the class-fused sweeps of the clauses and of their owner partition; None if there is neither."""
    parted = partition_by_owner(clauses)
    candidates = [
        class_fused(branches, branch_clauses) for branch_clauses in (clauses, parted) if branch_clauses is not None
    ]
    return min(
        (softmax for softmax in candidates if softmax is not None), key=lambda s: seconds(s, target), default=None
    )


def _softmaxes(group: HeadGroup) -> tuple[tuple[tuple[int, ...], tuple[BranchClause, ...]], ...]:
    """For each softmax, its branches and their clauses: one softmax under `lse`, otherwise one per branch."""
    clauses = tuple(
        BranchClause(clause, index, branch.multiplicity, branch.span)
        for index, branch in enumerate(group.branches)
        for clause in clauses_of(branch.mask)
    )
    match group.combine:
        case Combine.LSE:
            return ((tuple(range(len(group.branches))), clauses),)
        case Combine.LSE_DETACH | Combine.MEAN | Combine.SUM | Combine.GATE:
            return tuple(
                ((index,), tuple(clause for clause in clauses if clause.branch == index))
                for index in range(len(group.branches))
            )
        case _:
            assert_never(group.combine)


def _lowering_of(softmaxes: tuple[Softmax, ...]) -> Lowering:
    if any(piece.counted for softmax in softmaxes for sweep in softmax.queries for piece in sweep.pieces):
        return Lowering.COUNTED
    if len(softmaxes) == 1 and len(softmaxes[0].queries) == 1:
        return Lowering.SINGLE
    if len(softmaxes) == 1 and any(sweep.rows.dilation == 1 for sweep in softmaxes[0].queries):
        return Lowering.CHAINED
    return Lowering.MERGED


# ---- launch order ----------------------------------------------------------------------------------------------------
_LONGEST = "longest_first where a few rows take columns up to the other end of the sequence"
_LINEAR = "linear, as no few rows take columns up to the other end of the sequence"


def ordered(kernel: Kernel) -> Kernel:
    """The kernel with the launch order of each sweep, and the reason for it."""
    written = kernel.pattern.schedule
    if written is not Schedule.AUTO:
        return replace(in_order(kernel, written), reason=f"{written.value}, as written")
    groups = tuple(replace(group, softmaxes=tuple(map(_by_length, group.softmaxes))) for group in kernel.groups)
    return replace(kernel, groups=groups, reason=_LINEAR if groups == kernel.groups else _LONGEST)


def in_order(kernel: Kernel, schedule: Schedule) -> Kernel:
    """The kernel with the same launch order for all its sweeps."""

    def visited(softmax: Softmax) -> Softmax:
        queries, keys = (
            tuple(replace(sweep, visits=schedule) for sweep in sweeps) for sweeps in (softmax.queries, softmax.keys)
        )
        return replace(softmax, queries=queries, keys=keys)

    groups = (replace(group, softmaxes=tuple(map(visited, group.softmaxes))) for group in kernel.groups)
    return replace(kernel, groups=tuple(groups))


def _by_length(softmax: Softmax) -> Softmax:
    queries, keys = (tuple(map(_longest_first, sweeps)) for sweeps in (softmax.queries, softmax.keys))
    return replace(softmax, queries=queries, keys=keys)


def _longest_first(sweep: Sweep) -> Sweep:
    """The sweep, its longest tiles first if a few of its tiles are far longer than the others: none may start last."""
    return replace(sweep, visits=Schedule.LONGEST_FIRST) if any(map(_is_long, sweep.pieces)) else sweep


def _is_long(piece: Piece) -> bool:
    """Whether a few rows at one end of the sequence take all columns from some place on up to the other end."""
    if piece.listing is not None or piece.columns.segment is not None:
        return False
    first = any(not bound_facts(bound).reads for bound in piece.row_highs) and not piece.highs
    last = any(bound_facts(bound).reads == {"n"} for bound in piece.row_lows) and not piece.lows
    return first or last
