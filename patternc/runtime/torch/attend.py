"""Attention of a block, and its gradients."""

import math

import torch
from torch import Tensor

from .blocks import Block
from .scores import _times_seen
from .work import Call, Pull


def _weighted(weights: Tensor, rows: Tensor) -> Tensor:
    """Return weights @ rows, to which a row that is not finite adds nothing where its weight is 0: 0 * NaN is NaN.

    Only on a CPU: elsewhere the host would wait for the device to know.
    """
    product = torch.matmul(weights, rows)
    fewer = rows if rows.shape[-2] < product.shape[-2] else product
    if fewer.device.type != "cpu" or fewer.sum().abs() < math.inf:
        return product
    odd = ~rows.isfinite()
    found = torch.matmul(weights, rows.masked_fill(odd, 0.0))
    return torch.where(torch.matmul((weights != 0.0).float(), odd.float()) > 0.0, product, found)


def _scores(call: Call, block: Block, query: Tensor, key: Tensor) -> tuple[Tensor, Pull | None]:
    """The scores of a block in float32, -inf where a row does not attend to a column; and the gradient of modifiers."""
    scores, pull = torch.matmul(query.float(), key.float().transpose(-1, -2)).mul_(call.scale), None
    if call.work.modified is not None:
        scores, pull = call.work.modified(block, scores)
    counts = _times_seen(block, query.device)
    if counts is not None:
        if counts.dtype != torch.bool:
            scores += counts.clamp_min(1).float().log()
        scores.masked_fill_(counts == 0, -math.inf)
    return scores, pull


def _merge(out: Tensor, lse: Tensor, part: Tensor, part_lse: Tensor) -> None:
    """Take a part into (out, lse), as if one softmax had run over both sets of keys."""
    weight = (part_lse - lse).sigmoid_()
    weight.masked_fill_(part_lse == -math.inf, 0.0)  # not -inf - -inf: neither may have keys
    out.lerp_(part, weight.float().unsqueeze(-1))
    torch.logaddexp(lse, part_lse, out=lse)


def _attend_block(call: Call, block: Block, out: Tensor, lse: Tensor) -> None:
    """Merge the attention of a block's rows to its columns into out [B, H, Nq, D] and lse [B, H, Nq]."""
    scores, _ = _scores(call, block, block.of_rows(call.query), block.of_columns(call.key))
    peak = scores.amax(-1, keepdim=True)
    peak.masked_fill_(peak == -math.inf, 0.0)  # a row that attends to none: exp(-inf - 0) = 0, log(0) = -inf
    weights = scores.sub_(peak).mul_(1 / math.log(2)).exp2_()
    total = weights.sum(-1, keepdim=True)
    if call.work.kept is not None:
        weights *= call.work.kept(block, weights.device)
    part = _weighted(weights, block.of_columns(call.value).float())
    part /= total.clamp_min(torch.finfo(torch.float32).tiny)
    into, into_lse = block.of_rows(out), block.of_rows(lse)
    _merge(into, into_lse, part, (peak.double() + total.log()).squeeze(-1) + block.log_count)
    block.put_rows(out, into)
    block.put_rows(lse, into_lse)


def _add_block(call: Call, block: Block, given: tuple[Tensor, ...], grads: list[Tensor]) -> None:
    """Add a block's gradients to those [B, H, N, D] of query, key and value, and to those [H, distances] of tables.

    With P = exp(S - lse), dV = P^T dO and dS = P * (dO V^T - rowsum(dO * O) + dlse).
    `given`, [B, H, Nq(, D)]: query, dO, and the block's softmax's output, its lse, and the gradient of that.
    """
    *rows, lse, grad_lse = (block.of_rows(x) for x in given)
    query, grad, out = (x.float() for x in rows)
    key, value = (block.of_columns(x).float() for x in (call.key, call.value))
    scores, pull = _scores(call, block, query, key)
    weights = _weights(scores, lse - block.log_count)
    kept = None if call.work.kept is None else call.work.kept(block, weights.device)
    grad_value = _weighted((weights if kept is None else weights * kept).transpose(-1, -2), grad)
    grad_weights = torch.matmul(grad, value.transpose(-1, -2))
    if kept is not None:
        grad_weights *= kept
    delta = (grad * out).sum(-1, keepdim=True) - grad_lse.unsqueeze(-1)
    grad_scores, of_tables, without = grad_weights.sub_(delta).mul_(weights), (), weights == 0.0
    if pull is not None:
        grad_scores, *of_tables = pull(grad_scores.masked_fill_(without, 0.0))
    grad_scores.masked_fill_(without, 0.0).mul_(call.scale)  # what a float does not hold is of no account there
    block.add_rows(grads[0], _weighted(grad_scores, key))
    block.add_columns(grads[1], _weighted(grad_scores.transpose(-1, -2), query))
    block.add_columns(grads[2], grad_value)
    for table, part in zip(grads[3:], of_tables, strict=True):
        table[block.heads.start : block.heads.stop : block.heads.step] += part


def _weights(scores: Tensor, lse: Tensor) -> Tensor:
    """The weights exp(scores - lse), in the place of scores; lse in double, infinite where a row has no keys."""
    high = lse.float()
    low = (lse - high).nan_to_num_(0.0).mul_(-1 / math.log(2)).float()
    unseen = scores == -math.inf
    scores.sub_(high.unsqueeze(-1))
    # No weight is more than 1, but for what rounding makes of great scores; of a row that is NaN unseen ones are 0.
    weights = torch.add(low.unsqueeze(-1), scores, alpha=1 / math.log(2), out=scores).clamp_max_(0.0).exp2_()
    return weights.masked_fill_(unseen, 0.0)
