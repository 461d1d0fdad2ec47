"""Tile IR to the views of a module's two files: functions in Python that launch, and the programs in C++."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from patternc.codegen.backend import Legal
from patternc.codegen.cpp import Dialect, shipping
from patternc.codegen.cpp.printer import programs as printer
from patternc.codegen.cpp.printer.host_steps import STARTS, CppHostPrinter
from patternc.codegen.cpp.printer.programs import PrintedProgram
from patternc.codegen.emit import Origin, Runtime, View, render
from patternc.codegen.provenance import Header
from patternc.codegen.shell import Around
from patternc.codegen.tiles.host_text import dtypes, host_names, with_tuples
from patternc.ir.host import KERNELS, Host, Launch, walk
from patternc.ir.index_text import Printer
from patternc.ir.scores import Scores
from patternc.ir.tile import Tiles
from patternc.schedule.tile_sizes import TileRow, tile_table
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class CppKernels:
    """The inputs of `cpp/kernels.cpp.j2`. `title`: what the first lines say; None where it is part of another file."""

    title: Header | None
    dialect: Dialect
    scores: Scores
    programs: tuple[PrintedProgram, ...]
    kernels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CppModule:
    """The inputs of `cpp/module.py.j2` besides those that all modules have.

    `file`: the name of the file with the programs. `source`: these, where the module stands alone; `digest`: of those
    in the file beside it. `table`: the tile sizes that a tile file changes; `notes`: which file. `host`: the functions
    that launch the programs; `h`: their printer.
    """

    file: str
    source: str
    digest: str
    table: tuple[TileRow, ...]
    notes: tuple[str, ...]
    host: Host
    decorators: tuple[str, ...]
    h: CppHostPrinter


def views(legal: Legal, around: Around, target: Target, origin: Origin, dialect: Dialect) -> tuple[View, ...]:
    """A module, and beside it the programs, unless it stands alone."""
    kernel, tiles, host = legal.kernel, legal.device, legal.host
    assert isinstance(tiles, Tiles)
    assert host is not None
    pattern = kernel.pattern
    table = _tuned_rows(target, frozenset(launch.tile for launch in tiles.launches))
    called, outside = around
    backend = called.header.backend
    vendored = origin.runtime is Runtime.VENDORED
    run = dict.fromkeys(
        step.program for _, function in host.functions for step in walk(function.body) if isinstance(step, Launch)
    )
    kernels = CppKernels(
        title=called.header if vendored else None,
        dialect=dialect,
        scores=kernel.interface.scores,
        programs=tuple(printer.printed(named, dialect) for named in tiles.programs),
        kernels=tuple(name.lstrip("_") for name in run if name in KERNELS),
    )
    text = View("cpp/kernels.cpp.j2", f"{pattern.name}_{backend}.{dialect.suffix}", (kernels,))
    source = render(text).text
    programs = {named.name: named.program for named in tiles.programs}
    module = CppModule(
        file=text.name,
        source="" if vendored else shipping.with_headers(source, text.name, backend),
        digest=sha256(source.encode()).hexdigest()[:12],
        table=table,
        notes=target.tuned.notes if target.tuned is not None and table else (),
        host=Host(with_tuples(host.forward), with_tuples(host.backward)),
        decorators=(),
        h=CppHostPrinter(
            Printer("_cdiv", "_", {**host_names(host), **STARTS}),
            dtypes(typed=outside.ring is not None, partial="torch.float32"),
            programs,
            ordered=dialect.ordered,
            tabled=dialect.tabled,
            tuned=frozenset(row.direction for row in table),
        ),
    )
    return (
        View(
            "cpp/module.py.j2",
            f"{pattern.name}_{backend}.py",
            (*around, module),
            beside=(text,) if vendored else (),
        ),
    )


def _tuned_rows(target: Target, launched: frozenset[str]) -> tuple[TileRow, ...]:
    """The rows of the tile table that launches use and the tile file overrides."""
    tuned = {(one.kernel, one.itemsize) for one in (() if target.tuned is None else target.tuned.tiles)}
    rows = (row for row in tile_table(target) if row.direction in launched)
    return tuple(row for row in rows if (row.direction, row.itemsize) in tuned)
