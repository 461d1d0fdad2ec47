"""Orders of a grid's cells: how many tiles a box visits under each order, and which order to use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, prod
from typing import TYPE_CHECKING, assert_never

from patternc.cost_constants import CELL_SAMPLES, LOOKUP
from patternc.ir.grid_axes import GridAxes, GridAxis, box_numbers, grid_axes
from patternc.ir.kernel import Columns
from patternc.ir.mask import Curve, Layout
from patternc.schedule.listing import ORDERED_BLOCK

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]
    Digit = tuple[int, Cells, int]
    """A digit of the numbers by which cells are sorted: its dimension, its value at each place there, and its base."""

LARGEST = 1 << 20
"""The most cells of a grid on which layouts are compared."""
LISTED = 1 << 22
"""The most cells of a grid whose cost is predicted: the order of all cells is held in memory."""


@dataclass(frozen=True, slots=True)
class LayoutCost:
    """An order of cells, and how many columns the boxes visit under it.

    `visited`: the blocks of columns that a block of rows visits; for `Columns.CELLS`, the cells near those of a tile.
    `looked_up`: whether the positions of rows and columns are looked up in a table.
    """

    layout: Layout
    visited: float
    looked_up: bool

    @property
    def price(self) -> float:
        """The visited columns, plus the cost of looking up their positions."""
        return self.visited * (1 + LOOKUP * self.looked_up)


def choose_layout(layout: Layout, grid: tuple[int, ...], boxes: tuple[GridAxes, ...], columns: Columns) -> Layout:
    """The layout itself, or, for `auto`, the candidate with the smallest cost.

    Ties go to the first candidate: natural order before tiles. Curves are no candidates: tiles are at least as cheap
    (on grids of 128 x 128 and 13 x 30 x 52 cells, for boxes of any extent), and read consecutive memory. For a dilated
    box, tiles whose cells are equally dilated are candidates too: they visit columns of their own residue class only.
    """
    if layout.curve is not Curve.AUTO:
        return layout
    costs = layout_costs(candidates(grid, boxes), grid, boxes, columns) if boxes else ()
    return min(costs, key=lambda one: one.price).layout if costs else Layout(Curve.NATURAL)


def layout_costs(
    layouts: tuple[Layout, ...], grid: tuple[int, ...], boxes: tuple[GridAxes, ...], columns: Columns
) -> tuple[LayoutCost, ...]:
    """The cost of each layout; empty for a grid that is too large to count."""
    match columns:
        case Columns.CELLS:  # keys are copied next to each other under any layout
            return tuple(LayoutCost(layout, cells_near(layout, grid, boxes), False) for layout in layouts)
        case Columns.TILES:
            tried = _smaller(grid, boxes)
            if prod(tried) > LARGEST:
                return ()
            alike = tuple(_on_grid(tried, box) for box in boxes)
            return tuple(
                LayoutCost(layout, sum(tiles_a_row(box, layout) for box in alike), layout.curve is not Curve.NATURAL)
                for layout in layouts
            )
        case _:
            assert_never(columns)


@dataclass(frozen=True, slots=True)
class LayoutChoice:
    """The `written` layout and the `used` one, beside natural order and the `best` of the other candidates."""

    written: Layout
    used: LayoutCost
    natural: LayoutCost
    best: LayoutCost


def layout_choice(
    layout: Layout, grid: tuple[int, ...], boxes: tuple[GridAxes, ...], columns: Columns
) -> LayoutChoice | None:
    """The costs by which a layout is chosen; None without boxes, or if the costs are not counted."""
    own = choose_layout(layout, grid, boxes, columns)
    if not boxes or (columns is Columns.CELLS and own.curve in (Curve.MORTON, Curve.HILBERT)):
        return None
    others = tuple(one for one in candidates(grid, boxes) if one != own)
    costs = layout_costs((own, *others), grid, boxes, columns)
    if not costs:
        return None
    natural = next(one for one in costs if one.layout.curve is Curve.NATURAL)
    best = min(costs[1:], key=lambda one: one.price, default=costs[0])
    return LayoutChoice(layout, costs[0], natural, best)


def cells_near(layout: Layout, grid: tuple[int, ...], boxes: tuple[GridAxes, ...]) -> int:
    """The number of cells that the cells of a tile attend to; in natural order a tile is part of a line."""
    natural = (*(1 for _ in grid[1:]), ORDERED_BLOCK)
    sizes = natural if layout.curve is Curve.NATURAL else layout.sizes
    along = tuple(zip(sizes, _steps(layout, grid), strict=True))
    return sum(
        prod(_near(axis, range(0, side * step, step)) for (side, step), axis in zip(along, box, strict=True))
        for box in boxes
    )


def _near(axis: GridAxis, own: range) -> int:
    """In one dimension: how many cells are in the neighbourhoods of a tile's cells, away from the borders."""
    dilation, shared = axis.dilation, axis.dilation * axis.step
    firsts = {cell // shared * shared + cell % dilation for cell in own}
    found = {first + distance for first in firsts for distance in range(0, axis.extent * dilation, dilation)}
    return min(-(-axis.size // gcd(own.step, dilation)), len(found))


def _steps(layout: Layout, grid: tuple[int, ...]) -> tuple[int, ...]:
    return layout.steps or (1,) * len(grid)


def _smaller(grid: tuple[int, ...], boxes: tuple[GridAxes, ...]) -> tuple[int, ...]:
    """A large grid with dimensions halved as long as boxes and tiles fit, which doesn't change the counts."""
    sizes = list(grid)
    reaches = ([box[axis].extent * box[axis].dilation for box in boxes] for axis in range(len(grid)))
    least = [max((ORDERED_BLOCK, *reach)) for reach in reaches]
    while prod(sizes) > LARGEST:
        axis = max(range(len(grid)), key=lambda axis: sizes[axis] / least[axis])
        if sizes[axis] < 2 * least[axis]:
            break
        sizes[axis] //= 2
    return tuple(sizes)


def _on_grid(grid: tuple[int, ...], box: GridAxes) -> GridAxes:
    """A box with its numbers on another grid."""
    _, *numbers = box_numbers(box)
    return grid_axes(grid, *numbers)


def candidates(grid: tuple[int, ...], boxes: tuple[GridAxes, ...] = ()) -> tuple[Layout, ...]:
    """Natural order, and all tiles of ORDERED_BLOCK cells with power-of-two sides, also of a box's residue classes.

    Tiles at least twice as long as a residue class are left out: most of their cells would not exist.
    """
    shapes = tuple(_shapes(len(grid), ORDERED_BLOCK))
    steps_of = (tuple(axis.dilation for axis in box) for box in boxes)
    ways = dict.fromkeys(steps for steps in steps_of if max(steps) > 1)
    return (
        Layout(Curve.NATURAL),
        *(Layout(Curve.TILED, sizes) for sizes in shapes if sizes[:-1] != (1,) * (len(grid) - 1)),
        *(Layout(Curve.TILED, sizes, steps) for steps in ways for sizes in shapes if _fits(sizes, steps, grid)),
    )


def _fits(sizes: tuple[int, ...], steps: tuple[int, ...], grid: tuple[int, ...]) -> bool:
    return all(side < 2 * -(-length // step) for side, step, length in zip(sizes, steps, grid, strict=True))


def _shapes(dimensions: int, cells: int) -> Iterator[tuple[int, ...]]:
    if dimensions == 1:
        yield (cells,)
        return
    size = 1
    while size <= cells:
        yield from ((size, *rest) for rest in _shapes(dimensions - 1, cells // size))
        size *= 2


@lru_cache(maxsize=256)
def tiles_a_row(box: GridAxes, layout: Layout) -> float:
    """Mean number of blocks of columns that a block of rows visits; a block is ORDERED_BLOCK cells in the order.

    A grid of more than LARGEST cells is counted as a smaller one.
    """
    import numpy as np  # here: most files have no grid, and NumPy takes a third of the start-up time

    grid = _smaller(tuple(axis.size for axis in box), (box,))
    box, order = _on_grid(grid, box), numbering(layout, grid)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    blocks = -(-order.size // ORDERED_BLOCK)
    sampled = np.unique(np.linspace(0, blocks - 1, min(blocks, CELL_SAMPLES)).astype(np.int64))
    found = [_visited(box, order[b * ORDERED_BLOCK : (b + 1) * ORDERED_BLOCK], rank) for b in sampled]
    return float(np.mean(found))


def _visited(box: GridAxes, cells: Cells, rank: Cells) -> int:
    """The number of blocks that contain a cell of the neighbourhoods of `cells`."""
    import numpy as np

    return int(np.count_nonzero(np.bincount((rank[neighbours(box, cells)] // ORDERED_BLOCK).ravel())))


def neighbours(box: GridAxes, cells: Cells) -> Cells:
    """For each of `cells` [C], the cells of its neighbourhood: [C, cells of the box]."""
    import numpy as np

    near = np.zeros((cells.size, 1), np.int64)
    for stride, size, extent, dilation, step, before in box:
        i = cells // stride % size
        held = (size - 1 - i % dilation) // dilation + 1  # cells of the residue class of i
        start = np.clip(i // dilation // step * step - before, 0, held - extent)
        steps = (start[:, None] + np.arange(extent)) * dilation
        along = (i % dilation)[:, None] + steps
        near = (near[:, :, None] + along[:, None, :] * stride).reshape(cells.size, -1)
    return near


def numbering(layout: Layout, grid: tuple[int, ...]) -> Cells:
    """The row-major number of the cell at each place of the order, [n]."""
    import numpy as np

    match layout.curve:
        case Curve.NATURAL | Curve.AUTO:
            return np.arange(prod(grid))
        case Curve.TILED:
            return _sorted_by(_digits_of_tiles(layout, grid))
        case Curve.HILBERT:
            return _along_curve(grid)
        case Curve.MORTON:
            return _sorted_by(_digits_of_bits(grid))
        case _:
            assert_never(layout.curve)


def _digits_of_tiles(layout: Layout, grid: tuple[int, ...]) -> list[Digit]:
    """Residue classes of cells, tiles of these, and cells in a tile, for one dimension after the other each."""
    import numpy as np

    classes: list[Digit] = []
    tiles: list[Digit] = []
    inside: list[Digit] = []
    for axis, (size, side, step) in enumerate(zip(grid, layout.sizes, _steps(layout, grid), strict=True)):
        place = np.arange(size)
        classes.append((axis, place % step, step))
        tiles.append((axis, place // step // side, -(-size // (side * step))))
        inside.append((axis, place // step % side, side))
    return [*classes, *tiles, *inside]


def _digits_of_bits(grid: tuple[int, ...]) -> list[Digit]:
    """The bits of the places in all dimensions, from the highest down."""
    import numpy as np

    bits = reversed(range(max(grid).bit_length()))
    return [(axis, np.arange(size) >> bit & 1, 2) for bit in bits for axis, size in enumerate(grid) if size >> bit]


def _sorted_by(digits: list[Digit]) -> Cells:
    """The cells in ascending order of the numbers that they spell, the first digit being the highest.

    A digit depends on one dimension, so that a number is a sum with one term for each. Numbers are distinct.
    """
    import numpy as np

    terms: dict[int, Cells] = {}
    weight = 1
    for axis, values, base in reversed(digits):
        terms[axis] = terms.get(axis, 0) + values * weight
        weight *= base
    number = np.zeros(1, np.int64)
    for axis in sorted(terms):
        number = np.add.outer(number, terms[axis]).ravel()
    # Cells are sorted without comparing them if at most this many times as many numbers could be theirs.
    if weight > 8 * number.size:
        return np.argsort(number, kind="stable")
    held = np.full(weight, -1, np.int64)
    held[number] = np.arange(number.size)
    return held[held >= 0]


@lru_cache(maxsize=4)
def _along_curve(grid: tuple[int, ...]) -> Cells:
    from patternc.ir.curve_cells import cells_along_curve  # here, as it needs NumPy

    order = cells_along_curve(grid)
    order.setflags(write=False)
    return order
