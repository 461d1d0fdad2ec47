"""Terms that are added to the scores of a block: masks, counts, biases by distance."""

import functools
import math

import torch
from torch import Tensor

from .blocks import Block, _positions
from .dropout import _everywhere


def _bias(block: Block, device: torch.device) -> Tensor | None:
    """The log of how often each row of a block counts each column, [1, 1 or items, rows, columns]: -inf of 0.

    None where all rows attend to all columns, once.
    """
    if not block.masked:
        return None
    seen, shape = _seen(block, device)
    logs = (
        torch.zeros(seen.shape, dtype=torch.float32, device=device)
        if seen.dtype == torch.bool
        else seen.clamp_min(1).float().log()
    )
    logs = logs.masked_fill_(seen == 0, -math.inf).expand(shape)
    return logs.reshape(1, -1, *logs.shape[-2:])


def _seen(block: Block, device: torch.device) -> tuple[Tensor, torch.Size]:
    """Whether each row of a masked block attends to each column, or how often: a tensor that expands to a shape."""
    q, k = _positions(block.rows, device).unsqueeze(-1), _positions(block.columns, device).unsqueeze(-2)
    lows, highs = block.bounds(q)
    tests = [*(k >= low for low in lows), *(k < high for high in highs)]
    seen = functools.reduce(torch.mul, tests if block.admits is None else [*tests, block.admits(q, k)])
    return seen, torch.broadcast_shapes(q.shape, k.shape)


def _distances(block: Block, device: torch.device) -> Tensor:
    """The distances k - q of a block, equal in every segment: [1 or items, rows, columns]."""
    q, k = _positions(block.rows, device).unsqueeze(-1), _positions(block.columns, device).unsqueeze(-2)
    return (k - q).view(-1, q.shape[-2], k.shape[-1])


def _by_distance(block: Block, radius: int, grad_scores: Tensor) -> Tensor:
    """The gradient [heads, distances] of what is added to a block's scores. Summed in double: a far end has many."""
    place = _distances(block, grad_scores.device).clamp(-radius, radius) + radius
    return _by_place(place, (2 * radius + 1,), grad_scores)


def _by_place(place: Tensor, shape: tuple[int, ...], grad_scores: Tensor) -> Tensor:
    """The gradient [heads, *shape] of what is added to a block's scores: the entries at the places of pairs."""
    grads = grad_scores.double().sum_to_size(len(grad_scores), *place.shape).flatten(1)
    found = grads.new_zeros(len(grads), math.prod(shape))
    found.scatter_add_(1, place.flatten().expand(len(grads), -1), grads)
    return found.unflatten(1, shape).float()


def _places_of_cells(block: Block, grid: tuple[int, ...], radii: tuple[int, ...], device: torch.device) -> Tensor:
    """The places of pairs of cells in a table of the differences in each dimension: [segments or items, rows, columns].

    Differences are cut at the radius of their dimension.
    """
    q, k = (_everywhere(block, places, device) for places in (block.rows, block.columns))
    place, stride = torch.zeros((), dtype=torch.int64, device=device), math.prod(grid)
    for size, radius in zip(grid, radii, strict=True):
        stride //= size
        near = (k // stride % size).unsqueeze(-2) - (q // stride % size).unsqueeze(-1)
        place = place * (2 * radius + 1) + near.clamp(-radius, radius) + radius
    return place


def _numbers_of(block: Block, pairs: Tensor) -> Tensor:
    """What a tensor [1 or B, 1 or H, Nq, Nk] has for the pairs of a block: [1 or heads, segments, rows, columns]."""
    own, rows, columns = _own_pairs(block, pairs)
    if isinstance(rows, slice) and isinstance(columns, slice):
        return own[:, rows, columns].unsqueeze(1)
    return own[:, rows, columns]


def _add_to_pairs(block: Block, total: Tensor, grads: Tensor) -> None:
    """Add the gradient of what `_numbers_of` finds to that of all pairs, in float32; heads that share it are summed."""
    own, rows, columns = _own_pairs(block, total)
    grads = grads.sum_to_size(len(own), *grads.shape[1:])
    if isinstance(rows, slice) and isinstance(columns, slice):
        own[:, rows, columns] += grads.squeeze(1)
    else:
        heads = torch.arange(len(own), device=total.device).view(-1, 1, 1, 1)
        own.index_put_((heads, rows, columns), grads, accumulate=True)  # a place that stands in for others adds 0


def _own_pairs(block: Block, pairs: Tensor) -> tuple[Tensor, slice | Tensor, slice | Tensor]:
    """The numbers of a block's entry and heads, [1 or heads, Nq, Nk], and where its rows and columns are among them."""
    own = pairs[block.entry if len(pairs) > 1 else 0]
    own = own[block.heads.start : block.heads.stop : block.heads.step] if len(own) > 1 else own
    rows, columns = block.rows, block.columns
    if block.segments == 1 and isinstance(rows, range) and isinstance(columns, range):
        return own, _from(rows, block.origin), _from(columns, block.key_origin)
    q, k = (_everywhere(block, places, pairs.device) for places in (rows, columns))
    return own, (q - block.origin).unsqueeze(-1), (k - block.key_origin).unsqueeze(-2)


def _from(places: range, origin: int) -> slice:
    """The places in a tensor that begins with a position."""
    return slice(places.start - origin, places.stop - origin, places.step)


def _by_slope(block: Block, grad_scores: Tensor) -> Tensor:
    """The gradient [heads] of the factors of distances that are added to a block's scores. Summed in double."""
    return (grad_scores.double() * _distances(block, grad_scores.device)).flatten(1).sum(1).float()


def _slopes(heads: Tensor, total: int) -> Tensor:
    """ALiBi's slopes of heads (arXiv 2108.12409): past a power of two, every other slope of twice as many heads."""
    power = 2 ** (total.bit_length() - 1)
    return torch.exp2(torch.where(heads < power, 2 * heads + 2, 2 * (heads - power) + 1).float() * -4.0 / power)
