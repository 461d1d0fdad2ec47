"""The names that an expression uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from patternc.frontend import syntax

POSITIONS = ("q", "k", "h", "n")
"""The names of `when`."""


def speaks_of(names: Sequence[str], node: syntax.Expression) -> bool:
    """Whether an expression uses one of the names."""
    match node:
        case syntax.Name(id):
            return id in names
        case syntax.Prefix(_, operand):
            return speaks_of(names, operand)
        case syntax.Chain(first, rest):
            return speaks_of(names, first) or any(speaks_of(names, step.operand) for step in rest)
        case syntax.Call(function, arguments):
            return function.id in names or any(speaks_of(names, one.value) for one in arguments)
        case syntax.Index(base, at):
            return speaks_of(names, base) or speaks_of(names, at)
        case syntax.Items(items):
            return any(speaks_of(names, item) for item in items)
        case syntax.Integer() | syntax.Decimal() | syntax.Text() | syntax.Reference():
            return False
        case _:
            assert_never(node)
