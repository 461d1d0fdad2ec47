"""Tables that are kept for as long as the tensor from which they were made."""

import threading
from collections.abc import Hashable
from typing import Generic, TypeVar

import torch
from torch import Tensor
from torch.utils.weak import WeakIdKeyDictionary

_MOST_KEPT = 16
"""The most tensors whose tables are kept; the oldest go first."""


_Table = TypeVar("_Table")


class _Kept(Generic[_Table]):
    """Tables by the tensor from which they are made, and by what else they depend on; they go when the tensor does.

    A table may not hold the tensor itself. Tensors are told apart by identity alone: whoever looks up a table of one
    that others may write to compares its numbers. Threads may share an instance; two that miss at once both make it.
    """

    def __init__(self) -> None:
        self._lock, self._tables = threading.RLock(), WeakIdKeyDictionary()

    def __len__(self) -> int:
        with self._lock:
            return len(self._tables)

    def get(self, tensor: Tensor, key: Hashable) -> _Table | None:
        """The table of a tensor, or None."""
        with self._lock:
            found: _Table | None = self._tables.get(tensor, {}).get(key)
        return found

    def put(self, tensor: Tensor, key: Hashable, table: _Table) -> _Table:
        """Keep a table and return it."""
        if not _is_plain(tensor):
            return table
        with self._lock:
            if tensor not in self._tables and len(self._tables) >= _MOST_KEPT:
                del self._tables[next(iter(self._tables))]
            self._tables.setdefault(tensor, {})[key] = table
        return table


def _is_plain(tensor: Tensor) -> bool:
    """Whether a tensor has numbers that calls may compare: no subclass, as in tracing, and none of a transform."""
    if type(tensor) is not Tensor or tensor.is_meta or torch.compiler.is_compiling():
        return False
    if tensor.is_cuda and torch.cuda.is_current_stream_capturing():
        return False
    return not torch._C._functorch.is_functorch_wrapped_tensor(tensor)
