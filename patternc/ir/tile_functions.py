"""The definitions of the library functions that tile programs call, for Python integers and NumPy arrays.

They are written from the docstrings of the templates, independently of the templates' code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from patternc.ir.index import Value


def _count(position: Value, offset: Value, dilation: int) -> Value:
    """The number of terms of offset, offset + dilation, ... below a position."""
    return -(-np.maximum(position - offset, 0) // dilation)


def _count_in_blocks(position: Value, offset: Value, dilation: int, block: int) -> Value:
    """The number of positions in the blocks offset, offset + dilation, ... that are below a position."""
    place = np.maximum(position, 0)
    part = np.where((place // block >= offset) & ((place // block - offset) % dilation == 0), place % block, 0)
    return _count(place // block, offset, dilation) * block + part


def _near(query: Value, key: Value, *numbers: int) -> Value:
    """Whether, in one dimension of a grid, the key is among the cells of its class nearest to the query."""
    stride, size, extent, dilation, step, before = numbers if len(numbers) == 6 else (*numbers, 1, numbers[2] // 2)
    i, j = query // stride % size, key // stride % size
    held = (size - 1 - i % dilation) // dilation + 1
    start = np.minimum(np.maximum(i // dilation // step * step - before, 0), held - extent)
    return (j // dilation >= start) & (j // dilation < start + extent) & (i % dilation == j % dilation)


def _runs(offset: int, stop: int, segment: int, dilation: int) -> tuple[int, int]:
    """The number of segments that a call touches, and the rows of the longest run: one residue class in a segment."""
    width = stop - offset
    if not segment:
        return 1, -(-width // dilation)
    return (stop - 1) // segment - offset // segment + 1, -(-min(segment, width) // dilation)


def _class_runs(offset: int, stop: int, segment: int, dilation: int) -> tuple[int, int]:
    """The number of runs if every residue class of a segment is a run, and the rows of the longest run."""
    runs, held = _runs(offset, stop, segment, dilation)
    return runs * min(dilation, stop - offset), held


def _compact(
    rows: np.ndarray, line: int, first: int, origin: int, stop: int, offset: int, segment: int, dilation: int
) -> tuple[np.ndarray, np.ndarray]:
    """For a packed buffer of one residue class: the index of each row in it, and whether the row is in it.

    A line begins with the row `first`, and has as many rows as a call from `origin` to `stop` needs.
    """
    runs, held = _runs(origin, stop, segment, dilation)
    start = rows // segment * segment if segment else np.zeros_like(rows)
    begin = np.maximum(start, first)
    run = line * runs + (rows // segment - first // segment if segment else 0)
    return run * held + (rows - begin) // dilation, (rows - start) % dilation == offset


def _compact_class(
    rows: np.ndarray, line: int, first: int, origin: int, stop: int, segment: int, dilation: int
) -> tuple[np.ndarray, np.ndarray]:
    """For a buffer of all residue classes, one after the other: the index of each row, and if it is in the call."""
    runs, held = _runs(origin, stop, segment, dilation)
    classes = min(dilation, stop - origin)
    begin = np.maximum(rows // segment * segment if segment else 0, first)
    run = (line * runs + (rows // segment - first // segment if segment else 0)) * classes
    return (run + (rows - begin) % dilation) * held + (rows - begin) // dilation, rows >= first


def _sweep(
    place: Value, origin: int, stop: int, cuts: int, sweeps: tuple[tuple[int, int], ...], rows: int
) -> tuple[Value, ...]:
    """For a grid place of folded sweeps, whose places follow one another: the data of the sweep that it belongs to.

    These are the segment, the dilation, the number of segments touched, the place within the sweep, the number of the
    sweep's places, the number of rows in the sweeps before it, and the number of rows in all sweeps. `cuts`: the places
    that each has besides those of its tiles.
    """
    runs, held = np.array([_runs(origin, stop, *sweep) for sweep in sweeps]).T
    places, stored = cuts + runs * -(-held // rows), runs * held
    ends = np.cumsum(places)
    own = np.searchsorted(ends, place, side="right")
    segments, dilations = np.array(sweeps).T
    before = np.cumsum(stored) - stored
    place = place - (ends - places)[own]
    return segments[own], dilations[own], runs[own], place, places[own], before[own], int(stored.sum())


def _compact_of_sweep(
    rows: np.ndarray,
    line: int,
    first: int,
    origin: int,
    stop: int,
    offsets: tuple[int, ...],
    sweeps: tuple[tuple[int, int], ...],
    number: int,
) -> tuple[np.ndarray, np.ndarray]:
    """For a buffer of several lattices: the index of each row of lattice `number`, and whether the row is in it."""
    index, member = _compact(rows, 0, first, origin, stop, offsets[number], *sweeps[number])
    stored = [math.prod(_runs(origin, stop, *sweep)) for sweep in sweeps]
    return line * sum(stored) + sum(stored[:number]) + index, member


def _listed(blocks: np.ndarray, t: int, stop: int, block: int, width: int) -> np.ndarray:
    """The positions of the columns t, t + 1, ... below `stop` of a list of blocks."""
    index = t + np.arange(width)
    entries = np.where(index < stop, blocks[np.minimum(index, max(stop - 1, 0)) // block], 0)
    return np.asarray(entries * block + index % block)


def _belongs(members: np.ndarray, t: int, stop: int, row_blocks: np.ndarray, block: int, width: int) -> np.ndarray:
    """Whether each column's block is listed for each row's block, which is numbered from the first in the tile."""
    index = t + np.arange(width)
    bits = np.where(index < stop, members[np.minimum(index, max(stop - 1, 0)) // block], 0)
    return np.asarray((bits[None, :] >> np.asarray(row_blocks)[:, None]) & 1 == 1)


def _share(low: int, high: int, split: int, splits: int, block: int) -> tuple[int, int]:
    """The columns of low <= t < high that split number `split` visits: equally many whole tiles, fewer in the last."""
    tiles = -(-max(0, int(high - low)) // block)
    taken = -(-tiles // splits) * block
    return low + split * taken, min(low + (split + 1) * taken, high)


def _start_of(first: int, starts: np.ndarray | None, batch: int) -> int:
    """The position of a batch entry's first query: `first`, or the entry of the table `starts`."""
    return first if starts is None else int(starts[batch])


def _extent_of(first: int, stop: int, starts: np.ndarray | None, batch: int, seq_len: int) -> tuple[int, int, int]:
    """The position of a batch entry's first query, and from where to where queries of it are in the sequence."""
    origin = _start_of(first, starts, batch)
    if starts is None:
        return first, first, stop
    return origin, *(min(max(one, 0), seq_len) for one in (origin, origin + stop - first))  # type: ignore[return-value]


def _cache_of(starts: np.ndarray | None, _batch: int, seq_len: int, stop: int) -> tuple[int, int]:
    """The length of a sequence, and the end of its keys: those of a call whose sequences are batch entries."""
    assert starts is None or starts.ndim == 1
    return seq_len, stop


def _origin(stride: Sequence[int], batch: int, head: int, offset: int) -> int:
    """The place of position 0 of a head in a tensor [B, H, N, D] whose first row is position `offset`."""
    return batch * stride[0] + head * stride[1] - offset * stride[2]


def _origin_of_pairs(stride: Sequence[int], batch: int, head: int, first_query: int, first_key: int) -> int:
    """The place of the pair of positions 0 of a head in a tensor [B, H, Nq, Nk], whose first pair is of two others."""
    return batch * stride[0] + head * stride[1] - first_query * stride[2] - first_key * stride[3]


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
    "extent_of": _extent_of,  # type: ignore[dict-item]
    "cache_of": _cache_of,  # type: ignore[dict-item]
    "slots_of": lambda columns, *_: columns,
    "first_row_of": lambda *_: 0,
    "count_of": lambda _starts, _batch, count: count,
    "entry_of": lambda _starts, batch: batch,
    "share": _share,  # type: ignore[dict-item]
    "origin": _origin,
    "origin_of_pairs": _origin_of_pairs,
    "drawn": lambda *_: 0,
    "slope": lambda head, _: head * 0,
}
