"""Tiles of listed blocks, gathered next to each other."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from .blocks import Block
from .cells import Listed
from .parts import BLOCK_SCORES

# Columns of listed blocks that one call takes: they are copied next to each other.
GATHERED = 2**14


def _joined(tensor: Tensor) -> Tensor:
    """The blocks [heads, blocks, ...] of all heads one after the other: [1, heads * blocks, ...]."""
    return tensor.flatten(0, 1).unsqueeze(0)


class Tile(NamedTuple):
    """Blocks of rows that attend to equally many blocks of columns, by their numbers in a run's."""

    rows: Tensor  # [items]
    columns: Tensor  # [items, columns]
    masked: bool  # whether not to all of their positions

    def of_columns(self, tensor: Tensor, heads: int) -> Tensor:
        """Copies of its columns, [heads, items, columns * size, ...], of blocks [heads or 1, blocks, size, ...]."""
        return tensor[:, self.columns].flatten(2, 3).expand(heads, -1, -1, -1)

    def block(self, run: Block, listed: Listed) -> Block:
        """The tile's range as positions."""
        device = self.rows.device
        rows, columns = listed.rows.positions(self.rows, device), listed.columns.positions(self.columns, device)
        inside = listed.rows.held(self.rows).unsqueeze(-1) & listed.columns.held(self.columns).unsqueeze(-2)

        def admits(q: Tensor, k: Tensor) -> Tensor:
            return inside if run.admits is None else inside * run.admits(q, k)

        return run._replace(rows=rows, columns=columns, admits=admits, masked=self.masked)

    def add_columns(self, tensor: Tensor, part: Tensor) -> None:
        """Add to blocks what such columns hold, that of heads that share a key too."""
        part = part.sum_to_size(len(tensor), *part.shape[1:])
        heads, blocks, *each = tensor.shape
        first = torch.arange(0, heads * blocks, blocks, device=tensor.device).unsqueeze(1)  # of each head
        numbers = (first + self.columns.flatten()).flatten()
        tensor.view(-1, *each).index_add_(0, numbers, part.unflatten(2, (self.columns.shape[1], -1)).flatten(0, 2))


def _tiles(listed: Listed, heads: int) -> Iterator[Tile]:
    """Listed blocks, rows with equally many columns taken together."""
    height, width = listed.rows.places.shape[1], listed.columns.places.shape[1]
    most = max(1, BLOCK_SCORES // (height * width))  # columns of a row at a time
    for masked in (False, True):
        chosen = listed.whole != masked
        row, column = listed.row[chosen], listed.column[chosen]
        counts = torch.bincount(row)
        starts = counts.cumsum(0) - counts
        for count in counts.unique().tolist():
            rows = (counts == count).nonzero().squeeze(1)
            for left in range(0, count, most):
                taken = min(most, count - left)
                several = max(1, GATHERED // (taken * width * heads))
                for some in rows.split(several):
                    places = starts[some].unsqueeze(1) + torch.arange(left, left + taken, device=row.device)
                    yield Tile(some, column[places], masked)
