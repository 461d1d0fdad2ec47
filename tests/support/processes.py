"""Processes that run functions side by side, each a rank of gloo groups, under a watchdog that ends them all."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import FileStore

# Forked from a process that has imported torch and run nothing: quick, and without another process's threads.
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    ["torch._dynamo", "torch.distributed.tensor", "torch.utils.flop_counter", "patternc.testing.compare"]
)

WATCHDOG = 120.0
"""Seconds after which all processes of a run are killed."""

GROUPS: dict[int, dist.ProcessGroup] = {}
"""In a worker: the group of the last ranks that it belongs to, by how many they are."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An error in a process: the name of its type, what it says, and how long the call took, in seconds."""

    kind: str
    words: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Died:
    """A process that ended during a call; below 0: by that signal."""

    exit_code: int


class Workers:
    """Processes of one gloo group, which wait for functions to run."""

    def __init__(self, size: int, *, timeout: float = 20.0, groups: Sequence[int] = ()) -> None:
        """Start them. `timeout`: of the groups, in seconds. `groups`: further ones, of so many of the last ranks."""
        self.size, self._folder = size, TemporaryDirectory()
        self._processes, self._pipes = [], []
        for rank in range(size):
            here, there = CONTEXT.Pipe()
            store = str(Path(self._folder.name) / "store")
            process = CONTEXT.Process(
                target=_serve, args=(there, store, rank, size, timeout, tuple(groups)), daemon=True
            )
            process.start()
            there.close()
            self._processes.append(process)
            self._pipes.append(here)
        self._collect(range(size), time.monotonic() + WATCHDOG)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """What `work` returns on each rank, or what it has raised."""
        found = self.run_each(work, dict.fromkeys(range(self.size), arguments))
        return [found[rank] for rank in range(self.size)]

    def run_each(
        self, work: Callable[..., Any], arguments: dict[int, tuple[Any, ...]], stuck: Sequence[int] = ()
    ) -> dict[int, Any]:
        """The same on some ranks, with arguments for each. Those that will be stuck are not waited for."""
        for rank, some in arguments.items():
            self._pipes[rank].send_bytes(pickle.dumps((work, some)))
        return self._collect([rank for rank in arguments if rank not in stuck], time.monotonic() + WATCHDOG)

    @property
    def pids(self) -> list[int]:
        """The processes' numbers."""
        return [process.pid for process in self._processes if process.pid is not None]

    def signal(self, rank: int, number: signal.Signals) -> None:
        """Send a signal to a process."""
        os.kill(self.pids[rank], number)

    def close(self) -> None:
        """End all processes, also those that are stopped, and wait until they have gone."""
        for pipe in self._pipes:
            pipe.close()  # which ends a process that waits for work
        for process in self._processes:
            process.join(0.5)
            process.kill()
            process.join()
            process.close()
        self._folder.cleanup()

    def _collect(self, ranks: Sequence[int], deadline: float) -> dict[int, Any]:
        waiting: dict[Any, int] = {self._pipes[rank]: rank for rank in ranks}
        found: dict[int, Any] = {}
        while waiting:
            ready = wait(list(waiting), max(0.0, deadline - time.monotonic()))
            if not ready:
                for process in self._processes:
                    process.kill()
                raise TimeoutError(f"ranks {sorted(waiting.values())} did not come back within {WATCHDOG:.0f} s")
            for pipe in ready:
                assert isinstance(pipe, Connection)
                rank = waiting.pop(pipe)
                found[rank] = self._answer(pipe, rank)
        return found

    def _answer(self, pipe: Connection, rank: int) -> Any:
        try:
            return pickle.loads(pipe.recv_bytes())
        except (EOFError, ConnectionResetError):
            self._processes[rank].join()
            return Died(self._processes[rank].exitcode or 0)


def end(group: dist.ProcessGroup) -> None:
    """End a group, whose thread else takes a core for messages that nobody receives any more."""
    dist.destroy_process_group(group)
    gc.collect()  # errors and classes of a call hold its group


def _serve(pipe: Connection, store: str, rank: int, size: int, timeout: float, groups: tuple[int, ...]) -> None:
    """Join the groups, then run what comes through the pipe until its other end is closed."""
    warnings.simplefilter("error")
    torch.set_num_threads(1)
    limit = timedelta(seconds=timeout)
    dist.init_process_group("gloo", store=FileStore(store, size), rank=rank, world_size=size, timeout=limit)
    made = {some: dist.new_group(list(range(size - some, size)), timeout=limit) for some in groups if some < size}
    GROUPS.update({some: group for some, group in made.items() if rank >= size - some})
    assert dist.group.WORLD is not None
    GROUPS[size] = dist.group.WORLD
    pipe.send_bytes(pickle.dumps("ready"))
    while True:
        try:
            work, arguments = pickle.loads(pipe.recv_bytes())
        except (EOFError, ConnectionResetError):
            break
        started = time.monotonic()
        try:
            found = work(*arguments)
        except Exception as error:
            found = Raised(type(error).__name__, str(error), time.monotonic() - started)
        pipe.send_bytes(pickle.dumps(found))
    os._exit(0)  # leaving the groups in order would need the other ranks
