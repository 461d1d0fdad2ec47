"""Closed forms of conditions: comparisons of a `when` become bounds or residue classes where possible.

The rest stays `Compare`. All steps are integer equivalences: X // w < v is X < v w, and p X < c is X < ceil(c / p).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from patternc.frontend.primitives.linear import Quotient, Remainder, Sum, Term, summed
from patternc.ir.bounds import opposite
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    AtLeast,
    Below,
    ByHead,
    Compare,
    Constant,
    Fixed,
    FromEnd,
    Mask,
    Name,
    Not,
    Or,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)

_SIDES = {
    Name(side.value): side for side in (Side.KEY, Side.QUERY)
}  # a bound possible on both sides becomes a bound on the key
_LENGTH, _HEAD = Name("n"), Name("h")


def closed(condition: Mask) -> Mask:
    """The same predicate, with every comparison in closed form where there is one."""
    match condition:
        case Compare("==", left, right):
            mask = _zero(summed(left).minus(summed(right)))
            return condition if mask is None else mask
        case Compare(_, left, right):
            mask = _negative(summed(left).minus(summed(right)))
            return condition if mask is None else mask
        case Not(Compare("<", left, right) as inner):
            return _remainder_not_below(summed(left).minus(summed(right))) or opposite(closed(inner))
        case Not(inner):
            return opposite(closed(inner))
        case And(masks):
            return And(tuple(closed(one) for one in masks))
        case Or(masks):
            return Or(tuple(closed(one) for one in masks))
        case _:
            return condition


# ---- difference < 0 --------------------------------------------------------------------------------------------------
def _negative(difference: Sum) -> Mask | None:
    """`difference < 0` in closed form, or None."""
    divisor = difference.divisor()
    if divisor == 0:
        return TRUE if difference.constant < 0 else FALSE
    terms = {term: count // divisor for term, count in difference.terms}
    whole = Sum(frozenset(terms.items()), difference.constant // divisor)
    return _bound(whole) or _remainder_below(whole) or _without_quotient(whole)


def _without_quotient(whole: Sum) -> Mask | None:
    """X // w + v < 0 is X + v w < 0; v - X // w < 0 is X >= (v + 1) w."""
    for term, count in sorted(whole.terms, key=repr):
        if not isinstance(term, Quotient) or abs(count) != 1:
            continue
        rest = whole.without(term)
        if count == 1:
            mask = _negative(term.of.plus(rest, term.by))
        else:
            below = _negative(term.of.plus(rest.shifted(1), -term.by))
            mask = None if below is None else opposite(below)
        if mask is not None:
            return mask
    return None


def _bound(whole: Sum) -> Mask | None:
    """Z + c < 0 and c - z < 0, where c may contain n or the other position y, as y or (y + s) // p * p."""
    terms = whole.coefficients()
    for name, side in _SIDES.items():
        sign = terms.get(name, 0)
        others = [(term, -count * sign) for term, count in terms.items() if term != name]
        if abs(sign) != 1 or len(others) > 1:
            continue
        bound = _position(others, side, -sign * whole.constant + (sign < 0))
        if bound is not None:
            return Below(side, bound) if sign > 0 else AtLeast(side, bound)
    return None


def _position(
    others: list[tuple[Term, int]], side: Side, constant: int
) -> Constant | FromEnd | RelativePosition | None:
    """The bound `constant + sum of others` on one side."""
    match others:
        case []:
            return Constant(constant)
        case [(Name("n"), 1)]:
            return FromEnd(constant)
        case [(Name(id_), 1)] if id_ == side.other.value:
            return RelativePosition(constant)
        case [(Quotient(of, by), count)] if count == by and of.coefficients() == {Name(side.other.value): 1}:
            return RelativePosition(constant, of.constant, by)
        case _:
            return None


def _remainder_below(whole: Sum) -> Mask | None:
    """`X % s < c` and `X % s > c`, if a few residue classes of positions or of blocks are equivalent."""
    found = _remainders(whole)
    return None if found is None else _few_classes(*found)


def _remainder_not_below(whole: Sum) -> Mask | None:
    """The negation: `X % s >= c` and `X % s <= c`."""
    found = _remainders(whole)
    if found is None:
        return None
    place, by, held = found
    return _few_classes(place, by, range(held.stop, by) if held.start == 0 else range(held.start))


def _remainders(whole: Sum) -> tuple[_Place, int, range] | None:
    """For `whole < 0` over a single remainder `place % by`: the remainders for which it holds."""
    match tuple(whole.terms):
        case ((Remainder(of, by), 1 | -1 as sign),):
            place = _place(of)
            if place is None or place.segment is not None:
                return None
            least, most = (0, -whole.constant) if sign == 1 else (whole.constant + 1, by)
            return place, by, range(max(0, min(by, least)), max(0, min(by, most)))
    return None


def _few_classes(place: _Place, by: int, held: range) -> Mask | None:
    """`place % by in held` as residue classes of positions, or of blocks of whole classes; None if there are many."""
    width = gcd(by, held.start - place.shift, held.stop - place.shift)
    first, count = (held.start - place.shift) // width, len(held) // width
    # One comparison may become at most 4 residue classes; each is a separate clause.
    if count > 4 and width < by:
        return None
    block, dilation = place.block * width, by // width
    if count == dilation:
        return TRUE
    classes = (Residue(place.side, dilation, Fixed((first + i) % dilation), block=block) for i in range(count))
    found = tuple(classes)
    return found[0] if len(found) == 1 else Or(found)


# ---- difference == 0 -------------------------------------------------------------------------------------------------
def _zero(difference: Sum) -> Mask | None:
    """`difference == 0` in closed form, or None."""
    divisor = difference.divisor()
    if divisor == 0:
        return TRUE if difference.constant == 0 else FALSE
    if difference.constant % divisor:
        return FALSE
    terms = frozenset((term, count // divisor) for term, count in difference.terms)
    whole = Sum(terms, difference.constant // divisor)
    mask = _residue(whole)
    if mask is not None:
        return mask
    below, at_most = _negative(whole), _negative(whole.shifted(-1))
    return None if below is None or at_most is None else And((opposite(below), at_most))


@dataclass(frozen=True, slots=True)
class _Place:
    """((x // block) % segment) + shift, where x is the position of a side; `segment` None: no modulo."""

    side: Side
    shift: int
    segment: int | None = None
    block: int = 1


def _place(of: Sum) -> _Place | None:
    match tuple(of.terms):
        case ((Name() as name, 1),) if name in _SIDES:
            return _Place(_SIDES[name], of.constant)
        case ((Quotient(inner, by), 1),):
            place = _place(inner)
            if place is not None and place.segment is None and place.block == 1 and place.shift == 0:
                return _Place(place.side, of.constant, None, by)
        case ((Remainder(inner, by), 1),):
            place = _place(inner)
            if place is not None and place.segment is None and place.shift == 0:
                return _Place(place.side, of.constant, by, place.block)
    return None


def _residue(whole: Sum) -> Mask | None:
    """`X % s == c`, `X % s == h % s` and `X % s == Y % s`: X - c, X - h or X - Y is a multiple of s."""
    remainders = [(term, count) for term, count in whole.terms if isinstance(term, Remainder)]
    if len(remainders) != len(whole.terms) or any(abs(count) != 1 for _, count in remainders):
        return None
    by = remainders[0][0].by
    if any(term.by != by for term, _ in remainders):
        return None
    match sorted(remainders, key=lambda one: one[1]):
        case [(only, sign)]:
            value = -sign * whole.constant
            return _multiple(only.of.shifted(-value), by) if 0 <= value < by else FALSE
        case [(left, -1), (right, 1)] if whole.constant == 0:
            return _multiple(right.of.minus(left.of), by)
        case _:
            return None


def _multiple(of: Sum, by: int) -> Mask | None:
    """`of % by == 0` as a residue class, or None."""
    terms = frozenset(
        (term, (count + (by - 1) // 2) % by - (by - 1) // 2) for term, count in of.terms
    )  # the representative nearest to 0
    of = Sum(frozenset(one for one in terms if one[1]), of.constant % by)
    match sorted(of.terms, key=lambda one: one[1]):
        case []:
            return TRUE if of.constant == 0 else FALSE
        case [(_, 1 | -1 as sign)]:
            place = _place(of if sign == 1 else Sum().minus(of))
            return None if place is None else _class(place, by, -place.shift)
        case [(left, -1), (right, 1)]:
            return _shared(left, right, of.constant, by)
        case [(left, 1), (right, 1)] if by == 2:  # a sum is even exactly if the difference is
            return _shared(left, right, of.constant, by)
        case _:
            return None


def _shared(left: Term, right: Term, constant: int, by: int) -> Mask | None:
    """`(right - left + constant) % by == 0`."""
    places = [_place(Sum(frozenset({(term, 1)}))) for term in (left, right) if term != _HEAD]
    match places:
        case [_Place() as a, _Place() as b] if a.side is not b.side and (a.segment, a.block) == (b.segment, b.block):
            if constant % by == 0:
                return SameResidue(by, a.segment, a.block)
        case [_Place() as only] if constant % by == 0:
            return Residue(only.side, by, ByHead(), only.segment, only.block)
    return None


def _class(place: _Place, by: int, value: int) -> Mask:
    return Residue(place.side, by, Fixed(value % by), place.segment, place.block)
