"""What processes of a ring run, by name: attention with gradients, and counts of what arrives."""

from __future__ import annotations

import hashlib
import inspect
import os
import socket
import stat
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from loading import load
from processes import GROUPS
from torch import Tensor

from patternc.testing.oracle import Answer, Inputs

TCP_BYTES_RECEIVED = 128
"""Where Linux's `tcp_info` has `tcpi_bytes_received`, 64 bits."""
HEADER = 48
"""Bytes of a gloo message without contents."""


@dataclass(frozen=True, slots=True)
class Job:
    """A call of `ring_attention` by the last `ranks` processes; `inputs` are of the whole sequence."""

    path: Path
    ranks: int
    inputs: Inputs
    tables: tuple[str, ...]
    has_lse: bool


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes at a rank during a call: on its sockets, as tensors, as keys and values, and those of the plan."""

    wire: int
    tensors: int
    keys: int
    planned: int


@dataclass(frozen=True, slots=True)
class Found:
    """The whole answer, as every rank puts it together; of the two runs, digests of the rank's own results."""

    answer: Answer
    runs: tuple[str, str]
    received: Received


def attend(job: Job) -> Found | None:
    """Run a job twice, forward and backward; None: the process is not of its group."""
    group = GROUPS.get(job.ranks)
    if group is None:
        return None
    module = module_of(job.path)
    ranks = counted(module, group)
    own, balance = local(module, ranks, job.inputs)
    before = received_by_sockets()
    first = once(module, ranks, job, own)
    received = Received(received_by_sockets() - before, ranks.bytes, ranks.key_bytes, planned(module, ranks, own))
    second = once(module, ranks, job, own)
    out, dq, dk, dv = (module.unshard(x, ranks, **balance) for x in (first.out, first.dq, first.dk, first.dv))
    lse = None if first.lse is None else module.unshard(first.lse, ranks, **balance)
    answer = Answer(out, lse, dq, dk, dv, first.tables)
    return Found(answer, (digest(first), digest(second)), received)


@cache
def module_of(path: Path) -> ModuleType:
    """A generated module, loaded once in a process."""
    return load(path)


def counted(module: ModuleType, group: Any) -> Any:
    """The ranks of a group, which count what they receive."""

    class Counted(module.Ranks):  # type: ignore[name-defined, misc]
        bytes = key_bytes = 0

        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            size = sum(x.numel() * x.element_size() for x in receives.values())
            if words.startswith("agreement"):  # there is room for more
                size = len(receives) * module.HEADER_BYTES
            self.bytes += size
            self.key_bytes += size if words.startswith("keys and values") else 0
            found: Callable[[], None] = super().exchange(words, sends, receives)
            return found

    return Counted(group)


def local(module: ModuleType, ranks: Any, inputs: Inputs) -> tuple[Inputs, dict[str, Any]]:
    """A rank's rows of the inputs, and what the layout reads of them."""
    balance = masks_of(inputs) if "inputs" in inspect.signature(module.shard).parameters else {}
    whole = inputs.query, inputs.key, inputs.value, inputs.grad_out, inputs.grad_lse
    query, key, value, grad_out, grad_lse = (module.shard(x, ranks, **balance) for x in whole)
    arguments = dict(inputs.arguments)
    held = module.positions(inputs.query.shape[2], ranks, **balance)
    for name, lists in arguments.items():
        if not isinstance(lists, Tensor) or not is_lists(lists):
            continue
        rows = -(-inputs.query.shape[2] // lists.shape[2])
        arguments[name] = lists[:, :, held[::rows] // rows]
    return Inputs(query, key, value, grad_out, grad_lse, arguments), balance


def is_lists(value: Tensor) -> bool:
    """Whether an argument lists keys for each query, or for each block of queries."""
    return value.dim() == 4 and not value.is_floating_point()


def masks_of(inputs: Inputs) -> dict[str, Any]:
    """The inputs that masks read, but for those that move with queries."""
    found = {name: value for name, value in inputs.arguments.items() if isinstance(value, Tensor)}
    return {name: x for name, x in found.items() if not x.is_floating_point() and not is_lists(x)}


def once(module: ModuleType, ranks: Any, job: Job, own: Inputs) -> Answer:
    """The results of a rank, forward and backward."""
    leaves = [x.detach().clone().requires_grad_() for x in (own.query, own.key, own.value)]
    learned = {name: own.arguments[name].detach().clone().requires_grad_() for name in job.tables}  # type: ignore[union-attr]
    every, call = [*leaves, *learned.values()], {**own.arguments, **learned}
    out = module.ring_attention(*leaves, ranks, **call, return_lse=job.has_lse)
    out, lse = out if job.has_lse else (out, None)
    roots, flows = [out], [own.grad_out]
    if lse is not None:
        roots.append(lse)
        flows.append(own.grad_lse.masked_fill(lse.detach() == -torch.inf, 0.0))
        lse = lse.detach()
    dq, dk, dv, *rest = torch.autograd.grad(roots, every, flows)
    return Answer(out.detach(), lse, dq, dk, dv, dict(zip(job.tables, rest, strict=True)))


def planned(module: ModuleType, ranks: Any, own: Inputs) -> int:
    """The bytes of keys and values that a rank receives in both passes, as `plan` has them."""
    lengths = module._gathered(ranks, "rows", torch.tensor(own.query.shape[2]))
    heads, kv_heads = own.query.shape[1], own.key.shape[1]
    plan = module.plan(int(sum(lengths)), ranks.rank, heads=heads, kv_heads=kv_heads, **masks_of(own))
    if module._transport(plan) == "ulysses":
        plan = module._of_heads(plan, ranks.rank)  # within a node heads travel instead
    batch, head_dim = own.key.shape[0], own.key.shape[3]
    passes, kinds = 2, 2
    return passes * kinds * int(plan.received) * batch * head_dim * own.key.element_size()


def received_by_sockets() -> int:
    """Bytes that have arrived over the TCP connections of this process."""
    return sum(received_by(int(link.name)) for link in Path("/proc/self/fd").iterdir())


def received_by(descriptor: int) -> int:
    """Bytes that have arrived over one; 0: it is something else."""
    try:
        copy = os.dup(descriptor)
    except OSError:
        return 0  # the listing's own, which is closed by now
    if not stat.S_ISSOCK(os.fstat(copy).st_mode):
        os.close(copy)
        return 0
    with socket.socket(fileno=copy) as one:
        if one.family == socket.AF_UNIX or one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            return 0
        info = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        return int(struct.unpack_from("Q", info, TCP_BYTES_RECEIVED)[0])


def digest(answer: Answer) -> str:
    """A word for every bit of an answer."""
    parts = [answer.out, answer.lse, answer.dq, answer.dk, answer.dv, *answer.tables.values()]
    numbers = [x.contiguous().flatten().view(torch.uint8).numpy().tobytes() for x in parts if x is not None]
    return hashlib.sha256(b"".join(numbers)).hexdigest()
