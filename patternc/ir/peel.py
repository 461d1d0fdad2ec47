"""Visits as loops: a tested loop, one without tests, and a tested one; loops that are always empty are omitted.

Keeps: the visited columns, each once, and the pairs that the tests of a tile admit.
Ensures: no `Visit` is left. No pair in the tiles of the second loop needs a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from patternc.ir.index import (
    ONE,
    ZERO,
    Apply,
    Axis,
    Cmp,
    Expr,
    Lanes,
    Lookup,
    Num,
    Select,
    Spread,
    Truth,
    Var,
    every,
    least,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.tile import (
    BLOCK_N,
    Blocks,
    Clause,
    Columns,
    EachHead,
    For,
    Let,
    Listed,
    Narrow,
    Statement,
    Strided,
    Take,
    Test,
    Visit,
)

_T, _HIGH, _COLUMNS = Var("t"), Var("high"), Var("columns")
_NUMBERS = plus(_T, Lanes(BLOCK_N))


def peeled(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements, with visits replaced by loops."""
    return tuple(one for statement in body for one in _peeled(statement))


def _peeled(statement: Statement) -> Iterator[Statement]:
    match statement:
        case Visit():
            yield from _loops(statement)
        case Clause() | EachHead() | For():
            yield replace(statement, body=peeled(statement.body))
        case _:
            yield statement


def _loops(visit: Visit) -> Iterator[Statement]:
    lanes = _lanes(visit.columns)
    if lanes is not None:
        yield Let(("lanes",), (lanes,))
    cut = visit.range
    low = cut.low if isinstance(cut.low, Num) else Var("low")
    if low != cut.low:
        yield Let(("low",), (cut.low,))
    yield Let(("high",), (cut.high if cut.active is None else Select(cut.active, cut.high, low),))
    if cut.rest is None:
        yield _loop(visit, low, _HIGH, (*visit.before, *visit.after))
        return
    full = low
    if cut.full is not None:
        over_full = Apply("tiles_over", (minus(least(cut.full, _HIGH), low), BLOCK_N))
        yield Let(("full",), (plus(low, over_full),))
        full = Var("full")
    rest = plus(full, Apply("tiles_within", (minus(cut.rest, full), BLOCK_N)))
    yield Let(("rest",), (rest if cut.inside is None else Select(cut.inside, rest, full),))
    if cut.full is not None:
        yield _loop(visit, low, full, (*visit.before, *visit.after))
    yield _loop(visit, full, Var("rest"), None)
    yield _loop(visit, Var("rest"), _HIGH, visit.after)


def _loop(visit: Visit, start: Expr, stop: Expr, tests: tuple[Test, ...] | None) -> For:
    """A loop over tiles of columns; None means no tests."""
    first, lanes = _standing(visit.columns)
    body = [*_named(visit.columns)]
    if tests is not None:
        body += [
            Let(("loaded",), (_loaded(visit.columns),)),
            Let(("admitted",), (Spread(Var("loaded"), Axis.COLUMNS),)),
            *(Narrow("admitted", test) for test in tests),
        ]
    body.append(Take(visit.direction, first, lanes, tests is not None, visit.weight, visit.pairs))
    return For("t", start, stop, BLOCK_N, tuple(body))


def _lanes(columns: Columns) -> Expr | None:
    """The distances of a tile's columns from its first column, if they are the same in all tiles."""
    return times(columns.step, Lanes(BLOCK_N)) if isinstance(columns, Strided) else None


def _standing(columns: Columns) -> tuple[Expr, Expr]:
    """The positions of a tile's columns: a base position, and the distance of each column from it."""
    match columns:
        case Strided(_, step):
            return _T if step == ONE else Var("column"), Var("lanes")
        case Blocks() | Listed(ordered=True):
            return ZERO, _COLUMNS
        case Listed():
            return Var("listed_column"), Var("listed_lanes")
        case _:
            assert_never(columns)


def _named(columns: Columns) -> Iterator[Statement]:
    """Names for a tile's columns."""
    match columns:
        case Strided(_, step) if step == ONE:
            yield Let(("columns",), (plus(_T, Var("lanes")),))
        case Strided(base, step):
            yield Let(("column",), (plus(base, times(step, _T)),))
            yield Let(("columns",), (plus(Var("column"), Var("lanes")),))
            yield Let(("index",), (_NUMBERS,))
        case Blocks(base, step, block):
            yield Let(("index",), (_NUMBERS,))
            at = plus(base, times(over(Var("index"), block), step))
            yield Let(("columns",), (plus(times(at, block), modulo(Var("index"), block)),))
        case Listed(blocks, block, _, ordered):
            found = Apply("listed", (Var(blocks), _T, _HIGH, Num(block), BLOCK_N))
            yield Let(("listed_column", "listed_lanes"), (found,))
            stand = plus(Var("listed_column"), Var("listed_lanes"))
            if not ordered:
                yield Let(("columns",), (stand,))
                return
            numbers = Var("column_numbers")
            yield Let(("column_numbers",), (stand,))
            yield Let(("columns",), (Lookup("cells", numbers, Cmp("<", numbers, Var("seq_len")), -1),))
        case _:
            assert_never(columns)


def _loaded(columns: Columns) -> Truth:
    """The condition that a column of a tile exists."""
    match columns:
        case Strided(_, step):
            return Cmp("<", _COLUMNS if step == ONE else Var("index"), _HIGH)
        case Blocks():
            return Cmp("<", Var("index"), _HIGH)
        case Listed(extent=extent):
            inside = Cmp(">=", _COLUMNS, Var(f"{extent}_offset")), Cmp("<", _COLUMNS, Var(f"{extent}_stop"))
            return every(*inside, Cmp("<", _NUMBERS, _HIGH))
        case _:
            assert_never(columns)
