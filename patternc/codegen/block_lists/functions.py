"""Functions of a generated file that list pairs of blocks, one for each distinct listed piece."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from patternc.codegen.block_lists.list_liveness import read_by
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.block_lists.nodes import ListStatement
from patternc.codegen.block_lists.pair_search import pair_search
from patternc.codegen.emit import Record
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Curve, Layout


@dataclass(frozen=True, slots=True)
class ListFunction(Record):
    """A function that lists the pairs of a piece. `cached`: no input decides them; `ordered`: blocks of a numbering.

    `parameters`: names and types, `inputs`: tensors after them. `body`: statements, each with the name of its macro.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    inputs: tuple[str, ...]
    block: int
    ordered: bool
    cached: bool
    body: tuple[tuple[str, ListStatement], ...]


@dataclass(frozen=True, slots=True)
class CellOrder(Record):
    """A function `name` that numbers the cells of a grid along a curve.

    `sizes`, `steps`: of the tiles of `tiled`, and between their cells.
    """

    name: str
    grid: tuple[int, ...]
    cells: int
    curve: str
    sizes: tuple[int, ...]
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lists(Record):
    """The inputs of `shared/lists.py.j2`."""

    functions: tuple[ListFunction, ...]
    places: tuple[CellOrder, ...]


_PARAMETERS = (
    ("heads", "range"),
    ("total", "int"),
    ("queries", "range"),
    ("keys", "range"),
    ("n", "int"),
    ("device", "torch.device"),
)


def lists(kernel: Kernel) -> Lists:
    """The list functions of a kernel."""
    found = listings(kernel)
    functions = tuple(map(_function, found))
    orders = {one.place_number: (one.place, one.order) for one in found if one.order is not None}
    places = tuple(_place(name, order, kernel.pattern.grid) for _, (name, order) in sorted(orders.items()))
    return Lists(functions, places)


def _function(one: Listed) -> ListFunction:
    body = pair_search(one)
    read = read_by(body)
    return ListFunction(
        name=one.name,
        parameters=tuple((name if name in read else f"_{name}", kind) for name, kind in _PARAMETERS),
        inputs=one.inputs,
        block=one.listing.block,
        ordered=one.order is not None,
        cached=not one.inputs,
        body=tuple((type(statement).__name__, statement) for statement in body),
    )


def _place(name: str, layout: Layout, grid: tuple[int, ...]) -> CellOrder:
    assert layout.curve is not Curve.AUTO  # the schedule chooses a layout
    return CellOrder(name, grid, prod(grid), layout.curve.value, layout.sizes, layout.steps)
