"""Ranks as threads of one process, with mailboxes for a network: what each sends and receives is counted."""

from __future__ import annotations

import functools
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from torch import Tensor

T = TypeVar("T")
Mailbox = queue.SimpleQueue[tuple[Tensor, threading.Event]]
"""Tensors as they are sent, and what says that they have been received."""
TIMEOUT = 600.0  # seconds; interpreted kernels of other ranks take minutes on a busy machine


def _is_filled(box: Mailbox) -> bool:
    return not box.empty()


class Network:
    """Mailboxes between ranks, first in first out, and the bytes that have arrived at each rank, by what they are."""

    def __init__(self) -> None:
        self.boxes: dict[tuple[int, int], Mailbox] = defaultdict(queue.SimpleQueue)
        self.received: dict[tuple[int, str], int] = defaultdict(int)
        self.between: dict[tuple[int, int, str], int] = defaultdict(int)  # the same by sender, receiver and words
        self.lock = threading.Lock()
        self.failed = False
        self.baton = threading.Lock()  # of the rank that computes: Triton's interpreter is for one thread

    def box(self, source: int, target: int) -> Mailbox:
        with self.lock:
            return self.boxes[source, target]

    def without_baton(self, ready: Callable[[], bool], words: str) -> None:
        """Let other ranks compute until something is ready; an error where one has failed, or after `TIMEOUT`."""
        end = time.monotonic() + TIMEOUT
        self.baton.release()
        try:
            while not ready():
                assert not self.failed, f"{words}: another rank has failed"
                assert time.monotonic() < end, f"{words}: no answer"
                time.sleep(1e-4)
        finally:
            self.baton.acquire()


def simulated(module: ModuleType, rank: int, network: Network) -> Any:
    """A rank of a generated module that exchanges tensors through mailboxes instead of a process group."""
    state = module.Ranks.exchange.__globals__["State"]  # of the library, or of the module where it stands alone

    class Simulated(module.Ranks):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.rank, self.agree, self.state = rank, None, state()

        def _causes(self, *_: object) -> list[str]:
            return []  # there is no store

        def check_device(self, tensor: Tensor) -> None:
            assert tensor.device.type == "cpu"

        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            taken = [threading.Event() for _ in sends]
            for (target, tensor), event in zip(sends.items(), taken, strict=True):
                assert tensor.is_contiguous()
                network.box(rank, target).put((tensor.detach(), event))

            def wait() -> None:
                for source, into in receives.items():
                    box = network.box(source, rank)
                    network.without_baton(functools.partial(_is_filled, box), words)
                    found, event = box.get()
                    if words.startswith("agreement"):  # there is room for more
                        into = into[: len(found)]
                    assert (found.shape, found.dtype) == (into.shape, into.dtype), (words, found.shape, into.shape)
                    into.copy_(found)
                    with network.lock:
                        kind, size = words.partition(",")[0], found.numel() * found.element_size()
                        network.received[rank, kind] += size
                        network.between[source, rank, kind] += size
                    event.set()
                # What is sent is read in place: changed before, it arrives wrong.
                network.without_baton(lambda: all(event.is_set() for event in taken), words)

            return wait

    return Simulated()


def on_all_ranks(module: ModuleType, work: Callable[[Any], T], network: Network | None = None) -> list[T]:
    """What `work` returns for each rank of a module, run side by side; the first error is raised."""
    network = Network() if network is None else network
    results: dict[int, T] = {}
    errors: dict[int, BaseException] = {}

    def run(rank: int) -> None:
        try:
            with network.baton:
                results[rank] = work(simulated(module, rank, network))
        except BaseException as error:
            network.failed = True
            errors[rank] = error

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in range(module.RANKS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(4 * TIMEOUT)
    for error in errors.values():
        raise error
    return [results[rank] for rank in range(module.RANKS)]
