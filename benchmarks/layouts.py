"""Executed over useful pairs of neighbourhoods on a grid, for each order of its cells: counted, not measured.

    python benchmarks/layouts.py             the table of docs/cost.md

A tile is 64 cells of the order on both sides, as lists of blocks hold them, forward and backward alike. All products of
a pair take as many operations, so the ratio of pairs is that of FLOPs. Hilbert's curve is the one of any extents that
`layout hilbert` takes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from patternc.ir.dump.masks import dump_layout
from patternc.ir.grid_axes import GridAxes, grid_axes, keys_near
from patternc.ir.kernel import Columns
from patternc.ir.mask import Curve, Layout
from patternc.schedule.grid_layout import candidates, choose_layout, neighbours, numbering
from patternc.schedule.listing import ORDERED_BLOCK

Cells = npt.NDArray[np.int64]

CASES = (
    ((64, 64), (7, 7)),
    ((64, 64), (25, 25)),
    ((128, 128), (7, 7)),
    ((128, 128), (25, 25)),
    ((96, 60), (7, 7)),
    ((96, 60), (25, 25)),
    ((16, 32, 32), (5, 7, 7)),
    ((13, 30, 52), (5, 7, 7)),
)
"""Grids, and extents of boxes on them."""


def executed_over_useful(order: Cells, box: GridAxes) -> float:
    """Pairs of all tiles that hold a cell of a neighbourhood, over the pairs of neighbourhoods."""
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    size = ORDERED_BLOCK
    starts = range(0, order.size, size)
    tiles = sum(np.unique(rank[neighbours(box, order[start : start + size])] // size).size for start in starts)
    return tiles * size * size / (order.size * keys_near(box))


def row(grid: tuple[int, ...], extents: tuple[int, ...]) -> str:
    """A line of the table: row-major order, the two curves, the best tiles, and what `layout auto` takes."""
    box = grid_axes(grid, extents, (1,) * len(grid))
    orders = [numbering(Layout(curve), grid) for curve in (Curve.NATURAL, Curve.HILBERT, Curve.MORTON)]
    numbers = [executed_over_useful(order, box) for order in orders]
    tiled = [one for one in candidates(grid) if one.curve is Curve.TILED]
    numbers.append(min(executed_over_useful(numbering(one, grid), box) for one in tiled))
    auto = choose_layout(Layout(), grid, (box,), Columns.TILES)
    sizes = (" x ".join(map(str, one)) for one in (grid, extents))
    return f"| {' | '.join(sizes)} | {' | '.join(f'{one:.2f}' for one in numbers)} | {dump_layout(auto)} |"


def table() -> str:
    """The whole table."""
    head = "| cells | box | row-major | Hilbert | Morton | boxes | `layout auto` |\n|---|---|---|---|---|---|---|\n"
    return head + "".join(f"{row(*case)}\n" for case in CASES)


if __name__ == "__main__":
    print(table(), end="")
