"""Orders of a grid's cells."""

import math

import torch
from torch import Tensor

from .hilbert import _cells_along_curve


def _cell(grid: tuple[int, ...], device: torch.device) -> list[Tensor]:
    """The index of every cell in each dimension of a row-major grid."""
    cells = torch.arange(math.prod(grid), device=device)
    strides = [math.prod(grid[axis + 1 :]) for axis in range(len(grid))]
    return [cells // stride % size for stride, size in zip(strides, grid, strict=True)]


def _tiled(grid: tuple[int, ...], sizes: tuple[int, ...], steps: tuple[int, ...], device: torch.device) -> Tensor:
    """Order by residue classes of cells `steps` apart, then by tiles row by row, then by the cells of each tile."""
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
    """Order along a Morton curve of the enclosing power of two, cut to the grid: interleaved bits of cell indices."""
    cell = _cell(grid, device)
    key = torch.zeros_like(cell[0])
    for bit in reversed(range(max(grid).bit_length())):
        for x in cell:
            key = key * 2 + (x >> bit & 1)
    return key.argsort()


def _hilbert(grid: tuple[int, ...], device: torch.device) -> Tensor:
    """Order along a Hilbert curve."""
    return torch.tensor(_cells_along_curve(grid), device=device)
