"""Positions in blocks of equal size, and lists of pairs of such blocks."""

import dataclasses
from typing import NamedTuple

import torch
from torch import Tensor

from ..lists import Pairs


class Cells(NamedTuple):
    """Positions in blocks of equal size, the call's all among them: by position, or numbered along an order."""

    first: int  # number of the first block
    places: Tensor  # [blocks, size]: where each cell stands, where it is not inside anywhere in the call
    inside: Tensor  # [blocks, size]: whether the cell takes part
    viewed: bool  # whether a view of the call's rows holds the blocks

    @property
    def count(self) -> int:
        """The number of blocks."""
        return len(self.places)

    def positions(self, blocks: Tensor, device: torch.device) -> Tensor:
        """The positions of some blocks [items] or [items, columns], counted on from head to head: [items, cells]."""
        return self.places[blocks % len(self.places)].flatten(1).to(device)

    def held(self, blocks: Tensor) -> Tensor:
        """A mask of the blocks' positions that take part."""
        return self.inside[blocks % len(self.places)].flatten(1)

    def of(self, tensor: Tensor, heads: range, origin: int) -> Tensor:
        """The blocks [heads, blocks, size, ...] of a tensor [H, N, ...] whose first row stands at `origin`."""
        rows = tensor[heads.start : heads.stop : heads.step]
        if self.viewed:
            rows = rows.narrow(1, self.first * self.places.shape[1] - origin, self.places.numel())
        else:
            rows = rows.index_select(1, (self.places - origin).flatten())
        return rows.unflatten(1, tuple(self.places.shape))

    def put(self, tensor: Tensor, part: Tensor, heads: range, origin: int) -> None:
        """Write changed blocks back to the tensor, unless they are a view."""
        if not self.viewed:
            inside = self.inside.flatten()
            places, part = (self.places.flatten() - origin)[inside].long(), part.flatten(1, 2)[:, inside]
            tensor[heads.start : heads.stop : heads.step].index_copy_(1, places, part)


def _cells(positions: range, block: int, device: torch.device) -> Cells:
    """The blocks that contain some of the positions."""
    first, last = positions.start // block, -(-positions.stop // block)
    places = torch.arange(first * block, last * block, device=device).view(-1, block)
    inside = (places >= positions.start) & (places < positions.stop)
    whole = (first * block, last * block) == (positions.start, positions.stop)
    return Cells(first, places.clamp(positions.start, positions.stop - 1), inside, whole)


def _ordered(positions: range, block: int, order: Tensor) -> Cells:
    """The blocks of a numbering in which cell t stands at order[t]."""
    padded = torch.cat([order, order.new_full((-len(order) % block,), -1)]).view(-1, block)
    inside = (padded >= positions.start) & (padded < positions.stop)
    return Cells(0, padded.clamp(positions.start, positions.stop - 1), inside, False)


def _needed(pairs: Pairs, cells: Cells) -> tuple[Pairs, Cells]:
    """The listed blocks of columns (others are not copied), and pairs by their numbers among these."""
    if cells.viewed:
        return pairs, cells
    used, column = pairs.column.unique(return_inverse=True)
    used = used - cells.first
    return dataclasses.replace(pairs, column=column), Cells(0, cells.places[used], cells.inside[used], False)


class Listed(NamedTuple):
    """Blocks of rows that see blocks of columns, sorted by rows: their numbers [P] in `rows` and `columns`, from 0."""

    rows: Cells
    columns: Cells
    row: Tensor
    column: Tensor
    whole: Tensor  # whether all pairs of their positions are seen
    joined: bool  # whether numbers go on from head to head


def _of_head(pairs: Pairs, place: int) -> Pairs:
    """The pairs of one head."""
    if pairs.heads == 1:
        return pairs
    here = pairs.head == place
    kept = (x[here] for x in (pairs.batch, pairs.head, pairs.row, pairs.column, pairs.whole))
    return Pairs(*kept, batches=pairs.batches, heads=1)
