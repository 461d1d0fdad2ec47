"""The blocks of some rows that `random(count)` chooses, without ranking all blocks of a row; those nearest to a row.

Ranks spread the columns of an octave [2**j, 2**(j+1)) over equal intervals, one each (`semantics.ranked`): those with
the lowest ranks of an octave are those that the octave's shuffle puts first, which its inverse finds.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.hashes import hashed, shuffled

Numbers: TypeAlias = npt.NDArray[np.int64]

_ODD = (0x7FEB352D, 0x846CA68B, 0x2C1B3C6D)
_COLUMNS = (1 << 31) - 1
"""The bits of a key that hold a column."""


def lowest(seed: int, head: int, rows: Numbers, count: int, chosen: int) -> Numbers:
    """The columns of the lowest ranks, [rows, min(chosen, count)], in no order; rows and columns count blocks."""
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
    """Which blocks (row, column), element by element, have a rank below the one that `chosen` of a row have on average.

    An octave spreads its ranks evenly, so a row has nearly `chosen` of them. It takes no ranks but those of the blocks.
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
    """[heads, rows, count]: the block of every row and the blocks before it, then -1; a view of `rows + count` numbers.

    It stands for the selection of a `topk` where none is known.
    """
    steps = np.maximum(np.arange(1 - count, rows), -1)
    windows = np.lib.stride_tricks.sliding_window_view(steps, count)[:, ::-1]
    return np.broadcast_to(windows, (heads, rows, count))


def _keys(seed: int, head: int, rows: Numbers, octave: int, count: int, wanted: int) -> Numbers:
    """Ranks, each with its column in the low bits, of columns of an octave: of enough that are in the sequence."""
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
