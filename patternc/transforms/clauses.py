"""Conjunctions of literals: implication, contradiction and difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import gcd
from typing import TypeAlias

from patternc.ir.bounds import at_most, opposite
from patternc.ir.facts import Form, form
from patternc.ir.grid_axes import keys_near
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    ByHead,
    Constant,
    Fixed,
    FromEnd,
    Mask,
    Not,
    Or,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.traversal import boxes_in, limits, ranges

Literal: TypeAlias = Mask
"""An atom, the negation of an atom that is not a bound, or an unsplit mask without selections."""

_Topic: TypeAlias = Side | type[Mask]

Clause: TypeAlias = tuple[Literal, ...]
"""A conjunction of literals. Bounds that depend on the other side are bounds on the key."""


def clauses_of(mask: Mask) -> tuple[Clause, ...]:
    """The clauses of a mask in the normal form of `disjoint_clauses`."""
    match mask:
        case Or(masks):
            return tuple(literals_of(part) for part in masks)
        case _:
            return (literals_of(mask),)


def literals_of(mask: Mask) -> Clause:
    """The operands of a conjunction as a clause; any other mask is a clause of one literal."""
    return mask.masks if isinstance(mask, And) else (mask,)


def conjoin(literals: Iterable[Literal]) -> Clause | None:
    """The clause without implied literals; None if it can never hold."""
    clause: list[Literal] = []
    near: dict[_Topic, list[Literal]] = {}
    for literal in _resolved(literals):
        others = near.setdefault(_topic(literal), [])
        if implied(literal, others):
            continue
        if contradicts(literal, literal) or any(contradicts(literal, other) for other in others):
            return None
        needless = [other for other in others if implied(other, [literal])]
        for other in needless:
            others.remove(other)
            clause.remove(other)
        others.append(literal)
        clause.append(literal)
    flat: list[Literal] = []
    for literal in clause:
        parts = _narrowed(literal, near)
        if parts is None:
            return None
        flat += parts
    return tuple(flat) if flat == clause else conjoin(flat)


def _topic(literal: Literal) -> _Topic:
    """The topic of a literal: literals of different topics neither imply nor contradict each other."""
    match literal:
        case AtLeast(side) | Below(side):
            return side
        case Residue() | SameResidue() | Not(Residue() | SameResidue()):
            return Residue
        case Not(mask):
            return type(mask)
        case _:
            return type(literal)


def _narrowed(literal: Literal, near: dict[_Topic, list[Literal]]) -> Clause | None:
    """A union without the operands that contradict the rest of the clause; true if the clause implies one of them.

    Other literals are unchanged. None: no operand is left.
    """
    if not isinstance(literal, Or):
        return (literal,)
    possible = []
    for mask in literal.masks:
        parts = [(part, _others(part, literal, near)) for part in literals_of(mask)]
        if all(implied(part, others) for part, others in parts):
            return ()
        if not any(contradicts(part, other) for part, others in parts for other in others):
            possible.append(mask)
    if len(possible) < 2:
        return literals_of(possible[0]) if possible else None
    return (Or(tuple(possible)),)


def _others(part: Literal, union: Or, near: dict[_Topic, list[Literal]]) -> list[Literal]:
    """The literals of the clause around a union that have the same topic as a part of one of its operands."""
    return [other for other in near.get(_topic(part), []) if other is not union]


def _resolved(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    """The literals with the classes that follow: a shared residue class and the class of one side give the other's."""
    given = tuple(dict.fromkeys(literals))
    resolved: list[Literal] = []
    for literal in given:
        match literal:
            case SameResidue():
                known = [
                    other for other in given if isinstance(other, Residue) and _lattice(other) == _lattice(literal)
                ]
                if known:
                    resolved += [replace(known[0], side=side) for side in Side]
                    continue
        resolved.append(literal)
    return tuple(dict.fromkeys(resolved))


def _lattice(atom: Residue | SameResidue) -> tuple[int, int | None, int]:
    """The data that must be equal for two residue atoms to describe the same classes."""
    return atom.dilation, atom.segment, atom.block


def implied(literal: Literal, clause: Iterable[Literal]) -> bool:
    """Whether it is proven that a clause implies a literal, for all lengths and inputs. False means unknown."""
    given = tuple(clause)
    match literal:
        case AtLeast(_, Constant(value)) if value <= 0:  # as `decided`, without its two questions: this is asked most
            return True
        case Below(_, FromEnd(value)) if value >= 0:
            return True
        case AtLeast(side, bound):
            return any(isinstance(g, AtLeast) and g.side is side and at_most(bound, g.bound) for g in given)
        case Below(side, bound):
            return any(isinstance(g, Below) and g.side is side and at_most(g.bound, bound) for g in given)
        case SameResidue():
            return literal in given or any(
                isinstance(g, Residue) and _lattice(g) == _lattice(literal) and replace(g, side=g.side.other) in given
                for g in given
            )
        case Residue():
            return any(isinstance(g, Residue) and _refines(g, literal) for g in given)
        case Not(Residue() as residue):
            return literal in given or any(_different(residue, g) for g in given)
        case _:
            return literal in given


def contradicts(a: Literal, b: Literal) -> bool:
    """Whether the two literals contradict each other."""
    match a, b:
        case (AtLeast(side, low), Below(other, high)) | (Below(other, high), AtLeast(side, low)) if side is other:
            return at_most(high, low)
        case (AtLeast(_, FromEnd(value)), _) | (_, AtLeast(_, FromEnd(value))) if value >= 0:
            return True
        case (Residue() as residue, Not(Residue() as inner)) | (Not(Residue() as inner), Residue() as residue):
            return _refines(residue, inner)
        case Residue(), Residue():
            return _different(a, b)
        case (Not(inner), other) | (other, Not(inner)):
            return inner == other
        case _:
            return False


def _refines(fine: Residue, coarse: Residue) -> bool:
    """Whether the fine class is a subset of the coarse one: h mod 4 = o implies h mod 2 = o mod 2."""
    if fine == coarse:
        return True
    if _scope(fine) != _scope(coarse) or fine.dilation % coarse.dilation:
        return False
    match fine.offset, coarse.offset:
        case Fixed(x), Fixed(y):
            return x % coarse.dilation == y
        case ByHead(), ByHead():
            return True
        case _:
            return False


def _scope(residue: Residue) -> tuple[Side, int | None, int]:
    """The data that identify the number whose residue is taken: side, segment and block size."""
    return residue.side, residue.segment, residue.block


def _different(a: Residue, b: Literal) -> bool:
    """Whether two fixed classes of one side, on nested lattices, are disjoint."""
    match a.offset, b:
        case Fixed(x), Residue(_, dilation, Fixed(y)) if _scope(a) == _scope(b):
            common = gcd(a.dilation, dilation)
            return x % common != y % common
        case _:
            return False


def negation(literal: Literal) -> Literal:
    """The negation of a literal as a literal: for dilation 2 the other class, and no `not` before a conjunction."""
    match literal:
        case Residue(_, 2, Fixed(value)):
            return replace(literal, offset=Fixed(1 - value))
        case And(masks):
            return Or(tuple(negation(mask) for mask in masks))
        case Or(masks):
            return And(tuple(negation(mask) for mask in masks))
        case _:
            return opposite(literal)


def is_selection(literal: Literal) -> bool:
    """Whether a literal is a selection of blocks or the negation of one."""
    return form(literal) is Form.SELECTION


def listed(clause: Clause) -> Clause:
    """The literals whose blocks a clause visits: its selections, otherwise its smallest box, otherwise none."""
    chosen = tuple(literal for literal in clause if is_selection(literal))
    boxes = {literal: keys_near(box) for literal in clause for box in boxes_in([literal])}
    return chosen if chosen or not boxes else (min(boxes, key=boxes.__getitem__),)


def closed_form(clause: Clause) -> bool:
    """Whether a clause is a contiguous key range. Splitting other clauses would visit the same keys twice."""
    return not boxes_in(clause) and not any(is_selection(literal) or is_test(literal) for literal in clause)


def is_test(literal: Literal) -> bool:
    """Whether a literal restricts neither the range nor the lattice of keys, so that it is tested pair by pair."""
    return form(literal) is Form.TEST


def minus(clause: Clause, taken: Clause) -> tuple[Clause, ...]:
    """Disjoint clauses whose union is `clause` without `taken`.

    A clause without a closed form is only split by selections, which can't be tested on a single pair.
    """
    if conjoin(clause + taken) is None:
        return (clause,)
    if closed_form(clause):
        return _split(clause, taken)
    chosen = tuple(literal for literal in taken if is_selection(literal))
    tested = tuple(negation(literal) for literal in taken if not is_selection(literal) and not implied(literal, clause))
    if not tested:
        return _split(clause, chosen)
    kept = conjoin((*clause, *chosen, tested[0] if len(tested) == 1 else Or(tested)))
    return (*_split(clause, chosen), *(() if kept is None else (kept,)))


def _split(clause: Clause, taken: Clause) -> tuple[Clause, ...]:
    """One clause for each literal of `taken` that `clause` does not imply, in which it is the first one that fails."""
    rest: list[Clause] = []
    prefix = clause
    for literal in taken:
        if implied(literal, clause):
            continue
        part = conjoin((*prefix, negation(literal)))
        if part is not None:
            rest.append(part)
        prefix = (*prefix, literal)
    return tuple(rest)


def joined(a: Clause, b: Clause) -> Clause | None:
    """One clause for two adjacent key ranges: [low, x) and [x, high) with low <= x <= high."""
    (a_low, a_high, a_rest), (b_low, b_high, b_rest) = _run_of_keys(a), _run_of_keys(b)
    if a_rest != b_rest or len(a_high) != 1 or a_high != b_low:
        return None
    (cut,) = a_high
    if not all(at_most(low, cut) for low in a_low) or not all(at_most(cut, high) for high in b_high):
        return None
    lows = tuple(AtLeast(Side.KEY, bound) for bound in sorted(a_low, key=repr))
    highs = tuple(Below(Side.KEY, bound) for bound in sorted(b_high, key=repr))
    return (*lows, *highs, *(literal for literal in a if literal in a_rest))


def _run_of_keys(clause: Clause) -> tuple[set[Bound], set[Bound], set[Literal]]:
    lows, highs = limits(clause, Side.KEY)
    return {*lows}, {*highs}, {*clause} - {bound for bound in ranges(clause) if bound.side is Side.KEY}
