"""The order of bounds, and atoms seen from the other side. Claims are proofs for every n >= 1 and 0 <= q, k < n."""

from __future__ import annotations

from typing import assert_never

from patternc.mask_ir import (
    AtLeast,
    Atom,
    Below,
    Bound,
    Constant,
    Follow,
    FromEnd,
    Residue,
    SameResidue,
)


def normal(bound: Bound) -> Bound:
    """The same bound with 0 <= shift < period, and no shift at all when the period is 1."""
    match bound:
        case Follow(offset, shift, period):
            whole, rest = divmod(shift, period)
            return Follow(offset + whole * period, rest, period)
        case _:
            return bound


def value(bound: Bound, x: int, n: int) -> int:
    """The bound's position for the other side at x in a sequence of n."""
    match bound:
        case Constant(position):
            return position
        case FromEnd(back):
            return n + back
        case Follow(offset, shift, period):
            return (x + shift) // period * period + offset
        case _:
            assert_never(bound)


def at_most(a: Bound, b: Bound) -> bool:
    """Whether a(x) <= b(x) is proven for every x and n. False means unknown."""
    a, b = normal(a), normal(b)
    match a, b:
        case Constant(x), Constant(y):
            return x <= y
        case Constant(x), FromEnd(y):
            return x <= 1 + y
        case Constant(x), Follow():
            return x <= value(b, 0, 1)
        case FromEnd(x), FromEnd(y):
            return x <= y
        case Follow(offset, shift, _), FromEnd(y):
            return shift + offset - 1 <= y
        case Follow(), Follow():
            return _follow_at_most(a, b)
        case _:
            return False


def _follow_at_most(a: Follow, b: Follow) -> bool:
    """Floor to a multiple loses between 0 and period - 1; floors of nested periods compare directly."""
    if a.shift == b.shift and a.period % b.period == 0 and a.offset <= b.offset:
        return True
    if a.shift == b.shift and b.period % a.period == 0 and a.offset + b.period - a.period <= b.offset:
        return True
    return a.shift + a.offset <= b.shift + b.offset - (b.period - 1)


def transposed(atom: Atom) -> Atom:
    """The same predicate as a bound on the other side (one-sided atoms and residues stay as they are).

    k < (q + s) // p * p + o  <=>  q >= (k - o) // p * p + p - s, and the negation of both for the other direction.
    """
    match atom:
        case Below(side, Follow() as bound):
            return AtLeast(side.other, _inverse(bound))
        case AtLeast(side, Follow() as bound):
            return Below(side.other, _inverse(bound))
        case AtLeast() | Below() | Residue() | SameResidue():
            return atom
        case _:
            assert_never(atom)


def _inverse(bound: Follow) -> Bound:
    return normal(Follow(offset=bound.period - bound.shift, shift=-bound.offset, period=bound.period))
