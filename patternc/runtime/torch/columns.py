"""Gradients of slabs of columns, all of a head in each product."""

import math
from collections.abc import Iterable

from torch import Tensor

from .blocks import Block
from .merging import _in_memory
from .processors import _has_fused, _has_large_products
from .scores import _bias
from .sizes import LARGE_COLUMNS, LARGE_SLAB_ROWS


def _by_columns(query: Tensor) -> float:
    """Of how many columns slabs of rows are large blocks in the backward pass; near fewer, slabs are of columns."""
    if not _has_fused(query):
        return 0
    return LARGE_COLUMNS - LARGE_SLAB_ROWS[0] if _has_large_products(query) else math.inf


def _attend_columns_backward(
    block: Block,
    rows: Iterable[Tensor],
    key: Tensor,
    value: Tensor,
    scale: float,
    grads: Iterable[Tensor],
    memory: list[Tensor],
) -> None:
    """Add the gradients of slabs of columns, a head at a time, with scores transposed.

    Rows are those of query, dO, lse and rowsum(dO * O) - dlse. Scores stand in `memory`.
    """
    *rows, lse, delta = rows
    bias = _bias(block, rows[0]).mT.contiguous()
    pairs = *key.shape[1:3], rows[0].shape[2]
    weights, grad_scores = _in_memory(memory, key, pairs, pairs)
    lse = lse - block.log_count if block.log_count else lse
    lse, delta = (lse / -math.log(2)).unsqueeze(2), (delta * -scale).unsqueeze(2)
    for query, grad, own_lse, own_delta, k, v, grad_query, grad_key, grad_value in zip(
        *rows, lse, delta, key, value, *grads, strict=True
    ):
        weights.baddbmm_(k, query.mT, beta=0, alpha=scale / math.log(2)).add_(own_lse).add_(bias).exp2_()
        grad_value.baddbmm_(weights, grad)
        grad_scores.baddbmm_(v, grad.mT, beta=0, alpha=scale).add_(own_delta).mul_(weights)
        grad_key.baddbmm_(grad_scores, query)
        for left in range(0, pairs[2], block.width):
            some = slice(left, left + block.width)
            grad_query[:, some].baddbmm_(grad_scores[..., some].mT, k)
