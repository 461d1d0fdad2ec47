"""How the calls of both passes are divided among threads: an operation inside has no parallel region of its own."""

import collections
import contextlib
import ctypes
import functools
import itertools
import math
from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from ..openmp import _openmp
from .sizes import FEW_ROWS, SHARED_KEYS, SHARED_ROWS, SHARED_STEP
from .work import Call


def _in_threads(compute: Callable[..., tuple[Tensor, ...] | None], call: Call) -> tuple[Tensor, ...] | None:
    """Return `compute(call, threads)`, where each operation has one thread on a CPU, and shares have the others.

    Shares are of heads, or of rows where heads and entries are too few. Small calls have one thread altogether; calls
    of few rows are few operations, each of which reads all keys and has all threads.
    """
    (entries, heads, rows), keys, threads = call.query.shape[:3], call.key.shape[2], torch.get_num_threads()
    few = call.work.few and rows <= FEW_ROWS
    if few or threads == 1 or call.query.device.type != "cpu" or _openmp() is None:
        return compute(call, threads=1)
    with _one_thread():
        if entries * heads * rows * max(keys, SHARED_KEYS) < threads * SHARED_ROWS * SHARED_KEYS:
            return compute(call, threads=1)
        if _even_parts(entries, heads if call.saved is None else call.key.shape[1], threads):
            return compute(call, threads=threads)
        step = math.lcm(SHARED_STEP, call.work.selected)
        most = -(-rows // (step * threads)) * step
        shares = [call.some_rows(start, min(start + most, rows)) for start in range(0, rows, most)]
        found = _at_once([functools.partial(compute, share, threads=1) for share in shares], threads)
        if None in found:
            return None
        if call.saved is not None:
            grad_query, *grads = zip(*found, strict=True)
            return torch.cat(grad_query, 2), *(functools.reduce(torch.add, parts) for parts in grads)
        return tuple(torch.cat(parts, 2 + place // 2) for place, parts in enumerate(zip(*found, strict=True)))


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Operations that this thread starts run on it alone; afterwards its settings are those of before."""
    openmp, threads = _openmp(), torch.get_num_threads()
    of_mkl = getattr(openmp, "MKL_Set_Num_Threads_Local", lambda _: 0)  # which has a setting of its own
    openmp.omp_set_num_threads(1)
    before = of_mkl(1)
    try:
        yield
    finally:
        of_mkl(before)
        openmp.omp_set_num_threads(threads)


def _in_shares(
    attend: Callable[[int, range], object], query: Tensor, together: int, groups: tuple[range, ...], threads: int
) -> list[object]:
    """Call `attend(entry, heads)` for each batch entry and the heads of each group, and return what it returned.

    Each thread takes a share of the heads, if there are enough; so many stay together.
    """
    entries, units = range(query.shape[0]), query.shape[1] // together
    parts = _even_parts(len(entries), units, threads)
    if parts == 0:
        return [attend(b, heads) for heads in groups for b in entries]
    if len(groups) > 1:  # whose heads take unlike time
        parts = min(units, max(parts, 4 * threads))
    for heads in groups:
        attend(0, heads[:0])  # lists of blocks that are kept are made once, not by each thread

    def take(b: int, left: int, right: int) -> list[object]:
        shares = [range(max(heads.start, left), min(heads.stop, right)) for heads in groups]
        return [attend(b, share) for share in shares if len(share) > 0]

    cuts = [units * i // parts * together for i in range(parts + 1)]
    calls = [functools.partial(take, b, *ends) for b in entries for ends in itertools.pairwise(cuts)]
    return list(itertools.chain.from_iterable(_at_once(calls, threads)))


def _even_parts(entries: int, heads: int, threads: int) -> int:
    """Into how many parts to cut the heads of each entry so that threads are done first; 0 if some had little to do."""

    def longest(parts: int) -> int:
        """How many heads the last thread takes."""
        return -(-entries * parts // threads) * -(-heads // parts)

    if threads == 1 or heads == 0:
        return 0
    parts = min(range(1, heads + 1), key=longest)
    return parts if 3 * threads * longest(parts) <= 4 * entries * heads else 0


def _at_once(calls: list[Callable[[], object]], threads: int) -> list[object]:
    """Make calls in one parallel region, and return what they returned; raise what one of them raised.

    Torch and what it calls start no region inside another, so that none of their operations waits for other threads.
    """
    openmp, left, found, raised = _openmp(), collections.deque(enumerate(calls)), {}, []
    inference = torch.is_inference_mode_enabled()

    @ctypes.CFUNCTYPE(None, ctypes.c_void_p)
    def take(_: object) -> None:
        try:
            torch.get_num_threads()  # torch sets the number of a thread when first asked
            openmp.omp_set_num_threads(1)  # until the region ends: sizes and memory are those of one thread
            with torch.inference_mode(inference), torch.no_grad():  # what a thread is told of modes, it alone is told
                while left:
                    try:
                        place, call = left.popleft()
                    except IndexError:  # another thread has just taken the last one
                        break
                    found[place] = call()
        except BaseException as error:
            left.clear()
            raised.append(error)

    openmp.GOMP_parallel(take, None, threads, 0)
    if raised or len(found) < len(calls):
        raise raised[0] if raised else KeyboardInterrupt
    return [found[place] for place in range(len(calls))]
