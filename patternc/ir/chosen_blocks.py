"""The blocks that `random(count)` chooses for some rows, without ranking all blocks; and the blocks nearest to a row.

`semantics.ranked` spreads the columns of each octave [2**j, 2**(j+1)) over equal intervals, one column each. So the
columns with the lowest ranks of an octave are those that its shuffle puts first, and the inverse shuffle finds them.
All octaves together hold about as many of the lowest ranks as are asked for, so few columns are ranked besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.hashes import ODD, words_hashed

Numbers: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint32]

_AT_ONCE = 1 << 18
"""The number of ranks that are computed together."""


def lowest(seed: int, head: int, rows: Numbers, count: int, chosen: int) -> Numbers:
    """The columns with the lowest ranks [rows, min(chosen, count)], unsorted; rows and columns are block indices."""
    # The bits of a sort key that hold the column.
    return _lowest_keys(seed, head, rows, count, min(chosen, count)) & (1 << 31) - 1


def is_chosen(seed: int, head: int, rows: Numbers, columns: Numbers, count: int, chosen: int) -> npt.NDArray[np.bool_]:
    """Whether each column has one of the `chosen` lowest ranks of its row; rows and columns are broadcast.

    Each row is searched once for its last chosen column. `chosen`: fewer than `count`.
    """
    # Up to this many blocks per row, all chosen blocks of a head are found, and kept.
    if count <= 1 << 11:
        return np.asarray(_table(seed, head, count, chosen)[rows, columns])
    named, place = np.unique(rows, return_inverse=True)
    last = _last_chosen(seed, head, named, count, chosen)
    words = _row_words(seed, head, named, _octaves(count))
    held = np.zeros(np.broadcast_shapes(np.shape(rows), np.shape(columns)), bool)
    place, wide = (np.broadcast_to(one, held.shape) for one in (place.reshape(np.shape(rows)), columns))
    flat, place, wide = held.reshape(-1), place.reshape(-1), wide.reshape(-1)
    for at in range(0, flat.size, _AT_ONCE):
        part = slice(at, at + _AT_ONCE)
        flat[part] = _sort_keys(words, place[part], wide[part]) <= last[place[part]]
    return held


def about_lowest(
    seed: int, head: int, rows: Numbers, columns: Numbers, count: int, chosen: int
) -> npt.NDArray[np.bool_]:
    """Whether each block (row, column) has a rank below the one that on average `chosen` blocks of a row are below.

    Octaves spread their ranks evenly, so a row has nearly `chosen` such blocks. Only the given blocks are ranked.
    """
    named, place = np.unique(rows, return_inverse=True)
    words, below = _row_words(seed, head, named, _octaves(count)), ((chosen << 31) // count) << 31
    held = np.zeros(rows.size, bool)
    for at in range(0, rows.size, _AT_ONCE):
        part = slice(at, at + _AT_ONCE)
        held[part] = _sort_keys(words, place[part], columns[part]) < below
    return held


@dataclass(frozen=True, slots=True)
class Nearest:
    """An assumed selection: the block that each row ends in and those before it, `count` in all, then -1.

    It stands for an array [heads, rows, count], which NumPy makes of it where one is needed. `sizes`: the queries and
    the keys of a block, of which there are `columns` in the sequence.
    """

    heads: int
    rows: int
    count: int
    sizes: tuple[int, int] = (1, 1)
    columns: int | None = None

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the array."""
        return self.heads, self.rows, self.count

    def _last(self, rows: Numbers) -> Numbers:
        """The last block of each row."""
        queries, keys = self.sizes
        last = rows if queries == keys else (rows * queries + queries - 1) // keys
        return last if self.columns is None else np.minimum(last, self.columns - 1)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Numbers:
        every = np.broadcast_to(self.of(np.arange(self.rows)), (self.heads, self.rows, self.count))
        return np.asarray(every.astype(np.int64 if dtype is None else dtype))

    def of(self, rows: Numbers) -> Numbers:
        """The blocks of some rows [rows, count], padded with -1."""
        return np.asarray(np.maximum(self._last(rows)[:, None] - np.arange(self.count), -1))

    def holds(self, rows: Numbers, columns: Numbers) -> npt.NDArray[np.bool_]:
        """Whether each column is among the blocks of its row; rows and columns are broadcast."""
        last = self._last(rows)
        return np.asarray((columns <= last) & (columns > last - self.count))


def _octaves(count: int) -> int:
    """The number of octaves of `count` columns: [0, 2), [2, 4), [4, 8), ..."""
    return max(1, (count - 1).bit_length())


# ---- the lowest ranks of rows ----------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def _table(seed: int, head: int, count: int, chosen: int) -> npt.NDArray[np.bool_]:
    """Whether each column has one of the `chosen` lowest ranks of its row, [count, count]."""
    found = np.zeros((count, count), bool)
    step = max(1, _AT_ONCE // count)
    for at in range(0, count, step):
        rows = np.arange(at, min(at + step, count))
        found[rows[:, None], lowest(seed, head, rows, count, chosen)] = True
    return found


def _last_chosen(seed: int, head: int, rows: Numbers, count: int, chosen: int) -> Numbers:
    """The sort key of each row's last chosen column; rows that were asked for before are not searched again."""
    most_kept = 1 << 20  # the most blocks per row of a selection whose rows' last chosen blocks are kept
    kept = _kept((seed, head, count, chosen), count) if count <= most_kept else np.full(rows.size, -1)
    own = rows if count <= most_kept else np.arange(rows.size)
    missing = np.flatnonzero(kept[own] < 0)
    step = max(1, _AT_ONCE // chosen)
    for at in range(0, missing.size, step):
        part = missing[at : at + step]
        kept[own[part]] = _lowest_keys(seed, head, rows[part], count, chosen).max(axis=1)
    return np.asarray(kept[own])


@lru_cache(maxsize=8)
def _kept(of: tuple[int, ...], count: int) -> Numbers:  # noqa: ARG001 - tells selections apart
    """The sort keys of the last chosen columns of a selection's rows, -1 where not known yet; callers set entries."""
    return np.full(count, -1, np.int64)


def _lowest_keys(seed: int, head: int, rows: Numbers, count: int, wanted: int) -> Numbers:
    """The `wanted` lowest sort keys of each row, unsorted.

    Columns with ranks below a bound are tried, which spreads them over all octaves; octaves but the last hold as many
    as the bound says to within one, and the last, of which some columns are beyond the sequence, a random number.
    """
    spare = _octaves(count) + 4 * isqrt(wanted) + 4
    while True:
        below = min(1 << 31, ((wanted + spare) << 31) // count + 1)
        keys = np.concatenate([_keys(seed, head, rows, j, count, below) for j in range(_octaves(count))], axis=1)
        if below == 1 << 31 or (keys < below << 31).sum(axis=1).min(initial=wanted) >= wanted:
            return np.partition(keys, max(wanted - 1, 0), axis=1)[:, :wanted]
        spare *= 2


def _keys(seed: int, head: int, rows: Numbers, octave: int, count: int, below: int) -> Numbers:
    """Sort keys of an octave's columns with ranks below a bound, and of some more; of columns beyond it, the largest.

    A sort key is a rank, followed by the column in the low bits.
    """
    first, bits = _octave(octave)
    places = np.arange(((below - 1) >> (31 - bits)) + 1, dtype=np.uint32)
    key = words_hashed(seed, head, rows, octave)[:, None]
    columns = first + _unshuffled(np.broadcast_to(places, (rows.size, places.size)), bits, key)
    ranks = (places << np.uint32(31 - bits)) + (words_hashed(key, columns) >> (bits + 1))
    keys = (ranks.astype(np.int64) << 31) | columns
    return keys if first + (1 << bits) <= count else np.where(columns < count, keys, np.iinfo(np.int64).max)


def _octave(octave: int) -> tuple[int, int]:
    """The first column of an octave, and the bits of a place in it."""
    return (1 << octave if octave else 0), max(octave, 1)


def _unshuffled(x: Words, bits: int, key: Words) -> Words:
    """The inverse of `hashes.shuffled`, step by step."""
    mask, half = (1 << bits) - 1, (bits + 1) // 2
    for turn, odd in reversed(tuple(enumerate(ODD))):
        x = np.bitwise_xor(x, x >> half)
        x *= pow(odd, -1, 1 << bits)
        x -= words_hashed(key, turn)
        x &= mask
    return x


# ---- the ranks of single columns -------------------------------------------------------------------------------------
def _row_words(seed: int, head: int, rows: Numbers, octaves: int) -> Words:
    """The words that rank a row's columns in each octave, [1 + turns, rows, octaves]: a key, and shuffle turns."""
    key = words_hashed(seed, head, rows[:, None], np.arange(octaves))
    return np.stack([key, *(words_hashed(key, turn) for turn in range(len(ODD)))])


def _sort_keys(words: Words, place: Numbers, columns: Numbers) -> Numbers:
    """The sort keys of columns, each in the row at a place of `words`."""
    octave = np.maximum(np.frexp(columns.astype(np.float64))[1] - 1, 0)
    key, *turns = words.reshape(len(words), -1)[:, place * words.shape[2] + octave]
    bits = np.maximum(octave, 1).astype(np.uint32)
    mask, half, column = (np.uint32(1) << bits) - np.uint32(1), (bits + np.uint32(1)) >> 1, columns.astype(np.uint32)
    x = column & mask if octave.min(initial=1) else np.where(octave, column & mask, column)
    for turn, odd in zip(turns, ODD, strict=True):
        x = ((x + turn) * np.uint32(odd)) & mask
        x ^= x >> half
    ranks = (x << (31 - bits)) + (words_hashed(key, column) >> (bits + np.uint32(1)))
    return np.asarray((ranks.astype(np.int64) << 31) | columns)
