"""The backward pass."""

import functools
import math

import torch
from torch import Tensor

from .attend import _add_strips
from .heads import _by_key
from .merging import _denominators
from .parts import _blocks
from .processors import _has_fused, _moderate
from .segments import _in_slabs
from .shares import _in_shares, _in_threads
from .sizes import SLAB_ROWS
from .work import Call


def _gradients_of_runs(call: Call, dtype: torch.dtype) -> tuple[Tensor, ...]:
    """The gradients of query, key and value in a dtype, and those of tables that are added to scores in float32."""
    fast = call.work.scores.modified is None and _has_fused(call.query)
    found = _in_threads(functools.partial(_gradients, dtype=dtype, fast=True), call) if fast else None
    return _in_threads(functools.partial(_gradients, dtype=dtype, fast=False), call) if found is None else found


def _gradients(call: Call, threads: int, dtype: torch.dtype, fast: bool) -> tuple[Tensor, ...] | None:
    """What `_gradients_of_runs` returns; None where fast products may not do: scores are great, or not finite."""
    work, query, saved = call.work, call.query, call.saved
    if fast and not _moderate(saved.lse if saved.part_lses is None else saved.part_lses):
        return None
    parts, lses, grad_out = _denominators(work.groups, saved)
    lses = (lses.float() if fast else lses).masked_fill(lses == -math.inf, math.inf)  # no keys: exp(s - inf) = 0
    through_lse = saved.grad_lse.numel() > 0
    grad_lse = saved.grad_lse if through_lse else lses.new_zeros(1, dtype=torch.float32).expand(lses.shape[1:])
    fused = fast and not through_lse and work.scores.dropout == 0.0
    whole = fused and call.scale >= torch.finfo(torch.float32).tiny  # torch scales -inf of unseen pairs
    tables = (x.expand(len(query), *x.shape) for x in work.scores.tables)
    leaves = query, call.key, call.value, *tables
    grads = [torch.zeros(x.shape, dtype=torch.float32, device=x.device) for x in leaves]

    def add(b: int, heads: range) -> None:
        for block in _blocks(_by_key(_in_slabs(call.runs(b, heads), SLAB_ROWS)), whole):
            given = query[b], grad_out[b], parts[block.softmax, b], lses[block.softmax, b], grad_lse[b]
            one = _add_strips if block.listed is None else work.listed[1]
            one(call, block, given, b, [grad[b] for grad in grads], fused)

    _in_shares(add, query, call.group, tuple(group.heads for group in work.groups), threads)
    if fast and not grads[0].sum().abs() < math.inf:
        return None
    return *(grad.to(dtype) for grad in grads[:3]), *(grad.sum(0) for grad in grads[3:])
