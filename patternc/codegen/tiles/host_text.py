"""Host functions as text, for all backends with programs over tiles: what their templates ask of a printer.

Expressions, shapes, arguments and signatures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from patternc.codegen.backend import Legal
from patternc.codegen.provenance import held_heads
from patternc.codegen.tiles.list_visits import list_names
from patternc.ir.addresses import EXTENTS
from patternc.ir.host import (
    LATTICE,
    Buffer,
    ChooseTile,
    Element,
    Filled,
    FindPairs,
    ForEach,
    Function,
    Host,
    KeepPartial,
    Launch,
    Operand,
    OrderPrograms,
    SortPairs,
    SortPicks,
    Step,
    Tensor,
    walk,
)
from patternc.ir.index import FALSE, ZERO, Expr, Index, Pack, Var
from patternc.ir.index_text import Printer
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.liveness import defines, read_in
from patternc.ir.mask import Heads, Schedule
from patternc.ir.tile import Let, Tiles
from patternc.schedule.tile_sizes import TileRow, tile_table
from patternc.targets import Target

TILE = {
    **{name: name.lower() for name in EXTENTS},
    "BLOCK_M": "rows",
    "BLOCK_N": "columns",
    "DESCRIBED": "described",
    **{name: name.lower() for name in LATTICE},
}
"""Constants that kernels take as one named tuple, and their fields of it."""

PACKS = (
    (("query", "key", "value", "grad_out", "strides", "scale"), "inputs"),
    (("query", "key", "value", "strides", "scale", "query_starts"), "inputs"),
    (("query", "key", "value", "strides", "scale"), "inputs"),
    (("grad_key", "grad_value"), "results"),
)
"""Tensors that kernels take as one tuple, where they take all of them one after the other, and its name."""

ORDERS = {
    Schedule.LONGEST_FIRST: "_longest_first",
    Schedule.HILBERT: "_along_curve",
}
"""The functions that make the tables of orders."""

_MADE = {None: "new_empty", 0.0: "new_zeros"}


def packed(tensors: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Tensors in the order of a program's arguments: alone, or several under the name of their tuple."""
    if not tensors:
        return ()
    for run, name in PACKS:
        if tensors[: len(run)] == run:
            return ((run, name), *packed(tensors[len(run) :]))
    return (((tensors[0],), tensors[0]), *packed(tensors[1:]))


@dataclass(frozen=True, slots=True)
class HostPrinter:
    """The printer of the steps of host functions.

    `dtypes`: what buffers have besides their shape, by element type.
    `chosen`: what the choice of a tile gives.
    """

    printer: Printer
    dtypes: Mapping[Element, str]
    chosen: ClassVar[str] = "tile, options"

    def text(self, index: Index) -> str:
        """An expression on one line."""
        return self.printer.text(index)

    def values(self, indices: tuple[Index, ...]) -> str:
        """Several expressions on one line."""
        return ", ".join(map(self.text, indices))

    def let(self, pad: str, let: Let) -> str:
        """Names and their values."""
        return "\n".join(f"{pad}{line}" for line in self.printer.given(let.names, let.values, LINE_LENGTH - len(pad)))

    # ---- buffers and lists -------------------------------------------------------------------------------------------
    def extents(self, names: tuple[str | None, ...]) -> str:
        """The names of all extents of a tensor, an underscore for others."""
        return ", ".join("_" if name is None else name for name in names)

    def maker(self, buffer: Buffer) -> str:
        """The method of a tensor that allocates."""
        return _MADE.get(buffer.first, "new_full")

    def made_of(self, buffer: Buffer) -> tuple[str, ...]:
        """The arguments that make a buffer: a shape, a first value, a type."""
        extents = ", ".join(map(self.text, buffer.shape))
        value = () if buffer.first in _MADE else ("-math.inf",)
        dtype = self.dtypes[buffer.element]
        shape = extents if len(buffer.shape) == 1 else f"({extents})"
        return (shape, *value, *((f"dtype={dtype}",) if dtype else ()))

    def kept(self, partial: KeepPartial) -> str:
        """A partial: a buffer, or several."""
        names = ", ".join(partial.buffers)
        return names if len(partial.buffers) == 1 else f"({names})"

    def cast(self, element: Element) -> str:
        """A type that a buffer is converted to."""
        return self.dtypes[element] or "query.dtype"

    def between(self, start: Expr, stop: Expr) -> str:
        """A range of numbers."""
        return f"range({self.text(stop)})" if start == ZERO else f"range({self.text(start)}, {self.text(stop)})"

    def held(self, heads: Heads) -> str:
        """The heads of a group that the call holds, counted from its first."""
        return held_heads(heads, "heads")

    def pairs_of(self, pairs: FindPairs) -> tuple[str, ...]:
        """The inputs of the call that a list's function takes."""
        chosen = "" if pairs.chosen is None else f"[:, {self.text(pairs.chosen[0])} : {self.text(pairs.chosen[1])}]"
        own = {name: f"_of_query_heads({name}, heads)" for name in pairs.of_key_heads}
        return tuple(f"{own.get(name, name)}{chosen if name in pairs.of_heads else ''}" for name in pairs.inputs)

    # ---- launches ----------------------------------------------------------------------------------------------------
    def tile(self, choice: ChooseTile) -> tuple[str, ...]:
        """The arguments that decide a tile."""
        return (
            *("_TILES", f'"{choice.row}"', "query", "key", "value", self.text(choice.held)),
            *(() if choice.most is None else (str(choice.most),)),
            *(f"{TILE[name]}={self.text(value)}" for name, value in choice.lattice),
            *((f"aligned={self.text(choice.described)}",) if choice.described else ()),
            *((f"block={choice.block}",) if choice.block else ()),
        )

    def order_function(self, step: OrderPrograms) -> str:
        """The function that makes the table of an order."""
        return ORDERS[step.order.schedule]

    def order_arguments(self, step: OrderPrograms) -> tuple[str, ...]:
        """The arguments of the function besides the numbers of places and lines."""
        order, device = step.order, "query.device"
        match order.schedule:
            case Schedule.HILBERT:
                return (self.text(order.width), device)
            case _:
                return (device, "backwards=True") if order.backwards else (device,)

    def rows(self, loop: ForEach) -> str:
        """The table from which a loop takes its variables, row by row."""
        return ", ".join(str(row[0]) if len(row) == 1 else str(row) for row in loop.rows)

    def launcher(self, launch: Launch) -> str:
        """The function that launches a program."""
        return f"{launch.program}[grid]"

    def arguments(self, launch: Launch) -> tuple[str, ...]:
        """The arguments of a kernel: tensors and the call's places by position, other numbers by name.

        Options hold the tile.
        """
        named = (f"{name}={self.operand(value)}" for name, value in numbers_of(launch).items())
        return (*self.tensors_of(launch), *named, "**options")

    def tensors_of(self, launch: Launch) -> Iterator[str]:
        """The arguments that are given by position."""
        values = {name: self.operand(value) for name, value in launch.arguments}
        return (_together(run, name, values) for run, name in _runs(launch))

    def operand(self, value: Operand) -> str:
        match value:
            case Tensor(name, None):
                return self.printer.names.get(name, name)
            case Tensor(name, softmax):
                assert softmax is not None
                return f"{name}[{self.text(softmax)}]"
            case Filled(tensor):
                return f"{tensor}.numel() > 0"
            case _:
                return "False" if value == FALSE else self.text(value)

    # ---- signatures --------------------------------------------------------------------------------------------------
    def parameters(self, function: Function) -> Iterator[Signed]:
        """Parameters with their types; what steps do not read is named so, or, a tensor, marked for linters."""
        read = read_in(function.body) | {"seq_len"}
        for parameter in function.parameters:
            kind = "Tensor" if parameter.shape is not None else "float" if parameter.name in _FLOATS else "int"
            known = parameter.name in read
            hidden = "" if known or kind == "Tensor" else "_"
            yield Signed(f"{hidden}{parameter.name}: {kind}", ignored=not known and not hidden)


@dataclass(frozen=True, slots=True)
class Signed:
    """A parameter as it is written. `ignored`: nothing reads it."""

    text: str
    ignored: bool


_FLOATS = frozenset({"scale", "dropout"})


PLACES = "q_offset", "q_stop", "k_offset", "k_stop"


def numbers_of(launch: Launch) -> dict[str, Operand]:
    """The arguments that are given by name: numbers and constants, but for the four places of a call."""
    given = dict(launch.arguments)
    together = {
        *(name for name in given if name.startswith("strides")),
        "scale",
        *(PLACES if given.keys() >= {*PLACES} else ()),
    }
    return {name: value for name, value in given.items() if not isinstance(value, Tensor) and name not in together}


def _runs(launch: Launch) -> Iterator[tuple[tuple[str, ...], str]]:
    """The parameters that launches give by position: alone, or several under the name of their tuple.

    A tuple in which a tensor is that of a softmax has no name.
    """
    named = numbers_of(launch)
    names = tuple(name for name, _ in launch.arguments if name not in named)
    of_softmax = {name for name, value in launch.arguments if isinstance(value, Tensor) and value.softmax is not None}
    for run, name in packed(tuple(name for name in names if name not in PLACES)):
        yield run, "" if name == "inputs" and of_softmax.intersection(run) else name
    if PLACES[0] in names:
        yield PLACES, "places"


def _together(run: tuple[str, ...], name: str, values: Mapping[str, str]) -> str:
    """An argument for several parameters, or for one; that for numbers of the call is taken apart."""
    if name == "places":
        return "*places"
    if name == "inputs":
        return name
    return values[name] if len(run) == 1 else f"({', '.join(values[one] for one in run)})"


def with_tuples(function: Function) -> Function:
    """The function, with names for the tuples that launches take several times."""
    steps = tuple(walk(function.body))
    taken = {name: run for one in steps if isinstance(one, Launch) for run, name in _runs(one) if len(run) > 1}
    body: list[Step] = []
    for step in function.body:
        body.append(step)
        for name, last in (("inputs", "strides"), ("places", "q_stop")):
            if last in defines(step) and name in taken:
                body.append(Let((name,), (Pack(tuple(map(Var, taken[name]))),)))
    return replace(function, body=tuple(body))


@dataclass(frozen=True, slots=True)
class HostText:
    """The inputs of `tiles/functions.py.j2`: functions, their printer, and what stands above each."""

    host: Host
    h: HostPrinter
    decorators: tuple[str, ...] = ()


def tiled(legal: Legal) -> tuple[Tiles, Host]:
    """The programs over tiles of a kernel, and the functions that launch them, with names for tuples."""
    tiles, host = legal.device, legal.host
    assert isinstance(tiles, Tiles)
    assert host is not None
    return tiles, Host(with_tuples(host.forward), with_tuples(host.backward))


def launched_rows(tiles: Tiles, target: Target) -> Iterator[TileRow]:
    """The rows of a target's tile table that launches take tiles of."""
    launched = {launch.tile for launch in tiles.launches}
    return (row for row in tile_table(target) if row.direction in launched)


def spelling(
    host: Host, *, typed: bool, partial: str, names: Mapping[str, str] = MappingProxyType({})
) -> tuple[Printer, Mapping[Element, str]]:
    """The printer of the expressions of functions, and the types of buffers.

    `typed`: functions are told the type of results. `partial`: that of partials. `names`: of further variables.
    """
    dtypes = {
        Element.QUERY: "",
        Element.RESULT: "dtype" if typed else "",
        Element.PARTIAL: partial,
        Element.FLOAT32: "torch.float32",
        Element.FLOAT64: "torch.float64",
    }
    return Printer("_cdiv", "_", {**_host_names(host), **names}), dtypes


def _host_names(host: Host) -> Mapping[str, str]:
    """The names of variables in functions, where they differ from the IR's."""
    steps = [step for _, function in host.functions for step in walk(function.body)]
    names = {"BLOCK_M": "tile.rows"}
    for step in steps:
        if isinstance(step, SortPairs | SortPicks):
            own = list_names(step.number)
            names |= {own.batch: f"{own.tables}.batch", own.head: f"{own.tables}.head", own.rows: f"{own.tables}.rows"}
            names |= {own.tables: f"{own.tables}.tensors"}
    return names
