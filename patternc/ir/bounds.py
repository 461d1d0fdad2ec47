"""The partial order of bounds, and the transposition and negation of atoms.

Results hold for every n >= 1, 0 <= q, k < n and all valid runtime inputs: lengths are 0 to n, and documents begin at
block 0 and end at block ceil(n / block).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, assert_never

from patternc.ir.mask import (
    AtLeast,
    Atom,
    Below,
    Bound,
    Box,
    Compare,
    Constant,
    FromEnd,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Table,
    TopK,
)

Known: TypeAlias = Constant | FromEnd | RelativePosition
"""The bounds that do not depend on runtime inputs."""


def normal(bound: Bound) -> Bound:
    """The same bound with 0 <= shift < period, and shift 0 if the period is 1."""
    match bound:
        case RelativePosition(offset, shift, period):
            whole, rest = divmod(shift, period)
            return RelativePosition(offset + whole * period, rest, period)
        case _:
            return bound


def value(bound: Known, x: int, n: int) -> int:
    """The position of a bound, given the other side's position x in a sequence of n positions."""
    match bound:
        case Constant(position):
            return position
        case FromEnd(back, period):
            return -(-n // period) * period + back
        case RelativePosition(offset, shift, period):
            return (x + shift) // period * period + offset
        case _:
            assert_never(bound)


@lru_cache(maxsize=1 << 14)
def at_most(a: Bound, b: Bound) -> bool:
    """Whether a(x) <= b(x) is proven for every x, n and input. False means unknown."""
    a, b = normal(a), normal(b)
    match a, b:
        case _ if a == b:
            return True
        case OfDocument(name, False, block), OfDocument(other, True, blocks) if (name, block) == (other, blocks):
            return True
        case OfDocument(_, False, block), _:
            return at_most(RelativePosition(0, 0, block), b)  # a document begins no later than the block of x
        case _, OfDocument(_, True, block):
            return at_most(a, RelativePosition(block, 0, block))  # and it does not end within that block
        case Constant(x), OfDocument() | OfBatch():
            return x <= 0
        case OfDocument(_, _, block), FromEnd():
            return at_most(FromEnd(0, block), b)
        case OfBatch(name, scale), OfBatch(other, scales):
            return name == other and scale <= scales
        case OfBatch(_, 1), FromEnd(y):
            return y >= 0
        case Constant(x), Constant(y):
            return x <= y
        case Constant(x), FromEnd(y, period):
            return x <= period + y
        case Constant(x), RelativePosition():
            return x <= value(b, 0, 1)
        case FromEnd(), FromEnd():
            return _end_at_most(a, b)
        case RelativePosition(offset, shift, period), FromEnd(y, end):
            nested = end % period == 0 and (shift - 1) // period * period + offset <= y
            return nested or shift + offset - 1 <= y
        case RelativePosition(), RelativePosition():
            return _follow_at_most(a, b)
        case _:
            return False


def _end_at_most(a: FromEnd, b: FromEnd) -> bool:
    """Rounding n up to a multiple of a period adds at most period - 1; nested periods compare directly."""
    if b.period % a.period == 0:
        return a.value <= b.value
    if a.period % b.period == 0:
        return a.value + a.period - b.period <= b.value
    return a.value + a.period - 1 <= b.value


def _follow_at_most(a: RelativePosition, b: RelativePosition) -> bool:
    """Rounding down to a multiple of a period subtracts 0 to period - 1; nested periods compare directly."""
    if a.shift == b.shift and a.period % b.period == 0 and a.offset <= b.offset:
        return True
    if a.shift == b.shift and b.period % a.period == 0 and a.offset + b.period - a.period <= b.offset:
        return True
    return a.shift + a.offset <= b.shift + b.offset - (b.period - 1)


def transposed(atom: Atom) -> Atom:
    """The same predicate with its bound on the other position (one-sided atoms and residue classes are unchanged).

    k < (q + s) // p * p + o  <=>  q >= (k - o) // p * p + p - s, and the negation of both for the other direction.
    k < end of q's document  <=>  q >= start of k's document, and so on.
    """
    match atom:
        case Below(side, OfDocument(name, end, block)):
            return AtLeast(side.other, OfDocument(name, not end, block))
        case AtLeast(side, OfDocument(name, end, block)):
            return Below(side.other, OfDocument(name, not end, block))
        case Below(side, RelativePosition() as bound):
            return AtLeast(side.other, _inverse(bound))
        case AtLeast(side, RelativePosition() as bound):
            return Below(side.other, _inverse(bound))
        case AtLeast() | Below() | Residue() | SameResidue() | Random() | Table() | TopK() | Box() | Compare():
            return atom
        case _:
            assert_never(atom)


def _inverse(bound: RelativePosition) -> Bound:
    return normal(RelativePosition(offset=bound.period - bound.shift, shift=-bound.offset, period=bound.period))


def opposite(mask: Mask) -> Mask:
    """The negation of a mask: a bound becomes the opposite bound, and a double negation is removed."""
    match mask:
        case AtLeast(side, bound):
            return Below(side, bound)
        case Below(side, bound):
            return AtLeast(side, bound)
        case Not(inner):
            return inner
        case _:
            return Not(mask)
