"""Both passes of a call."""

import math

import torch
from torch import Tensor

from .attend import _add_block, _attend_block
from .parts import _blocks
from .work import Call, Saved


def _attend_runs(call: Call, dtype: torch.dtype) -> tuple[Tensor, ...]:
    """(out, lse) of a call, and if heads have several softmaxes the same of each; out in a dtype, lse in float64."""
    work, query = call.work, call.query
    outs = torch.zeros((work.softmaxes, *query.shape), dtype=torch.float32, device=query.device)
    lses = torch.full(outs.shape[:-1], -math.inf, dtype=torch.float64, device=query.device)
    for block in _blocks(call):
        _attend_block(call, block, outs[block.softmax], lses[block.softmax])
    out, lse = (outs[0], lses[0]) if work.combined is None else work.combined[0](outs, lses)
    each = () if work.softmaxes == 1 else (outs.to(dtype), lses)
    return out.to(dtype), lse, *each


def _gradients_of_runs(call: Call, saved: Saved, dtype: torch.dtype) -> tuple[Tensor, ...]:
    """The gradients of query, key and value in a dtype, and those of tables that are added to scores in float32."""
    alone = saved.out.unsqueeze(0), saved.lse.unsqueeze(0), saved.grad_out
    outs, lses, grad_out = alone if call.work.combined is None else call.work.combined[1](saved)
    through_lse = saved.grad_lse.numel() > 0
    grad_lse = saved.grad_lse if through_lse else lses.new_zeros(1, dtype=torch.float32).expand(lses.shape[1:])
    lses = lses.masked_fill(lses == -math.inf, math.inf)  # no keys: exp(s - inf) = 0
    leaves = call.query, call.key, call.value, *call.work.tables
    grads = [torch.zeros(x.shape, dtype=torch.float32, device=x.device) for x in leaves]
    for block in _blocks(call):
        given = call.query, grad_out, outs[block.softmax], lses[block.softmax], grad_lse
        _add_block(call, block, given, grads)
    return *(grad.to(dtype) for grad in grads[:3]), *grads[3:]
