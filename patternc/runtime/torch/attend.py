"""Attention of a block, and its gradients."""

import math

import torch
from torch import Tensor

from .blocks import Block, _put
from .merging import _merge, _weighted
from .scores import _add_to_pairs, _bias
from .work import Call, Pull

# From here on, a float32 holds scores to 1e-4 at best: their powers are found with care.
GREAT_SCORE = 2.0**10


def _moderate(lse: Tensor) -> bool:
    """Whether a float32 holds all lse, and weights are alike by products in any order."""
    moderate = lse.abs() < GREAT_SCORE
    return bool(moderate.all() or (moderate | (lse == -math.inf)).all())


def _doubtful(masked: bool, out: Tensor, lse: Tensor, query: Tensor, key: Tensor, scale: float) -> bool:
    """Whether plain products are to find once more what torch's fused attention found of a block.

    So where a float32 does not hold the lse, and a sum of weights beside others, or where a score or value that the row
    does not attend to is inf or NaN, and so the result: -inf is added to the one, the other is multiplied by 0. And
    where numbers may stand for a row whose scores are infinite or NaN: fused attention returns (0, 0) where all are
    -inf, or NaN and fewer than a vector register holds, and (0, inf) where one is inf.
    """
    if masked and not out.sum(dtype=torch.float32).abs() < math.inf:
        return True
    if not _moderate(lse):
        return True
    if lse.all():
        return False
    bound = query.abs().amax().item() * key.abs().amax().item() * query.shape[3] * max(1.0, abs(scale))
    return not bound <= torch.finfo(torch.float32).max  # NaN is not


def _scores(call: Call, block: Block, query: Tensor, key: Tensor) -> tuple[Tensor, Pull | None]:
    """The scores of a block in float32, -inf where a row does not attend to a column; and the gradient of modifiers."""
    scores, pull = torch.matmul(query.float(), key.float().transpose(-1, -2)).mul_(call.scale), None
    if call.work.modified is not None:
        scores, pull = call.work.modified(block, scores)
    bias = _bias(block, query.device)
    if bias is not None:
        scores.add_(bias).masked_fill_(bias == -math.inf, -math.inf)  # inf - inf is NaN
    return scores, pull


def _of_one_extent(*tensors: Tensor) -> list[Tensor]:
    """The rows with zeros behind the shorter ones, which add nothing: torch's fused attention takes one head size."""
    most = max(x.shape[-1] for x in tensors)
    return [x if x.shape[-1] == most else torch.nn.functional.pad(x, (0, most - x.shape[-1])) for x in tensors]


def _attend(call: Call, block: Block, query: Tensor, key: Tensor, value: Tensor, fused: bool) -> tuple[Tensor, Tensor]:
    """(out, lse) of a block's rows as if they attended to its columns only: [heads, segments, rows(, D)]."""
    if fused:
        bias, extent = _bias(block, query.device), value.shape[-1]
        query, key, value = _of_one_extent(query, key, value)
        out, lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
            query, key, value, 0.0, block.causal, attn_mask=bias, scale=call.scale
        )
        out = out[..., :extent]
        if bias is not None:
            lse.masked_fill_(bias.amax(-1) == -math.inf, -math.inf)  # torch says 0 where a row attends to none
        return out, lse
    scores, _ = _scores(call, block, query, key)
    peak = scores.amax(-1, keepdim=True)
    peak.masked_fill_(peak == -math.inf, 0.0)  # a row that attends to none: exp(-inf - 0) = 0, log(0) = -inf
    weights = scores.sub_(peak).mul_(1 / math.log(2)).exp2_()
    total = weights.sum(-1, keepdim=True)
    if call.work.kept is not None:
        weights *= call.work.kept(block, query.device)
    out = _weighted(weights, value.float())
    out /= total.clamp_min(torch.finfo(torch.float32).tiny)
    return out, (peak.double() + total.log()).squeeze(-1)


def _attend_block(call: Call, block: Block, out: Tensor, lse: Tensor, fused: bool) -> bool:
    """Merge the attention of a block into out [B, H, Nq, D] and lse [B, H, Nq]. False: see `_doubtful`."""
    query, *into = (block.of_rows(x) for x in (call.query, out, lse))
    key, value = (block.of_columns(x, call.k_offset) for x in (call.key, call.value))
    part, part_lse = _attend(call, block, query, key, value, fused)
    if fused and _doubtful(block.masked or block.causal, part, part_lse, query, key, call.scale):
        return False
    _merge(*into, part, part_lse.double() + block.log_count)
    for x, changed in zip((out, lse), into, strict=True):
        _put(block, x, block.heads, block.rows, block.origin, changed)
    return True


def _attend_backward(
    call: Call, block: Block, rows: tuple[Tensor, ...], key: Tensor, value: Tensor, fused: bool
) -> tuple[Tensor, ...]:
    """Gradients of a block: with P = exp(S - lse), dV = P^T dO and dS = P * (dO V^T - rowsum(dO * O) + dlse).

    `rows`: query, dO, O, lse, dlse, [heads, segments, rows(, D)]. Gradients of query, key and value; and, where tables
    are added to scores, [heads, distances] of each, or of all pairs of the block.
    """
    *rows, lse, grad_lse = rows
    query, grad, out, key, value = (x.float() for x in (*rows, key, value))  # fused: less time than in 16 bits
    lse = lse - block.log_count
    if fused:
        extents = query.shape[-1], key.shape[-1], value.shape[-1]
        grads = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward(
            *_of_one_extent(grad, query, key, value, out),
            *(lse.float(), 0.0, block.causal),
            attn_mask=_bias(block, query.device),
            scale=call.scale,
        )
        return tuple(x[..., :extent] for x, extent in zip(grads, extents, strict=True))
    scores, pull = _scores(call, block, query, key)
    high = lse.float()
    low = (lse - high).nan_to_num_(0.0).mul_(-1 / math.log(2)).float()  # infinite where a row has no keys
    unseen = scores == -math.inf
    scores.sub_(high.unsqueeze(-1))
    # No weight is more than 1, but for what rounding makes of great scores; of a row that is NaN unseen ones are 0.
    weights = torch.add(low.unsqueeze(-1), scores, alpha=1 / math.log(2), out=scores).clamp_max_(0.0).exp2_()
    weights.masked_fill_(unseen, 0.0)
    kept = None if call.work.kept is None else call.work.kept(block, query.device)
    grad_value = _weighted((weights if kept is None else weights * kept).transpose(-1, -2), grad)
    grad_weights = torch.matmul(grad, value.transpose(-1, -2))
    if kept is not None:
        grad_weights *= kept
    delta = (grad * out).sum(-1, keepdim=True) - grad_lse.unsqueeze(-1)
    grad_scores, of_tables, without = grad_weights.sub_(delta).mul_(weights), [], weights == 0.0
    if pull is not None:
        grad_scores, *of_tables = pull(grad_scores.masked_fill_(without, 0.0))
    grad_scores.masked_fill_(without, 0.0).mul_(call.scale)  # what a float does not hold is of no account there
    return _weighted(grad_scores, key), _weighted(grad_scores.transpose(-1, -2), query), grad_value, *of_tables


def _add_block(call: Call, block: Block, given: tuple[Tensor, ...], grads: list[Tensor], fused: bool) -> None:
    """Add the gradients of a block to those [B, H, N, D] of query, key and value, and of tables.

    `given`, [B, H, Nq(, D)]: query, dO, and the block's softmax's output, its lse, and the gradient of that.
    """
    rows = tuple(block.of_rows(x) for x in given)
    columns = (block.of_columns(x, call.k_offset) for x in (call.key, call.value))
    of_query, *of_columns = _attend_backward(call, block, rows, *columns, fused)
    into = block.of_rows(grads[0])
    into += of_query
    _put(block, grads[0], block.heads, block.rows, block.origin, into)
    for grad, part in zip(grads[1:3], of_columns, strict=False):
        into = block.of_columns(grad, call.k_offset)
        into += part
        _put(block, grad, block.kv_heads, block.columns, call.k_offset, into)
    _add_tables(call, block, grads[3:], of_columns[2:])


def _add_tables(call: Call, block: Block, grads: list[Tensor], parts: list[Tensor]) -> None:
    """Add the gradients of what is added to a block's scores, as `_attend_backward` returns them."""
    learned = call.work.learned
    if learned is not None:
        *parts, of_pairs = parts
        *grads, total = grads
        if learned:
            _add_to_pairs(block, total, of_pairs)
    for grad, part in zip(grads, parts, strict=True):
        grad[block.heads.start : block.heads.stop : block.heads.step] += part
