"""What ranks of a ring exchange on a GPU, recorded on a machine without one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import torch
import torch.distributed as dist
from torch import Tensor
from torch.testing._internal.distributed.fake_pg import FakeStore


class Message(NamedTuple):
    """A part of a batch: with which rank, whether it is sent there, and its bytes."""

    peer: int
    sends: bool
    size: int


Batch = tuple[Message, ...]
"""What a rank does at once; of all ranks together, where it is empty."""
Program = list[Batch]


@contextlib.contextmanager
def recorded(ranks: int, rank: int, kind: str, into: Program, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A group whose operations on a kind of device are noted and do nothing, with gloo's place for the CPU."""

    def batch(ops: list[dist.P2POp]) -> list[dist.Work]:
        into.append(tuple(Message(op.group_peer, op.op is dist.isend, op.tensor.nbytes) for op in ops))
        return []

    def together(_: Tensor, group: Any = None) -> None:
        assert group is dist.group.WORLD
        into.append(())

    with monkeypatch.context() as patch:
        patch.setattr(dist, "batch_isend_irecv", batch)
        patch.setattr(dist, "all_reduce", together)
        dist.init_process_group(f"cpu:fake,{kind}:fake", rank=rank, world_size=ranks, store=FakeStore())
        try:
            yield dist.group.WORLD
        finally:
            dist.destroy_process_group()


def without_kernels(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what reads numbers: tensors of the device "meta" have none."""

    def forward(_: torch.dtype, query: Tensor, __: Tensor, value: Tensor, *___: object) -> tuple[Tensor, ...]:
        return tuple(module._no_keys(module._KERNELS, query, value))

    def backward(_: torch.dtype, query: Tensor, key: Tensor, value: Tensor, *__: object) -> tuple[Tensor, ...]:
        shapes = [x.shape for x in (query, key, value)]
        return tuple(query.new_empty(shape, dtype=torch.float32) for shape in shapes)

    monkeypatch.setattr(module, "_KERNELS", module._KERNELS._replace(forward=forward, backward=backward))
    monkeypatch.setattr(torch, "autocast", lambda *_, **__: contextlib.nullcontext())  # knows no such device
