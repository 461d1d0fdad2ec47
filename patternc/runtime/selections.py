"""Block selections and boxes, tested pair by pair."""

import functools
import math

import torch
from torch import Tensor, nn

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


def _picked_at(lists: Tensor, row: Tensor, column: Tensor) -> Tensor:
    """Whether columns are in the lists [rows, K] of their rows; -1 is none: [Nq, Nk]."""
    blocks = 1 + max((int(x.max()) for x in (lists, column) if x.numel()), default=0)
    inside = lists >= 0
    table = torch.zeros(len(lists), blocks + 1, dtype=torch.bool, device=lists.device)
    return table.scatter_(1, torch.where(inside, lists, blocks).long(), True)[row, column]


def _picks_of_sequence(lists: Tensor, first: int, heads_before: int) -> Tensor:
    """Lists of the rows of a whole sequence and of the heads of a model up to the call's last: others are empty.

    Args:
        lists: [B, 1 or H, rows, K].
        first: the number of the call's first row.
        heads_before: the heads of the model before the call's first.
    """
    before = heads_before if lists.shape[1] > 1 else 0
    return nn.functional.pad(lists.long(), (0, 0, first, 0, before, 0), value=-1)


def _boxed(
    q: Tensor,
    k: Tensor,
    grid: tuple[int, ...],
    extents: tuple[int, ...],
    dilations: tuple[int, ...],
    steps: tuple[int, ...] = (),
    before: tuple[int, ...] = (),
) -> Tensor:
    """Whether k is among the nearest cells to q in each dimension, of its residue class, clamped at the borders.

    In a class, `steps` queries in a row share the cells of which `before` come before the first of these queries; by
    default each query has its own, half of which come before it.
    """
    seen = (q == q) & (k == k)
    steps, before = steps or (1,) * len(grid), before or tuple(extent // 2 for extent in extents)
    stride = math.prod(grid)
    for size, extent, dilation, step, earlier in zip(grid, extents, dilations, steps, before, strict=True):
        stride //= size
        i, j = q // stride % size, k // stride % size
        held = (size - 1 - i % dilation) // dilation + 1
        start = torch.minimum((i // dilation // step * step - earlier).clamp_min(0), held - extent)
        seen = seen & (i % dilation == j % dilation) & (j // dilation >= start) & (j // dilation < start + extent)
    return seen
