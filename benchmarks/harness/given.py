"""What a call takes besides query, key and value: run-time inputs, a dropout and its seed."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from types import ModuleType
from typing import TypeAlias

import predicates
import torch
from cases import Case
from torch import Tensor

Call: TypeAlias = "dict[str, Tensor | float | int]"
"""Of `attention` and `reference`."""
Entry: TypeAlias = "dict[str, Tensor | list[int] | int]"
"""Of `mask`: what one batch entry is given; lists become tensors there."""


@dataclass(frozen=True)
class Given:
    """Further arguments of one call. `entry`: None where batch entries are given different ones."""

    call: Call = field(default_factory=dict)
    entry: Entry | None = field(default_factory=dict)

    def learn(self) -> tuple[Tensor, ...]:
        """The tables, which want a gradient from now on."""
        tables = (x for x in self.call.values() if isinstance(x, Tensor) and x.is_floating_point())
        return tuple(table.requires_grad_() for table in tables)


def given(case: Case, device: str) -> Given:
    """What the case's file holds (the two fields, as `torch.save` writes a dict), or what its mask is given."""
    if case.given is None:
        found = predicates.inputs(case.mask, device)
        return Given(dict(found), dict(found))
    return Given(**torch.load(case.given, map_location=device))


def selected(module: ModuleType, query: Tensor, key: Tensor, call: Call) -> Tensor | None:
    """The blocks that a module with a `topk` chooses for a call, [B, H, rows of blocks, count]; None for any other."""
    if not hasattr(module, "selection"):
        return None
    taken = inspect.signature(module.selection).parameters
    found = module.selection(query, key, **{name: x for name, x in call.items() if name in taken})
    assert isinstance(found, Tensor)
    return found
