"""Packed sweeps that run one after the other on one grid: one launch, in which no sweep waits for the end of another.

The programs of such sweeps differ in numbers alone, so that one body serves all: it finds its sweep by its place on the
grid. The sweep with the longest runs comes first. All store their partials to one buffer, in which a line holds the
rows of every sweep in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from patternc.codegen.tiles.extents import extent
from patternc.codegen.tiles.launches import launch
from patternc.codegen.tiles.programs import program, sweeps_program
from patternc.codegen.tiles.row_lattices import covers, in_runs, lattice_constants
from patternc.codegen.tiles.row_tiles import counted, rows_of, several, stored_rows, tiles
from patternc.codegen.tiles.sweeping import Sweeping
from patternc.ir.bounds import at_most
from patternc.ir.index import Apply, Expr, Num, Var, greatest, plus
from patternc.ir.kernel import Lattice, Piece, Sweep
from patternc.ir.liveness import substituted
from patternc.ir.mask import RelativePosition, Schedule
from patternc.ir.tile import AXES, BLOCK_M, Direction, Launch, Let, Program, Run

_OWN: dict[str, Expr] = {
    "SEGMENT": Var("segment"),
    "DILATION": Var("dilation"),
    "runs": Var("segments"),
    AXES[0].place: Var("sweep_place"),
    AXES[0].count: Var("sweep_places"),
}
"""What a program is given of its one sweep, and what one of several finds."""


def together(sweepings: Sequence[Sweeping], direction: Direction) -> tuple[tuple[Sweeping, ...], ...]:
    """Partial sweeps of one softmax in groups, each of which one grid runs; in the order of their first sweeps."""
    groups: dict[object, tuple[Sweeping, ...]] = {}
    for place, one in enumerate(sweepings):
        key = (program(_foldable(one), direction), _offset(one), one.part.softmax) if _folds(one) else place
        groups[key] = (*groups.get(key, ()), one)
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
    sweep = Apply("sweep", (Var(AXES[0].place), offset, stop, several(sizes(group)), BLOCK_M))
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
    same = piece.columns == replace(rows, segment=None) and rows.segment % rows.dilation == 0
    return replace(piece, columns=rows) if stays and same else piece


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
    """What the host calls the numbers of a sweep, by its place in the group."""
    segment, dilation = _sizes(sweeping)
    counts = {name: Var(_called(name, place)) for name in ("runs", "held")}
    return {**counts, "SEGMENT": Num(segment), "DILATION": Num(dilation)}


def _called(name: str, place: int) -> str:
    return f"{name}_{place}"


def _counted(sweeping: Sweeping, place: int) -> tuple[Let, ...]:
    lets, own = counted(sweeping.part.sweep), _numbered(sweeping, place)
    return tuple(Let(tuple(_called(name, place) for name in let.names), substituted(let.values, own)) for let in lets)
