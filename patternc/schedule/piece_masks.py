"""The pairs that a piece of a query sweep visits, as a mask."""

from __future__ import annotations

from patternc.ir.kernel import EveryClass, Lattice, Piece, Sweep
from patternc.ir.mask import And, AtLeast, Below, Mask, Residue, SameResidue, Side


def mask_of(sweep: Sweep, piece: Piece) -> And:
    """The mask of the pairs that a piece visits because it admits them."""
    lows = (AtLeast(Side.KEY, bound) for bound in piece.lows)
    highs = (Below(Side.KEY, bound) for bound in piece.highs)
    return And((*lows, *highs, *rows_of(sweep, piece).masks, *_of(Side.KEY, piece.columns), *piece.residual))


def rows_of(sweep: Sweep, piece: Piece) -> And:
    """The condition on the rows of a piece."""
    lows = (AtLeast(Side.QUERY, bound) for bound in piece.row_lows)
    highs = (Below(Side.QUERY, bound) for bound in piece.row_highs)
    active = (Residue(Side.QUERY, one.dilation, one.offset, one.segment, one.block) for one in piece.active)
    return And((*lows, *highs, *active, *_of(Side.QUERY, sweep.rows)))


def _of(side: Side, lattice: Lattice) -> tuple[Mask, ...]:
    if lattice.dilation == 1:
        return ()
    if isinstance(lattice.offset, EveryClass):
        same = SameResidue(lattice.dilation, lattice.segment, lattice.block)
        return (same,) if side is Side.KEY else ()
    return (Residue(side, lattice.dilation, lattice.offset, lattice.segment, lattice.block),)
