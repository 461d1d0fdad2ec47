"""Blocks: rows that attend to columns."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from .cells import Cells, Listed

Bounds = tuple[tuple[int, ...], tuple[int, ...]]  # lows, highs: max(lows) <= k < min(highs)

Modified = tuple[Tensor, Tensor | None, Tensor | None]  # scores; derivatives by scores, by a table; None: 1


class Scores(NamedTuple):
    """What a pattern makes of a call's scores and weights."""

    modified: Callable[["Block", Tensor], Modified] | None = None
    tables: tuple[Tensor, ...] = ()  # [H, distances], what is added to scores
    head_offset: int = 0  # which head of the model the call's first is
    num_heads: int = 0  # of the model
    kept: Callable[["Block", torch.device], Tensor] | None = None  # what weights are times, where some are dropped
    dropout: float = 0.0  # the share of weights that are dropped
    seed: int = 0


class Block(NamedTuple):
    """A block: rows and columns as positions, for heads with the same mask."""

    heads: range
    kv_heads: range
    rows: range | Tensor | Cells
    columns: range | Tensor | Cells
    bounds: Callable[[int], Bounds]  # of the columns that the row at a position attends to
    admits: Callable[[Tensor, Tensor], Tensor] | None = None  # whether q attends to k, or how often, besides bounds
    log_count: float = 0.0  # log of how often each pair counts
    softmax: int = 0  # which of a head's softmaxes it belongs to
    segments: int = 1  # with the same rows and columns, `width` positions apart
    width: int = 1
    near: tuple[int, int] | None = None  # a row attends to columns so far before it and behind it only
    scores: Scores = Scores()
    batch: int = 0  # the batch entry
    alike: list[Tensor] | None = None  # holds the bias of blocks that differ by position alone, once one needs it
    listed: Listed | None = None  # which blocks of rows attend to which blocks of columns
    inside: tuple[Tensor, Tensor] | None = None  # which of a tile's rows and columns take part
    masked: bool = True  # whether some row does not attend to some column
    first: bool = False  # whether nothing stands yet where its rows' results go
    causal: bool = False  # rows and columns are the same, and a row attends to those up to its own

    def of_rows(self, tensor: Tensor, origin: int) -> Tensor:
        """The block's rows of a tensor [H, N, ...] whose first row stands at `origin`: [heads, segments, rows, ...]."""
        return _view(tensor, self.heads, self.rows, origin, self.segments, self.width)

    def of_columns(self, tensor: Tensor, origin: int) -> Tensor:
        """The block's columns of such a tensor."""
        return _view(tensor, self.kv_heads, self.columns, origin, self.segments, self.width)


def _everything(_x: int) -> Bounds:
    """No bounds: all columns."""
    return (), ()


def _causal(x: int) -> Bounds:
    """Columns up to the row's own position x."""
    return (), (x + 1,)


def _entry(given: Tensor, b: int) -> Tensor:
    """What a batch entry is given, of what each is or all are."""
    return given if len(given) == 1 else given[b : b + 1]


def _model_heads(block: Block, device: torch.device) -> Tensor:
    """The indices in the model of a block's heads."""
    return block.scores.head_offset + torch.arange(block.heads.start, block.heads.stop, block.heads.step, device=device)


def _positions(places: range | Tensor, device: torch.device) -> Tensor:
    """The same as a tensor, those of the first segment."""
    if isinstance(places, Tensor):
        return places.to(device)
    return torch.arange(places.start, places.stop, places.step, device=device)


def _view(tensor: Tensor, heads: range, places: range | Tensor, origin: int, segments: int, width: int) -> Tensor:
    """A view [heads, segments, places, ...] of a tensor [H, N, ...] whose first row stands at `origin`."""
    if isinstance(places, Tensor):
        return tensor[heads.start : heads.stop : heads.step].index_select(1, places - origin).unsqueeze(1)  # a copy
    first, extent = places.start - origin, places[-1] + 1 - places.start
    if segments == 1:
        return tensor[heads.start : heads.stop : heads.step, None, first : first + extent : places.step]
    rows = tensor[heads.start : heads.stop : heads.step, first : first + (segments - 1) * width + extent]
    return rows.unfold(1, extent, width)[..., :: places.step].movedim(-1, 2)


def _strided(run: Block) -> bool:
    """Whether rows and columns are views of the tensors, not copies."""
    return isinstance(run.rows, range) and isinstance(run.columns, range)


def _put(tensor: Tensor, heads: range, places: range | Tensor, origin: int, part: Tensor) -> None:
    """Write a changed copy back to its tensor; a view needs no copy."""
    if isinstance(places, Tensor):
        tensor[heads.start : heads.stop : heads.step].index_copy_(1, places - origin, part.squeeze(1))


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
