"""The functions of the run-time library that expressions of programs call."""

from __future__ import annotations

from patternc.codegen.triton.printer.expressions import is_floored
from patternc.ir.index import parts
from patternc.ir.liveness import called_in, expressions
from patternc.ir.tile import Program, Tiles, walk


def called(tiles: Tiles) -> frozenset[str]:
    """Their names, without the underscore that they begin with."""
    return frozenset().union(*(_called(named.program) for named in tiles.programs))


def _called(program: Program) -> frozenset[str]:
    found = called_in(program.body)
    for statement in walk(program.body):
        found |= {
            "floored_div" if part.operator == "//" else "floored_mod"
            for index in expressions(statement)
            for part in parts(index)
            if is_floored(part)
        }
    return found
