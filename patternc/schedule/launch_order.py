"""The launch order of a kernel's tiles: as written in the file, or by one rule."""

from __future__ import annotations

from dataclasses import replace

from patternc.ir.facts import bound_facts
from patternc.ir.kernel import Kernel, Piece, Softmax, Sweep
from patternc.ir.mask import Schedule

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
