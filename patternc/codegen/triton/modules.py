"""Tile IR to the view of one generated file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from patternc.codegen.backend import Legal
from patternc.codegen.emit import Origin, View
from patternc.codegen.shell import Around
from patternc.codegen.tiles import programs
from patternc.codegen.tiles.descriptors import describes, with_pointers
from patternc.codegen.tiles.host_text import HostPrinter, HostText, launched_rows, spelling, tiled
from patternc.codegen.tiles.inputs import input_numbers
from patternc.codegen.tiles.list_visits import list_names
from patternc.codegen.tiles.programs import NUMBERS
from patternc.codegen.triton.printer.statements import Statements
from patternc.ir.interface import Interface
from patternc.ir.tile import Program, Tiles
from patternc.schedule.tile_sizes import TileRow, origins
from patternc.targets import Target

STARTS = {"query_starts": "query_starts and query_starts.known"}
"""Kernels take no tuple that holds None."""


@dataclass(frozen=True, slots=True)
class TritonModule:
    """The inputs of `triton/module.py.j2` besides those that all modules have, and `HostText`.

    `table`: the tile sizes that launches take; `notes`: what its numbers are, and where some come from. `tiles`: what
    is printed. `runtime`: numbers of a call that only some patterns' kernels get. `p`: the printer of kernels; `title`:
    says what a kernel computes.
    """

    target: str
    table: tuple[TileRow, ...]
    notes: tuple[str, ...]
    tiles: Tiles
    runtime: tuple[str, ...]
    p: Statements
    title: Callable[[Program], str]


def views(legal: Legal, around: Around, target: Target, _origin: Origin) -> tuple[View, ...]:
    """One file: the kernels of every sweep in three directions, and the two functions that launch them."""
    kernel, (tiles, host), (_, outside) = legal.kernel, tiled(legal), around
    table = tuple(launched_rows(tiles, target))
    described = any(describes(named.program) for named in tiles.programs)
    table = table if described else with_pointers(table)
    lists = dict.fromkeys(one.number for launch in tiles.launches for one in launch.lists)
    module = TritonModule(
        target=target.name,
        table=table,
        notes=(*_notes(table, described), *origins(target, table)),
        tiles=tiles,
        runtime=_runtime(tiles, kernel.interface, tuple(sorted(lists))),
        p=Statements(),
        title=programs.title,
    )
    printer = HostPrinter(*spelling(host, typed=outside.ring is not None, partial="_partial_type(query)", names=STARTS))
    text = HostText(host, printer, ("@_allocating",) if described else ())
    return (View("triton/module.py.j2", f"{kernel.pattern.name}_triton.py", (*around, text, module)),)


def _notes(table: tuple[TileRow, ...], described: bool) -> Iterator[str]:
    """Notes on the further numbers of a table of tiles."""
    limited = any(tile.registers for row in table for tile in row.tiles)
    if limited:
        most = "the most registers of a thread, so that a multiprocessor holds two programs"
        yield f"A sixth number is {most}{'; 0: any number' if described else ''}."
    if described:
        place = "seventh" if limited else "sixth, 0, and a seventh"
        yield f"A {place} number, 1, asks for loads by tensor descriptors."


def _runtime(tiles: Tiles, interface: Interface, lists: tuple[int, ...]) -> tuple[str, ...]:
    """The arguments of all kernels that change from call to call: integers, and tensors with a slice a softmax."""
    every = (*NUMBERS, *input_numbers(interface), *(name for one in lists for name in _extents(one)))
    several = any(group.several for group in tiles.groups)
    read = {name for named in tiles.programs for name in named.program.numbers}
    slices = ("lse", "delta") if several else ()
    return (*slices, *(name for name in every if name in read and name != "kept"))


def _extents(number: int) -> tuple[str, str]:
    names = list_names(number)
    return names.batch, names.head
