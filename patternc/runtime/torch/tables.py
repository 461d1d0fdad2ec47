"""Tables of biases."""

import torch
from torch import Tensor

from patternc.runtime.torch.blocks import Block, _positions


def _distances(block: Block, device: torch.device) -> Tensor:
    """How far the columns of a block stand behind its rows: [1 or items, rows, columns], alike in every segment."""
    q, k = _positions(block.rows, device).unsqueeze(-1), _positions(block.columns, device).unsqueeze(-2)
    return (k - q).view(-1, q.shape[-2], k.shape[-1])


def _by_distance(block: Block, grad_scores: Tensor) -> Tensor:
    """The gradient [heads, distances] of what is added to a block's scores. Summed in double: a far end has many."""
    radius = block.tables[0].shape[1] // 2
    place = _distances(block, grad_scores.device).clamp(-radius, radius) + radius
    grads = grad_scores.double().sum_to_size(len(grad_scores), *place.shape).flatten(1)
    found = grads.new_zeros(len(grads), 2 * radius + 1)
    return found.scatter_add_(1, place.flatten().expand(len(grads), -1), grads).float()
