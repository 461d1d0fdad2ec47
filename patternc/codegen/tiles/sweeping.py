"""Sweeps to be made programs: which launch, in which order; and what each takes in and stores.

A sweep stores its rows in place, or as a partial that another sweep takes in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.tiles.bounds import uniform
from patternc.codegen.tiles.rows import covers, follows_head, is_contiguous
from patternc.ir.bounds import normal
from patternc.ir.facts import bound_facts, inputs_read
from patternc.ir.inputs import input_facts
from patternc.ir.interface import Interface
from patternc.ir.kernel import DENSE, Lattice, Piece, Sweep
from patternc.ir.mask import Side
from patternc.ir.scores import Scores
from patternc.ir.traversal import relative


@dataclass(frozen=True, slots=True)
class Part:
    """A sweep of the index-th softmax of its head group; `source`: as it was scheduled.

    `by_query`: the rows of its tiles are the heads of one query (`head_tiles.py`).
    """

    softmax: int
    sweep: Sweep
    source: Sweep
    by_query: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """`compact` sweeps write partials; then `last` runs its pieces, takes every partial in, and stores in place.

    `uncovered`: `last` does not store every row, so the tensors it writes start as the result of an empty sum.
    """

    compact: tuple[Part, ...]
    last: Part
    uncovered: bool


def plan(parts: Sequence[Part], side: Side, softmax: int = 0) -> Plan:
    """Plan the sweeps whose results join: those of one softmax, by its number, or all that add to one gradient.

    A lone sweep stores its rows in place, unless its rows are keys that differ from head to head: heads that share a
    key head would meet there. Otherwise a sweep over every position, in tiles of many, comes last; where there is none,
    an empty one does.
    """
    if len(parts) == 1 and not (side is Side.KEY and follows_head(parts[0].sweep.rows)):
        return Plan((), parts[0], uncovered=not covers(parts[0].sweep.rows))
    covering = sorted((part for part in parts if covers(part.sweep.rows) and not part.by_query), key=_preference)
    last = covering[0] if covering else merging_part(side, softmax)
    return Plan(tuple(part for part in parts if part is not last), last, uncovered=False)


def merging_part(side: Side, softmax: int) -> Part:
    """A part that has no pieces, and takes partials in."""
    sweep = Sweep(side, DENSE, ())
    return Part(softmax, sweep, sweep)


def _preference(part: Part) -> tuple[bool, int]:
    """Rows by position rather than along an order, and of those all at once, or few classes."""
    rows = part.sweep.rows
    return part.sweep.order is not None, 0 if is_contiguous(rows) else rows.dilation


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting that programs of a head group share.

    `partitioned`: the group is not all heads. `divisor`: the weight of each softmax is 1 / divisor;
    `divides`: the forward program itself applies it, as no mixing follows. `accumulating`: key gradients add to what
    other groups stored. `starts`: kernels may read the position of the first query, of any group. `cached`: and those
    of forward passes where in its cache a key is.
    """

    partitioned: bool
    divisor: int
    divides: bool
    accumulating: bool
    starts: bool
    cached: bool
    interface: Interface

    @property
    def scores(self) -> Scores:
        """How programs make scores of products."""
        return self.interface.scores


@dataclass(frozen=True, slots=True)
class Visited:
    """A piece with its list, where it has one, and the words of its clause."""

    piece: Piece
    listed: Listed | None
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """An earlier part whose partials are taken in, and the words of its clauses.

    `partial`: the number of the launch that stores them. `sweeps`: segments and dilations of all sweeps of that launch,
    where it has several; `part` is the first.
    """

    part: Part
    words: tuple[str, ...]
    partial: int
    sweeps: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Sweeping:
    """A sweep to be made a program. `partial`: it stores one; `merges`: whose partials it takes in.

    `folded`: the program is that of several sweeps, one after the other on a grid.
    """

    part: Part
    partial: bool
    pieces: tuple[Visited, ...]
    merges: tuple[Merged, ...]
    setting: Setting
    folded: bool = False

    @property
    def rows(self) -> Lattice:
        return self.part.sweep.rows

    @property
    def each_head(self) -> bool:
        """Whether a program over keys takes one query head: its rows differ from head to head."""
        return follows_head(self.rows)


# ---- rows of blocks --------------------------------------------------------------------------------------------------
# Sweeps over all rows, cut where blocks end: a tile of rows then lies in one block, and its bounds are numbers.

LEAST = 64
"""Rows of a tile that keep tensor cores busy: smaller blocks share a tile, whose rows are told apart pair by pair."""


def crowded(sweep: Sweep) -> bool:
    """Whether a sweep has many pieces, columns of blocks among them."""
    # With more pieces, columns of blocks among them, gradients of keys take more registers.
    return len(sweep.pieces) > 3 and any(piece.columns.block > 1 for piece in sweep.pieces)


def in_blocks(sweep: Sweep) -> Sweep:
    """The sweep with rows in segments of a block, where its pieces speak of blocks and no bound differs within one."""
    blocky = any(piece.listing is not None or piece.columns.block > 1 for piece in sweep.pieces)
    if sweep.rows != DENSE or sweep.order is not None or not blocky:
        return sweep
    common = gcd(*_periods(sweep))
    return replace(sweep, rows=Lattice(common)) if common >= LEAST else sweep


def apart(sweep: Sweep) -> Sweep:
    """The sweep with rows told apart by the documents and the segments in which pieces keep their pairs.

    Then no tile holds keys or queries of another document: what is not finite there can't reach a row by 0 * NaN.
    Segments shorter than `LEAST` share tiles.
    """
    if sweep.order is not None:
        return sweep
    bounds = [bound for piece in sweep.pieces for bound in (*piece.lows, *piece.highs)]
    documents = next((read.name for read in inputs_read(bounds) if input_facts(read.kind).cuts), None)
    common = gcd(*(_segment_of(piece) for piece in sweep.pieces)) if sweep.rows == DENSE else 0
    # No row of the tile table has taller tiles: those of segments of a multiple of it lie in one segment as they are.
    rows = Lattice(common) if common >= LEAST and common % 128 else sweep.rows
    return replace(sweep, rows=replace(rows, documents=documents))


def _segment_of(piece: Piece) -> int:
    """The size of the segments in which a piece keeps its pairs; 1: there are none."""
    starts = [(bound, 0) for bound in relative(map(normal, piece.lows))]
    found = [*starts, *((bound, bound.period) for bound in relative(map(normal, piece.highs)))]
    return gcd(*(one.period for one, end in found if (one.offset, one.shift) == (end, 0) and one.period > 1)) or 1


def _periods(sweep: Sweep) -> Iterator[int]:
    """The sizes of the blocks in which the bounds and the list of every piece are alike."""
    for piece in sweep.pieces:
        if piece.listing is not None:
            yield piece.listing.size(sweep.side)
        for bound in (*piece.lows, *piece.highs):
            if not uniform(bound, DENSE):
                yield bound_facts(normal(bound)).step
