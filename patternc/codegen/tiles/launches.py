"""Launches of programs: their tiles, their grids, the lists they visit, what they store.

Packed sweeps run one after the other on one grid: they are one launch, in which no sweep waits for the end of another.
The programs of such sweeps differ in numbers alone, so that one body serves all: it finds its sweep by its place on the
grid. The sweep with the longest runs comes first. All store their partials to one buffer, in which a line holds the
rows of every sweep in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.tiles import head_tiles
from patternc.codegen.tiles.inputs import lookups
from patternc.codegen.tiles.list_visits import tallest
from patternc.codegen.tiles.programs import program, sweeps_program
from patternc.codegen.tiles.row_tiles import counted, extra_places, rows_of, several, stored_rows, tiles
from patternc.codegen.tiles.rows import covers, extent, follows_head, in_runs, is_contiguous, lattice_constants
from patternc.codegen.tiles.sweeping import LEAST, Sweeping, crowded
from patternc.codegen.tiles.visits import order_of
from patternc.ir.bounds import at_most
from patternc.ir.index import Apply, Expr, Num, Var, greatest, plus
from patternc.ir.kernel import Lattice, Piece, Sweep
from patternc.ir.liveness import substituted
from patternc.ir.mask import RelativePosition, Schedule, Side
from patternc.ir.tile import AXES, BLOCK_M, BlockList, Direction, Launch, Let, Program, Run, SortedBlockList

WHOLE_TILE = 128
"""No row of the tile table has taller tiles."""
_OWN: dict[str, Expr] = {
    "SEGMENT": Var("segment"),
    "DILATION": Var("dilation"),
    "runs": Var("segments"),
    AXES[0].place: Var("sweep_place"),
    AXES[0].count: Var("sweep_places"),
}
"""What a program is given of its one sweep, and what one of several finds."""


def launch(name: str, several: Sequence[Sweeping], direction: Direction) -> Launch:
    """The launch of a program over sweeps that it is the same for."""
    first = several[0]
    if first.part.by_query:
        return head_tiles.launch(name, several, direction)
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
        order=order_of(sweep),
    )


def found(listed: Listed) -> BlockList:
    """The way to find the pairs of a list."""
    of_heads = listed.of_heads, listed.of_key_heads
    return BlockList(listed.index, listed.by_head, listed.by_total, listed.inputs, *of_heads)


def _sorted(listed: Listed, sweep: Sweep) -> SortedBlockList:
    block, columns = listed.listing.size(sweep.side), listed.listing.size(sweep.side.other)
    rows = BLOCK_M if is_contiguous(sweep.rows) else Num(block)
    order = None if sweep.order is None else listed.place_number
    return SortedBlockList(listed.index, sweep.side, block, columns, rows, order, bool(listed.inputs))


def _tile_row(sweeping: Sweeping, direction: Direction, *, limited: bool) -> str:
    """The row of the tile table that a program takes its sizes from; `limited`: its tiles hold few rows."""
    pieces, merges = len(sweeping.pieces), bool(sweeping.merges)
    if pieces == 0:
        return "rows"
    if direction is Direction.GRAD_PAIRS:
        return f"{Direction.GRAD_KEY_VALUE.value}_heavy"
    if sweeping.setting.scores.pairs or (direction is Direction.GRAD_KEY_VALUE and crowded(sweeping.part.sweep)):
        return f"{direction.value}_heavy"
    plain = sweeping.part.sweep.order is None and sweeping.setting.scores.rising
    if direction is Direction.GRAD_KEY_VALUE:
        if merges and pieces == 1:
            return "grad_key_value_merging"
        listings = (one.piece.listing for one in sweeping.pieces)
        few = limited and any(listing is not None and head_tiles.is_of_few(listing) for listing in listings)
        if few or not plain:
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
        most = min((_most(one.listing.size(sweep.side)) for one in lists), default=WHOLE_TILE)
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


def together(sweepings: Sequence[Sweeping], direction: Direction) -> tuple[tuple[Sweeping, ...], ...]:
    """Partial sweeps of one softmax in groups, each of which one grid runs; in the order of their first sweeps."""
    groups: dict[object, tuple[Sweeping, ...]] = {}
    for place, sweeping in enumerate(sweepings):
        key = (
            (program(_foldable(sweeping), direction), _offset(sweeping), sweeping.part.softmax)
            if _folds(sweeping)
            else place
        )
        groups[key] = (*groups.get(key, ()), sweeping)
    return tuple(_longest_first(group) if len(group) > 1 else group for group in groups.values())


def _folds(sweeping: Sweeping) -> bool:
    """Whether a program may find the sweep's lattice on the grid: rows are one class of segments, without lists.

    Sweeps whose programs run in another order, or may, stay apart: orders are of the places of one sweep.
    """
    rows, linear = sweeping.rows, sweeping.part.sweep.visits is Schedule.LINEAR
    own = in_runs(rows) and not covers(rows) and linear
    return own and all(one.listed is None for one in sweeping.pieces)


def _offset(sweeping: Sweeping) -> int | None:
    """The class that the rows of every head are of, which stays a constant."""
    return dict(lattice_constants(sweeping.rows)).get("OFFSET")


def _longest_first(group: Sequence[Sweeping]) -> tuple[Sweeping, ...]:
    return tuple(sorted(group, key=lambda one: -_sizes(one)[0] // _sizes(one)[1]))


def _sizes(sweeping: Sweeping) -> tuple[int, int]:
    """The segment and the dilation of the rows."""
    assert sweeping.rows.segment is not None
    return sweeping.rows.segment, sweeping.rows.dilation


def sizes(group: Sequence[Sweeping]) -> tuple[tuple[int, int], ...]:
    """The segments and dilations of sweeps on one grid."""
    return tuple(map(_sizes, group))


# ---- the program of several ------------------------------------------------------------------------------------------
def folded_program(group: Sequence[Sweeping], direction: Direction) -> Program:
    """The program of the sweeps of a group."""
    offset, stop = extent(direction.side)
    cuts = extra_places(group[0].part.sweep)
    sweep = Apply("sweep", (Var(AXES[0].place), offset, stop, cuts, several(sizes(group)), BLOCK_M))
    names = ("segment", "dilation", "segments", "sweep_place", "sweep_places", "before", "stored")
    return sweeps_program(Let(names, (sweep,)), [_foldable(one) for one in group], direction, _OWN)


def _foldable(sweeping: Sweeping) -> Sweeping:
    """The sweep so that it has the program of others: columns restart with each segment even where they need not."""
    pieces = tuple(replace(one, piece=_restarting(one.piece, sweeping.rows)) for one in sweeping.pieces)
    return replace(sweeping, pieces=pieces, folded=True)


def _restarting(piece: Piece, rows: Lattice) -> Piece:
    """The piece, its columns on the rows' own lattice where they are the same: the piece stays within a segment."""
    assert rows.segment is not None
    low, high = RelativePosition(0, 0, rows.segment), RelativePosition(rows.segment, 0, rows.segment)
    stays = any(at_most(low, bound) for bound in piece.lows) and any(at_most(bound, high) for bound in piece.highs)
    same = piece.columns == replace(rows, segment=None, documents=None) and rows.segment % rows.dilation == 0
    return replace(piece, columns=replace(rows, documents=None)) if stays and same else piece


# ---- its launch ------------------------------------------------------------------------------------------------------
def folded_launch(name: str, group: Sequence[Sweeping], direction: Direction) -> Launch:
    """The launch of a group's program: its places are those of one sweep after those of another."""
    one = launch(name, group[:1], direction)
    constants = tuple((name, value) for name, value in one.runs[0].constants if name == "OFFSET")
    numbered = list(enumerate(group, 1))

    def each(number: Callable[[Sweep], Expr]) -> tuple[Expr, ...]:
        return tuple(substituted(number(x.part.sweep), _numbered(x, place)) for place, x in numbered)

    return replace(
        one,
        runs=(Run(one.runs[0].softmax, constants),),
        row_counts=tuple(let for place, x in numbered for let in _counted(x, place)),
        held=greatest(*each(rows_of)),
        grid=reduce(plus, each(tiles)),
        stored=reduce(plus, each(stored_rows)),
    )


def _numbered(sweeping: Sweeping, place: int) -> dict[str, Expr]:
    """The host's names for the numbers of a sweep, by its place in the group."""
    segment, dilation = _sizes(sweeping)
    counts = {name: Var(_called(name, place)) for name in ("runs", "held")}
    return {**counts, "SEGMENT": Num(segment), "DILATION": Num(dilation)}


def _called(name: str, place: int) -> str:
    return f"{name}_{place}"


def _counted(sweeping: Sweeping, place: int) -> tuple[Let, ...]:
    lets, own = counted(sweeping.part.sweep), _numbered(sweeping, place)
    return tuple(Let(tuple(_called(name, place) for name in let.names), substituted(let.values, own)) for let in lets)
