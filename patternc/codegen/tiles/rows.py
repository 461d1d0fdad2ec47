"""The rows of programs: where those of a call, or of a batch entry, begin and end; and the lattices that they form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from patternc.codegen.tiles.bounds import SEQ_LEN, lattice_segment
from patternc.ir.index import Apply, Expr, Var, minus
from patternc.ir.kernel import EveryClass, Lattice, Sweep
from patternc.ir.liveness import substituted
from patternc.ir.mask import ByHead, ByHeadBlock, Fixed, Side
from patternc.ir.tile import Let, Statement
from patternc.ir.traversal import relative

BATCH, ENTRY, TOKENS = Var("batch"), Var("entry"), Var("tokens")
"""The program's sequence; the batch entry of tensors that holds it, 0 where all are in one; the rows of an entry."""


def extent(side: Side) -> tuple[Var, Var]:
    """The first position of a side of the call, and its end.

    Where a tensor has the first positions of queries, these are -1 and so on: launches then have as many places, and
    lines of partials as many rows, as any batch entry may need.
    """
    return Var(f"{side.value}_offset"), Var(f"{side.value}_stop")


def width(side: Side) -> Expr:
    """The rows of a side, which are the same of all batch entries."""
    offset, stop = extent(side)
    return minus(stop, offset)


@dataclass(frozen=True, slots=True)
class RowExtent:
    """The rows of a program: their extent and their places.

    `origin`: the position of the first row of a tensor. `begin`, `end`: of the rows that tiles hold. `by_entry`: each
    batch entry has its own. `entry`: of tensors of the call, each of whose heads has `held` rows there.
    """

    side: Side
    origin: Var
    begin: Var
    end: Var
    by_entry: bool
    entry: Var
    held: Expr


def row_extent(side: Side, *, by_entry: bool = False, cached: bool = False) -> RowExtent:
    """The extent of the rows of a program.

    `by_entry`: of its batch entry, which `own_extent` names. `cached`: it may be one of several sequences of an entry.
    """
    offset, stop = extent(side)
    entry, held = (ENTRY, TOKENS) if cached else (BATCH, width(side))
    if by_entry:
        return RowExtent(side, Var("entry_offset"), Var("entry_start"), Var("entry_stop"), by_entry, entry, held)
    return RowExtent(side, offset, offset, stop, by_entry, entry, held)


def own_extent() -> Let:
    """Names for where the queries of the program's batch entry are, and those of them in the sequence."""
    own = row_extent(Side.QUERY, by_entry=True)
    apply = Apply("extent_of", (*extent(Side.QUERY), Var("query_starts"), Var("batch"), SEQ_LEN))
    return Let((own.origin.name, own.begin.name, own.end.name), (apply,))


def own_cache() -> Let:
    """Names for the length of the program's sequence, and where its keys in the call end."""
    apply = Apply("cache_of", (Var("query_starts"), BATCH, SEQ_LEN, extent(Side.KEY)[1]))
    return Let(("length", "key_stop"), (apply,))


def own_entry() -> Let:
    """A name for the batch entry of tensors that holds the program's sequence."""
    return Let((ENTRY.name,), (Apply("entry_of", (Var("query_starts"), BATCH)),))


def own_queries() -> tuple[Let, Let]:
    """Names for the first row of the program's sequence in its batch entry, and for how many it has."""
    first = Apply("first_row_of", (Var("query_starts"), BATCH))
    return Let(("first_row",), (first,)), Let(("count",), (Apply("count_of", (*first.arguments, width(Side.QUERY))),))


def within_cache(body: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements of a program, with the length and the end of the keys of its own sequence after `own_cache`."""
    statements, own = tuple(body), own_cache()
    after = statements.index(own) + 1
    named = dict(zip((SEQ_LEN.name, extent(Side.KEY)[1].name), map(Var, own.names), strict=False))
    return (*statements[:after], *substituted(statements[after:], named))


def is_contiguous(rows: Lattice) -> bool:
    """Whether the rows are all positions, one after the other (`DENSE`)."""
    return lattice_segment(rows) is None and rows.dilation == 1


def every_class(rows: Lattice) -> bool:
    """Whether a sweep runs all residue classes of its lattice, each tile of rows within one class."""
    return rows.dilation > 1 and isinstance(rows.offset, EveryClass)


def covers(rows: Lattice) -> bool:
    """Whether every position is a row of the lattice."""
    return rows.dilation == 1 or isinstance(rows.offset, EveryClass)


def follows_head(rows: Lattice) -> bool:
    """Whether the rows differ from head to head."""
    return rows.dilation > 1 and isinstance(rows.offset, ByHead | ByHeadBlock)


def in_runs(rows: Lattice) -> bool:
    """Whether the grid's first axis counts more than the tiles of one run."""
    return lattice_segment(rows) is not None or every_class(rows)


def lattice_constants(rows: Lattice) -> tuple[tuple[str, int], ...]:
    """The compile-time constants that describe a lattice, and their values for one sweep."""
    segment = lattice_segment(rows)
    found = [] if segment is None else [("SEGMENT", segment)]
    if rows.dilation > 1:
        found.append(("DILATION", rows.dilation))
        if isinstance(rows.offset, Fixed):
            found.append(("OFFSET", rows.offset.value))
    return tuple(found)


def longest_last(sweep: Sweep) -> bool:
    """Whether later row tiles have more columns (causal queries): they then launch first."""
    return (
        sweep.side is Side.QUERY
        and sweep.order is None
        and any(
            any(bound.period == 1 for bound in relative(piece.highs))
            and not any(bound.period == 1 for bound in relative(piece.lows))
            for piece in sweep.pieces
        )
    )
