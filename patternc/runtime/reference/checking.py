"""The inputs that `selfcheck` draws, and the results that it compares."""

import math
from collections.abc import Callable

import torch
from torch import Tensor


def _draw_offsets(batch: int, end: int, generator: torch.Generator) -> Tensor:
    """Random offsets of documents, [B, D + 1]: one document is empty, and one may hold a single position."""
    cuts = torch.randint(0, end + 1, (batch, 5), generator=generator)
    cuts = torch.cat([cuts, cuts[:, :1], (cuts[:, 1:2] + 1).clamp_max(end)], 1).sort(1).values
    return torch.cat([torch.zeros_like(cuts[:, :1]), cuts, torch.full_like(cuts[:, :1], end)], 1)


def _draw_of_each(
    batch: int, count: int, first: int, rows: int, block: int = 1, *, generator: torch.Generator
) -> Tensor:
    """Random positions for the blocks that hold rows, [B, blocks]: of `count` blocks, and some beyond their ends."""
    held = -(-(first + rows) // block) - first // block
    return torch.randint(-count // 4 - 1, count + count // 4 + 2, (batch, held), generator=generator)


def _draw_labels(batch: int, first: int, rows: int, block: int = 1, *, generator: torch.Generator) -> Tensor:
    """Random labels for the blocks that hold rows, [B, blocks]: few different ones, one of which needs 64 bits."""
    held = -(-(first + rows) // block) - first // block
    labels = torch.randint(-1, 4, (batch, held), generator=generator)
    return labels.where(labels < 3, 2**40)


def _draw_lists(
    batch: int, heads: int, count: int, first: int, rows: int, block: int = 1, *, generator: torch.Generator
) -> Tensor:
    """Random lists of some of `count` blocks for the blocks that hold rows, [B, heads, blocks, K].

    Some entries are of no block, some rows are of none, and the last two entries of a row are of one block.
    """
    held = -(-(first + rows) // block) - first // block
    lists = torch.randint(0, count, (batch, heads, held, min(count + 2, 9)), generator=generator)
    lists[..., -1] = lists[..., -2]
    kinds = torch.randint(0, 5, lists.shape, generator=generator)
    empty = torch.randint(0, 5, (batch, heads, held, 1), generator=generator) == 0
    return lists.masked_fill((kinds == 0) | empty, -1)


def _among_entries(numbers: Tensor, most: int) -> Tensor:
    """Random numbers of positions as numbers of entries, of which the greatest is `most`; -1 stays."""
    return numbers.where(numbers <= most, numbers % (most + 1) if most > 0 else most)


def _answer(
    function: Callable[..., Tensor | tuple[Tensor, Tensor]],
    leaves: dict[str, Tensor],
    others: dict[str, Tensor | float | str],
    flows: dict[str, Tensor],
) -> dict[str, Tensor]:
    """The results and gradients of a function, by name; `flows`: the gradient of each result."""
    leaves = {name: leaf.detach().clone().requires_grad_() for name, leaf in leaves.items()}
    found = function(**leaves, **{"return_lse": "lse" in flows, **others})
    answer = dict(zip(flows, found if isinstance(found, tuple) else (found,), strict=True))
    back = [flows[name].to(x.dtype).masked_fill(x == -math.inf, 0.0) for name, x in answer.items()]
    grads = torch.autograd.grad(tuple(answer.values()), tuple(leaves.values()), back)
    answer |= {f"grad_{name}": grad for name, grad in zip(leaves, grads, strict=True)}
    return {name: tensor.detach().double() for name, tensor in answer.items()}


def _largest_score(answer: dict[str, Tensor]) -> float:
    """The largest lse, which is of the size of scores; 0 where there is none."""
    return float(answer["lse"].nan_to_num(neginf=0.0).abs().max()) if "lse" in answer else 0.0


def _error(found: Tensor, truth: Tensor) -> float:
    """|found - truth| / |truth| over finite entries; infinite for a NaN, and where one is -inf and the other is not."""
    empty = truth == -math.inf
    if found.isnan().any() or not torch.equal(found == -math.inf, empty):
        return math.inf
    difference, size = (found - truth)[~empty].norm(), truth[~empty].norm()
    return float(difference / size if size > 0.0 else difference)
