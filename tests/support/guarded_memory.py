"""Memory that ends before a page that nobody may touch, so that no program reads or writes past its end unseen.

One that does ends the process: Python then prints `Segmentation fault` and the lines of the test.
"""

from __future__ import annotations

import ctypes
import mmap
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)

_PROTECT = ctypes.CDLL(None).mprotect
_NOTHING = 0
"""What may be done with a page, as `mprotect` is told."""


def guarded(array: NDArray[Number]) -> NDArray[Number]:
    """A copy of an array whose last number is the last of its memory."""
    size = -(-array.nbytes // mmap.PAGESIZE) * mmap.PAGESIZE
    memory = mmap.mmap(-1, size + mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    assert _PROTECT(ctypes.c_void_p(start + size), ctypes.c_size_t(mmap.PAGESIZE), _NOTHING) == 0
    copied: NDArray[Number] = np.ndarray(array.shape, array.dtype, memory, size - array.nbytes)
    copied[...] = array
    return copied
