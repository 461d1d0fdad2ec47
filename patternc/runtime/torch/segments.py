"""Segments and documents."""

from collections.abc import Iterator

from torch import Tensor

# Rows of documents that are taken together.
JOINED_ROWS = 128


def _bands(width: int, queries: range, keys: range) -> Iterator[tuple[int, int]]:
    """Segments with queries and keys: where some begin, and how many they are; one that is cut short is alone."""
    low, high = max(queries.start, keys.start), min(queries.stop, keys.stop)
    whole, cut = -(-low // width) * width, high // width * width
    if low < whole:
        yield whole - width, 1
    if whole < cut:
        yield whole, (cut - whole) // width
    if whole <= cut < high:
        yield cut, 1


def _documents(ends: Tensor, positions: range) -> Iterator[tuple[int, int, bool]]:
    """(start, stop, alone) of the documents that hold some of the positions; short ones in a row are taken together."""
    first = last = int(ends[0, 0, positions.start])
    count = 0
    for stop in ends[0, 1, positions.start : positions.stop].unique_consecutive().tolist():
        if count and stop - first > JOINED_ROWS:
            yield first, last, count == 1
            first, count = last, 0
        last, count = stop, count + 1
    yield first, last, count == 1
