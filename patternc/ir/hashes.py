"""Hashes of integers, by which `random` selects blocks. Arguments are integers or NumPy arrays."""

from __future__ import annotations

from typing import Any, TypeAlias

Position: TypeAlias = Any  # int, or an integer array

_MASK = 0xFFFFFFFF
ODD = (0x7FEB352D, 0x846CA68B, 0x2C1B3C6D)


def mixed(x: Position) -> Position:
    """A bijection of 32-bit integers that spreads every bit (lowbias32, C. Wellons, "Hash function prospector")."""
    x = times(x ^ (x >> 16), ODD[0])
    x = times(x ^ (x >> 15), ODD[1])
    return x ^ (x >> 16)


def hashed(*words: Position) -> Position:
    """A hash of 32 bits of non-negative integers: x = 0, then x = mixed(x + word + 0x9E3779B9) for each."""
    x: Position = 0
    for word in words:
        x = mixed((x + word + 0x9E3779B9) & _MASK)
    return x


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
