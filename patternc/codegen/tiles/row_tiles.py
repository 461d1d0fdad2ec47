"""The rows of a sweep: which positions a program's tile of rows holds, and where their results are stored.

A grid's first axis counts tiles of the runs of a lattice: a run is a segment that the call touches, or one residue
class of it. Every row tile lies in one run. The statements define `first`, `last` (the tile's positions), `rows`,
`valid`, `start` (the segment's first position), `offset` or `residue` (the class).

Where documents keep their rows apart, a program takes the rows of the last document in its tile. For every cut between
two documents the grid has one more place a class, before the others: its program takes those rows of the tile in which
the cut lies that are in the document before the cut, and ends if the cut is that of two tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patternc.codegen.tiles.bounds import SEQ_LEN, bound_at, cut_count, lattice_segment, residue_class
from patternc.codegen.tiles.rows import (
    BATCH,
    RowExtent,
    covers,
    every_class,
    extent,
    in_runs,
    is_contiguous,
    longest_last,
    width,
)
from patternc.codegen.tiles.sweeping import Merged, Sweeping
from patternc.codegen.tiles.visits import place_of_head, place_of_tile
from patternc.ir.facts import document_ends
from patternc.ir.index import (
    ONE,
    ZERO,
    Apply,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Lanes,
    Lookup,
    Num,
    Pack,
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
    some,
    times,
)
from patternc.ir.kernel import Lattice, Sweep
from patternc.ir.mask import Fixed, Side
from patternc.ir.tile import AXES, BLOCK_M, LIMIT, Let, Statement, Stop, number

WIDE = 1 << 20
"""From this dilation on, a tile of rows may span more than 32 bits."""

_COUNT = Var(AXES[0].count)
_FIRST, _TILE, _BEGIN, _END, _START = Var("first"), Var("tile"), Var("begin"), Var("end"), Var("start")
_SEGMENT, _DILATION = Var("SEGMENT"), Var("DILATION")
_TILE_FIRST, _TILE_LAST = Var("tile_first"), Var("tile_last")
_CUT, _CUTTING = Var("cut"), Holds(Var("cutting"))
_LANES = Lanes(BLOCK_M)


# ---- the tile of a program -------------------------------------------------------------------------------------------
def row_tile(sweep: Sweep, own: RowExtent) -> tuple[Statement, ...]:
    """Statements that find the program's rows, of `own`; `head` is known where the lattice follows it."""
    rows = sweep.rows
    if sweep.order is not None:
        return tuple(_ordered(sweep, own))
    if is_contiguous(rows):
        return tuple(_contiguous(sweep, own))
    first = _TILE_FIRST if rows.documents else _FIRST
    return (
        *_cut(sweep, own),
        *_run(sweep, own),
        *_segment(rows, own),
        *_first(sweep, first),
        Stop(Cmp(">=", first, _END)),
        *_positions(rows),
    )


def _tile(sweep: Sweep, of_cut: Expr | None = None) -> Let:
    """The number of the program's tile in its run. `of_cut`: that of the tile in which its cut lies, if it has one."""
    place, extra = place_of_tile(sweep), extra_places(sweep)
    runs = Var("runs") if in_runs(sweep.rows) else ONE
    expression = over(minus(place, extra), runs)
    if longest_last(sweep):
        expression = (
            minus(minus(over(minus(_COUNT, extra), runs), 1), expression)
            if in_runs(sweep.rows)
            else minus(minus(_COUNT, 1), place)
        )
    if of_cut is not None:
        expression = Select(_CUTTING, of_cut, expression)
    return Let(("tile",), (expression,), "longest first" if longest_last(sweep) else "")


def _contiguous(sweep: Sweep, own: RowExtent) -> Iterator[Statement]:
    first = _TILE_FIRST if sweep.rows.documents else _FIRST
    if sweep.rows.documents:
        yield from _cut(sweep, own)
        of_cut = minus(_tile_of(_CUT, BLOCK_M), over(own.begin, BLOCK_M))
        yield _tile(sweep, of_cut)
    else:
        yield _tile(sweep)
    yield Let((first.name,), (times(plus(over(own.begin, BLOCK_M), _TILE), BLOCK_M),))
    if own.by_entry:
        yield Stop(Cmp(">=", greatest(first, own.begin), own.end))
    yield from _positions(sweep.rows, own.end, own.begin)


def _valid(end: Expr, begin: Expr | None) -> Let:
    below = Cmp("<", Var("rows"), end)
    return Let(("valid",), (below if begin is None else every(Cmp(">=", Var("rows"), begin), below),))


def _ordered(sweep: Sweep, own: RowExtent) -> Iterator[Statement]:
    """The rows where tiles hold cells along an order; `numbers` count along it."""
    numbers = Var("numbers")
    yield Let(("first",), (times(place_of_tile(sweep), BLOCK_M),))
    yield Let(("numbers",), (plus(_FIRST, _LANES),))
    yield Let(("rows",), (Lookup("cells", numbers, Cmp("<", numbers, SEQ_LEN), -1),))
    yield _valid(own.end, own.begin)


def _run(sweep: Sweep, own: RowExtent) -> Iterator[Statement]:
    """The run of the program's tile, and the number of the tile in it, which `_first` tells where documents cut."""
    if in_runs(sweep.rows):
        run = modulo(minus(place_of_tile(sweep), extra_places(sweep)), Var("runs"))
        yield Let(("run",), (Select(_CUTTING, _run_of_cut(sweep, own), run) if sweep.rows.documents else run,))
    if not sweep.rows.documents:
        yield _tile(sweep)


# ---- tiles that documents cut ----------------------------------------------------------------------------------------
def extra_places(sweep: Sweep) -> Expr:
    """The places of a grid's first axis for cuts between documents."""
    if sweep.rows.documents is None:
        return ZERO
    return times(cut_count(sweep.rows.documents), _classes(sweep))


def _classes(sweep: Sweep) -> Expr:
    """The residue classes that a sweep runs."""
    return least(_DILATION, width(sweep.side)) if every_class(sweep.rows) else ONE


def _cut(sweep: Sweep, own: RowExtent) -> Iterator[Statement]:
    """The cut of the program, where it has one; `cutting`: whether it has."""
    if not sweep.rows.documents:
        return
    place = place_of_tile(sweep)
    yield Let(("cutting",), (Cmp("<", place, extra_places(sweep)),))
    yield Let(("cut",), (Lookup("cuts", over(place, _classes(sweep)), _CUTTING, LIMIT),))
    yield Stop(every(_CUTTING, some(Cmp("<=", _CUT, own.begin), Cmp(">=", _CUT, own.end))))


def _run_of_cut(sweep: Sweep, own: RowExtent) -> Expr:
    """The run of the rows before a cut."""
    run: Expr = ZERO
    if lattice_segment(sweep.rows) is not None:
        run = minus(_tile_of(_CUT, _SEGMENT), over(own.begin, _SEGMENT))
    if every_class(sweep.rows):
        run = plus(times(run, _classes(sweep)), modulo(place_of_tile(sweep), _classes(sweep)))
    return run


def _tile_of(count: Expr, size: Expr) -> Expr:
    """The number of the tile of a size in which the last of so many rows is."""
    return minus(CeilDiv(count, size), 1)


def _chosen(sweep: Sweep, none: Truth | None, of_cut: Expr) -> Iterator[Statement]:
    """The number of the tile in its run, where documents cut tiles. `none`: whether no row is before the cut."""
    if sweep.rows.documents:
        if none is not None:
            yield Stop(every(_CUTTING, none))
        yield _tile(sweep, of_cut)


def _of_document(rows: Lattice, begin: Expr) -> Iterator[Statement]:
    """The rows of one document in a tile: of the last that lies in it, or of the one before the cut.

    `begin`: where the first of them may be.
    """
    assert rows.documents is not None
    lanes: Expr = Wide(_LANES) if rows.dilation >= WIDE else _LANES
    yield Stop(every(_CUTTING, Cmp(">", _CUT, _TILE_LAST)))
    yield Let(("last",), (least(_TILE_LAST, minus(_CUT, 1)),))
    start = bound_at(document_ends(rows.documents)[0], Var("last"), rows)
    yield Let(("first",), (greatest(_TILE_FIRST, start),))
    yield Let(("rows",), (plus(_TILE_FIRST, lanes if rows.dilation == 1 else times(_DILATION, lanes)),))
    yield Let(("valid",), (every(Cmp(">=", Var("rows"), begin), Cmp("<=", Var("rows"), Var("last"))),))


def _segment(rows: Lattice, own: RowExtent) -> Iterator[Statement]:
    run: Expr = Var("run")
    if every_class(rows):
        yield Let(("classes",), (least(_DILATION, width(own.side)),))
        run = over(run, Var("classes"))
    if lattice_segment(rows) is None:
        yield Let(("begin", "end"), (own.begin, own.end))
        return
    yield Let(("start",), (times(plus(over(own.begin, _SEGMENT), run), _SEGMENT),))
    yield Let(("begin", "end"), (greatest(_START, own.begin), least(plus(_START, _SEGMENT), own.end)))


def _first(sweep: Sweep, first: Var) -> Iterator[Statement]:
    """The first row of the tile, by its number in the run."""
    rows = sweep.rows
    if rows.dilation == 1:
        yield from _chosen(sweep, None, _tile_of(minus(_CUT, _BEGIN), BLOCK_M))
        yield Let((first.name,), (plus(_BEGIN, times(_TILE, BLOCK_M)),))
        return
    restarts = lattice_segment(rows) is not None
    if every_class(rows):
        within = plus(_BEGIN, modulo(Var("run"), Var("classes")))
        before = _tile_of(minus(_CUT, within), times(BLOCK_M, _DILATION))
        yield from _chosen(sweep, Cmp("<=", _CUT, within), before)
        yield Let((first.name,), (plus(within, times(_TILE, times(BLOCK_M, _DILATION))),))
        if restarts:
            yield Let(("within",), (minus(first, _START),))
        yield Let(("residue",), (modulo(Var("within") if restarts else first, _DILATION),))
        return
    offset = Var("offset")
    yield Let(("offset",), (row_offset(rows),))
    before, below = (
        Apply("count", (minus(at, _START) if restarts else at, offset, _DILATION)) for at in (_BEGIN, _CUT)
    )
    yield from _chosen(sweep, Cmp("<=", below, before), _tile_of(minus(below, before), BLOCK_M))
    steps = times(plus(before, times(_TILE, BLOCK_M)), _DILATION)
    yield Let((first.name,), (plus(plus(_START, offset) if restarts else offset, steps),))


def row_offset(rows: Lattice) -> Expr:
    """The class of a lattice that stands on one, by its parameters' names."""
    if isinstance(rows.offset, Fixed):
        return Var("OFFSET")
    return residue_class(rows.offset, _DILATION, rows, rows)


def _positions(rows: Lattice, end: Expr = _END, begin: Expr | None = None) -> Iterator[Statement]:
    """The rows of a tile, before `end`, and from `begin` on where a tile may start before it."""
    if rows.documents:
        after: Expr = plus(_TILE_FIRST, BLOCK_M)
        if rows.dilation > 1:
            after = plus(plus(_TILE_FIRST, times(minus(BLOCK_M, 1), _DILATION)), 1)
        yield Let(("tile_last",), (minus(least(after, end), 1),))
        yield from _of_document(rows, _FIRST if begin is None else greatest(_FIRST, begin))
        return
    lanes: Expr = Wide(_LANES) if rows.dilation >= WIDE else _LANES
    if rows.dilation == 1:
        yield Let(("last",), (minus(least(plus(_FIRST, BLOCK_M), end), 1),))
        yield Let(("rows",), (plus(_FIRST, lanes),))
    else:
        yield Let(("last",), (least(plus(_FIRST, times(minus(BLOCK_M, 1), _DILATION)), minus(end, 1)),))
        yield Let(("rows",), (plus(_FIRST, times(_DILATION, lanes)),))
    yield _valid(end, begin)


# ---- where results go ------------------------------------------------------------------------------------------------
def line(head: Expr, heads: Expr, entry: Expr = BATCH) -> Expr:
    """The number of the program's batch entry's head, wide enough to address any tensor by."""
    return Apply("line", (entry, head, heads))


def index_in_place(own: RowExtent, head: Expr, heads: Expr) -> tuple[Let, ...]:
    """Results go where the rows stand in the tensors of the call; `heads` counts all heads."""
    return _index_from(own.origin, line(head, heads, own.entry), own.held)


def _index_from(first: Expr, line_: Expr, held: Expr) -> tuple[Let, ...]:
    index = minus(plus(times(line_, held), Var("rows")), first)
    return (Let(("index",), (index,)),)


def index_compact(sweeping: Sweeping, own: RowExtent) -> tuple[Let, ...]:
    """Results go to the next row of a buffer that holds the lattice's rows alone, run after run.

    One of several lattices holds, line after line, the runs of one after those of another.
    """
    sweep, rows = sweeping.part.sweep, sweeping.rows
    head, heads = place_of_head(sweep), Var(AXES[1].count)
    if is_contiguous(rows):
        return _index_from(own.begin, line(head, heads), width(own.side))
    longest = width(own.side) if lattice_segment(rows) is None else least(_SEGMENT, width(own.side))
    held = CeilDiv(longest, _DILATION) if rows.dilation > 1 else longest
    number = line(head, heads)
    if sweeping.folded:
        run = plus(plus(times(number, Var("stored")), Var("before")), times(Var("run"), Var("held")))
    else:
        run = times(plus(times(number, Var("runs")), Var("run")) if in_runs(rows) else number, Var("held"))
    return (
        Let(("held",), (held,)),
        Let(("first_index",), (plus(run, times(_TILE, BLOCK_M)),)),
        Let(("index",), (plus(Var("first_index"), _LANES),)),
    )


def find_compact(merged: Merged, own: RowExtent, head: Expr, heads: Expr, found: tuple[Var, Var]) -> Iterator[Let]:
    """Where the compact buffer of a lattice, or the `sweep`-th of several, holds `rows`, and whether it holds them."""
    rows = merged.part.sweep.rows
    if merged.sweeps:
        offsets = (residue_class(rows.offset, number(dilation), rows, rows) for _, dilation in merged.sweeps)
        yield Let(("offsets",), (Pack(tuple(offsets)),))
        yield Let(("pair",), (line(head, heads),))
        place = Var("rows"), Var("pair"), own.begin, *extent(own.side)
        apply = Apply("compact_of_sweep", (*place, Var("offsets"), several(merged.sweeps), Var("sweep")))
    else:
        apply = _compact_of(rows, (Var("rows"), line(head, heads), own.begin, *extent(own.side)))
    yield Let((found[0].name, found[1].name), (apply,))


def _compact_of(rows: Lattice, place: tuple[Expr, ...]) -> Apply:
    segment = lattice_segment(rows)
    sizes = ZERO if segment is None else number(segment), number(rows.dilation)
    if every_class(rows):
        return Apply("compact_class", (*place, *sizes))
    offset = ZERO if covers(rows) else residue_class(rows.offset, number(rows.dilation), rows, rows)
    return Apply("compact", (*place, offset, *sizes))


def several(sweeps: Sequence[tuple[int, int]]) -> Pack:
    """The segments and dilations of sweeps in positions, as a tuple of pairs that programs of several sweeps index."""
    return Pack(tuple(Pack((number(segment), number(dilation))) for segment, dilation in sweeps))


# ---- the grid --------------------------------------------------------------------------------------------------------
def counted(sweep: Sweep) -> tuple[Let, ...]:
    """`runs`: how many runs rows on a lattice of their own make; `held`: the rows that the longest holds."""
    rows = sweep.rows
    if is_contiguous(rows):
        return ()
    offset, stop = extent(sweep.side)
    longest = width(sweep.side)
    runs: Expr = Num(1)
    if lattice_segment(rows) is not None:
        runs = plus(minus(over(minus(stop, 1), _SEGMENT), over(offset, _SEGMENT)), 1)
        longest = least(_SEGMENT, longest)
    if every_class(rows):
        runs = times(runs, least(_DILATION, width(sweep.side)))
    held = CeilDiv(longest, _DILATION) if rows.dilation > 1 else longest
    return (Let(("runs", "held"), (runs, held)) if in_runs(rows) else Let(("held",), (held,)),)


def rows_of(sweep: Sweep) -> Expr:
    """The rows of the longest run of a sweep's lattice: all rows of the call if the lattice has every position."""
    if not is_contiguous(sweep.rows):
        return Var("held")
    return Var("queries" if sweep.side is Side.QUERY else "keys")


def stored_rows(sweep: Sweep) -> Expr:
    """The rows of a head in a compact buffer."""
    return times(Var("runs"), rows_of(sweep)) if in_runs(sweep.rows) else rows_of(sweep)


def tiles(sweep: Sweep) -> Expr:
    """The extent of the grid's first axis; tiles of positions are aligned to their size."""
    return plus(_whole_tiles(sweep), extra_places(sweep))


def _whole_tiles(sweep: Sweep) -> Expr:
    if not is_contiguous(sweep.rows):
        count = CeilDiv(Var("held"), BLOCK_M)
        return times(Var("runs"), count) if in_runs(sweep.rows) else count
    if sweep.order is not None:
        return CeilDiv(SEQ_LEN, BLOCK_M)
    offset, stop = extent(sweep.side)
    return minus(CeilDiv(stop, BLOCK_M), over(offset, BLOCK_M))
