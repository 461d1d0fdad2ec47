"""Parallel regions of programs, on the threads that torch's operations use."""

import ctypes
import functools
import os

import torch


def _region() -> int | None:
    """The address of `GOMP_parallel`, which runs a function on several threads, of the OpenMP that torch uses.

    None where torch is without OpenMP, or its runtime lacks GCC's entry points: each call starts threads of its own.
    So it does in a process that was forked from one with torch: OpenMP's threads are gone there, and a thread that used
    them waits for them forever in its next region.
    """
    return None if _FORKED else _openmp()


@functools.cache
def _openmp() -> int | None:
    """As the loader finds it for torch: first among what all libraries see, such as what `LD_PRELOAD` names."""
    seen = (ctypes.CDLL(None), ctypes.CDLL(torch._C.__file__)) if torch.backends.openmp.is_available() else ()
    pointer = next((one.GOMP_parallel for one in seen if hasattr(one, "GOMP_parallel")), None)
    return None if pointer is None else ctypes.cast(pointer, ctypes.c_void_p).value


def _watched_forks() -> list[bool]:
    """A list that is empty in this process, and not in those that are forked from it."""
    found: list[bool] = []
    os.register_at_fork(after_in_child=lambda: found.append(True))
    return found


_FORKED = _watched_forks()
