"""Tiles of listed blocks, gathered next to each other."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from .blocks import Block
from .sizes import BATCH_SCORES, GATHERED


def _joined(tensor: Tensor) -> Tensor:
    """The blocks [heads, blocks, ...] of all heads one after the other: [1, heads * blocks, ...]."""
    return tensor.flatten(0, 1).unsqueeze(0)


class Tile(NamedTuple):
    """Blocks of rows that attend to equally many blocks of columns, by their numbers in a run's."""

    rows: Tensor  # [items]
    columns: Tensor  # [items, columns]
    masked: bool  # whether not to all of their positions
    several: int  # rows of which one call takes the columns

    def calls(self, tensors: list[Tensor], heads: int, memory: list[Tensor]) -> Iterator[tuple["Tile", list[Tensor]]]:
        """The rows of one call after the other, and copies of their columns [heads, items, columns * size, ...].

        Tensors hold a run's blocks [heads or 1, blocks, size, ...]. Copies stand in `memory`, which is made anew if it
        is too small, until the next call's overwrite them.
        """
        most = self.columns[: self.several].numel()
        if not memory or memory[0].shape[1] < most:
            memory[:] = [x.new_empty(len(x), most, *x.shape[2:]) for x in tensors]
        for rows, columns in zip(self.rows.split(self.several), self.columns.split(self.several), strict=True):
            numbers, found = columns.flatten(), []
            for tensor, copies in zip(tensors, (x[:, : columns.numel()] for x in memory), strict=True):
                for blocks, copy in zip(tensor, copies, strict=True):
                    torch.index_select(blocks, 0, numbers, out=copy)  # along any other dimension one thread copies
                copies = copies.unflatten(1, columns.shape).flatten(2, 3)
                found.append(copies.expand(heads, *copies.shape[1:]))
            yield self._replace(rows=rows, columns=columns), found

    def block(self, run: Block, fused: bool = False) -> Block:
        """The same as positions, which are not read where all pairs are seen, but by the scores of `_attend`."""
        if fused and not self.masked:
            return run._replace(masked=False)
        device = self.rows.device
        rows, columns = run.rows.positions(self.rows, device), run.columns.positions(self.columns, device)
        inside = run.rows.held(self.rows), run.columns.held(self.columns)
        return run._replace(rows=rows, columns=columns, inside=inside, masked=self.masked)

    def add_columns(self, tensor: Tensor, part: Tensor) -> None:
        """Add to blocks what such columns hold, that of heads that share a key too."""
        part = part.float().sum_to_size(len(tensor), *part.shape[1:])
        heads, blocks, *each = tensor.shape
        first = torch.arange(0, heads * blocks, blocks, device=tensor.device).unsqueeze(1)  # of each head
        numbers = (first + self.columns.flatten()).flatten()
        tensor.view(-1, *each).index_add_(0, numbers, part.unflatten(2, (self.columns.shape[1], -1)).flatten(0, 2))


def _tiles(run: Block, heads: int) -> Iterator[Tile]:
    """The listed blocks of a run, rows with equally many columns taken together."""
    height, width = run.rows.places.shape[1], run.columns.places.shape[1]
    most = max(1, BATCH_SCORES // (height * width))  # columns of a row in one call
    threads = torch.get_num_threads()
    for masked in (False, True):
        chosen = run.listed.whole != masked
        row, column = run.listed.row[chosen], run.listed.column[chosen]
        counts = torch.bincount(row)
        starts = counts.cumsum(0) - counts
        for count in counts.unique().flip(0).tolist():  # the most first: later calls reuse its memory
            rows = (counts == count).nonzero().squeeze(1)
            for left in range(0, count, most):
                taken = min(most, count - left)
                several = max(1, threads * max(1, GATHERED // (taken * width)) // heads)  # equally many for each thread
                calls = max(1, threads * GATHERED // (several * height * heads))  # whose results are merged together
                for some in rows.split(several * calls):
                    listed = starts[some].unsqueeze(1) + torch.arange(left, left + taken, device=row.device)
                    yield Tile(some, column[listed], masked, several)
