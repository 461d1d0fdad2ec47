"""Pieces as visits of one row: the position `row` of one query head, or of all that share a key head.

Bounds at one position are numbers, so that no pair is tested but for a residual and for residue classes that only some
of several heads are in: `head` is then a vector, a head for each row of the tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.tiles.bounds import (
    bound_at,
    largest,
    lattice_segment,
    residue,
    residue_class,
    smallest,
)
from patternc.codegen.tiles.list_visits import list_names, listed_line, listed_range
from patternc.codegen.tiles.pairs import COLUMNS, holds
from patternc.codegen.tiles.pieces import column_end, column_start, counting, highs_of, lows_of
from patternc.codegen.tiles.proofs import proof, proof_of_listed, row_bounds
from patternc.codegen.tiles.rows import every_class, extent
from patternc.ir.index import (
    FALSE,
    ONE,
    ZERO,
    Axis,
    CeilDiv,
    Cmp,
    Expr,
    Spread,
    Tail,
    Truth,
    Var,
    every,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.kernel import DENSE, EveryClass, Lattice, Piece
from patternc.ir.mask import And, Bound, ByHead, ByHeadBlock, Fixed, Mask, Side
from patternc.ir.tile import Blocks, Let, Range, Statement, Strided, Test, TileWork, Visit, number
from patternc.ir.tile import Listed as ListedColumns
from patternc.ir.traversal import names_in

ROW = Var("row")
_FIRST, _GROUP = Var("first"), Var("group")
_OWN = (ByHead, ByHeadBlock)


@dataclass(frozen=True, slots=True)
class RowClass:
    """The row takes part for heads whose residue class is that of its position, `value`."""

    offset: Fixed | ByHead | ByHeadBlock
    dilation: int
    value: Expr


@dataclass(frozen=True, slots=True)
class RowPiece:
    """A piece of a sweep over `rows`. `shared`: of several heads at once, else of `head` alone.

    The program names `first`, the first of several heads among those of the whole model. `split`: it visits the `share`
    of one of several programs.
    """

    piece: Piece
    rows: Lattice
    shared: bool
    split: bool = True

    @property
    def sharable(self) -> bool:
        """Whether heads that share a key head visit the same columns, of those that visit any, but for its list."""
        own = isinstance(self.piece.columns.offset, _OWN) and self._known_class() is None
        return not own and "head" not in names_in(And(self.piece.residual))

    def visit(self, work: TileWork, listed: Listed | None, head: Expr) -> tuple[Statement, ...]:
        """The statements that visit the piece's columns. `head`: counted from the first that a list is of."""
        if listed is not None:
            return self._visit_listed(work, listed, head)
        naming, columns = self._columns()
        below, each = counting(columns), row_bounds(self.piece, Side.QUERY)
        low, high = self._limits((*lows_of(self.piece), *each.lows), (*highs_of(self.piece), *each.highs))
        found = Range(below(low), below(high), self._active(), shared=self.split)
        classes, proved = tuple(self._tests()), proof(each.rest, Side.QUERY, (ROW, ROW), columns)
        untested = not classes and (not each.rest or (proved is not None and proved.every != FALSE))
        tests = (*classes, *_residual(each.rest))
        return (*naming, Visit(columns, _whole(found) if untested else found, (), tests, work, proved))

    # ---- the columns -------------------------------------------------------------------------------------------------
    def _columns(self) -> tuple[tuple[Let, ...], Strided | Blocks]:
        lattice = self.piece.columns
        if lattice.dilation == 1:
            return (), Strided(ZERO, ONE)
        stands = self._residue()
        naming = () if isinstance(lattice.offset, Fixed) else (Let(("offset",), (stands,)),)
        stands = Var("offset") if naming else stands
        if lattice.block > 1:
            return naming, Blocks(stands, number(lattice.dilation), min(lattice.block, 1 << 29))
        segment = lattice_segment(lattice)
        if segment is None:
            return naming, Strided(stands, number(lattice.dilation))
        start = Let(("start",), (times(over(ROW, segment), segment),))
        return (*naming, start), Strided(plus(Var("start"), stands), number(lattice.dilation))

    def _residue(self) -> Expr:
        """The class that the columns stand on."""
        lattice, known = self.piece.columns, self._known_class()
        if isinstance(lattice.offset, EveryClass):
            if lattice.block > 1:
                return modulo(over(ROW, number(lattice.block)), number(lattice.dilation))
            expression = residue(ROW, self.rows.dilation, lattice_segment(self.rows))
            return (
                expression if self.rows.dilation == lattice.dilation else modulo(expression, number(lattice.dilation))
            )
        if known is not None:
            return known.value
        return residue_class(lattice.offset, number(lattice.dilation), DENSE, lattice)

    def _known_class(self) -> RowClass | None:
        """The class of the row that is the columns' too, where that is told by the head."""
        lattice = self.piece.columns
        like = (one for one in self._classes() if (one.offset, one.dilation) == (lattice.offset, lattice.dilation))
        return next(like, None) if isinstance(lattice.offset, _OWN) else None

    # ---- whether the row takes part ----------------------------------------------------------------------------------
    def _classes(self) -> Iterator[RowClass]:
        """The residue classes that the row must be in."""
        rows = self.rows
        if rows.dilation > 1 and not every_class(rows):
            assert not isinstance(rows.offset, EveryClass)
            yield RowClass(rows.offset, rows.dilation, residue(ROW, rows.dilation, lattice_segment(rows)))
        for active in self.piece.active:
            yield RowClass(active.offset, active.dilation, residue(ROW, active.dilation, active.segment, active.block))

    def _named_classes(self) -> Iterator[RowClass]:
        """The tests of a row, where statements have named the columns' class."""
        known = self._known_class()
        for row_class in self._classes():
            yield (
                replace(row_class, value=Var("offset"))
                if known is not None and row_class.value == known.value
                else row_class
            )

    def _active(self) -> Truth | None:
        """Whether any head of the tile takes part."""
        expressions: list[Truth] = [Cmp(">=", ROW, bound_at(bound, ROW, DENSE)) for bound in self.piece.row_lows]
        expressions += [Cmp("<", ROW, bound_at(bound, ROW, DENSE)) for bound in self.piece.row_highs]
        expressions += [self._in_class(one) for one in self._named_classes()]
        return every(*expressions) if expressions else None

    def _in_class(self, row_class: RowClass) -> Truth:
        step = number(row_class.dilation)
        if isinstance(row_class.offset, Fixed) or not self.shared:
            return Cmp("==", row_class.value, residue_class(row_class.offset, step, DENSE, DENSE))
        if isinstance(row_class.offset, ByHead):
            return Cmp("<", modulo(minus(row_class.value, modulo(_FIRST, step)), step), _GROUP)
        each = CeilDiv(Var("num_heads"), step)
        end = CeilDiv(plus(_FIRST, _GROUP), each)
        return every(Cmp("<=", over(_FIRST, each), row_class.value), Cmp("<", row_class.value, end))

    def _tests(self) -> Iterator[Test]:
        """The test of the heads that take part."""
        for row_class in self._named_classes() if self.shared else ():
            if not isinstance(row_class.offset, Fixed):
                expression = residue_class(row_class.offset, number(row_class.dilation), DENSE, DENSE)
                yield Test(Cmp("==", Spread(expression, Axis.ROWS), row_class.value))

    # ---- lists of blocks ---------------------------------------------------------------------------------------------
    def _visit_listed(self, work: TileWork, listed: Listed, head: Expr) -> tuple[Statement, ...]:
        """The visit of a head's line of a list: that of the block of rows in which the row lies."""
        names, block = list_names(listed.index), listed.listing.keys
        rows = number(listed.listing.queries)
        line = minus(over(ROW, rows), over(extent(Side.QUERY)[0], rows))
        limits = self._limits(largest(self.piece.lows), smallest(self.piece.highs))
        columns = ListedColumns("listed", block, *limits, False)
        found = listed_range(block, self._active(), shared=self.split)
        proved = proof_of_listed(self.piece.residual, Side.QUERY, (ROW, ROW), columns)
        return (
            *listed_line(names, line, head, ("starts", "fulls", "entries")),
            Let(("listed",), (Tail("entries", Var("listed_from")),)),
            Visit(columns, found, (), _residual(self.piece.residual), work, proved),
        )

    def _limits(self, lows: Sequence[Bound], highs: Sequence[Bound]) -> tuple[Expr, Expr]:
        """The ends of the keys within some bounds."""
        return column_start(lows, ROW, DENSE, Side.QUERY), column_end(highs, ROW, DENSE, Side.QUERY)


def _residual(masks: Sequence[Mask]) -> tuple[Test, ...]:
    return tuple(Test(holds(mask, ROW, COLUMNS)) for mask in masks)


def _whole(found: Range) -> Range:
    """A range whose tiles need no test but for the last one's end."""
    return replace(found, rest=Var("high"))
