"""Cells of a grid tile after tile, by a table of where each cell is."""

import itertools
import math
from collections.abc import Callable

import torch
from torch import Tensor


def _places_in_tiles(grid: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[list[int], int]:
    """Where each cell is in the order of tiles, and how many places there are."""
    counts = [-(-size // side) for size, side in zip(grid, tiles, strict=True)]
    found: list[int] = []
    for at in itertools.product(*map(range, grid)):
        tile, cell = 0, 0
        for index, count, side in zip(at, counts, tiles, strict=True):
            tile, cell = tile * count + index // side, cell * side + index % side
        found.append(tile * math.prod(tiles) + cell)
    return found, math.prod(counts) * math.prod(tiles)


def _attend_by_table(
    attend: Callable[..., Tensor | tuple[Tensor, Tensor]],
    grid: tuple[int, ...],
    tiles: tuple[int, ...],
    query: Tensor,
    key: Tensor,
    value: Tensor,
    gates: dict[str, Tensor],
    /,
    **others: object,
) -> Tensor | tuple[Tensor, Tensor]:
    """The results of a function for which the cells of a grid are in an order of tiles, in the order of the grid."""
    found, count = _places_in_tiles(grid, tiles)
    places = torch.tensor(found, device=query.device)

    def moved(x: Tensor) -> Tensor:
        return x.new_zeros(*x.shape[:2], count, *x.shape[3:]).index_copy(2, places, x)

    named = {name: moved(x) for name, x in gates.items()}
    if count > len(found):
        named["cells_of_tiles"] = torch.zeros(count, dtype=torch.int32, device=query.device).index_fill(0, places, 1)
    result = attend(moved(query), moved(key), moved(value), seq_len=count, **named, **others)
    if isinstance(result, tuple):
        return result[0].index_select(2, places), result[1].index_select(2, places)
    return result.index_select(2, places)
