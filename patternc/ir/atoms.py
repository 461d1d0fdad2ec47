"""The atoms of masks and of patterns, and what they say of a pattern's inputs."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.ir.mask import And, AtLeast, Atom, Below, Bound, Mask, Not, OfBatch, OfDocument, Or, Pattern, TopK


def atoms(mask: Mask) -> tuple[Atom, ...]:
    """The atoms of a mask, in written order."""
    match mask:
        case Not(inner):
            return atoms(inner)
        case And(masks) | Or(masks):
            return tuple(atom for part in masks for atom in atoms(part))
        case _:
            return (mask,)


def bounds_in(mask: Mask) -> tuple[Bound, ...]:
    """The bounds of a mask, in written order."""
    return tuple(atom.bound for atom in atoms(mask) if isinstance(atom, AtLeast | Below))


def pattern_atoms(pattern: Pattern) -> Iterator[Atom]:
    """Every atom of every branch."""
    return (atom for group in pattern.groups for branch in group.branches for atom in atoms(branch.mask))


def pattern_bounds(pattern: Pattern) -> Iterator[Bound]:
    """Every bound of every branch."""
    return (bound for group in pattern.groups for branch in group.branches for bound in bounds_in(branch.mask))


def topk_of(pattern: Pattern) -> TopK | None:
    """The pattern's `topk`, of which there is one at most."""
    return next((atom for atom in pattern_atoms(pattern) if isinstance(atom, TopK)), None)


def unit_of_offsets(pattern: Pattern, name: str) -> int:
    """How many positions an input's offsets count as one: `check` refuses one that is used at several sizes."""
    (unit,) = {
        bound.block for bound in pattern_bounds(pattern) if isinstance(bound, OfDocument) and bound.input == name
    }
    return unit


def unit_of_lengths(pattern: Pattern, name: str) -> int:
    """How many positions an input's lengths count as one, which is one size too."""
    (unit,) = {bound.scale for bound in pattern_bounds(pattern) if isinstance(bound, OfBatch) and bound.input == name}
    return unit
