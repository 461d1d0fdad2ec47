"""Positions of a side of the call, and of the rows of one batch entry where a tensor says at which it begins."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.tiles.bounds import SEQ_LEN
from patternc.ir.index import Apply, Expr, Var, minus
from patternc.ir.mask import Side
from patternc.ir.tile import Let


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
    """Where the rows of a program are.

    `origin`: the position of the first row of a tensor. `begin`, `end`: of the rows that tiles hold. `by_entry`: each
    batch entry has its own.
    """

    side: Side
    origin: Var
    begin: Var
    end: Var
    by_entry: bool


def row_extent(side: Side, *, by_entry: bool = False) -> RowExtent:
    """The extent of the rows of a program; `by_entry`: of its batch entry, which `own_extent` names."""
    offset, stop = extent(side)
    if by_entry:
        return RowExtent(side, Var("entry_offset"), Var("entry_start"), Var("entry_stop"), by_entry)
    return RowExtent(side, offset, offset, stop, by_entry)


def own_extent() -> Let:
    """Names for where the queries of the program's batch entry are, and those of them in the sequence."""
    own = row_extent(Side.QUERY, by_entry=True)
    found = Apply("extent_of", (*extent(Side.QUERY), Var("query_starts"), Var("batch"), SEQ_LEN))
    return Let((own.origin.name, own.begin.name, own.end.name), (found,))
