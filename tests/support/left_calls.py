"""Calls of a ring that one rank leaves by an error, goes on, and calls again: what every rank then has."""

from __future__ import annotations

import functools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import torch
import torch.distributed as dist
from built import build
from processes import Raised, end
from ring_work import module_of
from rings import BODIES, given
from torch import Tensor

N, HEADS, HEAD_DIM = 96, 4, 16
CULPRIT, RANKS = 1, 4
"""The rank that leaves a call, and how many ranks there are."""
RINGS = {
    "p2p": ("causal", "transport=p2p"),
    "nodes": ("full", "transport=p2p, nodes=2"),
    "alltoall": ("causal", "transport=alltoall"),
    "allgather": ("causal", "transport=allgather"),
    "ulysses": ("causal", "transport=ulysses"),
    "shares": ("full", "transport=ulysses, nodes=2"),  # heads within nodes in two stages, and keys between nodes
    "striped": ("causal", "transport=p2p, layout=striped"),
    "chosen": ("blocks(8, topk(3))", "transport=p2p"),
    "scores": (BODIES["scores"], "transport=p2p"),
}
"""Masks, or bodies of patterns, and rings."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where the culprit raises in a `call` over a ring: at the `turn`-th kernel or exchange of that name.

    `when`: before it, or after an exchange has begun and before it is waited for.
    """

    ring: str
    call: str
    words: str
    turn: int = 1
    when: str = "before"

    def __str__(self) -> str:
        return f"{self.ring}, {self.call}: {self.when} {self.words} {self.turn}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rank has of a call: how far it is from the answer of one device, or what it raised."""

    error: float | None
    raised: Raised | None


Call = Callable[[], object]


def interrupt(_: Call) -> None:
    """What Ctrl-C does."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # processes in the background ignore the signal
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)


def raising(kind: type[BaseException]) -> Callable[[Call], None]:
    def work(_: Call) -> None:
        raise kind("a flaw on this rank")

    return work


def another_thread(call: Call) -> None:
    """A second thread calls, while the first is in its call."""
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()


ERRORS: dict[str, Callable[[Call], None]] = {
    "MemoryError": raising(MemoryError),
    "SIGINT": interrupt,
    "RuntimeError": raising(RuntimeError),
    "ValueError": raising(ValueError),
    "SystemExit": raising(SystemExit),
    "another thread": another_thread,
}
"""What happens on the culprit, which could make another call."""


def points() -> Iterator[Point]:
    """Every kind of place in a call, for every transport."""
    for ring in RINGS:
        yield from _around(ring, "training", "agreement", 3)  # on the numbers of rows, on arguments, on the backward
        yield from (Point(ring, "training", "forward kernel", turn) for turn in range(1, _kernels(ring) + 1))
        yield from (Point(ring, "training", "backward kernel", turn) for turn in range(1, _kernels(ring) + 1))
        for words in _exchanges(ring):
            yield from _around(ring, "training", words, {"nodes": 3, "alltoall": 2, "shares": 2}.get(ring, 1))
    for ring in ("p2p", "nodes", "ulysses", "striped"):
        yield from _around(ring, "gathering", "agreement")
        yield from _around(ring, "gathering", "rows")
        yield Point(ring, "decoding", "forward kernel")
        yield from _around(ring, "decoding", "agreement")
        yield from _around(ring, "decoding", "what is added to the agreement")


def _around(ring: str, call: str, words: str, turns: int = 1) -> Iterator[Point]:
    for turn in range(1, turns + 1):
        yield from (Point(ring, call, words, turn, when) for when in ("before", "after"))


def _kernels(ring: str) -> int:
    """How many kernels the culprit runs in a pass: causal, over the keys of ranks 0 and 1."""
    return {"nodes": RANKS, "ulysses": 1, "chosen": RANKS, "shares": 4}.get(ring, 2)


def _exchanges(ring: str) -> tuple[str, ...]:
    moved = ("keys and values", "gradients of keys and values")
    by_rows = ("queries, keys and values", "results", "gradients of results", "gradients")
    match ring:
        case "ulysses":
            return by_rows
        case "striped" | "shares":
            return (*by_rows, *moved)
        case "chosen":
            return ("means of blocks", "chosen blocks", *moved)
        case "scores":
            return (*moved, "gradients of tables", "gradient of the sink")
    return moved


def built_ring(folder: Path, name: str) -> Path:
    """The generated module of one of `RINGS`, built at first use, in a folder of its own."""
    mask, ring = RINGS[name]
    own, body = folder / name, mask if "attend" in mask else f"attend {mask}"
    if not own.exists():
        own.mkdir()
        build(f"pattern made {{\n    {body}\n    ring(ranks={RANKS}, {ring})\n}}\n", own)
    return own / "made_torch.py"


def left(path: Path, point: Point, error: str, timeout: float) -> tuple[Outcome, Outcome]:
    """Two calls of a rank, over a group of their own; the culprit leaves the first one."""
    module = module_of(path)
    dist.barrier()  # the timeout is also that of connecting, for which ranks come together
    group = dist.new_group(timeout=timedelta(seconds=timeout))
    assert isinstance(group, dist.ProcessGroup)
    happens = functools.partial(ERRORS[error], lambda: outcome(module, module.Ranks(group), point.call, 3))
    with mock.patch.dict(vars(module)):
        first = outcome(module, _leaving(module, group, point, happens), point.call, 1)
    second = outcome(module, module.Ranks(group), "training", 2)
    end(group)
    return first, second


def _leaving(module: ModuleType, group: dist.ProcessGroup, point: Point, happens: Callable[[], None]) -> Any:
    """The ranks of a call in which the culprit is stopped once."""
    turns = 0

    def reached(words: str) -> bool:
        nonlocal turns
        named = words == point.words or words.startswith((f"{point.words}, ", f"{point.words} on "))
        turns += named
        return named and turns == point.turn and group.rank() == CULPRIT

    class Leaving(module.Ranks):  # type: ignore[name-defined, misc]
        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            here = reached(words)
            if here and point.when == "before":
                happens()
            wait: Callable[[], None] = super().exchange(words, sends, receives)

            def finish() -> None:
                happens()
                wait()

            return finish if here and point.when == "after" else wait

    def kernel(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            if reached(f"{name} kernel"):
                happens()
            return run(*given)

        return call

    kernels = module._KERNELS
    watched = {name: kernel(name, getattr(kernels, name)) for name in ("forward", "backward")}
    vars(module)["_KERNELS"] = kernels._replace(**watched)
    return Leaving(group)


def outcome(module: ModuleType, ranks: Any, call: str, seed: int) -> Outcome:
    """What a rank has of a call whose numbers are those of a seed."""
    generator = torch.Generator().manual_seed(seed)
    whole = [torch.randn(1, HEADS, N, HEAD_DIM, generator=generator).requires_grad_() for _ in range(4)]
    began = time.monotonic()
    try:
        found, wanted = CALLS[call](module, ranks, whole)
    except BaseException as error:
        return Outcome(None, Raised(type(error).__name__, str(error), time.monotonic() - began))
    pairs = [(a.detach().double(), b.detach().double()) for a, b in zip(found, wanted, strict=True)]
    return Outcome(max(float((a - b).abs().max()) for a, b in pairs), None)


Tensors = list[Tensor]


def training(module: ModuleType, ranks: Any, whole: Tensors) -> tuple[Tensors, Tensors]:
    """Out and gradients of a rank's rows and of tables, and those of one device."""
    own = [module.shard(x.detach(), ranks).requires_grad_() for x in whole[:3]]
    tables, others = _tables_of(module), _tables_of(module)
    out = module.ring_attention(*own, ranks, **tables)
    (out * module.shard(whole[3].detach(), ranks)).sum().backward()
    wanted = module.attention(*whole[:3], **others)
    (wanted * whole[3].detach()).sum().backward()
    rows = [module.shard(x, ranks) for x in (wanted, *(x.grad for x in whole[:3]))]
    return [out, *(x.grad for x in (*own, *tables.values()))], [*rows, *(x.grad for x in others.values())]


def _tables_of(module: ModuleType) -> dict[str, Tensor]:
    return {name: x.clone().requires_grad_() for name, x in given(module).items()}


def decoding(module: ModuleType, ranks: Any, whole: Tensors) -> tuple[Tensors, Tensors]:
    held = module.plan(N, ranks.rank).held[ranks.rank]
    key, value = (module.shard(x.detach(), ranks) for x in whole[1:3])
    query = whole[0].detach()[:, :, -2:]  # whose results take more room than the first message has
    if held[0].step > 1:  # a cache is of ranges
        held = tuple(range(at, at + 1) for at in held[0])
    found = module.ring_decode(query, key, value, ranks, q_offset=N - 2, k_offset=held)
    return [found], [module.attention(*(x.detach() for x in whole[:3]))[:, :, -2:]]


def gathering(module: ModuleType, ranks: Any, whole: Tensors) -> tuple[Tensors, Tensors]:
    return [module.unshard(module.shard(whole[0].detach(), ranks), ranks)], [whole[0].detach()]


CALLS: dict[str, Callable[[ModuleType, Any, Tensors], tuple[Tensors, Tensors]]] = {
    "training": training,
    "decoding": decoding,
    "gathering": gathering,
}
