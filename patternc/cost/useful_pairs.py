"""The useful pairs of a kernel: admitted pairs, each as often as the kernel visits it because it is admitted."""

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
    """A pattern in normal form whose keys per row are the kernel's useful pairs.

    Every branch counts once. With class-fused sweeps, which may count several branches in one visit, each piece becomes
    a branch.
    """
    groups = zip(kernel.groups, normal.groups, strict=True)
    return replace(normal, groups=tuple(_group(made, group) for made, group in groups))


def _group(made: KernelGroup, group: HeadGroup) -> HeadGroup:
    if made.lowering is Lowering.CLASS_FUSED:
        pieces = ((sweep, piece) for one in made.softmaxes for sweep in one.queries for piece in sweep.pieces)
        return replace(group, branches=tuple(Branch(Or((_clause(*both),))) for both in pieces))
    return replace(group, branches=tuple(replace(one, multiplicity=1) for one in group.branches))


def _clause(sweep: Sweep, piece: Piece) -> Mask:
    """The mask of the pairs that a piece of a query sweep visits."""
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
