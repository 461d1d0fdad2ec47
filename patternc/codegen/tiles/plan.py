"""Which sweeps launch, in which order, and where each stores: in place, or as a partial that another takes in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patternc.codegen.tiles.row_lattices import covers, follows_head, is_contiguous
from patternc.ir.kernel import DENSE, Sweep
from patternc.ir.mask import Side


@dataclass(frozen=True, slots=True)
class Part:
    """A sweep of the index-th softmax of its head group; `source`: as it was scheduled."""

    softmax: int
    sweep: Sweep
    source: Sweep


@dataclass(frozen=True, slots=True)
class Plan:
    """`compact` sweeps write partials; then `last` runs its pieces, takes every partial in, and stores in place.

    `uncovered`: `last` does not store every row, so the tensors it writes start as the result of an empty sum.
    """

    compact: tuple[Part, ...]
    last: Part
    uncovered: bool


def plan(parts: Sequence[Part], side: Side, softmax: int = 0) -> Plan:
    """Plan the sweeps whose results join: those of one softmax, by its number, or all that add to one gradient.

    A lone sweep stores its rows in place, unless its rows are keys that differ from head to head: heads that share a
    key head would meet there. Otherwise a sweep over every position comes last; where there is none, an empty one does.
    """
    if len(parts) == 1 and not (side is Side.KEY and follows_head(parts[0].sweep.rows)):
        return Plan((), parts[0], uncovered=not covers(parts[0].sweep.rows))
    covering = sorted((part for part in parts if covers(part.sweep.rows)), key=_preference)
    last = covering[0] if covering else merging_part(side, softmax)
    return Plan(tuple(part for part in parts if part is not last), last, uncovered=False)


def merging_part(side: Side, softmax: int) -> Part:
    """A part that has no pieces, and takes partials in."""
    sweep = Sweep(side, DENSE, ())
    return Part(softmax, sweep, sweep)


def _preference(part: Part) -> tuple[bool, int]:
    """Rows by position rather than along an order, and of those all at once, or few classes."""
    rows = part.sweep.rows
    return part.sweep.order is not None, 0 if is_contiguous(rows) else rows.dilation
