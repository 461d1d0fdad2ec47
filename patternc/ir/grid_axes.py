"""The dimensions of a grid, and the cells that a box admits along each: what a box is to whoever asks its facts."""

from __future__ import annotations

from math import prod
from typing import NamedTuple, TypeAlias


class GridAxis(NamedTuple):
    """A dimension of a row-major grid: `size` cells, `stride` positions apart.

    A query attends to `extent` cells among those of its residue class modulo `dilation`. In the class, `step` queries
    in a row share them; the first is the one that stands `before` cells before the first of these queries, or the
    nearest to it with which all exist. `step` is at most `extent`, and `before` at most their difference.
    """

    stride: int
    size: int
    extent: int
    dilation: int
    step: int
    before: int

    @property
    def reach(self) -> int:
        """The most cells between a query and a key, also where a border moves the neighbourhood."""
        return (self.extent - 1) * self.dilation

    @property
    def from_keys(self) -> GridAxis:
        """Seen from a key, about: exactly where no border moves cells, and `step` divides `extent` and `before`."""
        return self._replace(before=self.extent - self.step - self.before)

    @property
    def centred(self) -> bool:
        """Whether every query has a neighbourhood of its own, which it is the middle of."""
        return (self.step, self.before) == (1, self.extent // 2)

    @property
    def numbers(self) -> tuple[int, ...]:
        """What functions of a dimension take: the last two where they are not as usual."""
        return self[:-2] if self.centred else self


GridAxes: TypeAlias = tuple[GridAxis, ...]


def grid_axes(
    grid: tuple[int, ...],
    extents: tuple[int, ...],
    dilations: tuple[int, ...],
    steps: tuple[int, ...] = (),
    before: tuple[int, ...] = (),
) -> GridAxes:
    """The dimensions of a grid, outermost first; `steps` and `before` are empty where all are as usual."""
    strides = (prod(grid[place + 1 :]) for place in range(len(grid)))
    usual = tuple(extent // 2 for extent in extents)
    return tuple(map(GridAxis, strides, grid, extents, dilations, steps or (1,) * len(grid), before or usual))


def box_numbers(axes: GridAxes) -> tuple[tuple[int, ...], ...]:
    """What functions of a box take: sizes, extents, dilations, and where they are not as usual steps and `before`."""
    _, *numbers = zip(*axes, strict=True)
    return tuple(numbers[:-2] if all(axis.centred for axis in axes) else numbers)


def keys_near(axes: GridAxes) -> int:
    """The number of keys that each query attends to."""
    return prod(axis.extent for axis in axes)
