"""Hashes of integers, by which `random` selects blocks. Arguments are integers or arrays, of NumPy or torch.

NumPy arrays are computed in 32 bits, whose products wrap around; everything else as integers of 64 bits.
"""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

Position: TypeAlias = Any  # int, or an integer array

HASHES = 1 << 32
"""The number of values of a hash; seeds are below it as well."""
_MASK = HASHES - 1
ODD = (0x7FEB352D, 0x846CA68B, 0x2C1B3C6D)  # multipliers of `mixed`


def mixed(x: Position) -> Position:
    """A bijection of 32-bit integers that spreads every bit (lowbias32, C. Wellons, "Hash function prospector")."""
    x = times(x ^ (x >> 16), ODD[0])
    x = times(x ^ (x >> 15), ODD[1])
    return x ^ (x >> 16)


def hashed(*words: Position) -> Position:
    """A hash of 32 bits of non-negative integers: x = 0, then x = mixed(x + word + 0x9E3779B9) for each."""
    x = words_hashed(*words)
    return x.astype("int64") if _is_numpy(x) else x


def times(x: Position, odd: int) -> Position:
    """The low 32 bits of a product of 32-bit integers, computed within 63 bits."""
    return ((x & 0xFFFF) * odd + ((((x >> 16) * odd) & 0xFFFF) << 16)) & _MASK


def shuffled(x: Position, bits: int, key: Position) -> Position:
    """A bijection of integers of `bits` bits, one for each key."""
    mask, half = (1 << bits) - 1, (bits + 1) // 2
    for turn, odd in enumerate(ODD):
        x = times((x + hashed(key, turn)) & mask, odd) & mask
        x = x ^ (x >> half)
    return x


def words_hashed(*words: Position) -> Position:
    """`hashed`, with integers of 32 bits if a word is a NumPy array."""
    x: Position = 0
    golden = 0x9E3779B9  # 2**32 over the golden ratio
    for word in words:
        if _is_numpy(x) or _is_numpy(word):
            x = _in_32_bits(x) + _in_32_bits(word)
            x += golden
            _mix(x)
        else:
            x = mixed((x + word + golden) & _MASK)
    return x


def _in_32_bits(word: Position) -> Position:
    return word.astype("uint32", copy=False) if _is_numpy(word) else word & _MASK


def _mix(x: Position) -> None:
    """`mixed` in place, of a NumPy array."""
    x ^= x >> 16
    x *= ODD[0]
    x ^= x >> 15
    x *= ODD[1]
    x ^= x >> 16


def _is_numpy(word: Position) -> bool:
    numpy = sys.modules.get("numpy")  # most masks need no NumPy, and it takes a third of the start-up time
    return numpy is not None and isinstance(word, numpy.ndarray)
