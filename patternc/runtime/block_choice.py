"""The choice of the blocks that score highest."""

import math
from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn


def _check_blocks(query: Tensor, key: Tensor, q_offset: int, k_offset: int, seq_len: int, block: int) -> None:
    """Raise on a call that cuts a block: a part of a block has another mean, and so another score, than the block."""
    for name, start, rows in (("query", q_offset, query.shape[2]), ("key", k_offset, key.shape[2])):
        if start % block != 0 or (start + rows != seq_len and (start + rows) % block != 0):
            message = f"{name} holds positions {start} to {start + rows}, must begin and end at multiples of "
            raise ValueError(message + f"{block} or at seq_len: blocks of {block} are scored whole")


def _like_selection(query: Tensor, block: int, count: int) -> Tensor:
    """An unwritten selection: int32 [B, H, ceil(Nq / block), count]."""
    # torch.export must know whether there is one block: asked like this, it says `min=block + 1` where a length may be
    # less.
    one = block > 1 and 0 < query.shape[2] <= block
    rows = query.shape[2] if block == 1 else 1 if one else -(-query.shape[2] // block)
    return query.new_empty((*query.shape[:2], rows, count), dtype=torch.int32)


_SCORED_ROWS = 64  # of blocks: how many are scored by one product

_Runs = Callable[[Tensor], Iterable[tuple[Tensor, Tensor]]]
"""Returns the runs low <= key < high of keys that rows at positions [n] may choose, each [n] or [batches, n]."""


def _best_blocks(
    rows: Tensor,
    columns: Tensor,
    scale: float,
    queries: range,
    keys: range,
    heads: Iterable[int],
    block: int,
    count: int,
    runs: _Runs,
) -> Tensor:
    """The blocks that pooled queries [B, H, R, D] choose among pooled keys [B, Hkv, C, D]: int32 [B, H, R, count].

    Products of matrices of other sizes may round otherwise: a row is scored in the same place of a tile of the
    sequence in every call, so that the choice does not depend on which other rows the call has.

    Args:
        rows: pooled queries.
        columns: pooled keys.
        scale: what scores are multiplied by.
        queries: the positions of the call's queries.
        keys: those of its keys.
        heads: those of the call that choose; others get -1.
        block: positions of a block.
        count: how many blocks a row chooses.
        runs: the keys that it chooses among.
    """
    found = rows.new_full((*rows.shape[:3], count), -1, dtype=torch.int32)
    before, own_rows = queries.start // block % _SCORED_ROWS, rows.shape[2]
    rows = nn.functional.pad(scale * rows, (0, 0, before, -(before + own_rows) % _SCORED_ROWS))
    several = max(1, 2**22 // (_SCORED_ROWS * columns.shape[2])) * _SCORED_ROWS
    for start in range(0, rows.shape[2], several):
        own = range(max(start, before), min(start + several, before + own_rows))
        first, stop = (queries.start + block * (row - before) for row in (own.start, own.stop))
        q = torch.arange(first, min(stop, queries.stop), device=rows.device)
        seen = _choosable(runs(q), q, keys, len(rows), block)
        for head in heads:
            pooled = columns[:, head // (rows.shape[1] // columns.shape[1])].contiguous().transpose(1, 2)
            tiles = rows[:, head, start : start + several].split(_SCORED_ROWS, 1)
            scores = torch.cat([tile @ pooled for tile in tiles], 1)[:, own.start - start : own.stop - start]
            scores = scores.nan_to_num(math.inf, math.inf, torch.finfo(torch.float32).min)  # a NaN is to be seen
            best = _highest(scores.masked_fill(~seen, -math.inf), count)
            best = torch.where(best < 0, best, best + keys.start // block)
            found[:, head, own.start - before : own.stop - before, : best.shape[2]] = best
    return found


def _pooled(tensor: Tensor, block: int) -> Tensor:
    """The means of blocks of rows, in float32; the last block may be shorter."""
    length = tensor.shape[2]
    whole = length // block * block
    means = _means(tensor[:, :, :whole].unflatten(2, (length // block, block)))
    return means if whole == length else torch.cat([means, _means(tensor[:, :, whole:].unsqueeze(2))], 2)


def _means(blocks: Tensor) -> Tensor:
    """The means over rows [B, H, blocks, rows, D], added by halves: an order that no other block changes."""
    total = blocks.float()
    while total.shape[3] > 1:
        half = total.shape[3] // 2
        total = torch.cat([total[:, :, :, :half] + total[:, :, :, half : 2 * half], total[:, :, :, 2 * half :]], 3)
    return total.squeeze(3) / blocks.shape[3]


def _highest(scores: Tensor, count: int) -> Tensor:
    """The columns of the `count` highest scores of each row, of equals the first; -1 in place of those of -inf."""
    bits = (scores + 0.0).view(torch.int32)  # -0 becomes 0
    rising = (bits ^ ((bits >> 31) & 0x7FFFFFFF)).long()  # integers in the order of the scores
    columns = torch.arange(scores.shape[-1], device=scores.device)
    keys = (rising << 32) + (2**31 - 1 - columns)
    best = (2**31 - 1) - (keys.topk(min(count, scores.shape[-1])).values & 0xFFFFFFFF)
    return torch.where(scores.gather(-1, best) == -math.inf, -1, best).int()


def _choosable(runs: Iterable[tuple[Tensor, Tensor]], q: Tensor, keys: range, batches: int, block: int) -> Tensor:
    """A mask of the blocks that contain a key of a run of the queries at q: [batches, rows, columns].

    Of each run, the block it begins in counts 1, the one after its end -1.
    """
    rows, columns = -(-len(q) // block), -(-len(keys) // block)
    at = torch.arange(batches, device=q.device).unsqueeze(1) * rows + torch.arange(len(q), device=q.device) // block
    counts = torch.zeros(batches * rows * (columns + 1), dtype=torch.int32, device=q.device)
    for low, high in runs:
        _add_runs(counts.view(-1, columns + 1), at, low - keys.start, high - keys.start, block)
    return counts.view(batches, rows, columns + 1).cumsum(2)[:, :, :columns] > 0


def _add_runs(changes: Tensor, places: Tensor, low: Tensor, high: Tensor, block: int) -> None:
    """Add the runs low <= key < high of rows at `places` to the changes from block to block: [rows, columns + 1]."""
    low, high = low.expand_as(places), high.expand_as(places)
    some = (low < high).int().flatten()
    for sign, end in ((1, low // block), (-1, (high - 1) // block + 1)):
        at = places * changes.shape[1] + end.clamp(0, changes.shape[1] - 1)
        changes.view(-1).index_add_(0, at.flatten(), sign * some)


def _for_each_entry(operand: Tensor | int, batch: int) -> Tensor | int:
    """An operand of a choice, of which all batch entries may share one: one for each. Numbers are those of all."""
    return operand.expand(batch, *operand.shape[1:]) if isinstance(operand, Tensor) else operand
