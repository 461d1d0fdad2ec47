"""Functions of a generated file that list pairs of blocks, one for each distinct listed piece."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.block_lists.pair_search import ListStep, pair_search
from patternc.codegen.emit import Record
from patternc.codegen.python_text import TENSORS
from patternc.codegen.tiles.host_text import HostPrinter
from patternc.ir.kernel import Kernel
from patternc.ir.liveness import read_in
from patternc.ir.mask import Curve, Layout
from patternc.ir.tile import Let


@dataclass(frozen=True, slots=True)
class ListFunction(Record):
    """A function that lists the pairs of a piece. `cached`: no input decides them; `ordered`: blocks of a numbering.

    `parameters`: names and types, `inputs`: tensors after them. `sizes`: of its blocks, in words. `lines`: of the body.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    inputs: tuple[str, ...]
    sizes: str
    ordered: bool
    cached: bool
    lines: tuple[str, ...]


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


_PARAMETERS = {
    "heads": "range",
    "total": "int",
    "queries": "range",
    "keys": "range",
    "n": "int",
    "device": "torch.device",
}


_PRINTER, _PAD = HostPrinter(TENSORS, {}), "    "


def lists(kernel: Kernel) -> Lists:
    """The list functions of a kernel."""
    listeds = listings(kernel)
    functions = tuple(map(_printed, listeds))
    orders = {one.place_number: (one.place, one.order) for one in listeds if one.order is not None}
    places = tuple(_place(name, order, kernel.pattern.grid) for _, (name, order) in sorted(orders.items()))
    return Lists(functions, places)


def _printed(listed: Listed) -> ListFunction:
    body = pair_search(listed)
    read = read_in(body)
    return ListFunction(
        name=listed.name,
        parameters=tuple((name if name in read else f"_{name}", kind) for name, kind in _PARAMETERS.items()),
        inputs=listed.inputs,
        sizes=listed.listing.sizes,
        ordered=listed.order is not None,
        cached=not listed.inputs,
        lines=tuple(map(_line, body)),
    )


def _line(step: ListStep) -> str:
    return _PRINTER.let(_PAD, step) if isinstance(step, Let) else f"{_PAD}return {_PRINTER.values(step.results)}"


def _place(name: str, layout: Layout, grid: tuple[int, ...]) -> CellOrder:
    assert layout.curve is not Curve.AUTO  # the schedule chooses a layout
    return CellOrder(name, grid, prod(grid), layout.curve.value, layout.sizes, layout.steps)
