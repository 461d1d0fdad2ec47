"""The pass that replaces visits by loops over tiles of columns, in which only the tiles at the edges are masked.

Keeps: the visited columns, each once, and the pairs that the tests of a tile admit.
Ensures: no `Visit` is left. No pair in a tile that is not masked needs a test.
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
    Holds,
    Lanes,
    Lookup,
    Num,
    Select,
    Spread,
    Truth,
    Var,
    every,
    greatest,
    least,
    minus,
    modulo,
    over,
    plus,
    some,
    times,
)
from patternc.ir.tile import (
    BLOCK_N,
    Accumulate,
    Blocks,
    Clause,
    Columns,
    Describe,
    Direction,
    EachHead,
    For,
    Let,
    Listed,
    Mask,
    Range,
    Score,
    Statement,
    Strided,
    Visit,
)

_T, _HIGH, _COLUMNS = Var("t"), Var("high"), Var("columns")
_NUMBERS = plus(_T, Lanes(BLOCK_N))


def looped(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements, with visits replaced by loops."""
    return tuple(one for statement in body for one in _looped(statement))


def _looped(statement: Statement) -> Iterator[Statement]:
    match statement:
        case Visit():
            yield from _loops(statement)
        case Clause() | EachHead() | For():
            yield replace(statement, body=looped(statement.body))
        case _:
            yield statement


def _loops(visit: Visit) -> Iterator[Statement]:
    cut = visit.range
    if cut.shared:
        yield from _split(visit)
        return
    low = cut.low if isinstance(cut.low, Num) else Var("low")
    yield from _ends(cut, low)
    rest, naming = cut.rest, dict[str, Expr]()
    if rest is not None and (rest != _HIGH or cut.inside is not None):
        naming["rest"] = rest if cut.inside is None else Select(cut.inside, rest, low)
        rest = Var("rest")
    if rest is not None and cut.full is not None:
        naming = {"full": cut.full, **naming}
    if naming:
        yield Let(tuple(naming), tuple(naming.values()))
    edge = None if rest is None else _edge(rest, cut)
    row = None
    if isinstance(visit.columns, Strided):
        row, step = minus(_T, low), visit.columns.step
        yield Describe(visit.direction, ZERO if step == ONE else visit.columns.base, step, low)
    elif isinstance(visit.columns, Listed) and _runs_of_tiles(visit):
        listed = visit.columns
        start, stop = Var(f"{listed.extent}_offset"), Var(f"{listed.extent}_stop")
        row = minus(
            plus(times(Lookup(listed.blocks, over(_T, listed.block)), listed.block), modulo(_T, listed.block)), start
        )
        yield Describe(visit.direction, ZERO, ONE, start, stop, listed.block)
    yield For("t", low, _HIGH, BLOCK_N, tuple(_tile(visit, edge, row)))


def _runs_of_tiles(visit: Visit) -> bool:
    """Whether a forward program visits blocks that are runs of whole tiles of columns."""
    match visit:
        case Visit(direction=Direction.FORWARD, columns=Listed(block=block, ordered=False)):
            return block % WHOLE_TILE == 0
        case _:
            return False


WHOLE_TILE = 64
"""Columns of a tile that is loaded by a descriptor, where blocks are listed."""


def _split(visit: Visit) -> Iterator[Statement]:
    """The loop over the columns of one split, if the columns are split over several programs."""
    cut, split = visit.range, (Var("share"), Var("splits"), BLOCK_N)
    low, high = cut.low, cut.high
    if cut.active is not None:
        yield Let(("active",), (cut.active,))
        yield Let(("begin", "end"), (low, high))
        low, high = Var("begin"), Select(Holds(Var("active")), Var("end"), Var("begin"))
    yield Let(("low", "high"), (Apply("share", (low, high, *split)),))
    rest = cut.rest
    if rest is not None and rest != _HIGH:
        yield Let(("rest",), (rest,))
        rest = Var("rest")
    edge = None if rest is None else Cmp(">", plus(_T, BLOCK_N), rest)
    yield For("t", Var("low"), _HIGH, BLOCK_N, tuple(_tile(visit, edge)))


def _ends(cut: Range, low: Expr) -> Iterator[Let]:
    """Definitions of the first column and the end of the loop."""
    if cut.active is None and low != cut.low:
        yield Let(("low", "high"), (cut.low, cut.high))
        return
    if low != cut.low:
        yield Let(("low",), (cut.low,))
    yield Let(("high",), (cut.high if cut.active is None else Select(cut.active, cut.high, low),))


def _edge(rest: Expr, cut: Range) -> Truth:
    """The condition that the tile from column t on is not entirely within full <= t < rest."""
    before = () if cut.full is None else (Cmp("<", _T, Var("full")),)
    return some(*before, Cmp(">", plus(_T, BLOCK_N), rest))


def _tile(visit: Visit, edge: Truth | None, row: Expr | None = None) -> Iterator[Statement]:
    """The statements that process one tile of columns."""
    yield from _named(visit.columns)
    yield Let(("loaded",), (_loaded(visit.columns),))
    if visit.direction is Direction.GRAD_KEY_VALUE:
        yield Let(("present",), (_present(visit.columns),))
    yield Score(visit.direction, visit.weight, visit.pairs, row)
    tests = (*visit.before, *visit.after)
    loaded = Holds(Spread(Var("loaded"), Axis.COLUMNS))
    admitted = every(loaded, *(test.truth for test in tests if test.when is None))
    yield Mask(visit.direction, edge, admitted, tuple(test for test in tests if test.when is not None))
    yield Accumulate(visit.direction, visit.weight, visit.pairs, row)


def _named(columns: Columns) -> Iterator[Let]:
    """Definitions of the names of a tile's columns."""
    match columns:
        case Strided(_, step) if step == ONE:
            yield Let(("columns",), (_NUMBERS,))
        case Strided(base, step):
            yield Let(("index",), (_NUMBERS,))
            yield Let(("columns",), (plus(base, times(step, Var("index"))),))
        case Blocks(base, step, block):
            yield Let(("index",), (_NUMBERS,))
            at = plus(base, times(over(Var("index"), block), step))
            yield Let(("columns",), (plus(times(at, block), modulo(Var("index"), block)),))
        case Listed(blocks, block, _, ordered):
            found = Apply("listed", (Var(blocks), _T, _HIGH, Num(block), BLOCK_N))
            if not ordered:
                yield Let(("columns",), (found,))
                return
            numbers = Var("numbers_of_columns")
            yield Let((numbers.name,), (found,))
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


def _present(columns: Columns) -> Expr:
    """The columns, with those outside the call replaced by queries of the call; what they load is masked."""
    present = least(_COLUMNS, minus(Var("q_stop"), 1))
    return greatest(present, Var("q_offset")) if isinstance(columns, Listed) else present
