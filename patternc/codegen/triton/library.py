"""The functions of the run-time library that kernels call."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.codegen.triton.printer.calls import MODIFIED, Called, call_of
from patternc.codegen.triton.printer.expressions import is_floored
from patternc.ir.index import functions, names, parts
from patternc.ir.liveness import expressions
from patternc.ir.tile import LN2, Statement, Tiles, walk


def called(tiles: Tiles) -> frozenset[str]:
    """Their names in the library."""
    bodies = (named.program.body for named in tiles.programs)
    return frozenset(name for body in bodies for statement in walk(body) for name in _called(statement))


def _called(statement: Statement) -> Iterator[str]:
    for index in expressions(statement):
        yield from (f"_{name}" for name in functions(index))
        for part in parts(index):
            if is_floored(part):
                yield "_floored_div" if part.operator == "//" else "_floored_mod"
        if LN2.name in names(index):
            yield "_LN2"
    if isinstance(statement, Called):
        yield from (name for name in call_of(statement).functions() if name[0] == "_" and name != MODIFIED)
