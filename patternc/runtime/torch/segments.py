"""Segments, slabs and documents."""

from collections.abc import Iterator

from torch import Tensor

from .blocks import Block
from .sizes import BAND, BLOCK_ROWS, WIDTH


def _bands(width: int, queries: range, keys: range) -> Iterator[tuple[int, int]]:
    """Segments with queries and keys: where some begin, and how many they are; one that is cut short is alone."""
    low, high = max(queries.start, keys.start), min(queries.stop, keys.stop)
    whole, cut = -(-low // width) * width, high // width * width
    if low < whole:
        yield whole - width, 1
    several = max(1, BAND // width)
    for start in range(whole, cut, several * width):
        yield start, min(several, (cut - start) // width)
    if whole <= cut < high:
        yield cut, 1


def _in_slabs(runs: Iterator[Block], height: int) -> Iterator[Block]:
    """The runs; those whose rows attend to near columns only in slabs of so many rows that differ by position alone.

    A slab has the columns near its rows, and some before these that make them a multiple of `WIDTH`. Rows at either end
    that lack some of these are no slabs.
    """
    for run in runs:
        if run.near is None:
            yield run
            continue
        for rows, columns, segments in _slabs(*run.near, run.rows, run.columns, height):
            yield run._replace(rows=rows, columns=columns, segments=segments, width=height)


def _slabs(before: int, after: int, rows: range, columns: range, height: int) -> Iterator[tuple[range, range, int]]:
    """Rows, their columns, and how many slabs of so many rows are like these."""
    before += -(before + height + after) % WIDTH
    first = min(max(rows.start, columns.start + before), rows.stop)
    count = max(0, min(rows.stop, columns.stop - after) - first) // height
    last = first + count * height
    for start, stop, segments in ((rows.start, first, 1), (first, first + height, count), (last, rows.stop, 1)):
        if segments:
            near = range(max(columns.start, start - before), min(columns.stop, stop + after))
            yield range(start, stop), near, segments


def _documents(ends: Tensor, positions: range) -> Iterator[tuple[int, int, bool]]:
    """(start, stop, alone) of the documents that hold some of the positions; short ones in a row are taken together."""
    first = last = int(ends[0, 0, positions.start])
    count = 0
    for stop in ends[0, 1, positions.start : positions.stop].unique_consecutive().tolist():
        if count and stop - first > BLOCK_ROWS:
            yield first, last, count == 1
            first, count = last, 0
        last, count = stop, count + 1
    yield first, last, count == 1
