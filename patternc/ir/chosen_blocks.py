"""The blocks that `random(count)` chooses for some rows, without ranking all blocks; and the blocks nearest to a row.

`semantics.ranked` spreads the columns of each octave [2**j, 2**(j+1)) over equal intervals, one column each. So the
columns with the lowest ranks of an octave are those that its shuffle puts first, and the inverse shuffle finds them.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.hashes import hashed, shuffled

Numbers: TypeAlias = npt.NDArray[np.int64]

_ODD = (0x7FEB352D, 0x846CA68B, 0x2C1B3C6D)
_COLUMNS = (1 << 31) - 1
"""The bits of a sort key that hold the column."""


def lowest(seed: int, head: int, rows: Numbers, count: int, chosen: int) -> Numbers:
    """The columns with the lowest ranks [rows, min(chosen, count)], unsorted; rows and columns are block indices."""
    wanted, octave = min(chosen, count), 0
    keys = [np.zeros((rows.size, 0), np.int64)]
    while (1 << octave if octave else 0) < count:
        keys.append(_keys(seed, head, rows, octave, count, wanted))
        octave += 1
    joined = np.concatenate(keys, axis=1)
    return np.partition(joined, max(wanted - 1, 0), axis=1)[:, :wanted] & _COLUMNS


def about_lowest(
    seed: int, head: int, rows: Numbers, columns: Numbers, count: int, chosen: int
) -> npt.NDArray[np.bool_]:
    """Whether each block (row, column) has a rank below the one that on average `chosen` blocks of a row are below.

    Octaves spread their ranks evenly, so a row has nearly `chosen` such blocks. Only the given blocks are ranked.
    """
    octaves = np.maximum(np.frexp(columns.astype(np.float64))[1] - 1, 0)
    held = np.zeros(rows.size, bool)
    for octave in np.unique(octaves).tolist():
        here = np.flatnonzero(octaves == octave)
        first, bits = (1 << octave if octave else 0), max(octave, 1)
        key = np.asarray(hashed(seed, head, rows[here], octave))
        places = np.asarray(shuffled(columns[here] - first, bits, key))
        ranks = (places << (31 - bits)) + (np.asarray(hashed(key, columns[here])) >> (bits + 1))
        held[here] = ranks < (chosen << 31) // count
    return held


def nearest(heads: int, rows: int, count: int) -> Numbers:
    """An assumed selection of a `topk` [heads, rows, count]: each row's own block and those before it, then -1.

    The array is a view of `rows + count` numbers.
    """
    steps = np.maximum(np.arange(1 - count, rows), -1)
    windows = np.lib.stride_tricks.sliding_window_view(steps, count)[:, ::-1]
    return np.broadcast_to(windows, (heads, rows, count))


def _keys(seed: int, head: int, rows: Numbers, octave: int, count: int, wanted: int) -> Numbers:
    """Sort keys (rank, with the column in the low bits) of an octave's first columns that are in the sequence."""
    first, bits = (1 << octave if octave else 0), max(octave, 1)
    held = min(count - first, 1 << bits)
    tried = 1 << bits if held <= wanted else wanted
    key = np.asarray(hashed(seed, head, rows, octave))[:, None]
    while True:
        places = np.broadcast_to(np.arange(tried), (rows.size, tried))
        columns = first + _unshuffled(places, bits, key)
        inside = columns < count
        if tried >= 1 << bits or inside.sum(axis=1).min(initial=tried) >= min(wanted, held):
            break
        tried = min(2 * tried, 1 << bits)
    ranks = (places << (31 - bits)) + (np.asarray(hashed(key, columns)) >> (bits + 1))
    return np.where(inside, (ranks << 31) | columns, np.iinfo(np.int64).max)


def _unshuffled(x: Numbers, bits: int, key: Numbers) -> Numbers:
    """The inverse of `hashes.shuffled`, step by step."""
    mask, half = (1 << bits) - 1, (bits + 1) // 2
    for turn, odd in reversed(tuple(enumerate(_ODD))):
        x = x ^ (x >> half)
        x = (x * pow(odd, -1, 1 << bits)) & mask
        x = (x - np.asarray(hashed(key, turn))) & mask
    return x
