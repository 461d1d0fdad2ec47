"""Products with values one tile late: a loop over tiles that may be tested, then one over those that need no test.

A multiprocessor computes weights and products by different units, and a program that multiplies the weights of a tile
at once lets one wait for the other. In the second loop it multiplies those of the tile before while it computes the
weights of this one. A branch between the two, as the test of a tile needs, would keep the assembler from overlapping
them: so tested tiles have a loop of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from patternc.ir.index import (
    All,
    Any,
    Apply,
    Axis,
    Binary,
    Cmp,
    Expr,
    Holds,
    Lanes,
    Select,
    Spread,
    Truth,
    Var,
    every,
    minus,
    plus,
    some,
    times,
)
from patternc.ir.tile import (
    BLOCK_N,
    DESCRIBED,
    Attend,
    Clause,
    Describe,
    EachHead,
    For,
    Let,
    Load,
    Mask,
    Statement,
    Whole,
)

_T, _PLACE = Var("t"), Var("place")
_FIRST, _END = Var("whole"), Var("whole_end")
_COLUMNS = Spread(Var("columns"), Axis.COLUMNS)


def late(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements of a forward program, whose loops over described columns leave whole tiles to a second one.

    Keeps: the visited columns, each once, and the pairs that count, whether they are `DESCRIBED` or not.
    Ensures: no tile is tested in a second loop.
    """
    made: list[Statement] = []
    for statement in body:
        match statement:
            case Clause() | EachHead():
                made.append(replace(statement, body=late(statement.body)))
            case For(body=(*_, Load(), Attend())) if made and _is_late(made[-1]):
                made += _loops(statement, made[-1])
            case _:
                made.append(statement)
    return tuple(made)


def _is_late(before: Statement) -> TypeGuard[Describe]:
    """Whether the columns of the loop that follows are described, one after the other."""
    return isinstance(before, Describe) and not before.block


def _loops(loop: For, described: Describe) -> Iterator[Statement]:
    (mask,) = (one for one in loop.body if isinstance(one, Mask))
    if mask.edge is None:
        yield loop
        return
    full, rest = _ends(mask.edge)
    found = Apply("whole", (loop.start, loop.start if full is None else full, rest, BLOCK_N, DESCRIBED))
    yield Let((_FIRST.name, _END.name), (found,))
    skipped = minus(_END, _FIRST)
    moved = Let((_T.name,), (Select(Cmp("<", _PLACE, _FIRST), _PLACE, plus(_PLACE, skipped)),))
    tested = replace(mask, edge=some(mask.edge, Holds(DESCRIBED)), admitted=_from_first(mask.admitted, described))
    body = (moved, *(tested if one is mask else one for one in loop.body))
    yield replace(loop, variable=_PLACE.name, stop=minus(loop.stop, skipped), body=body)
    *scored, values, attend = (one for one in loop.body if one is not mask)
    assert isinstance(values, Load)
    assert isinstance(attend, Attend)
    yield Whole(_T.name, _FIRST, _END, tuple(scored), values, attend, described.low, described.high)


def _from_first(admitted: Truth, described: Describe) -> Truth:
    """The same with columns counted from the tile's first: these are constants, which take no registers."""
    match admitted:
        case All(items):
            return every(*(_from_first(one, described) for one in items))
        case Cmp(sign, left, right) if left == _COLUMNS:
            columns = Spread(times(described.step, Lanes(BLOCK_N)), Axis.COLUMNS)
            return Cmp(sign, columns, minus(right, plus(described.first, times(described.step, _T))))
        case _:
            return admitted


def _ends(edge: Truth) -> tuple[Expr | None, Expr]:
    """From which column on tiles need no test for their first, and before which none for their last."""
    full: Expr | None = None
    for one in edge.items if isinstance(edge, Any) else (edge,):
        match one:
            case Cmp("<", Var(name), bound) if name == _T.name:
                full = bound
            case Cmp(">", Binary("+", Var(name), _), bound) if name == _T.name:
                rest = bound
            case _:
                raise AssertionError(f"an edge of tiles that is not known: {one}")
    return full, rest
