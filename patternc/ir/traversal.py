"""Traversals of masks and patterns: their atoms, bounds, boxes, classes and tables, and the names that they read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import assert_never

from patternc.ir.facts import Form, InputRead, atom_facts, ends_in, form
from patternc.ir.grid_axes import GridAxes
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Bound,
    BoundAt,
    Compare,
    Expression,
    HeadRange,
    Heads,
    HeadShare,
    InputKind,
    Label,
    Mask,
    Name,
    Not,
    Number,
    Or,
    Pattern,
    Picked,
    RelativePosition,
    Residue,
    SameResidue,
    Selection,
    Side,
    Table,
    TileOrder,
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


def mapped(mask: Mask, change: Callable[[Atom], Mask]) -> Mask:
    """The mask with each of its atoms changed."""
    match mask:
        case Not(inner):
            return Not(mapped(inner, change))
        case And(masks):
            return And(tuple(mapped(part, change) for part in masks))
        case Or(masks):
            return Or(tuple(mapped(part, change) for part in masks))
        case _:
            return change(mask)


def relabelled(expression: Expression, change: Callable[[Label], Label]) -> Expression:
    """The expression with each of its labels changed."""
    match expression:
        case Label():
            return change(expression)
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, relabelled(left, change), relabelled(right, change))
        case Name() | Number() | BoundAt():
            return expression
        case _:
            assert_never(expression)


def bounds_in(mask: Mask) -> tuple[Bound, ...]:
    """The bounds of a mask, in written order, and those that its comparisons read."""
    return tuple(bound for atom in atoms(mask) for bound in _bounds_of(atom))


def _bounds_of(atom: Atom) -> Iterator[Bound]:
    match atom:
        case AtLeast(bound=bound) | Below(bound=bound):
            yield bound
        case Compare(left=left, right=right):
            yield from (one.bound for one in (*ends_in(left), *ends_in(right)))
        case _:
            return


def inputs_in(mask: Mask) -> tuple[InputRead, ...]:
    """The runtime inputs that a mask reads, each once."""
    return tuple(dict.fromkeys(read for atom in atoms(mask) for read in atom_facts(atom).inputs))


def pattern_atoms(pattern: Pattern) -> Iterator[Atom]:
    """Every atom of every branch."""
    return (atom for group in pattern.groups for branch in group.branches for atom in atoms(branch.mask))


def pattern_bounds(pattern: Pattern) -> Iterator[Bound]:
    """Every bound of every branch."""
    return (bound for group in pattern.groups for branch in group.branches for bound in bounds_in(branch.mask))


def pattern_inputs(*patterns: Pattern) -> tuple[InputRead, ...]:
    """The runtime inputs that the masks of some patterns read, each once."""
    every = (atom for pattern in patterns for atom in pattern_atoms(pattern))
    return tuple(dict.fromkeys(read for atom in every for read in atom_facts(atom).inputs))


def unit_of(pattern: Pattern, name: str) -> int:
    """The number of positions per unit of an input, 1 if no mask reads it; `check` rejects several units."""
    return next((read.unit for read in pattern_inputs(pattern) if read.name == name), 1)


def names_in(mask: Mask) -> frozenset[str]:
    """The names among `head`, `heads`, `n`, the inputs and `selection` that a predicate reads."""
    return frozenset[str]().union(*(atom_facts(atom).reads for atom in atoms(mask)))


def reads_length(pattern: Pattern) -> bool:
    """Whether a mask depends on the length of the sequence: it reads it, or offsets that end there."""
    facts = [atom_facts(atom) for atom in pattern_atoms(pattern)]
    return any("n" in one.reads or any(read.kind is InputKind.OFFSETS for read in one.inputs) for one in facts)


# ---- parts of one form, in the order of a clause ---------------------------------------------------------------------
def ranges(literals: Iterable[Mask]) -> tuple[AtLeast | Below, ...]:
    """The bounds among some literals, but those that are tested pair by pair."""
    return tuple(one for one in literals if isinstance(one, AtLeast | Below) and form(one) is Form.RANGE)


def limits(literals: Iterable[Mask], side: Side) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
    """The lower and the upper bounds of a side."""
    found = [one for one in ranges(literals) if one.side is side]
    lows = tuple(one.bound for one in found if isinstance(one, AtLeast))
    return lows, tuple(one.bound for one in found if isinstance(one, Below))


def key_limits(clause: tuple[Mask, ...]) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
    """The lower and the upper bounds on the keys of a clause; for a box, bounds that hold every neighbourhood."""
    return limits((*clause, *(bound for box in boxes_in(clause) for bound in around(box))), Side.KEY)


def length_in_tiles(pattern: Pattern, n: int) -> int:
    """The places in an order of tiles, where n is the number of cells; else n itself."""
    order = pattern.source
    return prod(order.numbering) if isinstance(order, TileOrder) and n == prod(order.grid) else n


def around(box: GridAxes) -> tuple[AtLeast, Below]:
    """Bounds on the keys that a box reaches from a query, also where a border shifts the neighbourhood."""
    far = sum(axis.reach * axis.stride for axis in box)
    return AtLeast(Side.KEY, RelativePosition(-far)), Below(Side.KEY, RelativePosition(far + 1))


def relative(bounds: Iterable[Bound]) -> tuple[RelativePosition, ...]:
    """The bounds that are relative to the position of the other side."""
    return tuple(bound for bound in bounds if isinstance(bound, RelativePosition))


def classes_in(literals: Iterable[Mask]) -> tuple[Residue | SameResidue, ...]:
    """The residue classes among some literals, of one side or of both."""
    return tuple(one for one in literals if isinstance(one, Residue | SameResidue))


def classes_of(literals: Iterable[Mask], side: Side) -> tuple[Residue | SameResidue, ...]:
    """The residue classes, of one side or of both, that restrict a side."""
    return tuple(one for one in classes_in(literals) if side in atom_facts(one).sides)


def residues(literals: Iterable[Mask], side: Side) -> tuple[Residue, ...]:
    """The residue classes of a side."""
    return tuple(one for one in literals if isinstance(one, Residue) and one.side is side)


def shared_residues(literals: Iterable[Mask]) -> tuple[SameResidue, ...]:
    """The residue classes that both sides share."""
    return tuple(one for one in literals if isinstance(one, SameResidue))


def boxes_in(literals: Iterable[Mask]) -> tuple[GridAxes, ...]:
    """The boxes among some literals, each by the dimensions of its grid."""
    found = (atom_facts(one).axes for one in literals if not isinstance(one, And | Or | Not))
    return tuple(axes for axes in found if axes)


def comparisons(literals: Iterable[Mask]) -> tuple[Compare, ...]:
    """The integer comparisons among some literals."""
    return tuple(one for one in literals if isinstance(one, Compare))


def selections_in(masks: Iterable[Mask]) -> tuple[Selection, ...]:
    """The selections of blocks among some atoms."""
    return tuple(one for one in masks if isinstance(one, Selection))


def topk_in(masks: Iterable[Mask]) -> TopK | None:
    """The first `topk` among some atoms."""
    return next((one for one in masks if isinstance(one, TopK)), None)


def topk_of(pattern: Pattern) -> TopK | None:
    """The pattern's `topk`; there is at most one."""
    return topk_in(pattern_atoms(pattern))


def picked_of(pattern: Pattern, name: str) -> Picked | None:
    """The selection that reads an input; those of all branches are alike, as `check` rejects several block sizes."""
    every = (atom for atom in pattern_atoms(pattern) if isinstance(atom, Picked))
    return next((one for one in every if one.input == name), None)


def own_heads(mask: Mask) -> bool:
    """Whether a predicate depends on a head's place in the whole model."""
    return any("head" in facts.reads and not facts.given for facts in map(atom_facts, atoms(mask)))


def tables_of(pattern: Pattern) -> tuple[Table, ...]:
    """The distinct tables of blocks of a pattern."""
    return tuple(dict.fromkeys(atom for atom in pattern_atoms(pattern) if isinstance(atom, Table)))
