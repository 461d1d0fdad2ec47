"""Hilbert's curve through the cells of a grid of any extents, as generated files number them.

The curve of J. Cerveny ("Generalized Hilbert space-filling curve"). A box is a corner and its sides, the long ones
first: signed extents, and strides of row-major cells.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TypeAlias

Side: TypeAlias = tuple[int, int]
"""A signed extent, and the stride of a step along it."""
Part: TypeAlias = tuple[int, tuple[Side, ...]]
"""A corner, and the sides from it."""


@lru_cache(maxsize=8)
def cells_along_curve(grid: tuple[int, ...]) -> tuple[int, ...]:
    """The row-major cell at each place of the curve."""
    strides = [prod(grid[axis + 1 :]) for axis in range(len(grid))]
    axes = sorted((axis for axis, size in enumerate(grid) if size > 1), key=lambda axis: -grid[axis])
    found: list[int] = []
    waiting: list[Part] = [(0, tuple((grid[axis], strides[axis]) for axis in axes))]
    while waiting:
        corner, sides = waiting.pop()
        long = [side for side in sides if abs(side[0]) > 1]
        if len(long) <= 1:
            count, stride = long[0] if long else (1, 1)
            found += range(corner, corner + count * stride, stride if count > 0 else -stride)
        else:
            waiting += (part for part in reversed(_parts(corner, sides)) if all(extent for extent, _ in part[1]))
    return tuple(found)


def _parts(corner: int, sides: tuple[Side, ...]) -> list[Part]:
    """The boxes a box is cut into, in the order of the curve, which goes from the corner along the first side."""
    a, b, *c = sides
    (a2, a_rest), (b2, b_rest) = _half(a), _half(b)
    if 2 * abs(a[0]) > 3 * max(abs(extent) for extent, _ in sides[1:]):
        return [(corner, (a2, b, *c)), (_far(corner, a2), (a_rest, b, *c))]
    if not c or 3 * abs(b[0]) > 4 * abs(c[0][0]):
        last = _far(_far(corner, a, 1), b2, 1)
        back = last, (_turned(b2), *c, _turned(a_rest))
        return [(corner, (b2, *c, a2)), (_far(corner, b2), (a, b_rest, *c)), back]
    if 3 * abs(c[0][0]) > 4 * abs(b[0]):
        c2, c_rest = _half(c[0])
        last = _far(_far(corner, a, 1), c2, 1)
        back = last, (_turned(c2), _turned(a_rest), b)
        return [(corner, (c2, a2, b)), (_far(corner, c2), (a, b, c_rest)), back]
    return _in_three(corner, a, b, c[0])


def _in_three(corner: int, a: Side, b: Side, c: Side) -> list[Part]:
    """The parts of a box of three sides about as long as each other."""
    (a2, a_rest), (b2, b_rest), (c2, c_rest) = map(_half, (a, b, c))
    top, end = _far(corner, c, 1), _far(corner, a, 1)
    return [
        (corner, (b2, c2, a2)),
        (_far(corner, b2), (c, a2, b_rest)),
        (_far(top, b2, 1), (a, _turned(b2), _turned(c_rest))),
        (_far(_far(end, b2), c, 1), (_turned(c), _turned(a_rest), b_rest)),
        (_far(end, b2, 1), (_turned(b2), c2, _turned(a_rest))),
    ]


def _half(side: Side) -> tuple[Side, Side]:
    """A side cut in two, the first part even where it can be."""
    extent, stride = side
    half = extent // 2
    if half % 2 and abs(extent) > 2:
        half += 1 if extent > 0 else -1
    return (half, stride), (extent - half, stride)


def _far(corner: int, side: Side, less: int = 0) -> int:
    """The cell behind the last of a side, or, one less, the last."""
    extent, stride = side
    return corner + (extent - (less if extent > 0 else -less)) * stride


def _turned(side: Side) -> Side:
    return -side[0], side[1]
