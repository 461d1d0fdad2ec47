"""Hashes in 32-bit integers."""

import torch
from torch import Tensor

# Multipliers of `_mixed` and, modulo 2**32, the inverse of each, as 32-bit integers with a sign.
_ODD = (0x7FEB352D, 0x846CA68B - 2**32, 0x2C1B3C6D)
_INVERSE = tuple((pow(odd, -1, 2**32) + 2**31) % 2**32 - 2**31 for odd in _ODD)


def _hash(*words: Tensor | int) -> Tensor:
    """A hash of integers, at least one of them a tensor: int32, of which the sign is a bit like any other."""
    x: Tensor | int = 0
    for word in words:
        x = x + ((word.int() if isinstance(word, Tensor) else word) + (0x9E3779B9 - 2**32))
        x = _mixed(x) if isinstance(x, Tensor) else _mixed_number(x)
    return x


def _mixed(x: Tensor) -> Tensor:
    """A bijection of 32-bit integers that spreads every bit, in place; products wrap around."""
    shifted = x >> 16
    x ^= shifted.bitwise_and_(0xFFFF)
    x *= _ODD[0]
    x ^= torch.bitwise_right_shift(x, 15, out=shifted).bitwise_and_(0x1FFFF)
    x *= _ODD[1]
    x ^= torch.bitwise_right_shift(x, 16, out=shifted).bitwise_and_(0xFFFF)
    return x


def _mixed_number(x: int) -> int:
    """`_mixed` of one Python integer, as a signed 32-bit number."""
    x = (x ^ (x & 0xFFFFFFFF) >> 16) * _ODD[0] & 0xFFFFFFFF
    x = (x ^ x >> 15) * _ODD[1] & 0xFFFFFFFF
    x = x ^ x >> 16
    return (x + 2**31) % 2**32 - 2**31


def _below(hashes: Tensor, threshold: int) -> Tensor:
    """Whether hashes, read without a sign, are below a threshold of 1 to 2**32."""
    return (hashes ^ -(2**31)) <= threshold - 1 - 2**31
