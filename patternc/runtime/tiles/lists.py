"""Lists of blocks."""

import dataclasses

import torch
from torch import Tensor

from ..lists import Pairs
from .table_cache import _table_cache


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class _List:
    """The blocks that each tile of rows visits, those of all lines in one: int32 tensors.

    `tensors`: where the entries of each line start, with the end of the last; where those end that are admitted whole;
    the block of each entry; which blocks of the line's rows it belongs to, a bit for each. `batch`, `head`: lines from
    one to the next, 0 where all are alike. `rows`: of a line.
    """

    tensors: tuple[Tensor, Tensor, Tensor, Tensor]
    batch: int
    head: int
    rows: int


def _list(side: str, pairs: Pairs, rows: range, columns: range, block: int, width: int, tile: int) -> _List:
    """Sort pairs of blocks by lines of rows.

    Args:
        side: "q", or "k" where rows are keys.
        pairs: rows are queries.
        rows: the call's, which lines are of; line 0 holds the first.
        columns: the call's; blocks that lie in part outside of them are not whole.
        block: rows of a block.
        width: columns of a block.
        tile: rows that a program holds, aligned to it; a line holds as many, or a block where tiles lie within one.
    """
    pairs = pairs if side == "q" else pairs.transposed()
    size = block if block % tile == 0 else tile
    lines = (rows.stop - 1) // size - rows.start // size + 1
    line = (pairs.batch * pairs.heads + pairs.head) * lines - rows.start // size
    whole = pairs.whole & (pairs.column * width >= columns.start) & ((pairs.column + 1) * width <= columns.stop)
    if size == block:
        line, column, member = line + pairs.row, pairs.column, torch.ones_like(pairs.row)
    else:
        line, column, member, whole = _by_tiles(pairs, line, whole, rows, block, size)
    total = pairs.batches * pairs.heads * lines
    _check_counts(len(column), total)
    counts = torch.bincount(line, minlength=total)
    starts = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
    if whole.all():  # pairs are sorted by lines
        tensors = starts, starts[1:], column, member
    else:
        order = (2 * line + ~whole).argsort(stable=True)
        ends = starts[:-1] + torch.bincount(line[whole], minlength=total)
        tensors = starts, ends, column[order], member[order]
    return _List(
        tuple(x.int() for x in tensors),
        pairs.heads * lines if pairs.batches > 1 else 0,
        lines if pairs.heads > 1 else 0,
        size,
    )


def _check_counts(entries: int, lines: int) -> None:
    """Raise on lists of more than tensors and kernels count, in 32 bits."""
    if max(lines, entries) >= 2**31:
        raise ValueError(
            f"query and key ask for lists of {entries} blocks in {lines} lines, must be less than {2**31}:"
            " call with parts of the batch, of the heads or of the rows"
        )


def _by_tiles(
    pairs: Pairs, line: Tensor, whole: Tensor, rows: range, block: int, size: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The line, column, member bits and wholeness of every block that a tile of several blocks of rows visits."""
    steps = torch.arange((block + size - 2) // size + 1, device=line.device)
    tile = (pairs.row * block // size).unsqueeze(1) + steps  # those that the block of rows meets
    met = (tile * size < (pairs.row.unsqueeze(1) + 1) * block) & (tile >= rows.start // size)
    met &= tile <= (rows.stop - 1) // size
    member = (1 << (pairs.row.unsqueeze(1) - tile * size // block).clamp_min(0))[met]
    most = int(pairs.column.max()) + 1 if pairs.column.numel() else 1
    key = ((line.unsqueeze(1) + tile) * most + pairs.column.unsqueeze(1))[met]
    key, place = key.unique(return_inverse=True)
    members = torch.zeros_like(key).scatter_add_(0, place, member)
    wholes = torch.zeros_like(key).scatter_add_(0, place, whole.unsqueeze(1).expand_as(met)[met].long())
    first = torch.zeros_like(key).scatter_(0, place, tile[met]) * size
    low, high = first.clamp_min(rows.start), (first + size).clamp_max(rows.stop)
    blocks = (high - 1) // block - low // block + 1  # of rows that the call has
    members = (members + 2**31) % 2**32 - 2**31
    return key // most, key % most, members, wholes == blocks


_static_list = _table_cache(32)(_list)
"""Lists of pairs that no input moves are found once."""


def _numbers(positions: range, seq_len: int) -> range:
    """The cells of an order that a list may take for whole: all or, of a part of the sequence, none."""
    return range(seq_len) if len(positions) == seq_len else range(0)
