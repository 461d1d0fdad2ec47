"""Hashes of positions, in 64-bit integers."""

from torch import Tensor


def _hashed(*words: Tensor | int) -> Tensor:
    """A hash of 32 bits of non-negative integers, one of them a tensor, in 64-bit integers."""
    x: Tensor | int = 0
    for word in words:
        x = (x + word + 0x9E3779B9) % 2**32
        x = _product(x ^ (x >> 16), 0x7FEB352D)
        x = _product(x ^ (x >> 15), 0x846CA68B)
        x = x ^ (x >> 16)
    return x


def _product(x: Tensor | int, odd: int) -> Tensor | int:
    """The low 32 bits of a product of numbers of 32 bits, without leaving 63."""
    return ((x & 0xFFFF) * odd + ((((x >> 16) * odd) & 0xFFFF) << 16)) & 0xFFFFFFFF
