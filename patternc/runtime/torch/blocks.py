"""Blocks: rows that attend to columns."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

Bounds = tuple[tuple[int, ...], tuple[int, ...]]  # lows, highs: max(lows) <= k < min(highs)


class Block(NamedTuple):
    """Rows that attend to columns, both as positions, of heads with the same mask: a run, or the part of one."""

    heads: range
    kv_heads: range  # which they read: as many, or each several
    rows: range | Tensor
    columns: range | Tensor
    bounds: Callable[[int], Bounds]  # of the columns that the row at a position attends to
    admits: Callable[[Tensor, Tensor], Tensor] | None = None  # whether q attends to k, or how often, besides bounds
    log_count: float = 0.0  # log of how often each pair counts
    softmax: int = 0  # which of a head's softmaxes it belongs to
    segments: int = 1  # with the same rows and columns, `width` positions apart
    width: int = 1
    listed: object = None  # a `Listed`: which blocks of its rows attend to which blocks of its columns
    entry: int = 0  # of the batch
    origin: int = 0  # the position of its first query in the call
    key_origin: int = 0  # and of its first key
    masked: bool = True  # whether some row does not attend to some column
    causal: bool = False  # rows and columns are the same, and a row attends to those up to its own

    def of_rows(self, tensor: Tensor) -> Tensor:
        """The block's rows of a tensor [B, H, N, ...]: [heads, segments, rows, ...]."""
        return _view(self, tensor, self.heads, self.rows, self.origin)

    def of_columns(self, tensor: Tensor, origin: int) -> Tensor:
        """The block's columns of a tensor that begins at `origin`: [heads, segments, columns, ...]."""
        return _view(self, tensor, self.kv_heads, self.columns, origin)


def _everything(_x: int) -> Bounds:
    """No bounds: all columns."""
    return (), ()


def _causal(x: int) -> Bounds:
    """Columns up to the row's own position x."""
    return (), (x + 1,)


def _entry(given: Tensor, b: int) -> Tensor:
    """The argument of a batch entry, from a list with one for each entry or one for all."""
    return given if len(given) == 1 else given[b : b + 1]


def _positions(places: range | Tensor, device: torch.device) -> Tensor:
    """The positions of the first segment, as a tensor."""
    if isinstance(places, Tensor):
        return places.to(device)
    return torch.arange(places.start, places.stop, places.step, device=device)


def _view(block: Block, tensor: Tensor, heads: range, places: range | Tensor, origin: int) -> Tensor:
    """Some rows of each segment, a copy where they are listed: see `Block.of_columns`."""
    rows = tensor[block.entry, heads.start : heads.stop : heads.step]
    if isinstance(places, Tensor):
        return rows.index_select(1, places - origin).unsqueeze(1)
    first, extent = places.start - origin, places[-1] + 1 - places.start
    rows = rows[:, first : first + (block.segments - 1) * block.width + extent]
    return rows.unfold(1, extent, max(block.width, 1))[..., :: places.step].movedim(-1, 2)


def _put(block: Block, tensor: Tensor, heads: range, places: range | Tensor, origin: int, part: Tensor) -> None:
    """Write a changed copy [heads, 1, places, ...] back to its tensor; a view needs no copy."""
    if isinstance(places, Tensor):
        tensor[block.entry, heads.start : heads.stop : heads.step].index_copy_(1, places - origin, part.squeeze(1))


def _model_heads(block: Block, head_offset: int, device: torch.device) -> Tensor:
    """The indices in the model of a block's heads."""
    return head_offset + torch.arange(block.heads.start, block.heads.stop, block.heads.step, device=device)


def _every(step: int, residue: int, start: int, stop: int, within: range) -> range:
    """The positions x of [start, stop) and `within` with x % step == residue."""
    start = max(start, within.start)
    return range(start + (residue - start) % step, min(stop, within.stop), step)


def _packed(
    start: int, stop: int, within: range, device: torch.device, *classes: tuple[int, int | None, int, int]
) -> Tensor:
    """The positions x of [start, stop) and `within` whose blocks are in all of the residue classes.

    A class (block, segment, dilation, residue) holds the blocks b with b % segment % dilation == residue.
    """
    start = max(start, within.start)
    places = torch.arange(start, max(start, min(stop, within.stop)), device=device)
    for block, segment, dilation, residue in classes:
        blocks = places // block
        places = places[(blocks if segment is None else blocks % segment) % dilation == residue]
    return places
