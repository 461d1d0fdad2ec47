"""The order of the cells of a grid of any extents along Hilbert's curve."""

import math

_Side = tuple[int, int]  # of a box of cells: a signed extent, and the stride of a step along it


def _cells_along_curve(grid: tuple[int, ...]) -> list[int]:
    """The row-major cell at each place of the curve of J. Cerveny ("Generalized Hilbert space-filling curve").

    All steps go to a neighbour where there are at most two dimensions, or all extents are even; else some go to a
    diagonal one, and few in short boxes up to three cells far. A box is a corner and its sides, along the first of
    which the curve goes: the longest one, which in two dimensions must not be odd where the other is even.
    """
    strides = [math.prod(grid[axis + 1 :]) for axis in range(len(grid))]
    axes = sorted((axis for axis, size in enumerate(grid) if size > 1), key=lambda axis: -grid[axis])
    if len(axes) == 2 and grid[axes[0]] % 2 > grid[axes[1]] % 2:
        axes.reverse()
    cells: list[int] = []
    waiting = [(0, tuple((grid[axis], strides[axis]) for axis in axes))] if all(grid) else []
    while waiting:
        corner, sides = waiting.pop()
        long = [side for side in sides if abs(side[0]) > 1]
        if len(long) <= 1:
            count, stride = long[0] if long else (1, 1)
            cells += range(corner, corner + count * stride, stride if count > 0 else -stride)
        else:
            waiting += (part for part in reversed(_parts(corner, sides)) if all(extent for extent, _ in part[1]))
    return cells


def _parts(corner: int, sides: tuple[_Side, ...]) -> list[tuple[int, tuple[_Side, ...]]]:
    """The boxes that a box is cut into, in the order of the curve, which starts at the corner along the first side."""
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


def _in_three(corner: int, a: _Side, b: _Side, c: _Side) -> list[tuple[int, tuple[_Side, ...]]]:
    """The parts of a box with three sides of similar length."""
    (a2, a_rest), (b2, b_rest), (c2, c_rest) = map(_half, (a, b, c))
    top, end = _far(corner, c, 1), _far(corner, a, 1)
    return [
        (corner, (b2, c2, a2)),
        (_far(corner, b2), (c, a2, b_rest)),
        (_far(top, b2, 1), (a, _turned(b2), _turned(c_rest))),
        (_far(_far(end, b2), c, 1), (_turned(c), _turned(a_rest), b_rest)),
        (_far(end, b2, 1), (_turned(b2), c2, _turned(a_rest))),
    ]


def _half(side: _Side) -> tuple[_Side, _Side]:
    """A side cut in two, the first part even where it can be."""
    extent, stride = side
    half = extent // 2
    if half % 2 and abs(extent) > 2:
        half += 1 if extent > 0 else -1
    return (half, stride), (extent - half, stride)


def _far(corner: int, side: _Side, less: int = 0) -> int:
    """The cell behind the last one of a side; `less`: the last one."""
    extent, stride = side
    return corner + (extent - (less if extent > 0 else -less)) * stride


def _turned(side: _Side) -> _Side:
    return -side[0], side[1]
