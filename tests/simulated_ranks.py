"""Ranks as threads of one process, with mailboxes for a network: what each sends and receives is counted."""

from __future__ import annotations

import functools
import queue
import threading
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import torch
from torch import Tensor

T = TypeVar("T")
Mailbox = queue.SimpleQueue[tuple[Tensor, threading.Event]]
"""Tensors as they are sent, and what says that they have been received."""
TIMEOUT = 60.0  # seconds


class Network:
    """Mailboxes between ranks, first in first out, and the bytes that have arrived at each rank, by what they are."""

    def __init__(self) -> None:
        self.boxes: dict[tuple[int, int], Mailbox] = defaultdict(queue.SimpleQueue)
        self.received: dict[tuple[int, str], int] = defaultdict(int)
        self.lock = threading.Lock()
        self.baton = threading.Lock()  # of the rank that computes: Triton's interpreter is for one thread

    def box(self, source: int, target: int) -> Mailbox:
        with self.lock:
            return self.boxes[source, target]

    def without_baton(self, wait: Callable[[], T]) -> T:
        """What `wait` returns, while other ranks compute."""
        self.baton.release()
        try:
            return wait()
        finally:
            self.baton.acquire()


def simulated(module: ModuleType, rank: int, network: Network) -> Any:
    """A rank of a generated module that exchanges tensors through mailboxes instead of a process group."""

    class Simulated(module.Ranks):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.rank, self.device = rank, torch.device("cpu")

        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            taken = [threading.Event() for _ in sends]
            for (target, tensor), event in zip(sends.items(), taken, strict=True):
                assert tensor.is_contiguous()
                network.box(rank, target).put((tensor.detach(), event))

            def wait() -> None:
                for source, into in receives.items():
                    box = network.box(source, rank)
                    found, event = network.without_baton(functools.partial(box.get, timeout=TIMEOUT))
                    assert (found.shape, found.dtype) == (into.shape, into.dtype), (words, found.shape, into.shape)
                    into.copy_(found)
                    with network.lock:
                        network.received[rank, words.partition(",")[0]] += found.numel() * found.element_size()
                    event.set()
                for event in taken:  # what is sent is read in place: changed before, it arrives wrong
                    assert network.without_baton(functools.partial(event.wait, TIMEOUT)), f"{words}: not received"

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
            errors[rank] = error

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in range(module.RANKS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(4 * TIMEOUT)
    for rank in sorted(errors):
        raise errors[rank]
    return [results[rank] for rank in range(module.RANKS)]
