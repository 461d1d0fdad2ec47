"""The class-fused lowering: all rows of a tile are in one residue class, so they all run the same branches."""

from __future__ import annotations

from patternc.ir.kernel import EveryClass, Lattice, Softmax, Sweep
from patternc.ir.mask import Residue, SameResidue, Side
from patternc.schedule.listing import listing_of
from patternc.schedule.sweeps import BranchClause, common_dilation, piece, segments

CLASS_LIMIT = 64
"""The most residue classes for which this lowering is considered; with more, a tile spans too much of the sequence."""


def class_fused(branches: tuple[int, ...], clauses: tuple[BranchClause, ...]) -> Softmax | None:
    """One sweep over all residue classes modulo the common dilation of the clauses.

    None if there are more than CLASS_LIMIT classes, if the dilation does not divide every segment, and for clauses with
    listings or residue classes of blocks.
    """
    classes = common_dilation(clauses)
    named = [x for c in clauses for x in c.clause if isinstance(x, Residue | SameResidue)]
    widths = [width for c in clauses for width in segments(c.clause)]
    if any(literal.block > 1 for literal in named) or any(listing_of(c.clause) for c in clauses):
        return None
    unaligned = any(literal.segment is not None for literal in named) or any(width % classes for width in widths)
    if unaligned or not 1 < classes <= CLASS_LIMIT:
        return None
    rows = Lattice(min(widths, default=None), classes, EveryClass())
    return Softmax(branches, queries=_sweep(clauses, Side.QUERY, rows), keys=_sweep(clauses, Side.KEY, rows))


def _sweep(clauses: tuple[BranchClause, ...], side: Side, rows: Lattice) -> tuple[Sweep, ...]:
    return (Sweep(side, rows, tuple(piece(clause, side, rows) for clause in clauses)),)
