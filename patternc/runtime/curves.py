"""Orders of a grid's cells."""

import math

import torch
from torch import Tensor


def _cell(grid: tuple[int, ...], device: torch.device) -> list[Tensor]:
    """The index of every cell in each dimension of a row-major grid."""
    cells = torch.arange(math.prod(grid), device=device)
    strides = [math.prod(grid[axis + 1 :]) for axis in range(len(grid))]
    return [cells // stride % size for stride, size in zip(strides, grid, strict=True)]


def _tiled(grid: tuple[int, ...], sizes: tuple[int, ...], steps: tuple[int, ...], device: torch.device) -> Tensor:
    """Residue classes of cells `steps` apart, the tiles of each row by row, and their cells too; some tiles are cut."""
    key = torch.zeros((), dtype=torch.int64, device=device)
    cell = _cell(grid, device)
    for x, step in zip(cell, steps, strict=True):
        key = key * step + x % step
    for x, size, step, length in zip(cell, sizes, steps, grid, strict=True):
        key = key * -(-length // (step * size)) + x // (step * size)
    for x, size, step in zip(cell, sizes, steps, strict=True):
        key = key * size + x // step % size
    return key.argsort()


def _morton(grid: tuple[int, ...], device: torch.device) -> Tensor:
    """By the bits of the indices of cells, in turn: the curve of the enclosing power of two, cut to the grid."""
    cell = _cell(grid, device)
    key = torch.zeros_like(cell[0])
    for bit in reversed(range(max(grid).bit_length())):
        for x in cell:
            key = key * 2 + (x >> bit & 1)
    return key.argsort()


def _hilbert(grid: tuple[int, ...], device: torch.device) -> Tensor:
    """Along a Hilbert curve generalised to any extents (J. Cerveny, "Generalized Hilbert space-filling curve").

    All steps go to a neighbour where all extents are even. In two dimensions one step at most goes to a diagonal one,
    where the longer extent is odd and the other even; in three, with odd extents, some do, and few in short boxes go up
    to three cells. A box is a corner and its sides, the long ones first: signed extents, and strides.
    """
    strides = [math.prod(grid[axis + 1 :]) for axis in range(len(grid))]
    axes = sorted((axis for axis, size in enumerate(grid) if size > 1), key=lambda axis: -grid[axis])
    found: list[int] = []
    waiting = [(0, [(grid[axis], strides[axis]) for axis in axes])]
    while waiting:
        corner, sides = waiting.pop()
        long = [side for side in sides if abs(side[0]) > 1]
        if len(long) <= 1:
            count, stride = long[0] if long else (1, 1)
            found += range(corner, corner + count * stride, stride if count > 0 else -stride)
        else:
            waiting += (part for part in reversed(_parts(corner, sides)) if all(extent for extent, _ in part[1]))
    return torch.tensor(found, device=device)


def _parts(corner: int, sides: list[tuple[int, int]]) -> list[tuple[int, list[tuple[int, int]]]]:
    """The boxes a box is cut into, in the order of the curve, which goes from the corner along the first side."""
    a, b, *c = sides
    halves = [_half(side) for side in sides]
    if 2 * abs(a[0]) > 3 * max(abs(side[0]) for side in sides[1:]):
        first, rest = halves[0]
        return [(corner, [first, b, *c]), (_far(corner, first), [rest, b, *c])]
    if not c or 3 * abs(b[0]) > 4 * abs(c[0][0]):
        (a2, a_rest), (b2, b_rest) = halves[:2]
        last = _far(_far(corner, a, 1), b2, 1)
        back = (last, [_turned(b2), *c, _turned(a_rest)])
        return [(corner, [b2, *c, a2]), (_far(corner, b2), [a, b_rest, *c]), back]
    (a2, a_rest), (b2, b_rest), (c2, c_rest) = halves
    if 3 * abs(c[0][0]) > 4 * abs(b[0]):
        last = _far(_far(corner, a, 1), c2, 1)
        return [(corner, [c2, a2, b]), (_far(corner, c2), [a, b, c_rest]), (last, [_turned(c2), _turned(a_rest), b])]
    top, end = _far(corner, c[0], 1), _far(corner, a, 1)
    return [
        (corner, [b2, c2, a2]),
        (_far(corner, b2), [c[0], a2, b_rest]),
        (_far(top, b2, 1), [a, _turned(b2), _turned(c_rest)]),
        (_far(_far(_far(corner, a, 1), b2), c[0], 1), [_turned(c[0]), _turned(a_rest), b_rest]),
        (_far(end, b2, 1), [_turned(b2), c2, _turned(a_rest)]),
    ]


def _half(side: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """A side cut in two, the first part even where it can be."""
    extent, stride = side
    half = extent // 2
    if half % 2 and abs(extent) > 2:
        half += 1 if extent > 0 else -1
    return (half, stride), (extent - half, stride)


def _far(corner: int, side: tuple[int, int], less: int = 0) -> int:
    """The cell behind the last of a side, or, one less, the last."""
    extent, stride = side
    return corner + (extent - (less if extent > 0 else -less)) * stride


def _turned(side: tuple[int, int]) -> tuple[int, int]:
    return -side[0], side[1]
