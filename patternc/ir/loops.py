"""The pass that replaces visits by loops over tiles of columns, in which only the tiles at the edges are masked.

Keeps: the visited columns, each once, and the pairs that the tests of a tile admit.
Ensures: no `Visit` is left. No pair in a tile that is not masked needs a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from patternc.ir.addresses import Described, Head
from patternc.ir.index import (
    ONE,
    TRUE,
    ZERO,
    Apply,
    Axis,
    Cmp,
    Expr,
    Holds,
    Lanes,
    Lookup,
    Negated,
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
from patternc.ir.liveness import replaced
from patternc.ir.tile import (
    BLOCK_N,
    Blocks,
    Clause,
    Columns,
    Describe,
    EachHead,
    For,
    Let,
    Listed,
    Load,
    Mask,
    Range,
    Skip,
    Statement,
    Strided,
    TileWork,
    Visit,
)

_T, _HIGH, _COLUMNS = Var("t"), Var("high"), Var("columns")
_NUMBERS = plus(_T, Lanes(BLOCK_N))
_MET, _WHOLE = Holds(Var("met")), Holds(Var("whole"))


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
    edge = None if rest is None else _edge(rest, visit)
    matrix = _matrix(visit, low)
    if matrix is not None:
        yield from matrix.descriptors(visit.work)
        visit = replace(visit, work=matrix.described(visit.work))
    yield For("t", low, _HIGH, BLOCK_N, tuple(_tile(visit, edge)))


@dataclass(frozen=True, slots=True)
class _Matrix:
    """The matrix that the columns of a visit are in every tensor, and the row at which a tile of columns begins."""

    first: Expr
    step: Expr
    low: Expr
    high: Expr
    block: int
    row: Expr

    def descriptors(self, work: TileWork) -> Iterator[Describe]:
        """A descriptor for each tensor whose columns are loaded."""
        for name, head in _loaded_heads(work):
            yield Describe(name, head, self.first, self.step, self.low, self.high, self.block)

    def described(self, work: TileWork) -> TileWork:
        """The work, with columns loaded by descriptors."""
        matrices = {head: Described(head, Var(name), self.row) for name, head in _loaded_heads(work)}
        return replaced(work, matrices)


def _loaded_heads(work: TileWork) -> Iterator[tuple[str, Head]]:
    """The heads whose columns are loaded, each with the name of its descriptor."""
    for node in (*work.scored, *work.taken):
        if isinstance(node, Load) and isinstance(node.address.source, Head):
            yield f"{node.name.removesuffix('_tile')}_matrix", node.address.source


def _matrix(visit: Visit, low: Expr) -> _Matrix | None:
    """The matrix of strided columns, and of blocks that are runs of whole tiles."""
    match visit.columns:
        case Strided(base, step):
            return _Matrix(ZERO if step == ONE else base, step, low, _HIGH, 0, minus(_T, low))
        # Columns of a tile that is loaded by a descriptor, where blocks are listed.
        case Listed(blocks, block, start, stop, False) if block % 64 == 0:
            position = plus(times(Lookup(blocks, over(_T, block)), block), modulo(_T, block))
            return _Matrix(ZERO, ONE, start, stop, block, minus(position, start))
        case _:
            return None


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
    edge = None if rest is None else _edge(rest, visit)
    yield For("t", Var("low"), _HIGH, BLOCK_N, tuple(_tile(visit, edge)))


def _ends(cut: Range, low: Expr) -> Iterator[Let]:
    """Definitions of the first column and the end of the loop."""
    if cut.active is None and low != cut.low:
        yield Let(("low", "high"), (cut.low, cut.high))
        return
    if low != cut.low:
        yield Let(("low",), (cut.low,))
    yield Let(("high",), (cut.high if cut.active is None else Select(cut.active, cut.high, low),))


def _edge(rest: Expr, visit: Visit) -> Truth:
    """The condition that the tile from column t on is not entirely within full <= t < rest, or not proved full."""
    before = () if visit.range.full is None else (Cmp("<", _T, Var("full")),)
    unproved = () if visit.proof is None or visit.proof.every == TRUE else (Negated(_WHOLE),)
    return some(*before, Cmp(">", plus(_T, BLOCK_N), rest), *unproved)


def _tile(visit: Visit, edge: Truth | None) -> Iterator[Statement]:
    """The statements that process one tile of columns."""
    yield from _named(visit.columns)
    yield Let(("loaded",), (_loaded(visit.columns),))
    taken = tuple(_taken(visit, edge))
    if visit.proof is None:
        yield from taken
        return
    yield from visit.proof.extremes
    if visit.proof.every != TRUE:
        yield Let(("whole",), (visit.proof.every,))
    yield Let(("met",), (visit.proof.some,))
    yield from taken if visit.proof.some == TRUE else (Skip(_MET, taken),)


def _taken(visit: Visit, edge: Truth | None) -> Iterator[Statement]:
    """The statements that take a tile of columns in."""
    work = visit.work
    yield Let(("present",), (_present(visit),))
    yield Let(("slots",), (Apply("slots_of", (_COLUMNS, Var("loaded"), Var("query_starts"), Var("batch"))),))
    yield from work.scored
    tests = (*visit.before, *visit.after)
    loaded = Holds(Spread(Var("loaded"), Axis.COLUMNS))
    admitted = every(loaded, *(test.truth for test in tests if test.when is None))
    some_tests = tuple(test for test in tests if test.when is not None)
    yield Mask(work.masked, work.excluded, edge, admitted, some_tests)
    yield from work.taken


def _named(columns: Columns) -> Iterator[Let]:
    """Definitions of the names of a tile's columns."""
    match columns:
        case Strided(_, step) if step == ONE:
            yield Let(("columns",), (_NUMBERS,))
        case Strided() | Blocks():
            yield Let(("index",), (_NUMBERS,))
            yield Let(("columns",), (_position(columns, Var("index")),))
        case Listed(blocks, block, ordered=ordered):
            apply = Apply("listed", (Var(blocks), _T, _HIGH, Num(block), BLOCK_N))
            if not ordered:
                yield Let(("columns",), (apply,))
                return
            numbers = Var("numbers_of_columns")
            yield Let((numbers.name,), (apply,))
            yield Let(("columns",), (Lookup("cells", numbers, Cmp("<", numbers, Var("seq_len")), -1),))
        case _:
            assert_never(columns)


def _position(columns: Strided | Blocks, index: Expr) -> Expr:
    """The position of a column by its number."""
    match columns:
        case Strided(base, step):
            return plus(base, times(step, index))
        case Blocks(base, step, block):
            at = plus(base, times(over(index, block), step))
            return plus(times(at, block), modulo(index, block))
        case _:
            assert_never(columns)


def _loaded(columns: Columns) -> Truth:
    """The condition that a column of a tile exists."""
    match columns:
        case Strided(_, step):
            return Cmp("<", _COLUMNS if step == ONE else Var("index"), _HIGH)
        case Blocks():
            return Cmp("<", Var("index"), _HIGH)
        case Listed(low=low, high=high):
            return every(Cmp(">=", _COLUMNS, low), Cmp("<", _COLUMNS, high), Cmp("<", _NUMBERS, _HIGH))
        case _:
            assert_never(columns)


def _present(visit: Visit) -> Expr:
    """The columns, with queries of the call or of the visit in place of those that are not loaded and masked."""
    match visit.columns:
        case Listed(low=low, high=high):
            return greatest(least(_COLUMNS, minus(high, 1)), low)
        case Strided(_, step) if step == ONE:
            return least(_COLUMNS, minus(_HIGH, 1))
        case _ if not visit.range.apart:
            return least(_COLUMNS, minus(Var("q_stop"), 1))
        case Strided() | Blocks():
            return _position(visit.columns, least(Var("index"), minus(_HIGH, 1)))
        case _:
            assert_never(visit.columns)
