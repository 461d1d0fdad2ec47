"""Runs cut into blocks."""

from collections.abc import Iterator
from functools import partial

import torch
from torch import Tensor

from .blocks import Block, _causal, _everything
from .scores import _seen

# Scores, or elements of a mask, that a block holds, and numbers of its result; and its rows, if it has columns enough.
BLOCK_SCORES, BLOCK_RESULTS, BLOCK_ROWS = 2**20, 2**23, 128
# Pairs of columns in a row, which no row of a block attends to, that are worth another call to leave out.
UNSEEN_PAIRS = 512 * BLOCK_ROWS


def _blocks(runs: Iterator[Block], device: torch.device, fused: bool = False) -> Iterator[Block]:
    """The parts of runs that one call computes; those of listed blocks are cut elsewhere.

    `fused`: torch's fused attention, which holds a mask but no scores.
    """
    for run in runs:
        if run.listed is not None:
            yield run
        elif len(run.rows) > 0 and len(run.columns) > 0:
            for part in _cut(run, fused):
                for block in _met(part, device):
                    yield from _parted(block, fused)


def _cut(run: Block, fused: bool) -> Iterator[Block]:
    """The parts of a run by rows and columns. Bounds never fall: its first and last row tell what a part attends to."""
    same = isinstance(run.rows, range) and isinstance(run.columns, range) and run.rows == run.columns
    causal = run.bounds is _causal and same
    if fused and run.admits is None and (run.bounds is _everything or causal):
        yield run._replace(masked=False, causal=causal)
        return
    most = BLOCK_SCORES // (1 if fused else len(run.kv_heads))
    height = min(len(run.rows), max(BLOCK_ROWS, most // len(run.columns)))
    for top in range(0, len(run.rows), height):
        rows = run.rows[top : top + height]
        (first_lows, first_highs), (last_lows, last_highs) = (run.bounds(int(x)) for x in (rows[0], rows[-1]))
        low, high = _columns_between(run.columns, first_lows, last_highs)
        all_low, all_high = _columns_between(run.columns, last_lows, first_highs)
        width = max(1, most // height)
        for left in range(low, high, width):
            right = min(left + width, high)
            masked = run.admits is not None or left < all_low or all_high < right
            yield run._replace(rows=rows, columns=run.columns[left:right], masked=masked)


def _met(block: Block, device: torch.device) -> Iterator[Block]:
    """The parts of a block whose columns some row attends to, where a mask besides bounds has to say so.

    On a GPU the block as it is: the host would wait for what a mask says.
    """
    if block.admits is None or block.segments > 1 or device.type != "cpu":
        yield block
        return
    seen, shape = _seen(block, device)
    seen = seen.expand(-1, shape[1])  # one row where all are alike
    met = (seen != 0).view(torch.uint8).amax(0).nonzero().squeeze(1)
    if len(met) == 0:
        return
    ends = (met.diff() * len(block.rows) > UNSEEN_PAIRS).nonzero().squeeze(1).tolist()
    for first, last in zip([0, *(end + 1 for end in ends)], [*ends, len(met) - 1], strict=True):
        left, right = int(met[first]), int(met[last]) + 1
        own = seen[:, left:right]
        masked = own.dtype != torch.bool or not bool(own.view(torch.uint8).amin())
        yield block._replace(
            columns=block.columns[left:right], bounds=_everything, admits=partial(_found_before, own), masked=masked
        )


def _found_before(seen: Tensor, _q: Tensor, _k: Tensor) -> Tensor:
    """What is known already of whether rows attend to columns."""
    return seen


def _columns_between(columns: range | Tensor, lows: tuple[int, ...], highs: tuple[int, ...]) -> list[int]:
    """The columns in max(lows) <= k < min(highs): the number of the first, and of the one after the last."""
    if isinstance(columns, Tensor):
        ends = max(lows, default=0), min(highs, default=int(columns[-1]) + 1)
        return [int(torch.searchsorted(columns, int(end))) for end in ends]
    ends = max(lows, default=columns.start), min(highs, default=columns.stop)
    return [min(max(0, -(-(int(end) - columns.start) // columns.step)), len(columns)) for end in ends]


def _parted(block: Block, fused: bool) -> Iterator[Block]:
    """A block as blocks of so many segments, one at least, and of one of the heads that share a key."""
    rows, columns, heads, kv_heads = (len(x) for x in block[2:4] + block[:2])
    each = kv_heads * (64 * (rows + columns) if fused else rows * columns)
    several = max(1, (BLOCK_RESULTS if fused else BLOCK_SCORES) // each)
    sharing = heads // kv_heads
    for head in range(sharing):
        for segment in range(0, block.segments, several):
            places = (_moved(x, segment * block.width) for x in (block.rows, block.columns))
            some = min(several, block.segments - segment)
            yield block._replace(
                heads=block.heads[head::sharing], rows=next(places), columns=next(places), segments=some
            )


def _moved(places: range | Tensor, by: int) -> range | Tensor:
    """The places as far behind."""
    return places + by if isinstance(places, Tensor) else range(places.start + by, places.stop + by, places.step)
