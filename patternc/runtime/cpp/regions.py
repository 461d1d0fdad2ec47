"""Parallel regions of programs, on the threads that torch's operations use."""

import ctypes
import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import torch


@functools.cache
def _region() -> int | None:
    """The address of `GOMP_parallel`, which runs a function on several threads, of the OpenMP that torch links.

    None where torch is without OpenMP, or its runtime lacks GCC's entry points.
    """
    library = ctypes.CDLL(torch._C.__file__) if torch.backends.openmp.is_available() else None
    found = getattr(library, "GOMP_parallel", None)
    return None if found is None else ctypes.cast(found, ctypes.c_void_p).value


def _watched_forks() -> list[ThreadPoolExecutor]:
    """A list that in a process forked from this one holds a thread of its own.

    OpenMP's threads are gone in such a process, and a thread that used them waits for them forever in its next region.
    A thread that the process starts itself gets others.
    """
    found: list[ThreadPoolExecutor] = []
    os.register_at_fork(after_in_child=lambda: found.__setitem__(slice(None), [ThreadPoolExecutor(1, "patternc")]))
    return found


_FORKED = _watched_forks()


def _with_threads(call: Callable[[int], None]) -> None:
    """Make a call with the number of threads that torch uses."""
    threads = torch.get_num_threads()
    if _FORKED and threads > 1:
        _FORKED[0].submit(call, threads).result()
    else:
        call(threads)
