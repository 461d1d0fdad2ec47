"""Heads that attend to listed blocks, and the cells that these see."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from ..lists import Pairs
from .blocks import Bounds
from .cells import Cells, Listed
from .heads import _alike, _apart
from .parts import BLOCK_SCORES


def _listed(
    pairs: Pairs, first: int, heads: range, group: int, rows: Cells, columns: Cells, apart: bool = False
) -> Iterator[tuple[range, range, Listed]]:
    """Heads, the key/value heads they read, and what they see: together where they are alike, or joined.

    `first`: the head of the call that pairs count from. `apart`: heads differ in their scores too.
    """
    row, column = pairs.row - rows.first, pairs.column - columns.first
    whole = pairs.whole & rows.inside.all(1)[row] & columns.inside.all(1)[column]
    if pairs.heads == 1:
        for own, shared in _apart(_alike(heads, group)):
            yield own, shared, Listed(rows, columns, row, column, whole, False)
        return
    if apart:
        for head in heads:
            here = pairs.head == head - first
            ((own, shared),) = _alike(range(head, head + 1), group)
            yield own, shared, Listed(rows, columns, row[here], column[here], whole[here], False)
        return
    for own, shared in _apart(_alike(heads, group)):
        here = (pairs.head >= own.start - first) & (pairs.head < own.stop - first)
        head = pairs.head[here] - (own.start - first)
        step = columns.count if len(own) == len(shared) else 0  # heads that share a key share its blocks
        numbers = row[here] + head * rows.count, column[here] + head * step
        yield own, shared, Listed(rows, columns, *numbers, whole[here], True)


def _seen_cells(
    pairs: Pairs, rows: Cells, columns: Cells, sees: Callable[[int], Bounds], admits: Callable[[Tensor, Tensor], Tensor]
) -> Pairs:
    """Cells with single positions as columns: those that some row attends to, fewer than the blocks hold."""
    found = []
    several = max(1, BLOCK_SCORES // (rows.places.shape[1] * columns.places.shape[1]))
    for row, column in zip(pairs.row.split(several), pairs.column.split(several), strict=True):
        q, k = rows.places[row].unsqueeze(-1), columns.places[column].unsqueeze(-2)
        seen = rows.inside[row].unsqueeze(-1) & columns.inside[column].unsqueeze(-2) & admits(q, k)
        lows, highs = sees(q)
        for low in lows:
            seen &= k >= low
        for high in highs:
            seen &= k < high
        place, cell = seen.any(1).nonzero().unbind(1)
        found.append(torch.stack([row[place].int(), columns.places[column[place], cell].int()]))
    row, column = torch.cat(found, 1)
    alike = torch.zeros_like(row[:1]).expand(len(row))
    return Pairs(alike, alike, row, column, alike.bool(), 1, 1)
