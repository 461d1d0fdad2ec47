"""`ring_attention` of committed modules for one rank, which one GPU holds: without a process group, or with one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import torch.distributed as dist
from loading import load_text
from torch import Tensor
from torch._C._distributed_c10d import HashStore


@cache
def single(path: Path) -> ModuleType:
    """The module of a file, for one rank: its text with another number of ranks."""
    shared = "RANKS, NODES, LAYOUT, TRANSPORT ="
    text, count = re.subn(
        rf"^{shared} \d+, \d+,", f"{shared} 1, 1,", path.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    if count != 1:
        raise ValueError(f"{path} says {count} times of how many ranks its ring is, must be once")
    text = text.replace("_Library, __file__", f"_Library, {str(path)!r}")  # whose source is beside the file
    return load_text(f"{path.stem}_of_one_rank.py", text, path.parent)


def alone(module: ModuleType) -> Any:
    """A rank that needs no process group, as it has no others to exchange rows with."""
    library = sys.modules[module.Ranks.__base__.__module__]  # the module itself where it stands alone

    class Alone(module.Ranks):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.rank, self.agree, self.state = 0, None, library.State()

        def check_device(self, tensor: Tensor) -> None:
            pass

        def connect(self, tensor: Tensor) -> None:
            pass

        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            if sends or receives:
                raise AssertionError(f"{words}: a ring of one rank exchanges tensors")
            return lambda: None

    return Alone()


@cache
def grouped(backend: str) -> dist.ProcessGroup:
    """A process group of this process alone, without a network."""
    dist.init_process_group(backend, store=HashStore(), rank=0, world_size=1)
    group = dist.group.WORLD
    assert group is not None
    return group


def attention(module: ModuleType, ranks: Any) -> Callable[..., Tensor]:
    """`ring_attention` of whole sequences, with the arguments of `attention`."""

    def whole(query: Tensor, key: Tensor, value: Tensor, *, q_offset: int, k_offset: int, **more: Any) -> Tensor:
        if q_offset or k_offset:
            raise ValueError(f"a ring takes whole sequences, and q_offset is {q_offset}, k_offset {k_offset}")
        rows = (module.shard(x, ranks) for x in (query, key, value))
        out: Tensor = module.ring_attention(*rows, ranks, **more)  # one rank has all rows, in their order
        return out

    return whole
