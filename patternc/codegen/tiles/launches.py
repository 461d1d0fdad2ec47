"""Launches of programs: their tiles, their grids, the lists they visit, what they store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.tiles.inputs import lookups
from patternc.codegen.tiles.list_visits import tallest
from patternc.codegen.tiles.row_lattices import follows_head, is_contiguous, lattice_constants
from patternc.codegen.tiles.row_tiles import counted, rows_of, stored_rows, tiles
from patternc.codegen.tiles.sweeping import LEAST, Sweeping, crowded
from patternc.codegen.tiles.visits import order_of
from patternc.ir.index import Num
from patternc.ir.kernel import Sweep
from patternc.ir.mask import Side
from patternc.ir.tile import BLOCK_M, BlockList, Direction, Launch, Run, SortedBlockList

WHOLE_TILE = 128
"""No row of the tile table has taller tiles."""


def launch(name: str, several: Sequence[Sweeping], direction: Direction) -> Launch:
    """The launch of a program over sweeps that it is the same for."""
    first = several[0]
    sweep = first.part.sweep
    lists = tuple(dict.fromkeys(one.listed for item in several for one in item.pieces if one.listed is not None))
    most = _most_rows(sweep, lists)
    return Launch(
        program=name,
        runs=tuple(Run(one.part.softmax, lattice_constants(one.rows)) for one in several),
        row_counts=counted(sweep),
        tile=_tile_row(first, direction, limited=most is not None),
        held=rows_of(sweep),
        most=most,
        lists=tuple(_sorted(one, sweep) for one in lists),
        grid=tiles(sweep),
        by_key_head=direction.side is Side.KEY and not follows_head(sweep.rows),
        stored=stored_rows(sweep),
        order=order_of(sweep, lists[0].index if lists else 0),
    )


def found(listed: Listed) -> BlockList:
    """How the pairs of a list are found."""
    return BlockList(listed.index, listed.by_head, listed.by_total, listed.inputs)


def _sorted(listed: Listed, sweep: Sweep) -> SortedBlockList:
    rows = BLOCK_M if is_contiguous(sweep.rows) else Num(listed.listing.block)
    order = None if sweep.order is None else listed.place_number
    return SortedBlockList(listed.index, sweep.side, listed.listing.block, rows, order, bool(listed.inputs))


def _tile_row(sweeping: Sweeping, direction: Direction, *, limited: bool) -> str:
    """The row of the tile table that a program takes its sizes from; `limited`: its tiles hold few rows."""
    pieces, merges = len(sweeping.pieces), bool(sweeping.merges)
    if pieces == 0:
        return "rows"
    if sweeping.setting.scores.pairs or (direction is Direction.GRAD_KEY_VALUE and crowded(sweeping.part.sweep)):
        return f"{direction.value}_heavy"
    plain = sweeping.part.sweep.order is None and sweeping.setting.scores.rising
    if direction is Direction.GRAD_KEY_VALUE:
        if merges and pieces == 1:
            return "grad_key_value_merging"
        if not plain:
            return "grad_key_value_many"
    if direction is Direction.GRAD_QUERY and pieces == 1 and not limited and _is_bounded(sweeping):
        return "grad_query_bounded"
    if limited and (direction is Direction.FORWARD or (plain and pieces == 1)):
        return f"{direction.value}_blocks"
    tested = direction is Direction.FORWARD and any(one.piece.residual for one in sweeping.pieces)
    if limited or pieces > 1 or tested:
        return f"{direction.value}_many"
    if direction is Direction.FORWARD and not merges and _is_open(sweeping):
        return "forward_open"
    return "forward_merging" if merges and direction is Direction.FORWARD else direction.value


def _is_open(sweeping: Sweeping) -> bool:
    """Whether the columns of a piece begin with the first position, so that late rows have many."""
    piece, rows = sweeping.pieces[0].piece, sweeping.part.sweep.rows
    return not piece.lows and piece.listing is None and piece.columns.segment is None and rows.segment is None


def _is_bounded(sweeping: Sweeping) -> bool:
    """Whether columns are listed, bounds looked up, or scores not products times a factor: all take registers."""
    pieces = [one.piece for one in sweeping.pieces]
    listed = any(piece.listing is not None for piece in pieces)
    return listed or not sweeping.setting.scores.rising or bool(lookups(pieces))


def _most_rows(sweep: Sweep, lists: Sequence[Listed]) -> int | None:
    """The most rows of a tile where blocks of rows are small; None: as the table says."""
    if is_contiguous(sweep.rows):
        most = min((_most(one.listing.block) for one in lists), default=WHOLE_TILE)
    elif sweep.rows.dilation == 1 and any(_by_blocks(sweep)):
        assert sweep.rows.segment is not None
        most = max(16, 1 << (sweep.rows.segment - 1).bit_length())
    else:
        return None
    return most if most < WHOLE_TILE else None


def _most(block: int) -> int:
    """Rows of a tile that lies in one block, if that is enough of them; else of one that meets several."""
    inside = min(block & -block, WHOLE_TILE)
    return inside if inside >= LEAST else tallest(block)


def _by_blocks(sweep: Sweep) -> Iterator[bool]:
    """Whether the rows are cut where blocks end, and not where segments do, as pieces say."""
    for piece in sweep.pieces:
        yield piece.listing is not None or piece.columns.block > 1 or any(one.block > 1 for one in piece.active)
