"""Masks that are the neighbourhoods of cells of a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod

import torch
from torch import Tensor

from patternc.frontend.primitives import Box
from patternc.integrations.translation.opaque_numbers import Trace
from patternc.ir.mask import Arithmetic, Compare, Expression, Mask, Number
from patternc.ir.semantics import admits
from patternc.ir.traversal import atoms


def box_of(mask: Mask, trace: Trace, n: int) -> Box | None:
    """The neighbourhood of cells of a grid that a mask of n positions is; None if it is none, or n is too large to try.

    Cells are those of the sizes by which the mask divides. The queries and keys along a dimension, in the first place
    of every other, tell the neighbourhood in it. All dimensions together are then compared pair by pair. Of several
    boxes, one without strides is preferred, then the fewest causal dimensions, no dilations, and the fewest dimensions.
    """
    largest = 1 << 13  # positions, up to which every pair is looked at
    if n > largest or not trace.reads(mask) <= {"q", "k"}:
        return None
    return min(_boxes(mask, trace, n), key=_unusual, default=None)


def _unusual(box: Box) -> tuple[bool, int, bool, int]:
    return max(box.strides) > 1, sum(box.causal), max(box.dilations) > 1, len(box.grid)


def _boxes(mask: Mask, trace: Trace, n: int) -> Iterator[Box]:
    for grid in _grids(mask, n):
        lines = [_line(mask, trace, size, prod(grid[axis + 1 :])) for axis, size in enumerate(grid)]
        found = [_fitting(line) for line in lines]
        fitting = tuple(one for one in found if one is not None)
        if len(fitting) == len(grid) and _is_product(mask, trace, lines, n):
            box = _joined(fitting)
            if box.extents != grid:  # otherwise it is what `causal` says, at any length
                yield box


def _grids(mask: Mask, n: int) -> Iterator[tuple[int, ...]]:
    """Grids of n cells whose rows, and whose planes, have sizes by which a mask divides."""
    sizes = sorted({size for one in atoms(mask) if isinstance(one, Compare) for size in _divisors(one.left, one.right)})
    rows = [size for size in sizes if 1 < size < n and n % size == 0]
    yield from ((n // row, row) for row in rows)
    yield from ((n // plane, plane // row, row) for row in rows for plane in rows if row < plane and plane % row == 0)


def _divisors(*expressions: Expression) -> Iterator[int]:
    for one in expressions:
        if isinstance(one, Arithmetic):
            if one.operator in ("//", "%") and isinstance(one.right, Number):
                yield one.right.value
            yield from _divisors(one.left, one.right)


# ---- one dimension ---------------------------------------------------------------------------------------------------
def _line(mask: Mask, trace: Trace, size: int, apart: int) -> Tensor:
    """Whether the queries along a dimension attend to the keys along it, [size, size]; `apart`: of its cells."""
    cells = torch.arange(size) * apart
    return trace.truth(mask, {"q": cells[:, None], "k": cells}).expand(size, size)


def _fitting(line: Tensor) -> Box | None:
    """The box of one dimension that admits the pairs of a line; None if there is none."""
    size = len(line)
    if not line.any(1).all():
        return None
    extent = int(line.sum(1).max())
    causal = extent > 1 and not line.triu(1).any()
    firsts = line.int().argmax(1)
    fullest = line[int(line.sum(1).argmax())].nonzero().squeeze(1)
    dilation = int(fullest[1] - fullest[0]) if extent > 1 else 1
    own = firsts[::dilation]  # of the first residue class
    changes = [0, *(1 + (own[1:] != own[:-1]).nonzero().squeeze(1)).tolist()]
    strides = {1, extent, *(after - before for before, after in pairwise(changes))}
    for stride in sorted(strides):
        box = Box((size,), (extent,), (dilation,), (stride,), (causal,))
        if any(one.severity == "error" for one in box.complaints()):
            continue
        some = torch.arange(0, size, max(1, size // 64))
        if _admits(box, line, some) and _admits(box, line, torch.arange(size)):
            return box
    return None


def _admits(box: Box, line: Tensor, rows: Tensor) -> bool:
    """Whether a box admits the pairs of some rows of a line."""
    size = len(line)
    found = admits(box.lower(), 0, rows.numpy()[:, None], torch.arange(size).numpy(), size, 1)
    return torch.equal(torch.as_tensor(found).expand(len(rows), size), line[rows])


# ---- all dimensions --------------------------------------------------------------------------------------------------
def _joined(lines: Sequence[Box]) -> Box:
    """The box of some dimensions, each of which is a box of one."""
    return Box(
        grid=tuple(one.grid[0] for one in lines),
        extents=tuple(one.extents[0] for one in lines),
        dilations=tuple(one.dilations[0] for one in lines),
        strides=tuple(one.strides[0] for one in lines),
        causal=tuple(one.causal[0] for one in lines),
    )


def _is_product(mask: Mask, trace: Trace, lines: Sequence[Tensor], n: int) -> bool:
    """Whether a mask admits the pairs that lines admit in every dimension."""
    positions, several = torch.arange(n), 1 << 8
    for start in range(0, n, several):
        rows = positions[start : start + several]
        wanted = torch.ones(len(rows), n, dtype=torch.bool)
        stride = n
        for line in lines:
            stride //= len(line)
            own, other = (cells // stride % len(line) for cells in (rows, positions))
            wanted &= line[own[:, None], other]
        if not torch.equal(trace.truth(mask, {"q": rows[:, None], "k": positions}).expand(len(rows), n), wanted):
            return False
    return True
