"""Listed pieces as visits: the blocks of columns that a tile of rows visits, those it needs no test of first.

Columns are numbered t along the tile's list: t stands in its (t // block)-th block, at t % block. A list is of `LIST`
rows: those of one block, which the tile lies in, or those of the tile itself, where every entry says which of the
blocks of rows it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.tiles.bounds import bound_at, largest, smallest, uniform
from patternc.codegen.tiles.pairs import COLUMNS, holds, positions
from patternc.codegen.tiles.pieces import against_rows, column_end, column_start, row_tests
from patternc.codegen.tiles.proofs import proof_of_listed
from patternc.codegen.tiles.rows import extent, is_contiguous
from patternc.ir.facts import bound_facts
from patternc.ir.index import (
    ZERO,
    Apply,
    Cmp,
    Expr,
    Holds,
    Item,
    Lookup,
    Num,
    Tail,
    Truth,
    Var,
    minus,
    over,
    plus,
    times,
)
from patternc.ir.kernel import Listing, Piece, Sweep
from patternc.ir.mask import Bound, Side
from patternc.ir.tile import BLOCK_N, Let, Picks, Range, SortedBlockList, Statement, Test, TileWork, Visit, number
from patternc.ir.tile import Listed as ListedColumns


@dataclass(frozen=True, slots=True)
class ListNames:
    """A program's names for a list: its tables, its extents, the rows of each line (a compile-time constant)."""

    tables: str
    batch: str
    head: str
    rows: str


def list_names(number_: int) -> ListNames:
    """The names of the list of that number."""
    name = f"list_{number_}"
    return ListNames(name, f"{name}_batch", f"{name}_head", name.upper())


def tallest(block: int) -> int:
    """The largest power of two of rows, aligned to it, that never meets more blocks than an entry has bits."""
    rows = 16
    # A tile may meet 32 blocks of rows: an entry of its list holds a bit for each.
    while rows < 128 and _met(2 * rows, block) <= 32:
        rows *= 2
    return rows


def _met(rows: int, block: int) -> int:
    """The most blocks a tile meets."""
    return rows // block if rows % block == 0 else (rows - 2) // block + 2


def visit_listed(sweep: Sweep, piece: Piece, listed: Listed, head: Expr, work: TileWork) -> tuple[Statement, ...]:
    """The statements that visit a listed piece's columns. `head`: counted from the first that the list is of."""
    names, block = list_names(listed.index), listed.listing.size(sweep.side.other)
    first, stop, some = _limits(sweep, piece)
    columns = ListedColumns("listed", block, first, stop, sweep.order is not None)
    tests = tuple(_tests(sweep, piece, names, listed.listing))
    # Along an order, `first` is no position, and boxes leave few tiles.
    ends = Var("first"), Var("last")
    proved = proof_of_listed(piece.residual, sweep.side, ends, columns) if sweep.order is None else None
    return (
        *_line(sweep, names, head),
        Visit(columns, listed_range(block, some), (), tests, work, proved),
    )


def _line(sweep: Sweep, names: ListNames, head: Expr) -> Iterator[Let]:
    """The place of the row tile's line in the list."""
    rows, first = Var(names.rows), Var("first")
    line: Expr = over(first, rows)
    if sweep.order is None:
        line = minus(line, over(extent(sweep.side)[0], rows))
    yield from listed_line(names, line, head, ("starts", "fulls", "entries", "bits"))
    start = Var("listed_from")
    yield Let(("listed", "members"), (Tail("entries", start), Tail("bits", start)))


def listed_line(names: ListNames, line: Expr, head: Expr, tables: tuple[str, ...]) -> Iterator[Let]:
    """A line of a head, and some of the list's tables, by names."""
    line = plus(plus(line, times(Var("batch"), Var(names.batch))), times(head, Var(names.head)))
    yield Let(("line_at",), (line,))
    yield Let(tables, tuple(Item(Var(names.tables), place) for place in range(len(tables))))
    yield Let(("listed_from",), (Lookup("starts", Var("line_at")),))


def sorted_by_blocks(listed: Listed) -> SortedBlockList:
    """The list with a line for each block of queries."""
    queries, keys, moves = listed.listing.queries, listed.listing.keys, bool(listed.inputs)
    picks = None if listed.picked is None else Picks(listed.picked, tested=bool(listed.masks))
    return SortedBlockList(listed.index, Side.QUERY, queries, keys, Num(queries), None, moves, picks)


def listed_range(block: int, active: Truth | None, *, shared: bool = False) -> Range:
    """The columns of a line, those that need no test first."""
    ends = Lookup("starts", plus(Var("line_at"), 1)), Lookup("fulls", Var("line_at"))
    high, rest = (times(minus(end, Var("listed_from")), number(block)) for end in ends)
    return Range(ZERO, high, active, rest=rest, shared=shared)


def _limits(sweep: Sweep, piece: Piece) -> tuple[Expr, Expr, Truth | None]:
    """The ends of the columns that are loaded, and whether these are any; None: the call has some."""
    lows = [one for one in largest(piece.lows) if _limits_loads(sweep, one)]
    highs = [one for one in smallest(piece.highs) if _limits_loads(sweep, one)]
    start = column_start(lows, Var("first"), sweep.rows, sweep.side)
    end = column_end(highs, Var("last"), sweep.rows, sweep.side)
    return start, end, Cmp("<", start, end) if lows or highs else None


def _is_length(bound: Bound) -> bool:
    facts = bound_facts(bound)
    return facts.input is not None and not facts.by_position


def _limits_loads(sweep: Sweep, bound: Bound) -> bool:
    """Whether nothing beyond a bound is loaded: behind lengths, and in other documents, there may be any numbers."""
    return _is_length(bound) or sweep.rows.documents is not None


def _tests(sweep: Sweep, piece: Piece, names: ListNames, listing: Listing) -> Iterator[Test]:
    if is_contiguous(sweep.rows):
        block, columns = listing.size(sweep.side), listing.size(sweep.side.other)
        along = Var("rows" if sweep.order is None else "numbers")
        first: Expr = Var("first")
        if sweep.rows.documents:  # one may begin within the rows of a line
            first = Var("tile_first")
        met = minus(over(along, number(block)), over(first, number(block)))
        belongs = Apply("belongs", (Var("members"), Var("t"), Var("high"), met, number(columns), BLOCK_N))
        several = Cmp("!=", Var(names.rows), Num(block))
        yield Test(Holds(belongs), several, "the tile may meet several blocks of rows")
    yield from (Test(_bounded(sweep, one, ">=")) for one in largest(piece.lows) if not _holds_loaded(sweep, one))
    yield from (Test(_bounded(sweep, one, "<")) for one in smallest(piece.highs) if not _holds_loaded(sweep, one))
    yield from row_tests(piece, sweep.rows)
    yield from (Test(holds(mask, *positions(sweep.side))) for mask in piece.residual)


def _holds_loaded(sweep: Sweep, bound: Bound) -> bool:
    """Whether all columns that are loaded are within a bound of all rows."""
    return _limits_loads(sweep, bound) and uniform(bound, sweep.rows)


def _bounded(sweep: Sweep, bound: Bound, comparison: Literal["<", ">="]) -> Truth:
    if uniform(bound, sweep.rows):
        return Cmp(comparison, COLUMNS, bound_at(bound, Var("first"), sweep.rows))
    return against_rows(bound, comparison, sweep.rows)
