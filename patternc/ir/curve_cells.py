"""The cells of a grid along Hilbert's curve, as `runtime.hilbert` orders them, without a step for every cell.

Boxes with equal sides are walked alike wherever they are, and most boxes of a curve have one of few forms. So the cells
of each form are found once, as numbers relative to the corner.
"""

from __future__ import annotations

from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.runtime.hilbert import _parts

Cells: TypeAlias = npt.NDArray[np.int64]
Sides: TypeAlias = tuple[tuple[int, int], ...]


def cells_along_curve(grid: tuple[int, ...]) -> Cells:
    """The row-major cell at each place of the curve."""
    return _walked(_whole(grid), {}) if all(grid) else np.zeros(0, np.int64)


def _whole(grid: tuple[int, ...]) -> Sides:
    """The sides of a grid, the longest first; but of two not one that is odd where the other is even."""
    sides = [(size, prod(grid[axis + 1 :])) for axis, size in enumerate(grid) if size > 1]
    sides.sort(key=lambda side: -side[0])
    return tuple(reversed(sides) if len(sides) == 2 and sides[0][0] % 2 > sides[1][0] % 2 else sides)


def _walked(sides: Sides, known: dict[Sides, Cells]) -> Cells:
    """The cells of a box in their order, relative to its corner."""
    if sides in known:
        return known[sides]
    long = [side for side in sides if abs(side[0]) > 1]
    if len(long) <= 1:
        count, stride = long[0] if long else (1, 1)
        return np.arange(abs(count)) * (stride if count > 0 else -stride)
    parts = ((corner, part) for corner, part in _parts(0, sides) if all(extent for extent, _ in part))
    found = np.concatenate([corner + _walked(part, known) for corner, part in parts])
    # The most cells of a box that are kept for others of its form.
    if found.size <= 1 << 14:
        known[sides] = found
    return found
