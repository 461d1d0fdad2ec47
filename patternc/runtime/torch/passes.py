"""Both passes of a call."""

import math

import torch
from torch import Tensor

from .attend import _add_block, _attend_block, _moderate
from .parts import _blocks
from .work import Call, Saved


def _attend_runs(call: Call, dtype: torch.dtype) -> tuple[Tensor, ...]:
    """(out, lse) of a call, and if heads have several softmaxes the same of each; out in a dtype, lse in float64.

    Where gates mix the softmaxes, only the results of each, [S, B, H, N(, D)].
    """
    found = _attended(call, fused=True) if call.fusable else None
    outs, lses = _attended(call, fused=False) if found is None else found
    if call.work.stacked:
        return outs.to(dtype), lses
    out, lse = (outs[0], lses[0]) if call.work.combined is None else call.work.combined[0](outs, lses)
    each = () if call.work.softmaxes == 1 else (outs.to(dtype), lses)
    return out.to(dtype), lse, *each


def _attended(call: Call, fused: bool) -> tuple[Tensor, Tensor] | None:
    """(out, lse) of each softmax, [S, B, H, N(, D)]; None where torch's fused attention may not do: see `_doubtful`."""
    work, query = call.work, call.query
    outs = torch.zeros(
        (work.softmaxes, *query.shape[:3], call.value.shape[3]), dtype=torch.float32, device=query.device
    )
    lses = torch.full(outs.shape[:-1], -math.inf, dtype=torch.float64, device=query.device)
    for block in _blocks(call.runs(), call.query.device, fused):
        one = _attend_block if block.listed is None else work.listed[0]
        if not one(call, block, outs[block.softmax], lses[block.softmax], fused):
            return None
    return outs, lses


def _gradients_of_runs(call: Call, saved: Saved, dtype: torch.dtype) -> tuple[Tensor, ...]:
    """The gradients of query, key and value in a dtype, and those of tables that are added to scores in float32."""
    every = saved.out, saved.lse, saved.grad_out
    alone = every if call.work.stacked else (saved.out.unsqueeze(0), saved.lse.unsqueeze(0), saved.grad_out)
    outs, lses, grad_out = alone if call.work.combined is None else call.work.combined[1](saved)
    through_lse = saved.grad_lse.numel() > 0
    grad_lse = saved.grad_lse if through_lse else lses.new_zeros(1, dtype=torch.float32).expand(lses.shape[1:])
    fused = call.fusable and not through_lse and _moderate(lses)
    lses = lses.masked_fill(lses == -math.inf, math.inf)  # no keys: exp(s - inf) = 0
    given = call.query, grad_out, outs, lses, grad_lse
    grads = _gradients(call, given, fused=True) if fused else None
    if grads is None or not grads[0].sum().abs() < math.inf:
        grads = _gradients(call, given, fused=False)
    return *(grad.to(dtype) for grad in grads[:3]), *grads[3:]


def _gradients(call: Call, given: tuple[Tensor, ...], fused: bool) -> list[Tensor]:
    """The gradients in float32; the output and the lse in `given` are of each softmax."""
    leaves = call.query, call.key, call.value, *call.work.tables
    grads = [torch.zeros(x.shape, dtype=torch.float32, device=x.device) for x in leaves]
    grads[-1:] = [grads[-1].new_empty(0)] if call.work.learned == 0 else grads[-1:]
    query, grad_out, outs, lses, grad_lse = given
    for block in _blocks(call.runs(), call.query.device, fused):
        one = _add_block if block.listed is None else call.work.listed[1]
        flow = grad_out[block.softmax] if call.work.stacked else grad_out
        one(call, block, (query, flow, outs[block.softmax], lses[block.softmax], grad_lse), grads, fused)
    return grads
