"""Sweeps to be made programs: what all programs of a head group share, and what one takes in and stores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import gcd

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.tiles.bounds import uniform
from patternc.codegen.tiles.inputs import Inputs
from patternc.codegen.tiles.plan import Part
from patternc.codegen.tiles.row_lattices import follows_head
from patternc.codegen.tiles.scores import Scores
from patternc.ir.bounds import normal
from patternc.ir.kernel import DENSE, Lattice, Piece, Sweep
from patternc.ir.mask import OfDocument, RelativePosition


@dataclass(frozen=True, slots=True)
class Setting:
    """What all programs of a head group share.

    `partitioned`: the group is not all heads. `divisor`: the weight of each softmax is 1 / divisor;
    `divides`: the forward program itself applies it, as no mixing follows. `accumulating`: key gradients add to what
    other groups stored. `starts`: kernels may read the position of the first query, of any group.
    """

    partitioned: bool
    divisor: int
    divides: bool
    accumulating: bool
    starts: bool
    scores: Scores
    inputs: Inputs


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

MANY = 3
"""Pieces of a sweep. With more of them, columns of blocks among them, gradients of keys take more registers."""


def crowded(sweep: Sweep) -> bool:
    """Whether a sweep has many pieces, columns of blocks among them."""
    return len(sweep.pieces) > MANY and any(piece.columns.block > 1 for piece in sweep.pieces)


def in_blocks(sweep: Sweep) -> Sweep:
    """The sweep with rows in segments of a block, where its pieces speak of blocks and no bound differs within one."""
    blocky = any(piece.listing is not None or piece.columns.block > 1 for piece in sweep.pieces)
    if sweep.rows != DENSE or sweep.order is not None or not blocky:
        return sweep
    common = gcd(*_periods(sweep))
    return replace(sweep, rows=Lattice(common)) if common >= LEAST else sweep


def _periods(sweep: Sweep) -> Iterator[int]:
    """The sizes of the blocks in which the bounds and the list of every piece are alike."""
    for piece in sweep.pieces:
        if piece.listing is not None:
            yield piece.listing.block
        for bound in (*piece.lows, *piece.highs):
            match normal(bound):
                case _ if uniform(bound, DENSE):
                    pass
                case RelativePosition(_, 0, period):
                    yield period
                case OfDocument(block=block):
                    yield block
                case _:
                    yield 1
