"""Runs cut into blocks."""

from bisect import bisect_left
from collections.abc import Iterator

import torch
from torch import Tensor

from .blocks import Block, _causal, _everything, _strided
from .sizes import (
    BATCH_ROWS,
    BATCH_SCORES,
    BLOCK_COLUMNS,
    BLOCK_ROWS,
    CAUSAL_ROWS,
    FULL_ROWS,
    HALVED_ROWS,
    SEGMENT_ROWS,
    SHARED_COLUMNS,
    WIDTH,
)


def _blocks(runs: Iterator[Block], whole: bool = False, undivided: bool = False) -> Iterator[Block]:
    """The parts of runs. Bounds never fall, so a part's first and last row tell what all of its rows attend to.

    `whole`: a run that one call of torch's fused attention computes is one part. `undivided`: so are the columns that
    all rows of a part attend to.
    """
    for run in runs:
        if run.listed is not None:
            yield run
            continue
        if len(run.rows) == 0 or len(run.columns) == 0:
            continue
        if whole and run.bounds is _everything and run.admits is None:
            yield run._replace(masked=False)
            continue
        if whole and run.bounds is _causal and run.admits is None and _triangle(run):
            if undivided and _worth_halving(run):
                yield from _blocks(_halves(run), whole, undivided)
                continue
            yield run._replace(masked=False, causal=True)
            continue
        for rows in _rows(run, undivided):
            first = run.first
            divided = BLOCK_COLUMNS if run.segments == 1 else SHARED_COLUMNS
            most = divided, divided, max(1, len(run.columns)) if undivided else divided
            for columns, masked in _spans(run, rows, *most):
                block = run._replace(rows=rows, columns=columns, masked=masked, first=first)
                each = len(run.heads) * len(rows)
                yield from _parted(block, BATCH_ROWS // each if undivided else BATCH_SCORES // (each * len(columns)))
                first = False


def _rows(run: Block, undivided: bool) -> Iterator[range | Tensor]:
    """The rows of a run in parts; of those that attend to all columns, as many as one call takes if `undivided`.

    Else as many as with so many columns make no more scores than a block.
    """
    rows, columns = run.rows, run.columns
    full = max(FULL_ROWS, BATCH_ROWS // len(run.heads)) if undivided else BLOCK_ROWS * BLOCK_COLUMNS // len(columns)
    start = stop = 0
    if min(full, len(rows)) > BLOCK_ROWS and run.admits is None and _strided(run):
        start = bisect_left(rows, True, key=lambda x: columns[-1] < min(run.bounds(x)[1], default=columns.stop))
        stop = bisect_left(rows, True, key=lambda x: columns[0] < max(run.bounds(x)[0], default=0))
    height = SEGMENT_ROWS if undivided and run.segments > 1 else BLOCK_ROWS
    parts = [(0, len(rows), height)]
    if stop - start > BLOCK_ROWS:
        parts = [(0, start, height), (start, stop, full), (stop, len(rows), height)]
    for left, right, most in parts:
        for top in range(left, right, most):
            yield rows[top : min(top + most, right)]


def _triangle(run: Block) -> bool:
    """Whether rows and columns are the same, and so many that a call passes over enough of what is not attended to."""
    return _strided(run) and run.rows == run.columns and len(run.rows) >= CAUSAL_ROWS


def _worth_halving(square: Block) -> bool:
    """Whether halves of causal squares are alike, fill calls, and take less time: of small squares."""
    size, step = len(square.rows), square.rows.step
    alike = size % (2 * WIDTH) == 0 and size * step == square.width
    return alike and size <= HALVED_ROWS and len(square.heads) * square.segments * size >= BATCH_ROWS


def _halves(square: Block) -> Iterator[Block]:
    """The squares of causal squares' halves, and of the second half's rows the rectangles that all attend to."""
    half = len(square.rows) // 2
    first, second = square.rows[:half], square.rows[half:]
    yield square._replace(rows=first, columns=first, segments=2 * square.segments, width=square.width // 2)
    yield square._replace(rows=second, columns=first, bounds=_everything, first=False)


def _spans(
    run: Block, rows: range | Tensor, together: int, most_masked: int, most: int
) -> Iterator[tuple[range | Tensor, bool]]:
    """The columns that some rows of a run attend to, in parts, and whether some row does not attend to some of a part.

    As one part if there are no more than `together`, else those that all rows attend to apart from the others.
    """
    (first_lows, first_highs), (last_lows, last_highs) = (run.bounds(int(x)) for x in (rows[0], rows[-1]))
    low, high = _columns_between(run.columns, first_lows, last_highs)
    full_low, full_high = _columns_between(run.columns, last_lows, first_highs)
    if (low, high) != (full_low, full_high):
        low = max(0, low - (low - high) % WIDTH)
    if full_low >= full_high or run.admits is not None:
        spans = [(low, high, True)]
    elif high - low <= together:
        spans = [(low, high, (low, high) != (full_low, full_high))]
    else:
        spans = [(low, full_low, True), (full_low, full_high, False), (full_high, high, True)]
    for start, stop, masked in spans:
        divided = most_masked if masked else most
        for left in range(start, stop, divided):
            yield run.columns[left : min(left + divided, stop)], masked


def _columns_between(columns: range | Tensor, lows: tuple[int, ...], highs: tuple[int, ...]) -> list[int]:
    """Which columns stand in max(lows) <= k < min(highs): the number of the first, and of the one after the last."""
    if isinstance(columns, Tensor):
        ends = max(lows, default=0), min(highs, default=int(columns[-1]) + 1)
        return [int(torch.searchsorted(columns, int(end))) for end in ends]
    ends = max(lows, default=columns.start), min(highs, default=columns.stop)
    return [min(max(0, -(-(int(end) - columns.start) // columns.step)), len(columns)) for end in ends]


def _moved(places: range | Tensor, by: int) -> range | Tensor:
    """The places as far behind."""
    if isinstance(places, Tensor):
        return places + by
    return range(places.start + by, places.stop + by, places.step)


def _parted(block: Block, several: int) -> Iterator[Block]:
    """A block of many segments as blocks of so many, one at least."""
    several = max(1, several)
    block = block._replace(alike=[] if several < block.segments else None)
    for segment in range(0, block.segments, several):
        rows, columns = (_moved(places, segment * block.width) for places in (block.rows, block.columns))
        yield block._replace(rows=rows, columns=columns, segments=min(several, block.segments - segment))
