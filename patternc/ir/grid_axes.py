"""The dimensions of a grid, and the cells that a box admits along each: what a box is to whoever asks its facts."""

from __future__ import annotations

from math import prod
from typing import NamedTuple, TypeAlias


class GridAxis(NamedTuple):
    """A dimension of a row-major grid: `size` cells, `stride` positions apart.

    A query attends to the `extent` cells nearest to its own among those of its residue class modulo `dilation`.
    """

    stride: int
    size: int
    extent: int
    dilation: int

    @property
    def reach(self) -> int:
        """The most cells between a query and a key, also where a border moves the neighbourhood."""
        return (self.extent - 1) * self.dilation


GridAxes: TypeAlias = tuple[GridAxis, ...]


def grid_axes(grid: tuple[int, ...], extents: tuple[int, ...], dilations: tuple[int, ...]) -> GridAxes:
    """The dimensions of a grid, outermost first."""
    strides = (prod(grid[place + 1 :]) for place in range(len(grid)))
    return tuple(map(GridAxis, strides, grid, extents, dilations))


def keys_near(axes: GridAxes) -> int:
    """The number of keys that each query attends to."""
    return prod(axis.extent for axis in axes)
