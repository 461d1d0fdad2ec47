"""Proofs of masks by the extremes of what they compare: whether all pairs of a tile are admitted, and whether any is.

A tile of pairs has positions of queries and of keys, and an input gives each of them a number or a label. The least and
the greatest of these decide many literals for all pairs at once. A proof is a `Reading` with ends: it says that a mask
holds of every pair, and with ends swapped, that it may hold of some. What ends do not decide is false in the former and
true in the latter, so both are safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from patternc.codegen.tiles.bounds import HEAD, SEQ_LEN, bound_at, labels_name, looked_up
from patternc.codegen.tiles.pairs import NUM_HEADS
from patternc.ir.facts import bound_facts, labels_in, names_in_number
from patternc.ir.index import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Cmp,
    Expr,
    Holds,
    Lookup,
    Negated,
    Num,
    Select,
    Truth,
    Var,
    Wide,
    every,
    greatest,
    least,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.kernel import Lattice, Piece
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    BoundAt,
    Compare,
    Expression,
    Label,
    Mask,
    Name,
    Not,
    Number,
    Or,
    Side,
)
from patternc.ir.tile import BLOCK_N, Columns, Extremes, Let, Proof, Strided
from patternc.ir.traversal import atoms
from patternc.ir.truths import Reading

Ends = tuple[Expr, Expr]
"""The least and the greatest of some numbers."""

_LOADED, _VALID = Holds(Var("loaded")), Holds(Var("valid"))
_T, _HIGH, _COLUMNS, _ROWS = Var("t"), Var("high"), Var("columns"), Var("rows")


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of the positions of a side, which programs look up by position; `labels`: these may be negative."""

    name: str
    side: Side
    labels: bool

    @property
    def ends(self) -> tuple[Var, Var]:
        """What the least and the greatest of a tile are called."""
        return Var(f"least_{self.name}", self.labels), Var(f"most_{self.name}", self.labels)

    def extremes(self, positions: Expr, held: Truth) -> Extremes:
        """The statement that finds them, of those positions that a tile holds."""
        return Extremes(names(self.ends), Lookup(self.name, positions, held, labels=self.labels), held)

    def at(self, position: Expr) -> Let:
        """The statement that finds them at a single position."""
        found = Lookup(self.name, position, labels=self.labels)
        return Let(names(self.ends), (found, found))


def names(ends: tuple[Var, Var]) -> tuple[str, str]:
    """The names of two ends."""
    return ends[0].name, ends[1].name


def numbered_side(bound: Bound) -> Side | None:
    """The side whose positions have a number each that is the bound; None for other bounds."""
    read = bound_facts(bound).input
    return None if read is None else read.side


def tables(masks: Iterable[Mask]) -> tuple[Table, ...]:
    """The tables that masks look up: those with a number for each position, in any order."""
    found = (table for mask in masks for atom in atoms(mask) for table in _tables(atom))
    return tuple(dict.fromkeys(found))


def _tables(atom: Mask) -> Iterator[Table]:
    match atom:
        case AtLeast(bound=bound) | Below(bound=bound):
            side = numbered_side(bound)
            if side is not None:
                yield Table(looked_up(bound), side, labels=False)
        case Compare(left=left, right=right):
            for label in (*labels_in(left), *labels_in(right)):
                yield Table(labels_name(label.input), label.side, labels=True)
        case _:
            return


def row_extremes(pieces: Iterable[Piece], side: Side) -> Iterator[Extremes]:
    """Statements that find the least and the greatest numbers of the program's rows, which are positions of a side."""
    for table in tables(mask for piece in pieces for mask in piece.residual):
        if table.side is side:
            yield table.extremes(_ROWS, _VALID)


def row_numbers(pieces: Iterable[Piece], row: Expr) -> Iterator[Let]:
    """Statements that name the numbers of a single row, a query: the least and the greatest are the same."""
    for table in tables(mask for piece in pieces for mask in piece.residual):
        if table.side is Side.QUERY:
            yield table.at(row)


# ---- bounds of rows, which bound the loop ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RowBounds:
    """The residual of a piece, taken apart: `lows` and `highs` bound the columns of each row; `rest` is tested."""

    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    rest: tuple[Mask, ...]


def row_bounds(piece: Piece, side: Side) -> RowBounds:
    """The bounds with a number for each row, where rows are positions of a side."""
    lows, highs, rest = list[Bound](), list[Bound](), list[Mask]()
    for mask in piece.residual:
        match mask:
            case AtLeast(bound=bound) if numbered_side(bound) is side:
                lows.append(bound)
            case Below(bound=bound) if numbered_side(bound) is side:
                highs.append(bound)
            case _:
                rest.append(mask)
    return RowBounds(tuple(lows), tuple(highs), tuple(rest))


def bound_ends(bound: Bound) -> tuple[Var, Var]:
    """The least and the greatest value of a bound with a number for each row, of the rows of a tile."""
    side = numbered_side(bound)
    assert side is not None, f"{bound} has no number for each row"
    return Table(looked_up(bound), side, labels=False).ends


# ---- proofs ----------------------------------------------------------------------------------------------------------
def proof(masks: tuple[Mask, ...], side: Side, rows: Ends, columns: Columns) -> Proof | None:
    """What extremes tell of a tile's pairs, all of which must pass `masks`; None: nothing.

    Args:
        masks: what is tested pair by pair.
        side: of the rows.
        rows: the least and the greatest position of the rows.
        columns: of the visit.
    """
    found = tables(masks)
    if not found:
        return None
    ends, statements = _column_ends(columns)
    statements += [one.extremes(_COLUMNS, _LOADED) for one in found if one.side is not side]
    query, key = (rows, ends) if side is Side.QUERY else (ends, rows)
    reading = Certain(query, key, numbers={one.name: one.ends for one in found})
    possible, certain = (every(*map(one.truth, masks)) for one in (reading.swapped(), reading))
    return None if (possible, certain) == (TRUE, FALSE) else Proof(tuple(statements), possible, certain)


def proof_of_listed(masks: tuple[Mask, ...], side: Side, rows: Ends, columns: Columns) -> Proof | None:
    """The same of listed columns, whose range says which tiles are not tested."""
    found = proof(masks, side, rows, columns)
    return None if found is None or found.some == TRUE else replace(found, every=TRUE)


def _column_ends(columns: Columns) -> tuple[Ends, list[Extremes]]:
    """The least and the greatest position of a tile of columns, and what finds them."""
    if isinstance(columns, Strided) and columns.step == ONE and columns.base == ZERO:
        return (_T, minus(least(plus(_T, BLOCK_N), _HIGH), 1)), []
    ends = Var("first_column"), Var("last_column")
    return ends, [Extremes(names(ends), _COLUMNS, _LOADED)]


@dataclass(frozen=True, slots=True)
class Certain(Reading):
    """The reading of a mask that holds of every pair of two sets of positions; swapped, of one that may hold of some.

    `numbers`: the least and the greatest number of the positions, by table. `possible`: ends are swapped.
    """

    n: Expr = SEQ_LEN
    head: Expr = HEAD
    heads: Expr = NUM_HEADS
    numbers: Mapping[str, Ends] = field(default_factory=dict)
    possible: bool = False

    def swapped(self) -> Certain:
        """The reading that says the other of the two."""
        return replace(self, query=self.query[::-1], key=self.key[::-1], possible=not self.possible)

    def truth(self, mask: Mask) -> Truth:
        """What the ends say of a mask."""
        match mask:
            case AtLeast(side, bound) if numbered_side(bound) is not None:
                return Cmp(">=", self.ends(side)[0], self._ends_of(looked_up(bound))[1])
            case Below(side, bound) if numbered_side(bound) is not None:
                return Cmp("<", self.ends(side)[1], self._ends_of(looked_up(bound))[0])
            case AtLeast() | Below() | And() | Or():
                return Reading.truth(self, mask)
            case Compare():
                return self.compared(mask)
            case Not(inner):
                return _negated(self.swapped().truth(inner))
            case _:
                return self._unknown

    @property
    def _unknown(self) -> Truth:
        return TRUE if self.possible else FALSE

    def _ends_of(self, table: str) -> Ends:
        """The least and the greatest number; swapped, as positions are."""
        return self.numbers[table][::-1] if self.possible else self.numbers[table]

    def constant(self, holds: bool) -> Truth:
        """It is known of every pair."""
        return TRUE if holds else FALSE

    def bound(self, bound: Bound, position: Expr) -> Expr:
        """Positions are of the sequence."""
        return bound_at(bound, position, Lattice())

    # ---- comparisons, by intervals of both sides ---------------------------------------------------------------------
    def compared(self, mask: Compare) -> Truth:
        """Intervals that don't meet decide equality, or single numbers that are the same; their order decides `<`."""
        if not (names_in_number(mask.left) | names_in_number(mask.right)) & {"q", "k"}:
            return self._unknown
        (least_left, most_left), (least_right, most_right) = map(self._interval, (mask.left, mask.right))
        if mask.operator == "==" and self.possible:
            return every(_at_most(least_left, most_right), _at_most(least_right, most_left))
        if mask.operator == "==":
            return every(_at_most(most_left, least_right), _at_most(most_right, least_left))
        return Cmp("<", least_left, most_right) if self.possible else Cmp("<", most_left, least_right)

    def _interval(self, expression: Expression) -> Ends:
        """The least and the greatest value of an expression, by interval arithmetic in 64 bits."""
        match expression:
            case Number(value):
                return Num(value), Num(value)
            case Name("q" | "k" as side):
                return self._in_order(tuple(map(Wide, self.ends(Side(side)))))
            case Name(name):
                same = Wide(self.n if name == "n" else self.head)
                return same, same
            case Label(name):
                return self.numbers[labels_name(name)]
            case BoundAt(bound, side):
                return self._in_order(tuple(Wide(self.bound(bound, end)) for end in self.ends(side)))
            case Arithmetic(operator, left, right):
                return _combined(operator, self._interval(left), self._interval(right))
            case _:
                assert_never(expression)

    def _in_order(self, ends: tuple[Expr, ...]) -> Ends:
        return (ends[1], ends[0]) if self.possible else (ends[0], ends[1])


def _at_most(left: Expr, right: Expr) -> Cmp:
    """`left <= right`; a number stands on the right."""
    return Cmp(">=", right, left) if isinstance(left, Num) else Cmp("<=", left, right)


def _negated(truth: Truth) -> Truth:
    """The negation; of what is known, what is known."""
    return FALSE if truth == TRUE else TRUE if truth == FALSE else Negated(truth)


def _combined(operator: str, left: Ends, right: Ends) -> Ends:
    """The ends of `left operator right`; a divisor is a single number above 0."""
    match operator:
        case "+":
            return plus(left[0], right[0]), plus(left[1], right[1])
        case "-":
            return minus(left[0], right[1]), minus(left[1], right[0])
        case "*":
            found = [times(x, y) for x in left for y in right]
            return least(*found), greatest(*found)
        case "//":
            return over(left[0], right[0]), over(left[1], right[0])
        case "%":
            same = Cmp("==", over(left[0], right[0]), over(left[1], right[0]))
            low, high = (modulo(one, right[0]) for one in left)
            return Select(same, low, ZERO), Select(same, high, minus(right[0], 1))
        case _:
            raise ValueError(f"operator: {operator} is not arithmetic")
