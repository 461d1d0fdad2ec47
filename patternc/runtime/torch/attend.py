"""Attention of a block, and its gradients."""

import math
from collections.abc import Iterable

import torch
from torch import Tensor

from .blocks import Block, Modified, _put, _view
from .merging import _add, _merge, _weighted
from .processors import _doubtful
from .scores import _bias, _by_distance, _logs, _seen
from .work import Call


def _scores(block: Block, query: Tensor, key: Tensor, scale: float) -> Modified:
    """The scores of a block in float32, -inf where a row does not attend to a column, and derivatives of modifiers."""
    scores, by_score, by_table = torch.matmul(query.float(), key.float().transpose(-1, -2)).mul_(scale), None, None
    if block.scores.modified is not None:
        scores, by_score, by_table = block.scores.modified(block, scores)
    if block.masked:
        seen = _seen(block, query.device)
        if seen.dtype == torch.bool:
            scores.masked_fill_(~seen, -math.inf)
        else:
            scores.add_(_logs(seen)).masked_fill_(seen == 0, -math.inf)  # inf - inf is NaN
    return scores, by_score, by_table


def _attend(
    block: Block, query: Tensor, key: Tensor, value: Tensor, scale: float, fused: bool = False
) -> tuple[Tensor, Tensor]:
    """(out, lse) of a block's rows as if they attended to its columns only: [heads, segments, rows(, D)]."""
    if fused:
        bias = _bias(block, query)
        out, lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
            query, key, value, 0.0, block.causal, attn_mask=bias, scale=scale
        )
        if bias is not None:
            lse.masked_fill_(bias.amax(-1) == -math.inf, -math.inf)  # torch says 0 where a row attends to none
        return out, lse
    scores, *_ = _scores(block, query, key, scale)
    peak = scores.amax(-1, keepdim=True)
    peak.masked_fill_(peak == -math.inf, 0.0)  # a row that attends to none: exp(-inf - 0) = 0, log(0) = -inf
    weights = scores.sub_(peak).mul_(1 / math.log(2)).exp2_()
    total = weights.sum(-1, keepdim=True)
    if block.scores.kept is not None:
        weights *= block.scores.kept(block, query.device)
    out = _weighted(weights, value.float()) if block.masked else torch.matmul(weights, value.float())
    out /= total.clamp_min(torch.finfo(torch.float32).tiny)
    return out, (peak.double() + total.log()).squeeze(-1)


def _attend_strips(call: Call, block: Block, b: int, out: Tensor, lse: Tensor, fused: bool) -> bool:
    """Merge the attention of a block of a batch entry into out [B, H, Nq, D] and lse [B, H, Nq].

    False: see `_doubtful`.
    """
    q = block.of_rows(call.query[b], call.q_offset)
    k, v = (block.of_columns(x[b], call.k_offset).expand(len(q), -1, -1, -1) for x in (call.key, call.value))
    into = [block.of_rows(x[b], call.q_offset) for x in (out, lse)]
    part, part_lse = _attend(block, q, k, v, call.scale, fused)
    if fused and _doubtful(block.masked, part, part_lse, q, k, call.scale):
        return False
    part_lse = part_lse + block.log_count if block.log_count else part_lse
    if block.first:
        for x, found in zip(into, (part, part_lse), strict=True):
            x.copy_(found)
    else:
        _merge(*into, part, part_lse)
    for x, changed in zip((out, lse), into, strict=True):
        _put(x[b], block.heads, block.rows, call.q_offset, changed)
    return True


def _attend_backward(
    block: Block, rows: Iterable[Tensor], key: Tensor, value: Tensor, scale: float, fused: bool = False
) -> tuple[Tensor, ...]:
    """Gradients of a block: with P = exp(S - lse), dV = P^T dO and dS = P * (dO V^T - rowsum(dO * O) + dlse).

    Those of query, key and value; and, where a table is added to scores, [heads, distances] of it.
    """
    query, grad, out, lse, grad_lse = rows
    lse = lse - block.log_count if block.log_count else lse
    if fused:
        query, grad, out, key, value = (x.float() for x in (query, grad, out, key, value))  # less time than in 16 bits
        bias, tensors = _bias(block, query), (grad, query, key, value, out, lse)
        turned = block.listed is not None and len(query) == 1  # items as batch entries, whose gradients lie together
        if turned:
            bias, *tensors = (None if x is None else x.transpose(0, 1) for x in (bias, *tensors))
        parts = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward(
            *tensors, 0.0, block.causal, attn_mask=bias, scale=scale
        )
        return tuple(x.transpose(0, 1) for x in parts) if turned else parts
    query, grad, out = query.float(), grad.float(), out.float()
    scores, by_score, by_table = _scores(block, query, key, scale)
    high = lse.float()
    low = (lse - high).nan_to_num_(0.0).mul_(-1 / math.log(2)).float()  # infinite where a row has no keys
    # A row that is not a number: its weights are of the columns that it attends to.
    left_out = scores == -math.inf if block.masked and lse.device.type == "cpu" and lse.isnan().any() else None
    scores.sub_(high.unsqueeze(-1))
    # No weight is more than 1, but for what rounding makes of great scores.
    weights = torch.add(low.unsqueeze(-1), scores, alpha=1 / math.log(2), out=scores).clamp_max_(0.0).exp2_()
    if left_out is not None:
        weights.masked_fill_(left_out, 0.0)
    kept = None if block.scores.kept is None else block.scores.kept(block, query.device)
    grad_value = _weighted((weights if kept is None else weights * kept).transpose(-1, -2), grad)
    grad_weights = torch.matmul(grad, value.float().transpose(-1, -2))
    if kept is not None:
        grad_weights *= kept
    delta = (grad * out).sum(-1, keepdim=True)
    delta -= grad_lse.unsqueeze(-1)
    grad_scores = grad_weights.sub_(delta).mul_(weights)
    if not grad_scores.sum().abs() < math.inf:
        grad_scores.masked_fill_(weights == 0.0, 0.0)  # a product that a float does not hold, and of no account
    of_tables = [
        _by_distance(block, grad_scores if by_table is None else grad_scores * by_table) for _ in block.scores.tables
    ]
    if by_score is not None:
        finite = not block.masked or key.device.type != "cpu" or (query.sum() + key.float().sum()).abs() < math.inf
        grad_scores *= by_score if finite else by_score.masked_fill(weights == 0.0, 0.0)
    grad_scores *= scale
    grad_key = _weighted(grad_scores.transpose(-1, -2), query)
    return _weighted(grad_scores, key.float()), grad_key, grad_value, *of_tables


def _add_strips(call: Call, block: Block, given: Iterable[Tensor], b: int, grads: list[Tensor], fused: bool) -> None:
    """Add the gradients of a block of a batch entry to those [H, N, D] of query, key, value, and tables.

    `given`, [H, Nq(, D)]: query, dO, and the block's softmax's output, its lse, and the gradient of that.
    """
    rows = [block.of_rows(x, call.q_offset) for x in given]
    k, v = (block.of_columns(x[b], call.k_offset).expand(len(rows[0]), -1, -1, -1) for x in (call.key, call.value))
    parts = _attend_backward(block, rows, k, v, call.scale, fused)
    places = (block.heads, block.rows, call.q_offset), *[(block.kv_heads, block.columns, call.k_offset)] * 2
    for grad, part, (heads, here, origin) in zip(grads[:3], parts[:3], places, strict=True):
        into = _view(grad, heads, here, origin, block.segments, block.width)
        _add(into, part.sum_to_size(into.shape), block.width)
        _put(grad, heads, here, origin, into)
    for grad, part in zip(grads[3:], parts[3:], strict=True):
        grad[block.heads.start : block.heads.stop : block.heads.step] += part
