"""The meaning of the mask IR: slow, obvious, and sharing no code with any lowering.

Positions and heads may be plain integers or broadcasting integer arrays (NumPy or torch): only operators are used.
"""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

from patternc.mask_ir import (
    And,
    AtLeast,
    Below,
    Bound,
    ByHead,
    ByHeadBlock,
    Constant,
    Fixed,
    Follow,
    FromEnd,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    Mask,
    Not,
    Offset,
    Or,
    Pattern,
    Residue,
    SameResidue,
    Side,
)

Position: TypeAlias = Any  # int, or an integer array
Truth: TypeAlias = Any  # bool, or a boolean array


def admits(mask: Mask, h: int, q: Position, k: Position, n: int, heads: int) -> Truth:
    """Whether `mask` holds for head h (of `heads`), query q and key k in a sequence of n positions."""
    match mask:
        case AtLeast(side, bound):
            return _own(side, q, k) >= position(bound, _own(side.other, q, k), n)
        case Below(side, bound):
            return _own(side, q, k) < position(bound, _own(side.other, q, k), n)
        case Residue(side, dilation, offset, segment):
            return residue(_own(side, q, k), dilation, segment) == offset_value(offset, dilation, h, heads)
        case SameResidue(dilation, segment):
            return residue(q, dilation, segment) == residue(k, dilation, segment)
        case Not(inner):
            return admits(inner, h, q, k, n, heads) ^ True
        case And(masks):
            truth: Truth = (q == q) & (k == k)
            for inner in masks:
                truth = truth & admits(inner, h, q, k, n, heads)
            return truth
        case Or(masks):
            truth = (q != q) | (k != k)
            for inner in masks:
                truth = truth | admits(inner, h, q, k, n, heads)
            return truth
        case _:
            assert_never(mask)


def _own(side: Side, q: Position, k: Position) -> Position:
    return q if side is Side.QUERY else k


def position(bound: Bound, x: Position, n: int) -> Position:
    """The position a bound stands for, given the other side's position x."""
    match bound:
        case Constant(value):
            return value
        case FromEnd(value):
            return n + value
        case Follow(offset, shift, period):
            return (x + shift) // period * period + offset
        case _:
            assert_never(bound)


def residue(x: Position, dilation: int, segment: int | None) -> Position:
    """The residue class of position x within its segment."""
    return (x if segment is None else x % segment) % dilation


def offset_value(offset: Offset, dilation: int, h: int, heads: int) -> int:
    """The residue a head attends to."""
    match offset:
        case Fixed(value):
            return value
        case ByHead():
            return h % dilation
        case ByHeadBlock():
            return h // -(-heads // dilation)
        case _:
            assert_never(offset)


def head_range(heads: Heads, total: int) -> range:
    """The heads a group runs, of `total`."""
    match heads:
        case HeadRange(start, stop):
            return range(start, total if stop is None else stop)
        case HeadShare(index, count, extra_first):
            size, extra = divmod(total, count)
            longer = [(extra_first and i < extra) or (not extra_first and i >= count - extra) for i in range(count)]
            sizes = [size + one for one in longer]
            return range(sum(sizes[:index]), sum(sizes[: index + 1]))
        case _:
            assert_never(heads)


def group_of(pattern: Pattern, h: int, heads: int) -> HeadGroup:
    """The group that runs head h (of `heads`); one that no group names is refused before."""
    return next(group for group in pattern.groups if h in head_range(group.heads, heads))


def multiplicities(pattern: Pattern, h: int, q: Position, k: Position, n: int, heads: int) -> tuple[Any, ...]:
    """For head h, how many times each of its branches admits (q, k); one entry a branch of the head's group."""
    branches = group_of(pattern, h, heads).branches
    return tuple(branch.multiplicity * admits(branch.mask, h, q, k, n, heads) for branch in branches)
