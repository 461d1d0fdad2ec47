"""Large blocks, by products of oneDNN that add a mask and multiply by weights in passing."""

import itertools
import math
from collections.abc import Iterable

import torch
from torch import Tensor

from .blocks import Block
from .scores import _bias


def _attend_large(block: Block, query: Tensor, key: Tensor, value: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """What `_attend` does, a head and segment at a time. Powers are of 2: of e they take four times as long."""
    query = query.float() * (scale / math.log(2))
    bias = _bias(block, query)
    if bias is not None and block.admits is not None:  # logarithms of counts are among it
        bias = bias / math.log(2)
    out, peak, total = torch.empty_like(query), *query.new_empty(2, *query.shape[:3])
    for place in itertools.product(*map(range, query.shape[:2])):
        q, k, v = query[place], key[place].float(), value[place].float()
        scores = _gemm(q, k) if bias is None else _gemm_and("add", bias, q, k)
        torch.amax(scores, -1, out=peak[place])
        weights = scores.sub_(peak[place].unsqueeze(-1)).exp2_()
        torch.sum(weights, -1, out=total[place])
        out[place] = _gemm(weights, v.mT)
    none = peak == -math.inf  # these rows attend to none, or not by what a float32 holds
    if none.any():
        out[none], total[none] = 0.0, 0.0
    out /= total.clamp_min(torch.finfo(torch.float32).tiny).unsqueeze(-1)
    return out, total.log2_().add_(peak).mul_(math.log(2))


def _attend_large_backward(
    block: Block,
    rows: Iterable[Tensor],
    key: Tensor,
    value: Tensor,
    scale: float,
    grad_query: Tensor,
    grad_key: Tensor,
    grad_value: Tensor,
) -> None:
    """Add the gradients of a block, a head and segment at a time: scores are transposed, so that -lse is their bias."""
    query, grad, out, lse, grad_lse = (x.float() for x in rows)
    lse = lse - block.log_count if block.log_count else lse
    delta = (grad_lse - (grad * out).sum(-1)) * scale
    lse, query_scaled, grad_scaled = lse / -math.log(2), query * (scale / math.log(2)), grad * scale
    bias = _bias(block, query)
    if bias is not None:
        bias = bias.mT.contiguous() if block.admits is None else bias.mT.contiguous() / math.log(2)
    for place in itertools.product(*map(range, query.shape[:2])):
        q, k, v = query_scaled[place], key[place].float(), value[place].float()
        weights = _gemm(k, q, lse[place]) if bias is None else _gemm_and("add", bias, k, q, lse[place])
        weights.exp2_()
        grad_value[place] += _gemm(weights, grad[place].mT)
        grad_scores = _gemm_and("mul", weights, v, grad_scaled[place], delta[place])
        grad_key[place] += _gemm(grad_scores, query[place].mT)
        grad_query[place] += _gemm(k.mT, grad_scores.mT).mT


def _gemm(left: Tensor, right: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute left @ right.T + bias by oneDNN, which is slow where rows lie apart."""
    return torch.ops.mkldnn._linear_pointwise(left, _dense(right), bias, "none", [], "")


def _gemm_and(operation: str, other: Tensor, left: Tensor, right: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute the same, and add another tensor (`add`) or multiply by its elements (`mul`)."""
    return torch.ops.mkldnn._linear_pointwise.binary(left, other, _dense(right), bias, operation)


def _dense(matrix: Tensor) -> Tensor:
    """The same, without gaps between rows or columns."""
    return matrix if matrix.is_contiguous() or matrix.mT.is_contiguous() else matrix.contiguous()
