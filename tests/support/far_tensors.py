"""Tensors whose rows are far apart in memory, at positions far from 0: 32 bits hold no address in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType

import numpy as np
import torch
from guarded_memory import guarded

from patternc.analysis.calls import Shape
from patternc.ir.mask import Pattern
from patternc.testing.compare import draw, places

FAR, APART = 2**19, 2**12
"""A position, and the distance of rows in memory, whose product 32 bits do not hold."""


def far_apart(tensor: torch.Tensor) -> torch.Tensor:
    """A copy whose rows are far apart in memory, which ends with the last of them."""
    batch, heads, rows, size = tensor.shape
    memory = guarded(np.zeros((batch * rows - 1) * APART + heads * size, str(tensor.dtype).removeprefix("torch.")))
    strides = rows * APART, size, APART, 1
    return torch.from_numpy(memory).as_strided(tensor.shape, strides).copy_(tensor)


def hold_far(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str = "float32") -> None:
    """A call answers the same far from position 0, to the bit, for tensors whose rows are far apart."""
    call = replace(shape, q_offset=shape.q_offset + FAR, k_offset=shape.k_offset + FAR, seq_len=shape.seq_len + FAR)
    inputs = draw(call, dtype, "cpu", 7, pattern)

    def answer(place: Callable[[torch.Tensor], torch.Tensor]) -> Iterator[torch.Tensor]:
        leaves = [place(x).requires_grad_() for x in (inputs.query, inputs.key, inputs.value)]
        out, lse = module.attention(*leaves, **places(call), **inputs.arguments, return_lse=True)
        yield from (out, lse, *torch.autograd.grad(out, leaves, place(inputs.grad_out)))

    near, far = [*answer(torch.Tensor.clone)], [*answer(far_apart)]
    assert all(x.isfinite().all() for x in near[2:])
    assert all(x.any() for x in near)
    assert all(map(torch.equal, near, far))
