"""Segments, slabs and documents."""

from collections.abc import Iterator

from torch import Tensor

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


def _slabs(
    before: int, after: int, rows: range, columns: range, height: int, by_columns: float = 0
) -> Iterator[tuple[range, range, int]]:
    """Rows, the columns that they are near, and how many slabs of so many rows differ from these by position alone.

    A row is near the columns from `before` to `after` it, and near some before these that make a slab's columns a
    multiple of `WIDTH`. Rows at either end that lack some of these are no slabs.
    If these are fewer than `by_columns`, slabs are of so many columns, with the rows near them.
    """
    if before + after < by_columns:
        for some, near, segments in _slabs(after, before, columns, rows, height):
            yield near, some, segments
        return
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
