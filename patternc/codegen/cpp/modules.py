"""Tile IR to the views of a module's two files: functions in Python that launch, and the programs in C++."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain

from patternc.codegen.backend import Legal
from patternc.codegen.cpp.headers import with_headers
from patternc.codegen.cpp.host_steps import CppHostPrinter
from patternc.codegen.cpp.lines import fitted
from patternc.codegen.cpp.statements import Body, parameters
from patternc.codegen.emit import Origin, Runtime, View, render
from patternc.codegen.shell import Shell, shell
from patternc.codegen.tiles.host_steps import dtypes, host_names, with_tuples
from patternc.codegen.tiles.inputs import Inputs, program_inputs
from patternc.codegen.tiles.scores import Scores, kernel_scores
from patternc.codegen.tiles.titles import title
from patternc.ir.host import KERNELS, Host, Launch, walk
from patternc.ir.index_text import Printer
from patternc.ir.tile import AddByDistance, AddRows, Named, Program, Tiles
from patternc.ir.tile import walk as statements
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class PrintedProgram:
    """A program: its name in C++, what it computes, its lines.

    `entry`: the macro that defines what is called; it says which programs run one after the other on one thread, as
    they add to the same numbers.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    entry: str


@dataclass(frozen=True, slots=True)
class CppKernels:
    """The inputs of `cpp/kernels.cpp.j2`. `title`: what the first lines say; None where it is part of another file."""

    title: Shell | None
    scores: Scores
    programs: tuple[PrintedProgram, ...]
    kernels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CppModule:
    """The inputs of `cpp/module.py.j2`.

    `source`: the programs, where the file stands alone; `digest`: of those in the file beside it. `host`: the functions
    that launch them; `h`: their printer.
    """

    shell: Shell
    source: str
    digest: str
    host: Host
    inputs: Inputs
    described: bool
    h: CppHostPrinter


def views(legal: Legal, target: Target, origin: Origin) -> tuple[View, ...]:
    """A module, and beside it the programs, unless it stands alone."""
    kernel, tiles, host = legal.kernel, legal.device, legal.host
    assert isinstance(tiles, Tiles)
    assert host is not None
    pattern = kernel.pattern
    outside = replace(shell(kernel, origin, "cpp", on_gpu=True), target=target.name)
    vendored = origin.runtime is Runtime.VENDORED
    scores = kernel_scores(pattern.scores, dropout=pattern.dropout)
    called = dict.fromkeys(
        step.program for _, function in host.functions for step in walk(function.body) if isinstance(step, Launch)
    )
    kernels = CppKernels(
        title=outside if vendored else None,
        scores=scores,
        programs=tuple(map(_printed, tiles.programs)),
        kernels=tuple(name.lstrip("_") for name in called if name in KERNELS),
    )
    text = View("cpp/kernels.cpp.j2", f"{pattern.name}_cpp.cpp", kernels)
    source = render(text).text
    programs = {named.name: named.program for named in tiles.programs}
    module = CppModule(
        shell=outside,
        source="" if vendored else with_headers(source, text.name),
        digest=sha256(source.encode()).hexdigest()[:12],
        host=Host(with_tuples(host.forward), with_tuples(host.backward)),
        inputs=program_inputs(outside.interface.operands),
        described=False,
        h=CppHostPrinter(
            Printer("_cdiv", "_", host_names(host)),
            dtypes(typed=outside.ring is not None, partial="torch.float32"),
            programs,
        ),
    )
    return (View("cpp/module.py.j2", f"{pattern.name}_cpp.py", module, beside=(text,) if vendored else ()),)


def _printed(named: Named) -> PrintedProgram:
    program = named.program
    adding = (one for one in statements(program.body) if isinstance(one, AddRows))
    body = Body(plain=frozenset(one.rows.name for one in adding))
    lines = chain(parameters(program), body.lines(program.body, ""))
    return PrintedProgram(named.name.lstrip("_"), title(program), tuple(fitted(lines)), _entry(program))


def _entry(program: Program) -> str:
    """Tables by distance have a line for each head of the call, sums of rows one for each key head of a batch entry."""
    kinds = {type(one) for one in statements(program.body)}
    if AddByDistance in kinds:
        return "PATTERNC_ENTRY_BY_HEAD"
    return "PATTERNC_ENTRY_BY_KEY_HEAD" if AddRows in kinds else "PATTERNC_ENTRY"
