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
    /,
    **others: object,
) -> Tensor | tuple[Tensor, Tensor]:
    """The results of a function for which the cells of a grid are in an order of tiles, in the order of the grid.

    `gates`: the arguments that have numbers for each query. Cells beyond a border are 0, and no keys.
    """
    named = {name: _in_tiles(x, grid, tiles) for name, x in gates.items()}
    if any(size % side for size, side in zip(grid, tiles, strict=True)):
        cells = query.new_ones(1, 1, query.shape[2], dtype=torch.int32)
        named["cells_of_tiles"] = _in_tiles(cells, grid, tiles)[0, 0]
    query, key, value = (_in_tiles(x, grid, tiles) for x in (query, key, value))
    found = attend(query, key, value, seq_len=key.shape[2], **named, **others)
    if isinstance(found, tuple):
        return _out_of_tiles(found[0], grid, tiles), _out_of_tiles(found[1], grid, tiles)
    return _out_of_tiles(found, grid, tiles)


def _in_tiles(x: Tensor, grid: tuple[int, ...], tiles: tuple[int, ...]) -> Tensor:
    """The cells [B, H, n, ...] of a grid tile after tile; the last tiles of a dimension are filled up with zeros."""
    axes, rest = range(len(grid)), x.dim() - 3
    x = x.unflatten(2, grid)
    missing = [-size % side for size, side in zip(grid, tiles, strict=True)]
    if any(missing):
        x = functional.pad(x, [0, 0] * rest + [number for most in reversed(missing) for number in (0, most)])
    for axis in reversed(axes):
        x = x.unflatten(2 + axis, (-1, tiles[axis]))
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
    query: Tensor,
    key: Tensor,
    value: Tensor,
    gates: dict[str, Tensor],
    q_offset: int | Tensor,
    k_offset: int,
    seq_len: int | None,
) -> None:
    """Raise where a call does not hold all cells of a grid. `gates`: the arguments that have numbers for each query."""
    cells = math.prod(grid)
    sizes = " x ".join(map(str, grid))
    for name, x in (("query", query), ("key", key), ("value", value)):
        words = "{} has {} positions, must have {}: the cells of a grid of {}, of which tiles take all"
        _require(x.shape[2] == cells, words, name, x.shape[2], cells, sizes)
    rows = tuple(query.shape[:3])
    for name, x in gates.items():
        _require(isinstance(x, Tensor), "{} is {!r}, must be a tensor", name, x, error=TypeError)
        fits = tuple(x.shape) in (rows, (*rows, value.shape[3]))
        words = "{} has shape {}, must be {} or {}: a number for each cell, or for each of its output"
        _require(fits, words, name, tuple(x.shape), rows, (*rows, value.shape[3]))
    _require(not isinstance(q_offset, Tensor), "q_offset is a tensor, must be 0: calls hold the whole grid")
    for name, offset in (("q_offset", q_offset), ("k_offset", k_offset)):
        _require(_integer(name, offset, 62) == 0, "{} is {}, must be 0: calls hold the whole grid", name, offset)  # type: ignore[arg-type]
    held = cells if seq_len is None else _integer("seq_len", seq_len, 62)
    _require(held == cells, "seq_len is {}, must be {}: the cells of the grid", seq_len, cells)
