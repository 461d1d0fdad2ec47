"""The partial order of bounds, and the transposition and negation of atoms.

Results hold for every n >= 1, 0 <= q, k < n and all valid runtime inputs: lengths are 0 to n, and documents begin at
block 0 and end at block ceil(n / block).
"""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import TypeAlias, assert_never

from patternc.ir.mask import (
    AtLeast,
    Below,
    Bound,
    Constant,
    FromEnd,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    RelativePosition,
    Side,
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


def decided(atom: AtLeast | Below) -> bool | None:
    """Whether a bound is proven to hold for every pair, or for none; None if neither is known."""
    before, behind = at_most(atom.bound, Constant(0)), at_most(FromEnd(0), atom.bound)
    return before == isinstance(atom, AtLeast) if before or behind else None


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


def distance_limit(atom: AtLeast | Below, side: Side) -> float:
    """A number that the position of a side minus that of the other never exceeds where a bound holds; inf: unknown."""
    match atom:
        case AtLeast(own, RelativePosition(offset, shift, period)) if own is not side:
            return period - 1 - shift - offset  # of x - (x + shift) // period * period - offset
        case Below(own, RelativePosition(offset, shift, _)) if own is side:
            return shift + offset - 1
        case _:
            return inf


def typical(bound: Bound, document: int) -> Known:
    """A bound of a runtime input, replaced by a known one of similar size. `document`: the size of documents."""
    match bound:
        case Constant() | FromEnd() | RelativePosition():
            return bound
        case OfBatch():
            return FromEnd(0)
        case OfDocument(_, end):
            return RelativePosition(document if end else 0, 0, document)
        case _:
            assert_never(bound)


def transposed(atom: AtLeast | Below) -> AtLeast | Below:
    """The same predicate with its bound on the other position; unchanged if the bound is the same for every position.

    k < (q + s) // p * p + o  <=>  q >= (k - o) // p * p + p - s, and the negation of both for the other direction.
    k < end of q's document  <=>  q >= start of k's document, and so on.
    """
    match atom.bound:
        case Constant() | FromEnd() | OfBatch():
            return atom
        case RelativePosition(offset, shift, period):
            bound = normal(RelativePosition(offset=period - shift, shift=-offset, period=period))
        case OfDocument(name, end, block):
            bound = OfDocument(name, not end, block)
        case _:
            assert_never(atom.bound)
    return Below(atom.side.other, bound) if isinstance(atom, AtLeast) else AtLeast(atom.side.other, bound)


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
