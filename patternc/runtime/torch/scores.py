"""Masks, counts, biases and slopes that are applied to the scores of a block."""

import torch
from torch import Tensor

from .blocks import Block, _positions


def _seen(block: Block, device: torch.device) -> Tensor:
    """How often each row of a block counts each column."""
    q, k = _positions(block.rows, device).unsqueeze(-1), _positions(block.columns, device).unsqueeze(-2)
    lows, highs = block.bounds(q)
    if block.inside is None:
        seen = torch.ones(q.shape[-2], k.shape[-1], dtype=torch.bool, device=device)
    else:
        seen = block.inside[0].unsqueeze(-1) & block.inside[1].unsqueeze(-2)
    for low in lows:
        seen &= k >= low
    for high in highs:
        seen &= k < high
    if block.admits is not None:
        seen = seen * block.admits(q, k)
    return seen


def _logs(counts: Tensor) -> Tensor:
    """The logarithm of counts, -inf of 0: it is found apart, as that of 0 alone is slow."""
    counts = counts.float()
    never = counts.clamp_max(1.0).reciprocal_().sub_(1.0)  # 1 / 1 - 1 = 0, 1 / 0 - 1 = inf
    return counts.clamp_min_(1.0).log_().sub_(never)


def _bias(block: Block, query: Tensor) -> Tensor | None:
    """What to add to the scores of a block: -inf where a row does not attend to a column, else the log of its count."""
    if not block.masked:
        return None
    if block.alike:
        return block.alike[0]
    seen = _seen(block, query.device)
    if seen.dim() == 3:
        seen = seen.unsqueeze(0)  # all heads alike
    # 1 - 1 / 1 = 0 where it attends, 1 - 1 / 0 = -inf where not.
    bias = seen.to(query.dtype).reciprocal_().neg_().add_(1.0) if seen.dtype == torch.bool else _logs(seen)
    if block.alike is not None:
        block.alike.append(bias)
    return bias


def _distances(block: Block, device: torch.device) -> Tensor:
    """The distances k - q of a block, equal in every segment: [1 or items, rows, columns]."""
    q, k = _positions(block.rows, device).unsqueeze(-1), _positions(block.columns, device).unsqueeze(-2)
    return (k - q).view(-1, q.shape[-2], k.shape[-1])


def _by_distance(block: Block, grad_scores: Tensor) -> Tensor:
    """The gradient [heads, distances] of what is added to a block's scores. Summed in double: a far end has many."""
    radius = block.scores.tables[0].shape[1] // 2
    place = _distances(block, grad_scores.device).clamp(-radius, radius) + radius
    grads = grad_scores.double().sum_to_size(len(grad_scores), *place.shape).flatten(1)
    found = grads.new_zeros(len(grads), 2 * radius + 1)
    return found.scatter_add_(1, place.flatten().expand(len(grads), -1), grads).float()


def _slopes(heads: Tensor, total: int) -> Tensor:
    """ALiBi's slopes of heads (arXiv 2108.12409): past a power of two, every other slope of twice as many heads."""
    power = 2 ** (total.bit_length() - 1)
    return torch.exp2(torch.where(heads < power, 2 * heads + 2, 2 * (heads - power) + 1).float() * -4.0 / power)
