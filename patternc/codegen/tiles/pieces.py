"""Pieces as visits: closed-form ranges of columns, and the tests of tiles that hold pairs to leave out.

The columns of a piece are numbered t (the positions `offset + dilation * t`). For a tile of rows [first, last], bounds
at `first` and at `last` say which columns some row needs, and which all rows do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from patternc.codegen.tiles.bounds import (
    bound_at,
    bound_at_all,
    folded,
    largest,
    lattice_segment,
    residue,
    residue_class,
    smallest,
    uniform,
)
from patternc.codegen.tiles.pairs import COLUMNS, ROWS, holds, positions
from patternc.codegen.tiles.proofs import RowBounds, bound_ends, proof, row_bounds
from patternc.codegen.tiles.rows import every_class, extent
from patternc.ir.index import (
    FALSE,
    ONE,
    ZERO,
    Apply,
    Axis,
    Cmp,
    Expr,
    Num,
    Spread,
    Truth,
    Var,
    every,
    greatest,
    least,
    plus,
)
from patternc.ir.kernel import ClassActive, Lattice, Piece
from patternc.ir.mask import Bound, Fixed, RelativePosition, Side
from patternc.ir.tile import Blocks, Let, Range, Statement, Strided, Test, TileWork, Visit, number
from patternc.ir.traversal import relative

_FIRST, _LAST = Var("first"), Var("last")


@dataclass(frozen=True, slots=True)
class Ranged:
    """A piece of a sweep over `rows`, which are positions of `side`."""

    piece: Piece
    rows: Lattice
    side: Side

    def visit(self, work: TileWork) -> tuple[Statement, ...]:
        """The statements that visit the piece's columns and do some work with each tile of them."""
        naming, columns = self._columns()
        below = counting(columns)
        apart = self.rows.documents is not None
        proved = proof(self._each.rest, self.side, (_FIRST, _LAST), columns)
        found = Range(below(self._low(_FIRST, 0)), below(self._high(_LAST, 1)), self._active(), apart=apart)
        if not self._each.rest or (proved is not None and proved.every != FALSE):
            same = self._uniform(lows_of(self.piece)) and not self._each.lows
            full = None if same else below(self._low(_LAST, 1))
            found = replace(found, full=full, rest=self._rest(below), inside=self._inside())
        before = self._tests(lows_of(self.piece), ">=")
        after = (*self._tests(highs_of(self.piece), "<"), *row_tests(self.piece, self.rows), *self._residual())
        return (*naming, Visit(columns, found, before, after, work, proved))

    @property
    def _each(self) -> RowBounds:
        """The bounds with a number for each row, and what else is tested."""
        return row_bounds(self.piece, self.side)

    def _columns(self) -> tuple[tuple[Let, ...], Strided | Blocks]:
        """Names for what the columns' numbering reads, and the numbering."""
        lattice, rows = self.piece.columns, self.rows
        if lattice.dilation == 1:
            return (), Strided(ZERO, ONE)
        if lattice.block > 1:
            base = residue_class(lattice.offset, number(lattice.dilation), rows, lattice)
            naming, base = _placed(base, isinstance(lattice.offset, Fixed))
            return naming, Blocks(base, number(lattice.dilation), min(lattice.block, 1 << 29))
        step = Var("DILATION") if lattice.dilation == rows.dilation else number(lattice.dilation)
        start = Var("start") if lattice_segment(lattice) is not None else ZERO
        if lattice.offset == Fixed(0):
            return (), Strided(start, step)
        if lattice.dilation == rows.dilation and lattice.offset == rows.offset and not every_class(rows):
            return (), Strided(_sum(start, Var("offset")), step)
        stands = residue_class(lattice.offset, step, rows, lattice)
        naming, stands = _placed(stands, isinstance(lattice.offset, Fixed) or stands == Var("residue"))
        return naming, Strided(_sum(start, stands), step)

    def _low(self, position: Expr, end: int) -> Expr:
        """Where the columns begin of a row at a position whose own bounds are the least (0) or the greatest (1)."""
        start = column_start(lows_of(self.piece), position, self.rows, self.side)
        return folded(greatest, [start, *(bound_ends(bound)[end] for bound in self._each.lows)])

    def _high(self, position: Expr, end: int) -> Expr:
        """Where they end."""
        stop = column_end(highs_of(self.piece), position, self.rows, self.side)
        return folded(least, [stop, *(bound_ends(bound)[end] for bound in self._each.highs)])

    def _uniform(self, bounds: Sequence[Bound]) -> bool:
        return all(uniform(bound, self.rows) for bound in bounds)

    def _rest(self, below: Callable[[Expr], Expr]) -> Expr:
        """Before which column all rows take part; inactive row tiles have a lower `high`."""
        if self._uniform(highs_of(self.piece)) and not self._each.highs:
            return Var("high")
        whole = below(self._high(_FIRST, 0))
        return least(whole, Var("high")) if self.piece.active else whole

    def _inside(self) -> Truth | None:
        """Whether all of the row tile's rows take part."""
        tests = [Cmp(">=", _FIRST, bound_at(bound, _FIRST, self.rows)) for bound in self.piece.row_lows]
        tests += [Cmp("<", _LAST, bound_at(bound, _FIRST, self.rows)) for bound in self.piece.row_highs]
        return every(*tests) if tests else None

    def _active(self) -> Truth | None:
        """Whether any of them does."""
        tests = [Cmp(">=", _LAST, bound_at(bound, _LAST, self.rows)) for bound in self.piece.row_lows]
        tests += [Cmp("<", _FIRST, bound_at(bound, _FIRST, self.rows)) for bound in self.piece.row_highs]
        tests += [self._in_class(active) for active in self.piece.active]
        return every(*tests) if tests else None

    def _in_class(self, active: ClassActive) -> Cmp:
        step, lattice = number(active.dilation), Lattice(None, active.dilation, active.offset)
        if every_class(self.rows):
            here = residue_class(self.rows.offset, step, self.rows, lattice)
        else:
            here = residue(_FIRST, active.dilation, active.segment, active.block)
        return Cmp("==", here, residue_class(active.offset, step, self.rows, lattice))

    def _tests(self, bounds: Sequence[Bound], comparison: Literal["<", ">="]) -> tuple[Test, ...]:
        return tuple(
            Test(against_rows(bound, comparison, self.rows)) for bound in bounds if not uniform(bound, self.rows)
        )

    def _residual(self) -> tuple[Test, ...]:
        return tuple(Test(holds(mask, *positions(self.side))) for mask in self.piece.residual)


def _placed(base: Expr, plain: bool) -> tuple[tuple[Let, ...], Expr]:
    """A base that is worked out, under a name."""
    return ((), base) if plain else ((Let(("place",), (base,)),), Var("place"))


def _sum(start: Expr, offset: Expr) -> Expr:
    return offset if start == ZERO else plus(start, offset)


def lows_of(piece: Piece) -> tuple[Bound, ...]:
    """The bounds from below of a piece's columns: also where their segment begins."""
    return largest((*piece.lows, *(RelativePosition(0, 0, width) for width in _restart(piece))))


def highs_of(piece: Piece) -> tuple[Bound, ...]:
    """The bounds from above of a piece's columns: also where their segment ends."""
    return smallest((*piece.highs, *(RelativePosition(width, 0, width) for width in _restart(piece))))


def _restart(piece: Piece) -> tuple[int, ...]:
    segment = lattice_segment(piece.columns)
    return () if segment is None else (segment,)


def column_start(lows: Sequence[Bound], position: Expr, rows: Lattice, side: Side) -> Expr:
    """The first column within some bounds where a row stands at a position; `side`: that of the rows."""
    return folded(greatest, [*(bound_at(bound, position, rows) for bound in lows), extent(side.other)[0]])


def column_end(highs: Sequence[Bound], position: Expr, rows: Lattice, side: Side) -> Expr:
    """The position after the last column within some bounds where a row stands at a position."""
    return folded(least, [*(bound_at(bound, position, rows) for bound in highs), extent(side.other)[1]])


def counting(columns: Strided | Blocks) -> Callable[[Expr], Expr]:
    """The number of columns below a position, which may be negative if the columns are all positions."""

    def below(position: Expr) -> Expr:
        match columns:
            case Strided(_, step) if step == ONE:
                return position
            case Strided(base, step):
                return Apply("count", (position, base, step))
            case Blocks(base, step, block):
                return Apply("count_in_blocks", (position, base, step, Num(block)))
            case _:
                assert_never(columns)

    return below


def row_tests(piece: Piece, rows: Lattice) -> tuple[Test, ...]:
    """The tests of a tile's rows that take part."""
    lows = (Cmp(">=", ROWS, bound_at(bound, Var("rows"), rows)) for bound in piece.row_lows)
    highs = (Cmp("<", ROWS, bound_at(bound, Var("rows"), rows)) for bound in piece.row_highs)
    return tuple(map(Test, (*lows, *highs)))


def against_rows(bound: Bound, comparison: Literal["<", ">="], rows: Lattice) -> Truth:
    """A tile's columns against a bound that differs from row to row."""
    for follow in relative([bound]):
        if follow.period == 1 and comparison == "<" and follow.offset + follow.shift == 1:
            return Cmp("<=", COLUMNS, ROWS)
        if follow.period == 1:
            return Cmp(comparison, COLUMNS, bound_at(bound, ROWS, rows))
    limits = Spread(bound_at_all(bound, Var("rows"), rows), Axis.ROWS)
    return Cmp(comparison, COLUMNS, limits)
