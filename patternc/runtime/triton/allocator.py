"""Memory for tensor descriptors."""

import contextvars
import functools

import torch
import triton
from torch import Tensor


def _allocating(function):
    """The function with an allocator for the memory that kernels keep descriptors in; the caller's own stays set."""

    def run(*inputs):
        triton.set_allocator(_scratch)
        return function(*inputs)

    @functools.wraps(function)
    def call(*inputs):
        return contextvars.copy_context().run(run, *inputs)

    return call


def _scratch(size: int, _alignment: int, _stream: int | None) -> Tensor:
    if size > 2**31:
        raise ValueError(
            f"query and key ask for tensor descriptors of {size} bytes, must be at most {2**31}, as kernels count these"
            " in 32 bits: call with parts of the batch, of the heads or of the rows"
        )
    return torch.empty(size, dtype=torch.int8, device="cuda")
