"""Lists of pairs of blocks."""

import dataclasses
import functools
import math

import torch
from torch import Tensor, nn

from .boxes import _of_dimensions
from .hashing import _INVERSE, _below, _hash


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of blocks that see each other, sorted by (batch, head, row, column): int64 [P] each, `whole` bool [P].

    `whole`: all pairs of positions of the two blocks are admitted. Heads count from the first that the call holds of
    the group; `batches` and `heads` are 1 where pairs are alike for all of them.
    """

    batch: Tensor
    head: Tensor
    row: Tensor
    column: Tensor
    whole: Tensor
    batches: int
    heads: int

    def transposed(self) -> "Pairs":
        """The pairs with rows and columns swapped, sorted."""
        if self.row.numel() == 0:
            return self
        rows = int(self.row.max()) + 1
        columns = int(self.column.max()) + 1
        order = ((self.batch * self.heads + self.head) * columns + self.column) * rows + self.row
        order = order.argsort()
        batch, head, row, column, whole = (x[order] for x in (self.batch, self.head, self.row, self.column, self.whole))
        return Pairs(batch, head, column, row, whole, self.batches, self.heads)


def _block_range(positions: range, block: int) -> range:
    """The blocks that contain some of the positions."""
    return range(positions.start // block, -(-positions.stop // block))


def _within(at: Tensor, rows: range, columns: range) -> Tensor:
    """The pairs (batch, head, row, column) inside the ranges, int64 [4, P]."""
    _, _, row, column = at
    kept = (row >= rows.start) & (row < rows.stop) & (column >= columns.start) & (column < columns.stop)
    return at[:, kept]


def _found(at: Tensor, whole: Tensor, batches: int, heads: int) -> Pairs:
    batch, head, row, column = at
    return Pairs(batch, head, row, column, whole, batches, heads)


def _each(at: Tensor, batches: int) -> Tensor:
    """Repeat pairs for each of several batch entries."""
    at = at.repeat(1, batches)
    at[0] = torch.arange(batches, device=at.device).repeat_interleave(at.shape[1] // batches)
    return at


def _each_head(at: Tensor, heads: int, batches: int) -> Tensor:
    """Repeat pairs for each of several heads and batch entries."""
    count = at.shape[1]
    at = at.repeat(1, heads * batches)
    at[1] = torch.arange(heads, device=at.device).repeat_interleave(count).repeat(batches)
    at[0] = torch.arange(batches, device=at.device).repeat_interleave(count * heads)
    return at


def _refined(at: Tensor, high: int, wide: int) -> Tensor:
    """Every block cut into smaller ones, `high` rows of `wide` columns of them, sorted."""
    batch, head, row, column = at
    down, along = (torch.arange(times, device=at.device) for times in (high, wide))
    rows = (row.unsqueeze(1) * high + down).repeat_interleave(wide, 1).flatten()
    columns = (column.unsqueeze(1) * wide + along).repeat(1, high).flatten()
    batch, head = batch.repeat_interleave(high * wide), head.repeat_interleave(high * wide)
    at = torch.stack([batch, head, rows, columns])
    for line in (3, 2, 1, 0):
        at = at[:, at[line].argsort(stable=True)]
    return at


def _between(heads: range, rows: range, low: Tensor, high: Tensor) -> Tensor:
    """All pairs with low <= column < high, row by row."""
    counts = (high - low).clamp_min(0)
    row = torch.arange(rows.start, rows.stop, device=low.device).repeat_interleave(counts)
    before = (counts.cumsum(0) - counts - low).repeat_interleave(counts)
    column = torch.arange(row.numel(), device=low.device) - before
    head = torch.arange(len(heads), device=low.device).repeat_interleave(row.numel())
    return torch.stack([0 * head, head, row.repeat(len(heads)), column.repeat(len(heads))])


def _table_pairs(table: Tensor, heads: range, rows: range, columns: range) -> Tensor:
    """The entries of a table [heads, rows, columns]."""
    found = table[heads.start : heads.stop, rows.start : rows.stop, columns.start : columns.stop].nonzero()
    head, row, column = found.unbind(1)
    return torch.stack([0 * head, head, row + rows.start, column + columns.start])


def _chosen_pairs(selection: Tensor, first: int) -> Tensor:
    """The entries of the selection [B, heads, rows, count] of a group whose first row is `first`, sorted, each once."""
    selection = selection.sort(-1).values
    again = selection.diff(dim=-1, prepend=selection[..., :1] - 1) == 0
    batch, head, row, place = ((selection >= 0) & ~again).nonzero().unbind(1)
    return torch.stack([batch, head, row + first, selection[batch, head, row, place].long()])


def _each_heads(lists: Tensor, heads: int) -> Tensor:
    """The lists [B, 1, rows, K] of all heads as those of each: [B, heads, rows, K]."""
    return lists.expand(-1, heads, -1, -1)


def _of_query_heads(lists: Tensor, heads: int) -> Tensor:
    """The lists [B, owners, rows, K] of key heads as those of each of several query heads: [B, heads, rows, K]."""
    owners = lists.shape[1]
    return lists if owners == heads else lists.repeat_interleave(heads // owners, 1)


def _in_lists(lists: Tensor, batch: Tensor, head: Tensor | int, row: Tensor, column: Tensor) -> Tensor:
    """Whether columns are in the lists [B, heads, rows, K] of their rows, all int64 [P]."""
    most = 2 + max(int(x.max()) if x.numel() else 0 for x in (lists, column))
    every = lists.flatten(0, 2).long().sort(1).values
    known = (torch.arange(len(every), device=every.device).unsqueeze(1) * most + every + 1).flatten()
    asked = ((batch * lists.shape[1] + head) * lists.shape[2] + row) * most + column + 1
    place = torch.searchsorted(known, asked)
    return nn.functional.pad(known, (0, 1), value=-1)[place] == asked


def _hashed_pairs(seed: int, threshold: int, heads: range, rows: range, columns: range, device: torch.device) -> Tensor:
    """The blocks whose hashes are below a threshold, some rows at a time."""
    column = torch.arange(columns.start, columns.stop, device=device)
    several = max(1, 2**20 // max(1, len(columns)))
    parts = [torch.empty(4, 0, dtype=torch.int64, device=device)]
    for place, head in enumerate(heads):
        for start in range(rows.start, rows.stop, several):
            row = torch.arange(start, min(start + several, rows.stop), device=device).unsqueeze(1)
            first, last = _below(_hash(seed, head, row, column), threshold).nonzero().unbind(1)
            parts.append(torch.stack([0 * first, 0 * first + place, first + start, last + columns.start]))
    return torch.cat(parts, 1)


def _lowest_pairs(seed: int, count: int, heads: range, rows: range, blocks: int, device: torch.device) -> Tensor:
    """The `count` blocks of each row with the lowest numbers, found without a look at all of them.

    Columns are numbered octave by octave, [0, 2), [2, 4), [4, 8), ...: one of 2**b columns holds each of the intervals
    [p, p + 1) * 2**(31 - b) once, and a bijection tells which column has which p. Of every octave those with the least
    p are looked at, so far that `count` columns are certain to lie below.
    """
    octave, place = _candidates(count, blocks, device)
    first, bits = torch.where(octave > 0, 1 << octave, 0), octave.clamp_min(1)
    half, rest, below = (bits + 1) // 2, 31 - bits, (1 << bits) - 1
    parts = [torch.empty(4, 0, dtype=torch.int64, device=device)]
    for at, head in enumerate(heads):
        for start in range(rows.start, rows.stop, 2**14):
            row = torch.arange(start, min(start + 2**14, rows.stop), device=device)
            key = _hash(seed, head, row, octave)  # [candidates, rows]
            column = place
            for turn in (2, 1, 0):
                column = column ^ (column >> half)
                column = (column * _INVERSE[turn] - _hash(key, turn)) & below
            column = column + first
            rank = (place << rest) + ((_hash(key, column) >> (bits + 1)) & ((1 << rest) - 1))
            order = (rank.long() << 31) | column
            order.masked_fill_(column >= blocks, 2**62)
            found = order.topk(min(count, blocks), 0, largest=False, sorted=False).values & (2**31 - 1)
            found = found.t().sort(1).values
            own = row.unsqueeze(1).expand_as(found).flatten()
            parts.append(torch.stack([torch.zeros_like(own), torch.full_like(own, at), own, found.flatten()]))
    return torch.cat(parts, 1)


def _candidates(count: int, blocks: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """The octaves and places, int32 [candidates, 1], that the `count` lowest of a row's columns are among."""
    last = max(blocks - 1, 1).bit_length() - 1
    sizes = [2 << max(octave - 1, 0) for octave in range(last + 1)]
    whole = sizes if blocks == 2 << last else sizes[:-1]
    full = whole[-1] if sum(whole) >= count else 0
    least = min(-(-count // 2), full)
    while full and sum(least * size // full for size in whole) < count:
        least += 1
    counts = [min(size, -(-least * size // full)) if full else size for size in sizes]
    found = [(octave, place) for octave, many in enumerate(counts) for place in range(many)]
    octave, place = torch.tensor(found, dtype=torch.int32, device=device).unsqueeze(2).unbind(1)
    return octave, place


def _among(head: Tensor, row: Tensor, column: Tensor, listed: Tensor) -> Tensor:
    """Whether blocks are in a list."""
    _, heads, rows, columns = listed
    most = 1 + max(int(x.max()) if x.numel() else 0 for x in (row, column, rows, columns))
    return torch.isin((head * most + row) * most + column, (heads * most + rows) * most + columns)


@functools.lru_cache(maxsize=4)
def _box_pairs(
    place: Tensor,
    grid: tuple[int, ...],
    extents: tuple[int, ...],
    dilations: tuple[int, ...],
    block: int,
    *steps: tuple[int, ...],
) -> tuple[Tensor, Tensor, Tensor]:
    """(row, column, whole) of the blocks of the numbering that hold a cell and one of its neighbours, sorted."""
    cells = place.long()
    n = cells.numel()
    number = torch.empty_like(cells)
    number[cells] = torch.arange(n, device=cells.device)
    blocks = -(-n // block)
    several = max(1, min(2**22 // blocks, 2**22 // (block * math.prod(extents))))
    parts = []
    for start in range(0, blocks, several):
        own = cells[start * block : (start + several) * block]
        near = number[_neighbours(own, _of_dimensions(grid, extents, dilations, *steps))] // block
        row = torch.arange(own.numel(), device=cells.device) // block
        counts = torch.bincount((row.unsqueeze(1) * blocks + near).flatten())
        pairs = counts.nonzero().squeeze(1)
        row, column = pairs // blocks + start, pairs % blocks
        full = _extent(row, block, n) * _extent(column, block, n)
        parts.append((row, column, counts[pairs] == full))
    row, column, whole = (torch.cat(x) for x in zip(*parts, strict=True))
    return row, column, whole


def _extent(blocks: Tensor, block: int, n: int) -> Tensor:
    """The number of positions in blocks."""
    return (n - blocks * block).clamp_max(block)


def _neighbours(cells: Tensor, box: list[tuple[int, ...]]) -> Tensor:
    """The neighbours of cells [m], as cells [m, product of the extents]; the numbers of a box by dimension."""
    found = torch.zeros(len(cells), 1, dtype=torch.int64, device=cells.device)
    stride = math.prod(size for size, *_ in box)
    for size, extent, dilation, step, before in box:
        stride //= size
        i = cells // stride % size
        held = (size - 1 - i % dilation) // dilation + 1
        start = torch.minimum((i // (dilation * step) * step - before).clamp_min(0), held - extent)
        places = start.unsqueeze(1) + torch.arange(extent, device=cells.device)
        j = places * dilation + (i % dilation).unsqueeze(1)
        found = (found.unsqueeze(2) + stride * j.unsqueeze(1)).flatten(1)
    return found


@functools.lru_cache(maxsize=4)
def _box_ends(place: Tensor, block: int) -> tuple[Tensor, Tensor]:
    """The least and the greatest position in each block of the numbering."""
    cells = place.long()
    padded = torch.cat([cells, cells[-1:].expand(-cells.numel() % block)]).unflatten(0, (-1, block))
    return padded.amin(1), padded.amax(1)
