"""The pairs that a kernel computes because they count: once, however many branches one visit of them stands for."""

from __future__ import annotations

from dataclasses import replace

from patternc.ir.kernel import EveryClass, Kernel, KernelGroup, Lattice, Lowering, Piece, Sweep
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Branch,
    HeadGroup,
    Mask,
    Or,
    Pattern,
    Residue,
    SameResidue,
    Side,
)


def visited_once(kernel: Kernel, normal: Pattern) -> Pattern:
    """A pattern whose keys per row are the pairs that useful work is done for, in the normal form of the passes.

    Every branch counts once. Where fused classes divide pairs among owners, the pieces are the branches.
    """
    groups = zip(kernel.groups, normal.groups, strict=True)
    return replace(normal, groups=tuple(_group(made, group) for made, group in groups))


def _group(made: KernelGroup, group: HeadGroup) -> HeadGroup:
    if made.lowering is Lowering.CLASS_FUSED:
        pieces = ((sweep, piece) for one in made.softmaxes for sweep in one.queries for piece in sweep.pieces)
        return replace(group, branches=tuple(Branch(Or((_clause(*both),))) for both in pieces))
    return replace(group, branches=tuple(replace(one, multiplicity=1) for one in group.branches))


def _clause(sweep: Sweep, piece: Piece) -> Mask:
    """The pairs of a piece of a sweep of queries."""
    literals: list[Mask] = [AtLeast(Side.KEY, bound) for bound in piece.lows]
    literals += [Below(Side.KEY, bound) for bound in piece.highs]
    literals += [AtLeast(Side.QUERY, bound) for bound in piece.row_lows]
    literals += [Below(Side.QUERY, bound) for bound in piece.row_highs]
    literals += [Residue(Side.QUERY, one.dilation, one.offset, one.segment, one.block) for one in piece.active]
    literals += [*_lattice(Side.QUERY, sweep.rows), *_lattice(Side.KEY, piece.columns), *piece.residual]
    return And(tuple(literals))


def _lattice(side: Side, lattice: Lattice) -> tuple[Mask, ...]:
    if lattice.dilation == 1:
        return ()
    if isinstance(lattice.offset, EveryClass):
        same = SameResidue(lattice.dilation, lattice.segment, lattice.block)
        return (same,) if side is Side.KEY else ()
    return (Residue(side, lattice.dilation, lattice.offset, lattice.segment, lattice.block),)
