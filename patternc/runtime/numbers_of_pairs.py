"""Run-time inputs that have a number for each pair."""

import torch
from torch import Tensor

from .checks import _DTYPES, _check_tensor, _require


def _numbers_of_pairs(name: str, given: Tensor, query: Tensor, keys: int, heads: int) -> Tensor:
    """Numbers of pairs, [1 or B, 1 or `heads`, Nq, `keys`], with 1 for what is expanded; raise on anything else."""
    _check_tensor(name, given, query, _DTYPES)
    shape, batch, pair = tuple(given.shape), query.shape[0], (query.shape[2], keys)
    said = " or ".join(map(str, dict.fromkeys((1, batch)))), " or ".join(map(str, dict.fromkeys((1, heads)))), *pair
    fits = len(shape) == 4 and shape[0] in (1, batch) and shape[1] in (1, heads) and shape[2:] == pair
    words = "{} has shape {}, must be [{}, {}, {}, {}]: a number for each pair of a query and a key"
    _require(fits, words, name, shape, *said)
    return _unexpanded(given)


def _unexpanded(given: Tensor) -> Tensor:
    """Numbers of pairs, with 1 for the batch entries and the heads if one number is that of all.

    A leaf keeps its shape, as each of its entries has a gradient of its own.
    """
    learned = torch.is_grad_enabled() and given.requires_grad
    sizes = [1 if step == 0 else size for size, step in zip(given.shape[:2], given.stride()[:2], strict=True)]
    if given.shape[:2] == tuple(sizes) or (learned and given.is_leaf):
        return given
    return _OfOne.apply(given, sizes) if learned else given[: sizes[0], : sizes[1]]


class _OfOne(torch.autograd.Function):
    """The first of entries that are one number in memory; their gradients are equal shares of its own."""

    generate_vmap_rule = True

    @staticmethod
    def forward(given, sizes):
        return given[: sizes[0], : sizes[1]]

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.shape, ctx.shares = inputs[0].shape, inputs[0].shape[:2].numel() // output.shape[:2].numel()

    @staticmethod
    def backward(ctx, grad):
        return (grad / ctx.shares).expand(ctx.shape), None
