"""Block selections and boxes, tested pair by pair."""

import functools
import math

import torch
from torch import Tensor

from .position_hash import _hashed, _product


@functools.lru_cache(maxsize=64)
def _lowest(seed: int, head: int, blocks: int, count: int, device: torch.device) -> Tensor:
    """A mask of the columns with the `count` lowest ranks of their row, ties to the first: [blocks, blocks]."""
    column = torch.arange(blocks, device=device)
    order = _ranked(seed, head, column.unsqueeze(1), column).sort(dim=1, stable=True).indices
    return torch.zeros(blocks, blocks, dtype=torch.bool, device=device).scatter_(1, order[:, :count], True)


def _ranked(seed: int, head: int, row: Tensor, column: Tensor) -> Tensor:
    """A 31-bit rank of each column: octaves [0, 2), [2, 4), [4, 8), ... are shuffled, spread evenly, and jittered."""
    total = torch.zeros_like(row + column)
    for octave in range(int(column.max() + 1).bit_length()):
        first, bits = 1 << octave if octave else 0, max(octave, 1)
        here = (column >= first) & (column < 2 << octave)
        key = _hashed(seed, head, row, octave)
        place = (column - first) * here
        for turn, odd in enumerate((0x7FEB352D, 0x846CA68B, 0x2C1B3C6D)):
            place = _product((place + _hashed(key, turn)) % (1 << bits), odd) % (1 << bits)
            place = place ^ (place >> (bits + 1) // 2)
        total += here * ((place << (31 - bits)) + (_hashed(key, column) >> (bits + 1)))
    return total


def _boxed(q: Tensor, k: Tensor, grid: tuple[int, ...], extents: tuple[int, ...], dilations: tuple[int, ...]) -> Tensor:
    """Whether k is among the nearest cells to q in each dimension, of its residue class, clamped at the borders."""
    seen = (q == q) & (k == k)
    stride = math.prod(grid)
    for size, extent, dilation in zip(grid, extents, dilations, strict=True):
        stride //= size
        i, j = q // stride % size, k // stride % size
        held = (size - 1 - i % dilation) // dilation + 1
        start = torch.minimum((i // dilation - extent // 2).clamp_min(0), held - extent)
        seen = seen & (i % dilation == j % dilation) & (j // dilation >= start) & (j // dilation < start + extent)
    return seen
