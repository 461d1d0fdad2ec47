"""Masks evaluated on rectangles of pairs: whether some pair may be admitted, and whether every pair is.

Interval arithmetic decides most rectangles without evaluating pairs. `possible` may be true and `certain` false
although they need not be, but for a rectangle of a single pair both are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TypeAlias, assert_never

import numpy as np

from patternc.counting.head_of_call import HeadOfCall, Numbers, Truths
from patternc.counting.row_keys import below_of_class
from patternc.ir.facts import atom_facts, block_sizes, bound_facts
from patternc.ir.grid_axes import GridAxes, GridAxis
from patternc.ir.intervals import Range, interval
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    BoundAt,
    Box,
    Compare,
    Label,
    Mask,
    Not,
    Or,
    Residue,
    SameResidue,
    Selection,
    Side,
)
from patternc.ir.semantics import offset_value

Ends: TypeAlias = tuple[Numbers, Numbers]
"""The first and the last value of each interval."""


@dataclass(frozen=True, slots=True)
class Rectangles:
    """Rectangles of pairs [R], each given by its first and last query and its first and last key."""

    queries: Ends
    keys: Ends

    @property
    def single(self) -> Truths:
        """A mask of the rectangles that are a single pair."""
        return np.asarray((self.queries[0] == self.queries[1]) & (self.keys[0] == self.keys[1]))

    def of(self, side: Side) -> Ends:
        """The first and last positions of a side."""
        return self.queries if side is Side.QUERY else self.keys

    def chosen(self, which: Truths | Numbers) -> Rectangles:
        """The chosen rectangles."""
        (a, b), (c, d) = self.queries, self.keys
        return Rectangles((a[which], b[which]), (c[which], d[which]))


def pair_bounds(mask: Mask, parts: Rectangles, call: HeadOfCall) -> tuple[Truths, Truths]:
    """For each rectangle, whether some pair may be admitted, and whether all pairs certainly are."""
    possible, certain = (np.broadcast_to(one, parts.keys[0].shape).copy() for one in _known(mask, parts, call))
    single = parts.single
    if single.any():
        possible[single] = certain[single] = call.admits(mask, parts.queries[0], parts.keys[0])[single]
    return possible, certain


def _known(mask: Mask, parts: Rectangles, call: HeadOfCall) -> tuple[Truths, Truths]:
    if isinstance(mask, Selection):
        return _selected(mask, parts, call)
    match mask:
        case AtLeast(side, bound):
            (low, high), (least, most) = parts.of(side), _extremes(bound, parts.of(side.other), call)
            return high >= least, low >= most
        case Below(side, bound):
            (low, high), (least, most) = parts.of(side), _extremes(bound, parts.of(side.other), call)
            return low < most, high < least
        case Residue():
            return _of_class(mask, parts.of(mask.side), call)
        case SameResidue():
            return _same_class(mask, parts)
        case Box():
            return _near(atom_facts(mask).axes, parts), np.zeros(parts.keys[0].shape, bool)
        case Compare(operator, left, right):
            queries, keys = Range(*parts.queries), Range(*parts.keys)
            names = {"q": queries, "k": keys, "n": Range(call.n, call.n), "h": Range(call.head, call.head)}
            labels = partial(_labels, parts=parts, call=call)
            ends = partial(_document_ends, parts=parts, call=call)
            return _compared(operator, *(interval(one, names, labels, ends) for one in (left, right)))
        case Not(inner):
            possible, certain = _known(inner, parts, call)
            return ~certain, ~possible
        case And(masks):
            return _joined([_known(one, parts, call) for one in masks], parts, np.logical_and, True)
        case Or(masks):
            return _joined([_known(one, parts, call) for one in masks], parts, np.logical_or, False)
        case _:
            assert_never(mask)


def _extremes(bound: Bound, ends: Ends, call: HeadOfCall) -> Ends:
    """The least and the greatest position of a bound, the other side's position being in an interval."""
    first, last = ends
    if bound_facts(bound).rises:
        return call.bound(bound, first), call.bound(bound, last)
    return _ends_of(call.bound(bound, np.arange(call.n)), first, last)


def _labels(label: Label, parts: Rectangles, call: HeadOfCall) -> Range:
    """The least and the greatest label of the positions in each rectangle."""
    ends = (end // label.block for end in parts.of(label.side))
    return Range(*_ends_of(np.asarray(call.inputs[label.input], np.int64), *ends))


def _document_ends(end: BoundAt, parts: Rectangles, call: HeadOfCall) -> Range:
    """The least and the greatest end of the documents of the positions in each rectangle."""
    return Range(*_extremes(end.bound, parts.of(end.side), call))


def _ends_of(numbers: Numbers, first: Numbers, last: Numbers) -> Ends:
    """The least and the greatest of the numbers of each interval of places."""
    numbers = np.append(numbers, numbers[-1:])
    cuts = np.stack([first, last + 1], axis=1).ravel()
    return np.minimum.reduceat(numbers, cuts)[::2], np.maximum.reduceat(numbers, cuts)[::2]


def _joined(
    found: list[tuple[Truths, Truths]], parts: Rectangles, join: np.ufunc, empty: bool
) -> tuple[Truths, Truths]:
    both = [np.full(parts.keys[0].shape, empty) for _ in range(2)]
    for one in found:
        both = [join(before, now) for before, now in zip(both, one, strict=True)]
    return both[0], both[1]


def _of_class(mask: Residue, ends: Ends, call: HeadOfCall) -> tuple[Truths, Truths]:
    """Whether some position of each interval is in the residue class, and whether all are, by counting them."""
    wanted = np.int64(offset_value(mask.offset, mask.dilation, call.head, call.heads))
    first, last = (
        below_of_class(end, wanted, mask.dilation, mask.segment, mask.block)  # type: ignore[arg-type]
        for end in (ends[0], ends[1] + 1)
    )
    return last > first, last - first == ends[1] + 1 - ends[0]


def _same_class(mask: SameResidue, parts: Rectangles) -> tuple[Truths, Truths]:
    """Whether some query and key are in the same class, and whether all are; both sides are intervals."""
    (q, last_q), (k, last_k) = ((ends[0] // mask.block, ends[1] // mask.block) for ends in (parts.queries, parts.keys))
    wraps = np.zeros(q.shape, bool)
    if mask.segment is not None:
        wraps = (q // mask.segment != last_q // mask.segment) | (k // mask.segment != last_k // mask.segment)
        (q, last_q), (k, last_k) = (
            (low - low // mask.segment * mask.segment, high - low // mask.segment * mask.segment)
            for low, high in ((q, last_q), (k, last_k))
        )
    apart = (k - q) % mask.dilation
    meets = (apart <= last_q - q) | (apart >= mask.dilation - (last_k - k))
    alone = (q == last_q) & (k == last_k) & (apart == 0)
    return meets | wraps, (alone | (mask.dilation == 1)) & ~wraps


def _same_block(ends: Ends, block: int) -> Truths:
    return np.asarray(ends[0] // block == ends[1] // block)


def _constant(mask: Mask, same: Truths, parts: Rectangles, call: HeadOfCall) -> tuple[Truths, Truths]:
    """The value of a mask of blocks for rectangles within a single pair of blocks; elsewhere nothing is known."""
    truth = call.admits(mask, parts.queries[0], parts.keys[0])
    return ~same | truth, same & truth


def _selected(selection: Selection, parts: Rectangles, call: HeadOfCall) -> tuple[Truths, Truths]:
    sizes = block_sizes(selection)
    # The most pairs of blocks of a selection that are all evaluated.
    if prod(-(-call.n // size) for size in sizes) > 2048**2:
        same = _same_block(parts.queries, sizes[0]) & _same_block(parts.keys, sizes[1])
        return _constant(selection, same, parts, call)
    sums = call.chosen(selection)
    sides = zip((parts.queries, parts.keys), sizes, strict=True)
    (top, bottom), (left, right) = ((ends[0] // size, ends[1] // size + 1) for ends, size in sides)
    held = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return held > 0, held == (bottom - top) * (right - left)


def _near(box: GridAxes, parts: Rectangles) -> Truths:
    """Whether some query's neighbourhood may contain some key, judged in each dimension."""
    truth = np.ones(parts.keys[0].shape, bool)
    for axis in box:
        (i, last_i), (j, last_j) = (_places(ends, axis) for ends in (parts.queries, parts.keys))
        truth &= (j <= last_i + axis.reach) & (last_j >= i - axis.reach)
    return truth


def _places(ends: Ends, axis: GridAxis) -> Ends:
    """The interval of cell coordinates in a dimension; the whole dimension if positions wrap around in it."""
    first, last = (end // axis.stride for end in ends)
    around = first // axis.size != last // axis.size
    return np.where(around, 0, first % axis.size), np.where(around, axis.size - 1, last % axis.size)


def _compared(operator: str, left: Range, right: Range) -> tuple[Truths, Truths]:
    if operator == "<":
        return np.asarray(left.least < right.most), np.asarray(left.most < right.least)
    met = (left.least <= right.most) & (right.least <= left.most)
    return np.asarray(met), np.asarray(met & (left.least == left.most) & (right.least == right.most))
