"""A model of how many columns kernels visit: arithmetic, not a measurement. It ranks normal forms and lowerings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from patternc.cost_constants import CLAUSE_TESTED, LENGTH, NARROWEST, SAMPLED_ROWS, TILE
from patternc.ir.bounds import typical_position
from patternc.ir.mask import AtLeast, Below, Side
from patternc.ir.traversal import limits, ranges, residues, shared_residues
from patternc.transforms.clauses import Clause, is_test


def cheaper(iterable: Iterable[Clause], other: Iterable[Clause]) -> bool:
    """Whether `one` visits fewer columns than `other`, by more than sampling and rounding errors."""
    return work(iterable) < 0.999 * work(other)


def work(clauses: Iterable[Clause]) -> float:
    """Mean columns visited per row for all clauses, weighted by the cost of testing pairs."""
    return sum(columns(clause) * (CLAUSE_TESTED if any(map(is_test, clause)) else 1) for clause in clauses)


def columns(clause: Clause) -> float:
    """Mean columns visited per row: the key range of a tile of rows, divided by the dilations of residue classes."""
    rows, keys, shared = _step(clause, Side.QUERY), _step(clause, Side.KEY), _shared(clause)
    return mean_width(ranges(clause), TILE * max(rows, shared)) / max(keys, shared) / rows


def _step(clause: Clause, side: Side) -> int:
    """The largest dilation of the residue classes in which a side's positions are visited."""
    classes = residues(clause, side)
    return max((one.dilation for one in classes if one.block == 1 or one.block >= NARROWEST), default=1)


def _shared(clause: Clause) -> int:
    """The largest dilation of a residue class that rows and columns share."""
    classes = shared_residues(clause)
    return max((one.dilation for one in classes if one.block == 1 or one.block >= NARROWEST), default=1)


@lru_cache(maxsize=4096)  # lowerings and warnings repeat the call
def mean_width(
    bounds: tuple[AtLeast | Below, ...], span: int, segment: int | None = None, length: int = LENGTH
) -> float:
    """Mean number of positions that a tile of rows visits: the union over its rows, none if no row is active.

    Args:
        bounds: of rows and of keys; those of runtime inputs are taken to be of a typical size.
        span: the positions from the first row of a tile on; no tile crosses the end of a segment.
        segment: the length of a segment of rows; None: all rows are in one.
        length: the length of the sequence.
    """
    (lows, highs), (firsts, ends) = limits(bounds, Side.KEY), limits(bounds, Side.QUERY)
    width = 0
    for sample in range(SAMPLED_ROWS):
        at = sample * length // SAMPLED_ROWS
        start = 0 if segment is None else at // segment * segment
        first = start + (at - start) // span * span
        last = min(first + span, length if segment is None else start + segment, length) - 1
        low = max((0, *(typical_position(bound, first, length) for bound in lows)))
        high = min((length, *(typical_position(bound, last, length) for bound in highs)))
        active = max((first, *(typical_position(bound, 0, length) for bound in firsts)))
        until = min((last + 1, *(typical_position(bound, 0, length) for bound in ends)))
        width += max(0, high - low) if active < until else 0
    return width / SAMPLED_ROWS
