"""What the functions mean that tile programs call, over Python integers and NumPy arrays.

Written from what the docstrings of the templates promise, not from their text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from patternc.ir.index import Value


def _count(position: Value, offset: Value, dilation: int) -> Value:
    """How many of offset, offset + dilation, ... lie below a position."""
    return -(-np.maximum(position - offset, 0) // dilation)


def _count_in_blocks(position: Value, offset: Value, dilation: int, block: int) -> Value:
    """How many positions of the blocks offset, offset + dilation, ... lie below a position."""
    place = np.maximum(position, 0)
    part = np.where((place // block >= offset) & ((place // block - offset) % dilation == 0), place % block, 0)
    return _count(place // block, offset, dilation) * block + part


def _near(query: Value, key: Value, stride: int, size: int, extent: int, dilation: int) -> Value:
    """Whether, in one dimension of a grid, a key is among the cells of the query's residue class nearest to it."""
    i, j = query // stride % size, key // stride % size
    held = (size - 1 - i % dilation) // dilation + 1
    start = np.minimum(np.maximum(i // dilation - extent // 2, 0), held - extent)
    return (j // dilation >= start) & (j // dilation < start + extent) & (i % dilation == j % dilation)


def _runs(offset: int, stop: int, segment: int, dilation: int) -> tuple[int, int]:
    """Segments that a call touches, and the rows that the longest of their runs holds."""
    width = stop - offset
    if not segment:
        return 1, -(-width // dilation)
    return (stop - 1) // segment - offset // segment + 1, -(-min(segment, width) // dilation)


def _class_runs(offset: int, stop: int, segment: int, dilation: int) -> tuple[int, int]:
    """The same where every residue class of a segment is a run."""
    runs, held = _runs(offset, stop, segment, dilation)
    return runs * min(dilation, stop - offset), held


def _compact(
    rows: np.ndarray, line: int, origin: int, stop: int, offset: int, segment: int, dilation: int
) -> tuple[np.ndarray, np.ndarray]:
    """Where the buffer of a lattice on one residue class holds rows, and which of them it holds."""
    runs, held = _runs(origin, stop, segment, dilation)
    start = rows // segment * segment if segment else np.zeros_like(rows)
    begin = np.maximum(start, origin)
    run = line * runs + (rows // segment - origin // segment if segment else 0)
    return run * held + (rows - begin) // dilation, (rows - start) % dilation == offset


def _compact_class(
    rows: np.ndarray, line: int, origin: int, stop: int, segment: int, dilation: int
) -> tuple[np.ndarray, np.ndarray]:
    """Where the buffer of a lattice of every residue class holds rows; it holds them all."""
    runs, held = _runs(origin, stop, segment, dilation)
    classes = min(dilation, stop - origin)
    begin = np.maximum(rows // segment * segment if segment else 0, origin)
    run = (line * runs + (rows // segment - origin // segment if segment else 0)) * classes
    return (run + (rows - begin) % dilation) * held + (rows - begin) // dilation, rows >= origin


def _sweep(place: Value, origin: int, stop: int, sweeps: tuple[tuple[int, int], ...], rows: int) -> tuple[Value, ...]:
    """Of the sweep that a place belongs to, where the places of several follow one another: segment and dilation, the
    segments touched, the place among its own, how many these are, rows of sweeps before it, and those of all.
    """
    runs, held = np.array([_runs(origin, stop, *sweep) for sweep in sweeps]).T
    places, stored = runs * -(-held // rows), runs * held
    ends = np.cumsum(places)
    own = np.searchsorted(ends, place, side="right")
    segments, dilations = np.array(sweeps).T
    before = np.cumsum(stored) - stored
    place = place - (ends - places)[own]
    return segments[own], dilations[own], runs[own], place, places[own], before[own], int(stored.sum())


def _compact_of_sweep(
    rows: np.ndarray,
    line: int,
    origin: int,
    stop: int,
    offsets: tuple[int, ...],
    sweeps: tuple[tuple[int, int], ...],
    number: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Where the buffer of several lattices holds rows of one of them, line after line, and which of them it holds."""
    index, member = _compact(rows, 0, origin, stop, offsets[number], *sweeps[number])
    stored = [math.prod(_runs(origin, stop, *sweep)) for sweep in sweeps]
    return line * sum(stored) + sum(stored[:number]) + index, member


def _listed(blocks: np.ndarray, t: int, stop: int, block: int, width: int) -> np.ndarray:
    """Where the columns t, t + 1, ... below `stop` of a list stand."""
    index = t + np.arange(width)
    entries = np.where(index < stop, blocks[np.minimum(index, max(stop - 1, 0)) // block], 0)
    return np.asarray(entries * block + index % block)


def _belongs(members: np.ndarray, t: int, stop: int, row_blocks: np.ndarray, block: int, width: int) -> np.ndarray:
    """Whether the block of each column is listed for the block of each row, counted from the tile's first."""
    index = t + np.arange(width)
    bits = np.where(index < stop, members[np.minimum(index, max(stop - 1, 0)) // block], 0)
    return np.asarray((bits[None, :] >> np.asarray(row_blocks)[:, None]) & 1 == 1)


def _share(low: int, high: int, split: int, splits: int, block: int) -> tuple[int, int]:
    """The columns of low <= t < high that a split takes: whole tiles, and no more than the first split's."""
    tiles = -(-max(0, int(high - low)) // block)
    taken = -(-tiles // splits) * block
    return low + split * taken, min(low + (split + 1) * taken, high)


def _start_of(first: int, starts: np.ndarray | None, batch: int) -> int:
    """The position of the first query of a batch entry: the call's, or that of a table."""
    return first if starts is None else int(starts[batch])


LIBRARY: Mapping[str, Callable[..., Value]] = {
    "count": _count,
    "count_in_blocks": _count_in_blocks,
    "near": _near,
    "runs": _runs,  # type: ignore[dict-item]
    "class_runs": _class_runs,  # type: ignore[dict-item]
    "compact": _compact,  # type: ignore[dict-item]
    "compact_class": _compact_class,  # type: ignore[dict-item]
    "compact_of_sweep": _compact_of_sweep,  # type: ignore[dict-item]
    "sweep": _sweep,  # type: ignore[dict-item]
    "row_tiles": lambda offset, stop, block: -(-stop // block) - offset // block,
    "line": lambda batch, head, heads: batch * heads + head,
    "listed": _listed,
    "belongs": _belongs,
    "start_of": _start_of,
    "share": _share,  # type: ignore[dict-item]
    "origin": lambda *_: 0,
    "drawn": lambda *_: 0,
    "slope": lambda head, _: head * 0,
}
