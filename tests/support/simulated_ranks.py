"""Ranks as threads of one process, with channels for a network: what each sends and receives is counted."""

from __future__ import annotations

import functools
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, TypeVar

from torch import Tensor

T = TypeVar("T")
TIMEOUT = 600.0  # seconds; interpreted kernels of other ranks take minutes on a busy machine


class Channel:
    """Messages from one rank to another with one tag. Both sides have begun them; they travel when a side waits."""

    def __init__(self) -> None:
        self.sent: deque[tuple[Tensor, threading.Event]] = deque()
        self.wanted: deque[tuple[threading.Event, Callable[[Tensor], None]]] = deque()
        self.lock = threading.Lock()

    def send(self, tensor: Tensor) -> threading.Event:
        event = threading.Event()
        self.sent.append((tensor, event))
        return event

    def receive(self, into: Tensor, words: str, seen: Callable[[Tensor], None]) -> threading.Event:
        event = threading.Event()

        def arrive(found: Tensor) -> None:
            # There is room for more in an agreement.
            room = into[: len(found)] if words.startswith("agreement") else into
            assert (found.shape, found.dtype) == (room.shape, room.dtype), (words, found.shape, room.shape)
            room.copy_(found)
            seen(found)

        self.wanted.append((event, arrive))
        return event

    def move(self) -> None:
        """Bring what both sides have begun: what is sent is read in place, changed before, it arrives wrong."""
        with self.lock:
            while self.sent and self.wanted:
                (found, sent), (received, arrive) = self.sent.popleft(), self.wanted.popleft()
                arrive(found)
                sent.set()
                received.set()


class Network:
    """Channels between ranks, one for each tag, and the bytes that have arrived at each rank, by what they are."""

    def __init__(self) -> None:
        self.channels: dict[tuple[int, int, str], Channel] = defaultdict(Channel)
        self.received: dict[tuple[int, str], int] = defaultdict(int)
        self.between: dict[tuple[int, int, str], int] = defaultdict(int)  # the same by sender, receiver and words
        self.lock = threading.Lock()
        self.failed = False
        self.baton = threading.Lock()  # of the rank that computes: Triton's interpreter is for one thread

    def channel(self, source: int, target: int, words: str) -> Channel:
        tag = "agreement" if words.startswith("agreement") else words
        with self.lock:
            return self.channels[source, target, tag]

    def count(self, source: int, target: int, words: str, found: Tensor) -> None:
        with self.lock:
            kind, size = words.partition(",")[0], found.numel() * found.element_size()
            self.received[target, kind] += size
            self.between[source, target, kind] += size

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


def _have_come(begun: Iterable[tuple[Channel, threading.Event]]) -> bool:
    for channel, _ in begun:
        channel.move()
    return all(event.is_set() for _, event in begun)


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
            begun: list[tuple[Channel, threading.Event]] = []
            for target, tensor in sends.items():
                assert tensor.is_contiguous()
                channel = network.channel(rank, target, words)
                begun.append((channel, channel.send(tensor.detach())))
            for source, into in receives.items():
                channel = network.channel(source, rank, words)
                seen = functools.partial(network.count, source, rank, words)
                begun.append((channel, channel.receive(into, words, seen)))
            return lambda: network.without_baton(functools.partial(_have_come, begun), words)

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
