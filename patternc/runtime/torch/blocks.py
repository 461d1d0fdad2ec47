"""Blocks: rows that attend to columns."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from .cells import Listed

Bounds = tuple[tuple[int, ...], tuple[int, ...]]  # lows, highs: max(lows) <= k < min(highs)


class Block(NamedTuple):
    """Rows that attend to columns, both as positions, of heads with the same mask: a run, or a part of one.

    A part's positions are ranges or tensors [items, rows or columns]; each item of rows attends to its own of columns.
    """

    heads: range
    rows: range | Tensor
    columns: range | Tensor
    bounds: Callable[[int], Bounds]  # of the columns that the row at a position attends to
    admits: Callable[[Tensor, Tensor], Tensor] | None = None  # whether q attends to k, or how often, besides bounds
    log_count: float = 0.0  # log of how often each pair counts
    softmax: int = 0  # which of a head's softmaxes it belongs to
    listed: Listed | None = None  # which blocks of its rows attend to which blocks of its columns
    entry: int = 0  # of the batch
    origins: tuple[int, int] = (0, 0)  # the positions of the first query and the first key of the call
    kv_heads: range = range(0)  # which the heads of a part read: as many, or one
    masked: bool = True  # whether some row does not attend to some column
    taken: Tensor | None = None  # which rows of a part take part, where not all do

    def of_rows(self, tensor: Tensor) -> Tensor:
        """The rows of a tensor [B, H, N, ...]: [heads, items, rows, ...]; a view of a range."""
        return _at_places(tensor[self.entry], self.heads, self.rows, self.origins[0])

    def of_columns(self, tensor: Tensor) -> Tensor:
        """The columns of a tensor [B, Hkv, N, ...]: [heads or 1, items, columns, ...]; a view of a range."""
        return _at_places(tensor[self.entry], self.kv_heads, self.columns, self.origins[1])

    def put_rows(self, tensor: Tensor, part: Tensor) -> None:
        """Write changed rows to their tensor; a view needs no copy."""
        if isinstance(self.rows, Tensor):
            places, part = (self.rows - self.origins[0]).flatten().long(), part.flatten(1, 2)
            if self.taken is not None:
                places, part = places[self.taken.flatten()], part[:, self.taken.flatten()]
            _head_rows(tensor[self.entry], self.heads).index_copy_(1, places, part)

    def add_rows(self, tensor: Tensor, part: Tensor) -> None:
        """Add to the rows of a tensor."""
        _add_at(tensor[self.entry], self.heads, self.rows, self.origins[0], part)

    def add_columns(self, tensor: Tensor, part: Tensor) -> None:
        """Add to the columns of a tensor what each head adds."""
        part = part.sum_to_size(len(self.kv_heads), *part.shape[1:])
        _add_at(tensor[self.entry], self.kv_heads, self.columns, self.origins[1], part)


def _everything(_x: int) -> Bounds:
    """No bounds: all columns."""
    return (), ()


def _entry(given: Tensor, b: int) -> Tensor:
    """The argument of a batch entry, from a list with one for each entry or one for all."""
    return given if len(given) == 1 else given[b : b + 1]


def _positions(places: range | Tensor, device: torch.device) -> Tensor:
    """The positions of a part's rows or columns, [1 or items, rows or columns]."""
    if isinstance(places, Tensor):
        return places
    return torch.arange(places.start, places.stop, places.step, device=device).unsqueeze(0)


def _head_rows(tensor: Tensor, heads: range) -> Tensor:
    return tensor[heads.start : heads.stop : heads.step]


def _at_places(tensor: Tensor, heads: range, places: range | Tensor, origin: int) -> Tensor:
    tensor = _head_rows(tensor, heads)
    if isinstance(places, range):
        return tensor[:, places.start - origin : places.stop - origin : places.step].unsqueeze(1)
    return tensor.index_select(1, (places - origin).flatten()).unflatten(1, tuple(places.shape))


def _add_at(tensor: Tensor, heads: range, places: range | Tensor, origin: int, part: Tensor) -> None:
    if isinstance(places, range):
        _at_places(tensor, heads, places, origin).add_(part)
    else:
        _head_rows(tensor, heads).index_add_(1, (places - origin).flatten(), part.flatten(1, 2))


def _model_heads(block: Block, head_offset: int, device: torch.device) -> Tensor:
    """The indices in the model of a block's heads, [heads, 1, 1, 1]."""
    heads = torch.arange(block.heads.start, block.heads.stop, block.heads.step, device=device)
    return (head_offset + heads).view(-1, 1, 1, 1)


def _every(step: int, residue: int, within: range) -> range:
    """The positions x of `within` with x % step == residue."""
    return range(within.start + (residue - within.start) % step, within.stop, step)


def _packed(within: range, device: torch.device, *classes: tuple[int, int | None, int, int]) -> Tensor:
    """The positions x of `within` that are in all of the residue classes.

    A class (block, segment, dilation, residue) holds the blocks b with b % segment % dilation == residue % dilation.
    """
    places = torch.arange(within.start, max(within.start, within.stop), device=device)
    for block, segment, dilation, residue in classes:
        blocks = places // block
        blocks = blocks if segment is None else blocks % segment
        places = places[(blocks - residue) % dilation == 0]
    return places
