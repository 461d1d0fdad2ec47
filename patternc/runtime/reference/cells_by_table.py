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


def _places_held(grid: tuple[int, ...], tiles: tuple[int, ...], offset: int, cells: int) -> tuple[int, int, list[int]]:
    """The first place of the layers of tiles of some cells, how many there are, and those of the cells among them."""
    found, count = _places_in_tiles(grid, tiles)
    layer = count // -(-grid[0] // tiles[0])
    own = found[offset : offset + cells]
    first = offset // (tiles[0] * math.prod(grid[1:])) * layer
    held = -(-(max(own, default=first - 1) + 1 - first) // layer) * layer
    return first, held, [place - first for place in own]


def _attend_by_table(
    attend: Callable[..., Tensor | tuple[Tensor, Tensor]],
    grid: tuple[int, ...],
    tiles: tuple[int, ...],
    query: Tensor,
    key: Tensor,
    value: Tensor,
    gates: dict[str, Tensor],
    q_offset: int,
    k_offset: int,
    /,
    **others: object,
) -> Tensor | tuple[Tensor, Tensor]:
    """The results of a function for which the cells of a grid are in an order of tiles, in the order of the grid.

    The call holds whole layers of tiles: of queries from the cell `q_offset` on, and of keys from `k_offset` on.
    """
    q_first, queries, of_rows = _places_held(grid, tiles, q_offset, query.shape[2])
    k_first, keys, of_columns = _places_held(grid, tiles, k_offset, key.shape[2])
    rows, columns = (torch.tensor(own, dtype=torch.int64, device=query.device) for own in (of_rows, of_columns))

    def moved(x: Tensor, places: Tensor, count: int) -> Tensor:
        return x.new_zeros(*x.shape[:2], count, *x.shape[3:]).index_copy(2, places, x)

    named = {name: moved(x, rows, queries) for name, x in gates.items()}
    length = _places_in_tiles(grid, tiles)[1]
    if length > math.prod(grid):
        named["cells_of_tiles"] = torch.zeros(keys, dtype=torch.int32, device=query.device).index_fill(0, columns, 1)
    own = moved(query, rows, queries), moved(key, columns, keys), moved(value, columns, keys)
    result = attend(*own, q_offset=q_first, k_offset=k_first, seq_len=length, **named, **others)
    if isinstance(result, tuple):
        return result[0].index_select(2, rows), result[1].index_select(2, rows)
    return result.index_select(2, rows)
