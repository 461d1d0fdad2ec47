"""Positions in blocks of equal size, and lists of pairs of such blocks."""

from typing import NamedTuple

import torch
from torch import Tensor

from ..lists import Pairs


class Cells(NamedTuple):
    """Positions in blocks of equal size, the call's all among them: by position, or numbered along an order."""

    first: int  # number of the first block
    places: Tensor  # [blocks, size]: where each cell stands, where it is not inside anywhere in the call
    inside: Tensor  # [blocks, size]: whether the cell takes part


class Listed(NamedTuple):
    """Pairs of blocks of rows and of columns that attend to one another."""

    pairs: Pairs
    rows: Cells
    columns: Cells
    first: int  # the head of the call that pairs count from


def _cells(positions: range, block: int, device: torch.device) -> Cells:
    """The blocks that contain some of the positions."""
    first, last = positions.start // block, -(-positions.stop // block)
    return _clamped(first, torch.arange(first * block, last * block, device=device).view(-1, block), positions)


def _ordered(positions: range, block: int, order: Tensor) -> Cells:
    """The blocks of a numbering in which cell t stands at order[t]."""
    return _clamped(0, torch.cat([order, order.new_full((-len(order) % block,), -1)]).view(-1, block), positions)


def _clamped(first: int, places: Tensor, positions: range) -> Cells:
    inside = (places >= positions.start) & (places < positions.stop)
    return Cells(first, places.clamp(positions.start, positions.stop - 1), inside)


def _of_head(pairs: Pairs, place: int) -> Pairs:
    """The pairs of one head."""
    here = pairs.head == place
    kept = (x[here] for x in (pairs.batch, pairs.head, pairs.row, pairs.column, pairs.whole))
    return Pairs(*kept, batches=pairs.batches, heads=1)
