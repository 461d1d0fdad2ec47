"""The partial order of bounds, and the transposition and negation of atoms.

Results hold for every n >= 1, 0 <= q, k < n and all valid runtime inputs: lengths are 0 to n, and documents begin at
block 0 and end at block ceil(n / block).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import assert_never, overload

from patternc.ir.facts import bound_facts
from patternc.ir.mask import (
    AtLeast,
    Below,
    Bound,
    Constant,
    FromEnd,
    InDocument,
    InEntries,
    KnownBound,
    Mask,
    Not,
    OfDocument,
    OfEntry,
    RelativePosition,
    Side,
)


@overload
def normal(bound: RelativePosition) -> RelativePosition: ...
@overload
def normal(bound: Bound) -> Bound: ...
def normal(bound: Bound) -> Bound:
    """The same bound with 0 <= shift < period, and shift 0 if the period is 1."""
    match bound:
        case RelativePosition(offset, shift, period):
            whole, rest = divmod(shift, period)
            return RelativePosition(offset + whole * period, rest, period)
        case InDocument(_, RelativePosition() as inner):
            return replace(bound, bound=normal(inner))
        case InEntries(inner) | OfEntry(inner):
            own = normal(inner)
            assert not isinstance(own, InEntries | OfEntry)
            return replace(bound, bound=own)
        case _:
            return bound


def typical_position(bound: Bound, x: int, n: int) -> int:
    """The position of a bound, given the other side's position x, in a sequence of n positions.

    A bound of a runtime input has the position of a typical one.
    """
    match bound_facts(bound).typical:
        case Constant(position):
            return position
        case FromEnd(back, period):
            return -(-n // period) * period + back
        case RelativePosition(offset, shift, period):
            return (x + shift) // period * period + offset
        case InEntries(inner, ratio):
            return typical_position(inner, x, n) // ratio
        case OfEntry(inner, ratio):
            return typical_position(inner, x * ratio + ratio - 1, n)
        case known:
            assert_never(known)


@lru_cache(maxsize=1 << 14)
def at_most(a: Bound, b: Bound) -> bool:
    """Whether a(x) <= b(x) is proven for every x, n and input. False means unknown."""
    a, b = normal(a), normal(b)
    most, least = bound_facts(a).most, bound_facts(b).least
    return a == b or _compared(a, b) or (most != a and at_most(most, b)) or (least != b and at_most(a, least))


def _compared(a: Bound, b: Bound) -> bool:
    """Whether a(x) <= b(x) follows from nested periods."""
    match a, b:
        case Constant(x), Constant(y):
            return x <= y
        case Constant(x), FromEnd(y, period):
            return x <= period + y
        case Constant(x), RelativePosition(offset):
            return x <= offset
        case FromEnd(x, period), FromEnd(y, other) if other % period == 0:
            return x <= y
        case FromEnd(x, period), FromEnd(y, other) if period % other == 0:
            return x + period - other <= y
        case RelativePosition(offset, shift, period), FromEnd(y, end) if end % period == 0:
            return (shift - 1) // period * period + offset <= y
        case RelativePosition(x, shift, period), RelativePosition(y, same, other) if shift == same:
            return (period % other == 0 and x <= y) or (other % period == 0 and x + other - period <= y)
        case InDocument(name, x), InDocument(other, y) if name == other:
            return at_most(x, y)
        case (InEntries(x, ratio), InEntries(y, other)) | (OfEntry(x, ratio), OfEntry(y, other)) if ratio == other:
            return at_most(x, y)
        case (OfDocument(name, False, 1), InDocument(other)) | (InDocument(other), OfDocument(name, True, 1)):
            return name == other
        case _:
            return False


def may_leave(bound: KnownBound) -> tuple[bool, bool]:
    """Whether a bound may lie before the first position of a sequence, and whether behind its end."""
    return not at_most(Constant(0), bound), not at_most(bound, FromEnd(0))


def decided(atom: AtLeast | Below) -> bool | None:
    """Whether a bound is proven to hold for every pair, or for none; None if neither is known."""
    before, behind = at_most(atom.bound, Constant(0)), at_most(FromEnd(0), atom.bound)
    return before == isinstance(atom, AtLeast) if before or behind else None


def distance_limit(atom: AtLeast | Below, side: Side) -> float:
    """A number that the position of a side minus that of the other never exceeds where a bound holds; inf: unknown."""
    facts = bound_facts(atom.bound)
    match atom, facts.least, facts.most:
        case AtLeast(own), RelativePosition(offset, _, 1), _ if own is not side:
            return -offset
        case Below(own), _, RelativePosition(offset, _, 1) if own is side:
            return offset - 1
        case _:
            return inf


def transposed(atom: AtLeast | Below) -> AtLeast | Below:
    """The same predicate with its bound on the other position; unchanged if no bound on that says the same.

    k < (q + s) // p * p + o  <=>  q >= (k - o) // p * p + p - s, and the negation of both for the other direction.
    k < end of q's document  <=>  q >= start of k's document, and so on.
    """
    mirror = bound_facts(atom.bound).mirror
    if mirror is None:
        return atom
    return (Below if isinstance(atom, AtLeast) else AtLeast)(atom.side.other, normal(mirror))


def opposite_bound(atom: AtLeast | Below) -> AtLeast | Below:
    """The negation of a bound."""
    return Below(atom.side, atom.bound) if isinstance(atom, AtLeast) else AtLeast(atom.side, atom.bound)


def opposite(mask: Mask) -> Mask:
    """The negation of a mask: a bound becomes the opposite bound, and a double negation is removed."""
    match mask:
        case AtLeast() | Below():
            return opposite_bound(mask)
        case Not(inner):
            return inner
        case _:
            return Not(mask)
