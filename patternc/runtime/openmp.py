"""The threads of torch's operations on a CPU."""

import ctypes
import functools

import torch


@functools.cache
def _openmp() -> ctypes.CDLL | None:
    """The OpenMP runtime that torch is linked with, where it has the entry points of GCC's; else None."""
    library = ctypes.CDLL(torch._C.__file__) if torch.backends.openmp.is_available() else None
    return library if hasattr(library, "GOMP_parallel") else None
