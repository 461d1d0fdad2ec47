"""Calls of which the host may read no number of a tensor, and kernels that are launched but never run."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from torch.utils._python_dispatch import TorchDispatchMode


class HostReadError(AssertionError):
    """A number of a tensor became one of the host's."""


class NoReads(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Raises where a tensor's number is asked for, or a size that depends on its numbers."""

    READS = frozenset(
        {"_local_scalar_dense", "nonzero", "bincount", "unique_dim", "_unique2", "masked_select", "equal"}
    )

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        del types
        if func._schema.name.partition("::")[2] in self.READS:
            raise HostReadError(func._schema.name)
        return func(*args, **(kwargs or {}))


def launched(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> list[str]:
    """The names of the kernels that are launched, none of which runs."""
    found: list[str] = []
    for name in [name for name in vars(module) if name.startswith(("_forward_", "_mix_"))]:

        def launch(_grid: object, name: str = name) -> Any:
            return lambda *_, **__: found.append(name)

        monkeypatch.setattr(module, name, type("Kernel", (), {"__getitem__": staticmethod(launch)})())
    return found
