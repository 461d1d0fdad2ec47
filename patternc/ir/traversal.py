"""Traversals of masks, bounds and patterns: their atoms, the names that they read, and the units of their inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    FromEnd,
    HeadRange,
    Heads,
    HeadShare,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Table,
    TopK,
)


def all_heads(heads: Heads) -> bool:
    """Whether a group contains every head."""
    return heads == HeadRange(0, None) or (isinstance(heads, HeadShare) and heads.count == 1)


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
    """The pattern's `topk`; there is at most one."""
    return next((atom for atom in pattern_atoms(pattern) if isinstance(atom, TopK)), None)


def unit_of_offsets(pattern: Pattern, name: str) -> int:
    """The number of positions per unit of an offsets input; `check` rejects inputs used with several units."""
    (unit,) = {
        bound.block for bound in pattern_bounds(pattern) if isinstance(bound, OfDocument) and bound.input == name
    }
    return unit


def unit_of_lengths(pattern: Pattern, name: str) -> int:
    """The number of positions per unit of a lengths input."""
    (unit,) = {bound.scale for bound in pattern_bounds(pattern) if isinstance(bound, OfBatch) and bound.input == name}
    return unit


def names_in(mask: Mask) -> frozenset[str]:
    """Which of `head`, `heads`, `n`, the inputs and `selection` a predicate reads."""
    match mask:
        case AtLeast(_, bound) | Below(_, bound):
            return names_in_bound(bound)
        case Residue(offset=ByHead()):
            return frozenset({"head"})
        case Residue(offset=ByHeadBlock()):
            return frozenset({"head", "heads"})
        case Random(threshold=None):
            return frozenset({"head", "n"})
        case Random():
            return frozenset({"head"})
        case Table(heads=count):
            return frozenset({"head"} if count > 1 else ())
        case TopK():
            return frozenset({"head", "selection"})
        case Compare(_, left, right):
            return frozenset(
                {"h": "head"}.get(name, name) for name in names_in_number(left) | names_in_number(right)
            ) - {"q", "k"}
        case Residue() | SameResidue() | Box():
            return frozenset()
        case Not(inner):
            return names_in(inner)
        case And(masks) | Or(masks):
            return frozenset().union(*(names_in(inner) for inner in masks))
        case _:
            assert_never(mask)


def names_in_bound(bound: Bound) -> frozenset[str]:
    """Whether a bound reads `n`, or which input it reads."""
    match bound:
        case FromEnd():
            return frozenset({"n"})
        case OfBatch(name, _) | OfDocument(name, _, _):
            return frozenset({name})
        case Constant() | RelativePosition():
            return frozenset()
        case _:
            assert_never(bound)


def names_in_number(expression: Expression) -> frozenset[str]:
    """Which of `q`, `k`, `n` and `h` an integer expression reads."""
    match expression:
        case Number():
            return frozenset()
        case Name(id_):
            return frozenset({id_})
        case Arithmetic(_, left, right):
            return names_in_number(left) | names_in_number(right)
        case _:
            assert_never(expression)
