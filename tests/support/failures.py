"""What goes wrong on one rank of a ring, and what every rank says of it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
import torch.distributed as dist
from built import build
from processes import GROUPS, Raised, end
from ring_work import module_of
from torch import Tensor
from torch.testing._internal.distributed import fake_pg  # noqa: F401  # the backend "fake", which does nothing

N, HEADS, KV_HEADS, HEAD_DIM = 90, 4, 2, 16
CULPRIT = 1
"""The rank with the fault."""
RANKS = 4
TEXT = """pattern made {{
    input bias: table(heads, 9)
    attend {}
    score bias(@bias)
    ring(ranks={}, {})
}}
"""
PATTERNS = {
    "right": ("causal", RANKS, "transport=p2p"),
    "pattern": ("window(9, 0)", RANKS, "transport=p2p"),
    "layout": ("causal", RANKS, "transport=p2p, layout=zigzag"),
    "transport": ("causal", RANKS, "transport=alltoall"),
    "ulysses": ("causal", RANKS, "transport=ulysses"),
    "chosen": ("blocks(8, topk(3))", RANKS, "transport=p2p"),
    "nodes": ("full", RANKS, "transport=p2p, nodes=2"),
}
PLAIN = f"pattern made {{ attend causal; ring(ranks={RANKS}, transport=p2p) }}"
"""What fills `TEXT`: the pattern of all ranks, and by their names those of a fault."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a rank has raised, None: nothing; and the error of a right call after that, None: it was not made."""

    raised: Raised | None
    afterwards: float | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """The culprit gets a signal when it begins an exchange of that name for the `turn`-th time."""

    words: str
    signal: signal.Signals
    turn: int = 1


STOPS = tuple(
    Stop(words, number, turn)
    for number in (signal.SIGKILL, signal.SIGSTOP)
    for words, turn in (
        ("agreement on ring_attention", 1),
        ("agreement on ring_attention", 2),
        ("keys and values", 2),
        ("keys and values", RANKS),  # the first of the backward
        ("gradients of keys and values", 2),
        ("gradients of tables", 1),
    )
)

OF_RELAYS = (
    Stop("keys and values", signal.SIGKILL, 2),  # that are for the node
    Stop("keys and values", signal.SIGSTOP, 3),  # that are passed on
    Stop("gradients of keys and values", signal.SIGKILL, 2),  # that come together in the node
    Stop("gradients of keys and values", signal.SIGSTOP, 3),  # that cross
)
OF_CHOICES = (Stop("means of blocks", signal.SIGKILL), Stop("chosen blocks", signal.SIGSTOP))


def tensors() -> list[Tensor]:
    """Query, key, value and the bias of a whole sequence."""
    generator = torch.Generator().manual_seed(0)
    sizes = [(2, HEADS, N, HEAD_DIM), (2, KV_HEADS, N, HEAD_DIM), (2, KV_HEADS, N, HEAD_DIM), (HEADS, 9)]
    return [torch.randn(size, generator=generator) for size in sizes]


def stopped(path: Path, stop: Stop) -> Answered:
    """A rank is stopped in the middle of a call."""
    module = module_of(path)

    class Stopping(module.Ranks):  # type: ignore[name-defined, misc]
        turn = 0

        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            self.turn += words.startswith(stop.words)
            if self.rank == CULPRIT and self.turn == stop.turn and words.startswith(stop.words):
                os.kill(os.getpid(), stop.signal)
            found: Callable[[], None] = super().exchange(words, sends, receives)
            return found

    return tried(lambda: both_passes(module, Stopping(GROUPS[RANKS])))


def raising(path: Path) -> Answered:
    """A rank raises between the forward and the backward."""
    module, group = module_of(path), GROUPS[RANKS]

    def work() -> None:
        out = forward(module, module.Ranks(group))[0]
        if group.rank() == CULPRIT:
            raise KeyError("a flaw of the loss on this rank")
        out.sum().backward()  # type: ignore[no-untyped-call]

    return tried(work)


def both_passes(module: ModuleType, ranks: Any, **changed: Any) -> Tensor:
    """The sum of a rank's out, after the backward."""
    out = forward(module, ranks, **changed)[0]
    out.sum().backward()  # type: ignore[no-untyped-call]
    return out.detach()


def forward(module: ModuleType, ranks: Any, **changed: Any) -> list[Tensor]:
    """The rows of out of a rank, and the leaves behind it. `changed`: other arguments than the right ones."""
    *whole, bias = tensors()
    leaves = [module.shard(x, ranks).requires_grad_() for x in whole] + [bias.requires_grad_()]
    arguments = dict(zip(("query", "key", "value", "bias"), leaves, strict=True)) | changed
    return [module.ring_attention(mesh=arguments.pop("mesh", ranks), **arguments), *leaves]


CHANGES: dict[str, Callable[[dict[str, Tensor]], dict[str, Any]]] = {
    "dtype": lambda own: {name: own[name].bfloat16() for name in ("query", "key", "value")},
    "batch": lambda own: {name: own[name][:1] for name in ("query", "key", "value")},
    "heads": lambda own: {"query": own["query"][:, :2], "bias": own["bias"][:2]},
    "head size": lambda own: {name: own[name][..., :8] for name in ("query", "key", "value")},
    "dimensions": lambda own: {"query": own["query"][0]},
    "no tensor": lambda own: {"query": own["query"].numpy()},
    "scale": lambda _: {"scale": 0.5},
    "table": lambda own: {"bias": own["bias"] + 1},
    "gradient": lambda own: {name: own[name] for name in ("query", "key", "value")},
    "no gradient of the table": lambda own: {"bias": own["bias"].detach()},
    "shard length": lambda own: {name: own[name][:, :, 2:] for name in ("query", "key", "value")},
    "keys": lambda own: {"key": own["key"][:, :, 1:], "value": own["value"][:, :, 1:]},
    "infinite scale": lambda _: {"scale": float("inf")},
}
"""Wrong arguments of the culprit, made of the right ones."""


def changed(path: Path, name: str) -> Answered:
    """A rank has other arguments; then all have the right ones."""
    module, group = module_of(path), GROUPS[RANKS]
    *whole, bias = tensors()
    own = dict(zip(("query", "key", "value"), (module.shard(x, group) for x in whole), strict=True)) | {"bias": bias}
    arguments = CHANGES[name](own) if group.rank() == CULPRIT else {}
    return afterwards(tried(lambda: both_passes(module, module.Ranks(group), **arguments)), module, group)


def decode(module: ModuleType, ranks: Any, change: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> Tensor:
    """A row of a cache of which each rank has its shard."""
    *whole, bias = tensors()
    key, value = (module.shard(x, ranks) for x in whole[1:])
    first = int(module.positions(N, ranks)[0])
    right = {
        "query": whole[0][:, :, -1:],
        "key": key,
        "value": value,
        "q_offset": N - 1,
        "k_offset": first,
        "bias": bias,
    }
    found: Tensor = module.ring_decode(mesh=ranks, **(right | change(right)))
    return found


DECODES: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "position in two caches": (
        lambda right: {"k_offset": right["k_offset"] - 1},
        f"position 21 is in the caches of rank 0 and rank {CULPRIT}, must be in one",
    ),
    "position in no cache": (
        lambda right: {name: right[name][:, :, :-1] for name in ("key", "value")},
        "position 44 is in no cache, and queries at 89..90 may attend to it",
    ),
    "query": (
        lambda right: {"query": right["query"] * (1 + 1e-6)},
        f"query is another on rank {CULPRIT} than on rank 0, must be the same to the bit",
    ),
    "rows of query": (
        lambda right: {"query": right["query"].repeat(1, 1, 2, 1), "q_offset": N - 2},
        f"q_offset is 88 on rank {CULPRIT} and 89 on rank 0, must be the same",
    ),
    "runs": (
        lambda _: {"k_offset": [range(3)]},
        f"rank {CULPRIT} refused its arguments: ValueError: k_offset has 3 positions, must have 23 like the rows",
    ),
}
"""Wrong arguments of a rank that decodes, and what the others say."""


def decoded(path: Path, name: str) -> Answered:
    """A rank decodes with other arguments; then all have the right ones."""
    module, group = module_of(path), GROUPS[RANKS]
    change = DECODES[name][0] if group.rank() == CULPRIT else dict
    return afterwards(tried(lambda: decode(module, module.Ranks(group), change)), module, group)


def longer(path: Path) -> Answered:
    """A rank has rows of a longer sequence, as many as it must have; then all have the right ones."""
    module, group = module_of(path), GROUPS[RANKS]
    own = {}
    if group.rank() == CULPRIT:
        whole = dict(zip(("query", "key", "value"), tensors(), strict=False))
        own = {name: module.shard(torch.cat([x, x[:, :, :1]], 2), group).requires_grad_() for name, x in whole.items()}
    return afterwards(tried(lambda: both_passes(module, module.Ranks(group), **own)), module, group)


def two_threads(path: Path) -> tuple[Answered, Answered, Answered]:
    """What two threads of every rank raise, of which one calls while the other's call is under way; and the next call.

    In a group of their own, which nobody can use afterwards.
    """
    module, group = module_of(path), dist.new_group()
    assert isinstance(group, dist.ProcessGroup)
    begun, goes_on, found = threading.Event(), threading.Event(), []

    class Slow(module.Ranks):  # type: ignore[name-defined, misc]
        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            begun.set()
            goes_on.wait(20)
            wait: Callable[[], None] = super().exchange(words, sends, receives)
            return wait

    first = threading.Thread(target=lambda: found.append(tried(lambda: forward(module, Slow(group)))))
    first.start()
    begun.wait(20)
    second = tried(lambda: forward(module, module.Ranks(group)))
    goes_on.set()
    first.join()
    third = tried(lambda: forward(module, module.Ranks(group)))
    end(group)
    return found[0], second, third


def own_message(path: Path) -> Answered:
    """A rank sends something of its own on the group, which is received after a call."""
    module, group = module_of(path), GROUPS[RANKS]
    mine = torch.arange(64)
    if group.rank() == CULPRIT:
        sending = dist.isend(mine, dst=dist.get_global_rank(group, 0), group=group)
    found = afterwards(Answered(None), module, group)
    if group.rank() == CULPRIT:
        assert sending is not None
        sending.wait()
    elif group.rank() == 0:
        got = torch.zeros_like(mine)
        dist.recv(got, src=dist.get_global_rank(group, CULPRIT), group=group)
        assert torch.equal(got, mine)
    return found


@dataclass(frozen=True, slots=True)
class Compared:
    """On a group of which GPUs are pretended: rounds of agreement in each call, and what another dtype raises."""

    rounds: tuple[int, ...]
    raised: Raised | None


def on_gpus(path: Path, backend: str, agree: str | None) -> Compared:
    """Calls with tensors of the device "meta", whose transfers a group notes and forgets."""
    module, group = module_of(path), dist.new_group(backend=backend)
    count = 0

    class Counted(module.Ranks):  # type: ignore[name-defined, misc]
        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            nonlocal count
            count += words.startswith("agreement")
            found: Callable[[], None] = super().exchange(words, sends, receives)
            return found

    ranks = Counted(group, agree=agree)

    def called(dtype: torch.dtype = torch.float32, **more: Any) -> int:
        before = count
        whole = [torch.empty(1, 4, N, 16, dtype=dtype, device="meta") for _ in range(3)]
        with torch.no_grad():
            module.ring_attention(*(module.shard(x, ranks) for x in whole), ranks, **more)
        return count - before

    kernels = module._KERNELS
    forward = kernels._replace(forward=lambda _, query, _key, value, *__: tuple(module._no_keys(kernels, query, value)))
    vars(module)["_KERNELS"] = forward
    autocast, torch.autocast = torch.autocast, lambda *_, **__: contextlib.nullcontext()  # type: ignore[assignment, misc]
    try:
        rounds = tuple(called(**more) for more in ({"seq_len": N}, {"seq_len": N}, {}, {"scale": 0.5, "seq_len": N}))
        wrong = torch.float16 if group.rank() == CULPRIT else torch.bfloat16
        return Compared(rounds, tried(lambda: called(wrong, seq_len=N)).raised)
    finally:
        torch.autocast = autocast  # type: ignore[misc]


@torch.no_grad()
def without_gradients(module: ModuleType, ranks: Any) -> list[Tensor]:
    """A forward that no backward can follow."""
    return forward(module, ranks)


OTHER_CALLS: dict[str, Callable[[ModuleType, Any], object]] = {
    "ring_decode": decode,
    "unshard": lambda module, ranks: module.unshard(torch.zeros(1, 1, N, 1), ranks),
    "no backward, but the next forward": lambda module, ranks: (forward(module, ranks), forward(module, ranks)),
    "no gradients": without_gradients,
}
"""What the culprit does instead of a forward and a backward."""


def other_call(path: Path, name: str) -> Answered:
    """A rank calls something else; then all make the right call."""
    module, group = module_of(path), GROUPS[RANKS]
    ranks = module.Ranks(group)
    culprit = group.rank() == CULPRIT
    found = tried(lambda: OTHER_CALLS[name](module, ranks) if culprit else both_passes(module, ranks))
    return afterwards(found, module, group)


def other_pattern(path: Path, other: Path) -> Answered:
    """A rank runs another module."""
    group = GROUPS[RANKS]
    module = module_of(other if group.rank() == CULPRIT else path)
    found = tried(lambda: both_passes(module, module.Ranks(group)))
    return afterwards(found, module_of(path), group)


def other_mesh(path: Path) -> Answered:
    """The call is given a group of the last three ranks, by those that are of it."""
    module, group = module_of(path), GROUPS[RANKS]
    smaller = GROUPS.get(RANKS - 1)
    found = Answered(None) if smaller is None else tried(lambda: forward(module, group, mesh=smaller))
    return afterwards(found, module, group)


def undivided(path: Path, right: Path) -> Answered:
    """All ranks call a module whose heads cannot be split: there is one of keys."""
    module, group = module_of(path), GROUPS[RANKS]
    own = {name: module.shard(x[:, :1], group) for name, x in zip(("key", "value"), tensors()[1:3], strict=True)}
    return afterwards(tried(lambda: both_passes(module, module.Ranks(group), **own)), module_of(right), group)


def built_patterns(folder: Path) -> dict[str, Path]:
    """The generated modules of `PATTERNS` and `PLAIN`, each in a folder of its own."""
    found = {}
    for name, text in ({name: TEXT.format(*what) for name, what in PATTERNS.items()} | {"plain": PLAIN}).items():
        (folder / name).mkdir()
        found[name] = Path(str(build(text, folder / name)[0].__file__))
    return found


def tried(work: Callable[[], object]) -> Answered:
    """What is raised."""
    started = time.monotonic()
    try:
        work()
    except Exception as error:
        return Answered(Raised(type(error).__name__, str(error), time.monotonic() - started))
    return Answered(None)


def afterwards(found: Answered, module: ModuleType, group: Any) -> Answered:
    """The same, and how far from the answer of one device a right call is that follows."""
    return Answered(found.raised, away(both_passes(module, module.Ranks(group)), module, group))


def away(out: Tensor, module: ModuleType, group: Any) -> float:
    """How far the rows of a rank are from the answer of one device."""
    *whole, bias = tensors()
    truth = module.shard(module.attention(*whole, bias=bias), group).double()
    return float((out.double() - truth).norm() / truth.norm())
