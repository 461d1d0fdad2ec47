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
from patternc.codegen.tiles.host_text import HostText, launched_rows, spelling, tiled
from patternc.ir.host import KERNELS, Launch, walk
from patternc.ir.scores import Scores
from patternc.schedule.tile_sizes import TileRow
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
    """The inputs of `cpp/module.py.j2` besides those that all modules have, and `HostText`.

    `file`: the name of the file with the programs. `source`: these, where the module stands alone; `digest`: of those
    in the file beside it. `table`: the tile sizes that a tile file changes; `notes`: which file.
    """

    file: str
    source: str
    digest: str
    table: tuple[TileRow, ...]
    notes: tuple[str, ...]


def views(legal: Legal, around: Around, target: Target, origin: Origin, dialect: Dialect) -> tuple[View, ...]:
    """A module, and beside it the programs, unless it stands alone."""
    pattern, (tiles, host), (called, outside) = legal.kernel.pattern, tiled(legal), around
    tuned = {(one.kernel, one.itemsize) for one in (() if target.tuned is None else target.tuned.tiles)}
    table = tuple(row for row in launched_rows(tiles, target) if (row.direction, row.itemsize) in tuned)
    name = f"{pattern.name}_{called.header.backend}"
    vendored = origin.runtime is Runtime.VENDORED
    run = dict.fromkeys(
        step.program for _, function in host.functions for step in walk(function.body) if isinstance(step, Launch)
    )
    kernels = CppKernels(
        title=called.header if vendored else None,
        dialect=dialect,
        scores=legal.kernel.interface.scores,
        programs=tuple(printer.printed(named, dialect) for named in tiles.programs),
        kernels=tuple(name.lstrip("_") for name in run if name in KERNELS),
    )
    text = View("cpp/kernels.cpp.j2", f"{name}.{dialect.suffix}", (kernels,))
    source = render(text).text
    module = CppModule(
        file=text.name,
        source="" if vendored else shipping.with_headers(source, text.name, called.header.backend),
        digest=sha256(source.encode()).hexdigest()[:12],
        table=table,
        notes=target.tuned.notes if target.tuned is not None and table else (),
    )
    steps = CppHostPrinter(
        *spelling(host, typed=outside.ring is not None, partial="torch.float32", names=STARTS),
        {named.name: named.program for named in tiles.programs},
        ordered=dialect.ordered,
        tabled=dialect.tabled,
        tuned=frozenset(row.direction for row in table),
    )
    data = *around, HostText(host, steps), module
    return (View("cpp/module.py.j2", f"{name}.py", data, beside=(text,) if vendored else ()),)
