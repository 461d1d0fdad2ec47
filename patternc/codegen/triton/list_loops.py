"""Listed pieces as loops: the blocks of columns that a tile of rows visits, those it needs no test of first.

Columns are numbered t along the tile's list: t stands in its (t // block)-th block, at t % block. A list is of `LIST`
rows: those of one block, which the tile lies in, or those of the tile itself, where every entry says which of the
blocks of rows it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.triton.bound_text import bound_at, integer, largest, smallest, uniform
from patternc.codegen.triton.pair_tests import residual_tests
from patternc.codegen.triton.pieces import Loop, PieceText, against_rows
from patternc.codegen.triton.row_tiles import extent, is_contiguous
from patternc.ir.kernel import Piece, Sweep
from patternc.ir.mask import Bound

MOST_BLOCKS = 32
"""Blocks of rows that a tile may meet: an entry of its list holds a bit for each."""


@dataclass(frozen=True, slots=True)
class ListNames:
    """What a kernel calls a list: its tensors, its extents, the rows of each entry (a compile-time constant)."""

    tensors: str
    batch: str
    head: str
    rows: str


def list_names(listed: Listed) -> ListNames:
    name = f"list_{listed.index}"
    return ListNames(name, f"{name}_batch", f"{name}_head", name.upper())


def tallest(block: int) -> int:
    """The largest power of two of rows, aligned to it, that never meets more blocks than an entry has bits."""
    rows = 16
    while rows < 128 and _met(2 * rows, block) <= MOST_BLOCKS:
        rows *= 2
    return rows


def _met(rows: int, block: int) -> int:
    """The most blocks a tile meets."""
    return rows // block if rows % block == 0 else (rows - 2) // block + 2


def listed_text(sweep: Sweep, piece: Piece, listed: Listed, *, partitioned: bool) -> PieceText:
    """The ranges and the loops of a listed piece."""
    names, block = list_names(listed), integer(listed.listing.block)
    x = extent(sweep.side)
    before = "" if sweep.order is not None else f" - {x}_offset // {names.rows}"
    head = f"{'(head - head_start)' if partitioned else 'head'} * {names.head}"
    ranges = (
        f"line_at = first // {names.rows}{before} + batch * {names.batch} + {head}",
        f"starts, fulls, listed, members = {names.tensors}",
        "listed_from = tl.load(starts + line_at)",
        "listed, members = listed + listed_from, members + listed_from",
        f"high = (tl.load(starts + line_at + 1) - listed_from) * {block}",
        f"rest = _tiles_within((tl.load(fulls + line_at) - listed_from) * {block}, BLOCK_N)",
    )
    columns = tuple(_columns(sweep, block))
    first, lanes = ("0", "columns") if sweep.order is not None else ("listed_column", "listed_lanes")
    tests = tuple(_tests(sweep, piece, names, block))
    return PieceText(
        ranges,
        (Loop("0", "rest", first, columns, (), lanes), Loop("rest", "high", first, columns, tests, lanes)),
    )


def _columns(sweep: Sweep, block: str) -> Iterator[str]:
    yield f"listed_column, listed_lanes = _listed(listed, t, high, {block}, BLOCK_N)"
    if sweep.order is None:
        yield "columns = listed_column + listed_lanes"
    else:
        yield "column_numbers = listed_column + listed_lanes"
        yield "columns = tl.load(cells + column_numbers, mask=column_numbers < seq_len, other=-1)"


def _tests(sweep: Sweep, piece: Piece, names: ListNames, block: str) -> Iterator[str]:
    y = extent(sweep.side.other)
    yield f"loaded = (columns >= {y}_offset) & (columns < {y}_stop) & (t + tl.arange(0, BLOCK_N) < high)"
    yield "admitted = loaded[None, :]"
    if is_contiguous(sweep.rows):
        along = "rows" if sweep.order is None else "numbers"
        yield f"if {names.rows} != {block}:  # the tile may meet several blocks of rows"
        met = f"{along} // {block} - first // {block}"
        yield f"    admitted &= _belongs(members, t, high, {met}, {block}, BLOCK_N)"
    for bound in largest(piece.lows):
        yield f"admitted &= {_bounded(sweep, bound, '>=')}"
    for bound in smallest(piece.highs):
        yield f"admitted &= {_bounded(sweep, bound, '<')}"
    for bound in piece.row_lows:
        yield f"admitted &= (rows >= {bound_at(bound, 'rows', sweep.rows)})[:, None]"
    for bound in piece.row_highs:
        yield f"admitted &= (rows < {bound_at(bound, 'rows', sweep.rows)})[:, None]"
    for mask in piece.residual:
        yield from residual_tests(mask, sweep.side)


def _bounded(sweep: Sweep, bound: Bound, comparison: str) -> str:
    if uniform(bound, sweep.rows):
        return f"columns[None, :] {comparison} {bound_at(bound, 'first', sweep.rows)}"
    return against_rows(bound, comparison, sweep.rows)
