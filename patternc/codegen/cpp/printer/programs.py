"""Programs of the tile IR as functions in C++."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from patternc.codegen.cpp.dialect import Dialect
from patternc.codegen.cpp.printer.lines import fitted
from patternc.codegen.cpp.printer.parameters import parameters
from patternc.codegen.cpp.printer.statements import Body
from patternc.codegen.tiles.printer.titles import title
from patternc.ir.tile import AddByDistance, AddRows, Named, Program, Rows
from patternc.ir.tile import walk as statements


@dataclass(frozen=True, slots=True)
class PrintedProgram:
    """A program: its name in C++, what it computes, its body.

    `entry`: the macro that defines what is called; it says which programs run one after the other on one thread, as
    they add to the same numbers.
    """

    name: str
    title: str
    body: str
    entry: str


def printed(named: Named, dialect: Dialect) -> PrintedProgram:
    """A program as the template has it."""
    program = named.program
    adding = (one for one in statements(program.body) if isinstance(one, AddRows))
    body = Body(plain=frozenset(one.rows.name for one in adding))
    lines = chain(parameters(program), body.lines(program.body, ""))
    text = "\n".join(f"    {line}" if line else "" for line in fitted(lines))
    return PrintedProgram(
        named.name.lstrip("_"), title(program), text, _entry(program) if dialect.ordered else "PATTERNC_ENTRY"
    )


def _entry(program: Program) -> str:
    """What runs in order, and in which sizes of tiles.

    Tables by distance have a line for each head of the call, sums of rows one for each key head of a batch entry.
    """
    kinds = {type(one) for one in statements(program.body)}
    if AddByDistance in kinds:
        return "PATTERNC_ENTRY_BY_HEAD"
    if "splits" in program.numbers:
        return "PATTERNC_ENTRY_OF_SPLITS" if program.rows is Rows.SPLIT else "PATTERNC_ENTRY_OF_FEW"
    return "PATTERNC_ENTRY_BY_KEY_HEAD" if AddRows in kinds else "PATTERNC_ENTRY"
