"""Cells of a grid tile after tile, for patterns that attend to tiles."""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from .checks import _integer, _require


def _attend_in_tiles(
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
    `gates`: the arguments that have numbers for each query. Cells beyond a border are 0, and no keys.
    """
    queries, keys = _layers(grid, query.shape[2]), _layers(grid, key.shape[2])
    named = {name: _in_tiles(x, queries, tiles) for name, x in gates.items()}
    if any(size % side for size, side in zip(grid, tiles, strict=True)):
        cells = query.new_ones(1, 1, key.shape[2], dtype=torch.int32)
        named["cells_of_tiles"] = _in_tiles(cells, keys, tiles)[0, 0]
    counts = [-(-size // side) for size, side in zip(grid, tiles, strict=True)]
    layer, held = math.prod(counts[1:]) * math.prod(tiles), tiles[0] * math.prod(grid[1:])
    found = attend(
        _in_tiles(query, queries, tiles),
        _in_tiles(key, keys, tiles),
        _in_tiles(value, keys, tiles),
        q_offset=q_offset // held * layer,
        k_offset=k_offset // held * layer,
        seq_len=counts[0] * layer,
        **named,
        **others,
    )
    if isinstance(found, tuple):
        return _out_of_tiles(found[0], queries, tiles), _out_of_tiles(found[1], queries, tiles)
    return _out_of_tiles(found, queries, tiles)


def _layers(grid: tuple[int, ...], cells: int) -> tuple[int, ...]:
    """The grid that so many cells are, which hold whole rows of its first dimension."""
    return cells // math.prod(grid[1:]), *grid[1:]


def _in_tiles(x: Tensor, grid: tuple[int, ...], tiles: tuple[int, ...]) -> Tensor:
    """The cells [B, H, n, ...] of a grid tile after tile; the last tiles of a dimension are filled up with zeros."""
    axes, rest = range(len(grid)), x.dim() - 3
    x = x.unflatten(2, grid)
    missing = [-size % side for size, side in zip(grid, tiles, strict=True)]
    if any(missing):
        x = functional.pad(x, [0, 0] * rest + [number for most in reversed(missing) for number in (0, most)])
    for axis in reversed(axes):
        x = x.unflatten(2 + axis, (x.shape[2 + axis] // tiles[axis], tiles[axis]))
    of_tiles, inside = [2 + 2 * axis for axis in axes], [3 + 2 * axis for axis in axes]
    after = range(2 + 2 * len(grid), x.dim())
    return x.permute(0, 1, *of_tiles, *inside, *after).flatten(2, 1 + 2 * len(grid))


def _out_of_tiles(x: Tensor, grid: tuple[int, ...], tiles: tuple[int, ...]) -> Tensor:
    """The cells [B, H, n, ...] of a grid, from those that stand tile after tile."""
    several = len(grid)
    counts = tuple(-(-size // side) for size, side in zip(grid, tiles, strict=True))
    x = x.unflatten(2, (*counts, *tiles))
    after = range(2 + 2 * several, x.dim())
    x = x.permute(0, 1, *(2 + axis + part for axis in range(several) for part in (0, several)), *after)
    for axis in range(several):
        x = x.flatten(2 + axis, 3 + axis)
    for axis, size in enumerate(grid):
        x = x.narrow(2 + axis, 0, size)
    return x.flatten(2, 1 + several)


def _check_cells(
    grid: tuple[int, ...],
    layer: int,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    gates: dict[str, Tensor],
    q_offset: int | Tensor,
    k_offset: int,
    seq_len: int | None,
) -> None:
    """Raise where a call does not hold whole layers of tiles, or not those of a grid.

    `layer`: the cells of a layer, which holds all tiles but of the first dimension, of every size of tiles. `gates`:
    the arguments that have numbers for each query.
    """
    cells, sizes = math.prod(grid), " x ".join(map(str, grid))
    held = cells if seq_len is None else _integer("seq_len", seq_len, 62)
    _require(held == cells, "seq_len is {}, must be {}: the cells of a grid of {}", seq_len, cells, sizes)
    words = "{} is a tensor, must be an int: calls hold whole layers of tiles"
    _require(not isinstance(q_offset, Tensor), words, "q_offset")
    for name, at, tensor, x in (("q_offset", q_offset, "query", query), ("k_offset", k_offset, "key", key)):
        first = _integer(name, at, 62)  # type: ignore[arg-type]
        end = first + x.shape[2]
        words = "{} is {}, must be a multiple of {}, the cells of a layer of tiles in a grid of {}"
        _require(first % layer == 0 or first == cells, words, name, first, layer, sizes)
        words = (
            "{} has {} positions from {} on, must end with a layer of tiles: at a multiple of {}, or at {}, all cells"
        )
        _require(end == cells or (end < cells and end % layer == 0), words, tensor, x.shape[2], first, layer, cells)
    words = "value has {} positions, must have {} like key"
    _require(value.shape[2] == key.shape[2], words, value.shape[2], key.shape[2])
    rows = tuple(query.shape[:3])
    for name, x in gates.items():
        _require(isinstance(x, Tensor), "{} is {!r}, must be a tensor", name, x, error=TypeError)
        fits = tuple(x.shape) in (rows, (*rows, value.shape[3]))
        words = "{} has shape {}, must be {} or {}: a number for each cell, or for each of its output"
        _require(fits, words, name, tuple(x.shape), rows, (*rows, value.shape[3]))
