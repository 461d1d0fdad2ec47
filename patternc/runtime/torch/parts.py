"""Runs cut into parts that one step computes."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from ..lists import Pairs
from .blocks import Block, Bounds
from .cells import Cells, _of_head
from .heads import _sharing
from .work import Call

# Scores that a part holds; its rows; and columns of listed blocks, which are copied.
BLOCK_SCORES, BLOCK_ROWS, GATHERED = 2**20, 64, 2**14


def _blocks(call: Call) -> Iterator[Block]:
    """The parts of the runs of a call, of heads with the same pairs that read as many key/value heads, or one."""
    group = call.query.shape[1] // call.key.shape[1]
    for run in call.runs():
        for alike in _alike(run):
            for heads, kv_heads in _sharing(alike.heads, group):
                own = alike._replace(heads=heads, kv_heads=kv_heads)
                yield from _cut(own) if own.listed is None else _tiles(own)


def _alike(run: Block) -> Iterator[Block]:
    """The run, or that of each head where heads have listed pairs of their own."""
    if run.listed is None or run.listed.pairs.heads == 1:
        yield run
        return
    for head in run.heads:
        pairs = _of_head(run.listed.pairs, head - run.listed.first)
        yield run._replace(heads=range(head, head + 1), listed=run.listed._replace(pairs=pairs))


def _cut(run: Block) -> Iterator[Block]:
    """The parts of a run by rows and columns. Bounds never fall: its first and last row tell what a part attends to."""
    if len(run.rows) == 0 or len(run.columns) == 0:
        return
    height = min(len(run.rows), BLOCK_ROWS)
    width = max(1, BLOCK_SCORES // (len(run.heads) * height))
    for top in range(0, len(run.rows), height):
        rows = run.rows[top : top + height]
        (first_lows, first_highs), (last_lows, last_highs) = (run.bounds(int(x)) for x in (rows[0], rows[-1]))
        low, high = _columns_between(run.columns, first_lows, last_highs)
        all_low, all_high = _columns_between(run.columns, last_lows, first_highs)
        for left in range(low, high, width):
            right = min(left + width, high)
            masked = run.admits is not None or left < all_low or all_high < right
            yield run._replace(rows=_item(rows), columns=_item(run.columns[left:right]), masked=masked)


def _item(places: range | Tensor) -> range | Tensor:
    return places.unsqueeze(0) if isinstance(places, Tensor) else places


def _columns_between(columns: range | Tensor, lows: tuple[int, ...], highs: tuple[int, ...]) -> list[int]:
    """The columns in max(lows) <= k < min(highs): the number of the first, and of the one after the last."""
    if isinstance(columns, Tensor):
        ends = max(lows, default=0), min(highs, default=int(columns[-1]) + 1)
        return [int(torch.searchsorted(columns, int(end))) for end in ends]
    ends = max(lows, default=columns.start), min(highs, default=columns.stop)
    return [min(max(0, -(-(int(end) - columns.start) // columns.step)), len(columns)) for end in ends]


def _tiles(run: Block) -> Iterator[Block]:
    """Listed blocks, rows with equally many columns taken together."""
    assert run.listed is not None
    pairs, rows, columns, _ = run.listed
    row, column = pairs.row - rows.first, pairs.column - columns.first
    whole = pairs.whole & rows.inside.all(1)[row] & columns.inside.all(1)[column]
    height, width = rows.places.shape[1], columns.places.shape[1]
    most = max(1, BLOCK_SCORES // (height * width))  # columns of a row at a time
    for masked in (False, True):
        chosen = whole != masked
        counts = torch.bincount(row[chosen])
        starts = counts.cumsum(0) - counts
        for count in counts.unique().tolist():
            alike = (counts == count).nonzero().squeeze(1)
            for left in range(0, count, most):
                taken = min(most, count - left)
                several = max(1, GATHERED // (taken * width * len(run.heads)))
                for some in alike.split(several):
                    places = starts[some].unsqueeze(1) + torch.arange(left, left + taken, device=row.device)
                    yield _gathered_block(run, masked, some, column[chosen][places])


def _gathered_block(run: Block, masked: bool, row: Tensor, column: Tensor) -> Block:
    """Blocks of rows [items] that attend to blocks of columns [items, columns], by their numbers."""
    assert run.listed is not None
    _, rows, columns, _ = run.listed
    taken = rows.inside[row]
    inside = taken.unsqueeze(-1) & columns.inside[column].flatten(1).unsqueeze(-2)

    def admits(q: Tensor, k: Tensor) -> Tensor:
        return inside if run.admits is None else inside * run.admits(q, k)

    return run._replace(
        rows=rows.places[row], columns=columns.places[column].flatten(1), admits=admits, masked=masked, taken=taken
    )


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
