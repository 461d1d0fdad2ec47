"""A model of how many columns kernels visit for a clause: arithmetic, not a measurement. It ranks normal forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from patternc.cost_constants import CLAUSE_SAMPLES, CLAUSE_TESTED, CLAUSE_TILE, DOCUMENT, LENGTH, NARROWEST
from patternc.ir.bounds import Known, value
from patternc.ir.mask import (
    AtLeast,
    Below,
    Bound,
    Constant,
    FromEnd,
    OfBatch,
    OfDocument,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.transforms.clauses import Clause, is_test


def cheaper(one: Iterable[Clause], other: Iterable[Clause]) -> bool:
    """Whether clauses visit fewer columns than others, by more than sampling and rounding errors."""
    return work(one) < 0.999 * work(other)


def work(clauses: Iterable[Clause]) -> float:
    """Mean columns visited per row for all clauses, weighted by the cost of testing pairs."""
    return sum(columns(clause) * (CLAUSE_TESTED if any(map(is_test, clause)) else 1) for clause in clauses)


def columns(clause: Clause) -> float:
    """Mean columns visited per row: the range of a tile of rows, less what residue classes leave out."""
    rows, keys, shared = _step(clause, Side.QUERY), _step(clause, Side.KEY), _shared(clause)
    span = min(CLAUSE_TILE * max(rows, shared), LENGTH)
    width = 0
    for sample in range(CLAUSE_SAMPLES):
        first = sample * (LENGTH - span) // (CLAUSE_SAMPLES - 1)
        width += _range(clause, first, first + span - 1)
    return width / CLAUSE_SAMPLES / max(keys, shared) / rows


def _step(clause: Clause, side: Side) -> int:
    """The largest dilation of the residue classes in which a side's positions are visited."""
    classes = (literal for literal in clause if isinstance(literal, Residue) and literal.side is side)
    return max((one.dilation for one in classes if one.block == 1 or one.block >= NARROWEST), default=1)


def _shared(clause: Clause) -> int:
    """The largest dilation whose classes rows and columns share."""
    classes = (literal for literal in clause if isinstance(literal, SameResidue))
    return max((one.dilation for one in classes if one.block == 1 or one.block >= NARROWEST), default=1)


def _range(clause: Clause, first: int, last: int) -> int:
    """The number of columns that a tile of rows [first, last] visits; 0 if none of its rows is active."""
    low, high, start, stop = 0, LENGTH, first, last
    for literal in clause:
        match literal:
            case AtLeast(Side.QUERY, bound):
                start = max(start, value(typical(bound), 0, LENGTH))
            case Below(Side.QUERY, bound):
                stop = min(stop, value(typical(bound), 0, LENGTH) - 1)
            case AtLeast(Side.KEY, bound):
                low = max(low, value(typical(bound), first, LENGTH))
            case Below(Side.KEY, bound):
                high = min(high, value(typical(bound), last, LENGTH))
    return max(0, high - low) if start <= stop else 0


def typical(bound: Bound) -> Known:
    """A bound of a runtime input, replaced by a known one of similar size."""
    match bound:
        case Constant() | FromEnd() | RelativePosition():
            return bound
        case OfBatch():
            return FromEnd(0)
        case OfDocument(_, end):
            return RelativePosition(DOCUMENT if end else 0, 0, DOCUMENT)
        case _:
            assert_never(bound)
