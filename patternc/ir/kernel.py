"""Kernel IR: the loops that a backend runs, on one page.

A head group runs one or more *softmaxes*, each of which has *sweeps*. A sweep visits the rows of one lattice tile by
tile, and for each tile of rows runs its *pieces*: strided runs of columns with closed-form ranges. In a forward or
query-gradient sweep, rows are queries and columns are keys; in a key/value-gradient sweep, rows are keys and columns
are queries, and the pieces are the transposes of the same clauses. All positions are global (0 <= q, k < n).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from patternc.ir.grid_axes import GridAxes
from patternc.ir.interface import Interface
from patternc.ir.mask import (
    Bound,
    ByHead,
    ByHeadBlock,
    Combine,
    Fixed,
    Heads,
    Layout,
    Mask,
    Pattern,
    Picked,
    Schedule,
    Side,
    TopK,
)
from patternc.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class EveryClass:
    """All residue classes in turn: the rows of a tile are in one class, and its columns are in the same class."""


LatticeOffset: TypeAlias = Fixed | ByHead | ByHeadBlock | EveryClass


@dataclass(frozen=True, slots=True)
class Lattice:
    """The positions `s * segment + offset(h) + dilation * t` with `offset + dilation * t < segment` and position < n.

    `segment` None: one endless segment (s = 0). `DENSE` is every position. A tile of rows lies in one segment and one
    residue class; inside it, row j is at position `first + dilation * j`.
    With `block` > 1 (columns only), it is a lattice of blocks: the positions x whose block index x // block is
    `s * segment + offset(h) + dilation * t`, where `segment` counts blocks. Column number u is position u % block of
    the (u // block)-th block. `EveryClass` is then the class of the block that contains the tile of rows.
    `documents` (rows only): an input of offsets. Where a document ends within a tile of rows, a program of its own
    takes the rows of that document, so that no program loads keys or queries of several.
    """

    segment: int | None = None
    dilation: int = 1
    offset: LatticeOffset = Fixed(0)  # noqa: RUF009 -- frozen
    block: int = 1
    documents: str | None = None


DENSE = Lattice()


@dataclass(frozen=True, slots=True)
class ClassActive:
    """Run the piece only for tiles of rows whose positions x have x // block % segment % dilation == offset(h).

    The condition is the same for all rows of a tile: either their lattice is `EveryClass`, or `block` > 1 and the
    segment of their lattice divides `block`.
    """

    dilation: int
    offset: Fixed | ByHead | ByHeadBlock
    segment: int | None = None
    block: int = 1


@dataclass(frozen=True, slots=True)
class Listing:
    """Columns listed block by block: the pairs of blocks (q // queries, k // keys) for which all `literals` hold.

    The literals apply to whole blocks: they are selections or negated selections (not of a `TopK`) of such blocks.
    Under an order of cells, the only literal is a `Box`; a listed pair of blocks then holds some pair of the box, which
    is also in the residual. The piece's bounds and residual are tested pair by pair where not all pairs of two blocks
    satisfy them. A generated file lists the pairs at the call, without iterating over n x n, by tiles of rows; the
    transposed sweep lists the same pairs by tiles of columns.
    """

    queries: int
    keys: int
    literals: tuple[Mask, ...]

    @property
    def sizes(self) -> str:
        """The sizes of blocks, in words."""
        return str(self.keys) if self.queries == self.keys else f"{self.queries} x {self.keys}"

    def size(self, side: Side) -> int:
        """The positions of a side in a block."""
        return self.queries if side is Side.QUERY else self.keys


@dataclass(frozen=True, slots=True)
class Piece:
    """For a row at position x: the columns y of the lattice with max(lows(x)) <= y < min(highs(x)) and `residual`.

    With a `listing`, `columns` is `DENSE` and only the listed blocks are visited.
    Bounds are non-decreasing in x, so for a tile of rows [first, last]
      - columns to visit:                 max(lows(first)) <= y < min(highs(last)),
      - columns that need no mask:        max(lows(last))  <= y < min(highs(first))   (if there is no residual).
    The limits 0 <= y < n and the extents of the tensors always apply; `lows` and `highs` may be empty.
    `columns.segment` is None (one lattice for the whole sequence) or that of the rows (one in the tile's segment).
    Under `EveryClass`, columns are in the residue class of the tile's rows modulo the columns' own dilation.
    `row_lows`, `row_highs`: rows outside these bounds are skipped; they are only `Constant`, `FromEnd` and `OfBatch`.
    `residual`: predicates of (q, k) that are tested on every visited tile. Without a listing they may contain
    selections and boxes.
    `multiplicity`: each pair counts this many times, so log(multiplicity) is added to its score.
    `counted`: (mask, count) pairs. If there are any, a pair counts as often as the sum of the counts of the masks that
    hold for it, which is evaluated pair by pair; then `multiplicity` is 1 and `residual` is empty.
    """

    columns: Lattice
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()
    row_lows: tuple[Bound, ...] = ()
    row_highs: tuple[Bound, ...] = ()
    residual: tuple[Mask, ...] = ()
    active: tuple[ClassActive, ...] = ()
    listing: Listing | None = None
    multiplicity: int = 1
    counted: tuple[tuple[Mask, int], ...] = ()
    branch: int = 0
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def lists_keys(self) -> bool:
        """Whether it visits only keys that lists of a call name."""
        return self.listing is not None and any(isinstance(one, Picked) for one in self.listing.literals)


@dataclass(frozen=True, slots=True)
class Sweep:
    """One pass over the rows of a lattice. `side`: whether the rows are queries or keys.

    `order`: if not None, rows and columns are numbered by an order of the grid's cells instead of by position: row t is
    the cell at place t of the order. Then `rows` is `DENSE` in this numbering, and the only piece has a `listing` of a
    `Box` in blocks of this numbering; its bounds and residual are tested at the positions of the cells.
    `visits`: the launch order of the tiles of rows, for backends that launch a program per tile.
    """

    side: Side
    rows: Lattice
    pieces: tuple[Piece, ...]
    order: Layout | None = None
    visits: Schedule = Schedule.LINEAR


@dataclass(frozen=True, slots=True)
class Softmax:
    """One softmax over all pieces of its sweeps (a pair in several pieces counts several times).

    `queries`: sweeps whose rows are queries; no two have the same lattice. Their partial (out, lse) are merged by
    m = max(lse_i), lse = m + log sum exp(lse_i - m), out = sum exp(lse_i - lse) out_i.
    `keys`: the transposed sweeps for the gradients of keys and values, whose results are added.
    `branches`: the indices, in written order within the head group, of the branches that it combines.
    """

    branches: tuple[int, ...]
    queries: tuple[Sweep, ...]
    keys: tuple[Sweep, ...]


class Columns(Enum):
    """The unit that a backend lists for the neighbourhood of a tile's cells: tiles of columns, or single cells."""

    TILES = "tiles"
    CELLS = "cells"


class Lowering(Enum):
    """A way in which the branches of a head group become sweeps; all are exact, and the cost model chooses one."""

    SINGLE = "single"  # one query sweep: nothing to merge
    CLASS_FUSED = "class-fused"  # one query sweep of residue classes runs all branches in one loop
    CHAINED = "chained"  # packed sweeps write compact partials; the dense sweep merges them in its epilogue
    MERGED = "merged"  # every sweep writes a partial; a last pass merges
    COUNTED = "counted"  # one query sweep over all positions counts, for each pair, the branches that admit it


@dataclass(frozen=True, slots=True)
class KernelGroup:
    """The work of a head group.

    `combine`: under LSE there is one softmax over all branches; under LSE_DETACH, MEAN and SUM there is one softmax per
    branch, and the outputs are mixed by the rule (MEAN: sum of outputs / divisor).
    """

    heads: Heads
    combine: Combine
    divisor: int
    softmaxes: tuple[Softmax, ...]
    lowering: Lowering

    @property
    def sweeps(self) -> tuple[Sweep, ...]:
        """The sweeps over queries of all softmaxes."""
        return tuple(sweep for softmax in self.softmaxes for sweep in softmax.queries)

    @property
    def pieces(self) -> tuple[tuple[Sweep, Piece], ...]:
        """The pieces of these sweeps, each with its sweep."""
        return tuple((sweep, piece) for sweep in self.sweeps for piece in sweep.pieces)


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of blocks of a pattern's `topk` for the heads `heads`.

    `admitted`: the mask that the `topk` is intersected with; blocks are chosen among its pairs. `runs`: conjunctions
    whose union is that mask, made of bounds on the key and conditions on the query; they may overlap.
    """

    topk: TopK
    heads: Heads
    admitted: Mask
    runs: tuple[tuple[Mask, ...], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """The keys that a query at position q attends to under a clause, or a superset of them.

    `lows`, `highs`: bounds on the key, non-decreasing in q. `first`, `end`: bounds on the query. `queries`, `keys`:
    residue classes (or negated ones) of each side. `shared`: classes (or negated ones) that both sides share.
    `listing`: the blocks that the clause's selections hold; only pairs of positions for which `masks` hold, which read
    no runtime input. `chosen`: only keys in blocks that a `topk` chooses.
    """

    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()
    first: tuple[Bound, ...] = ()
    end: tuple[Bound, ...] = ()
    queries: tuple[Mask, ...] = ()
    keys: tuple[Mask, ...] = ()
    shared: tuple[Mask, ...] = ()
    boxes: tuple[GridAxes, ...] = ()
    listing: Listing | None = None
    masks: tuple[Mask, ...] = ()
    chosen: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reaches:
    """The keys that a head group attends to: the union of its reaches, or a superset if a mask has comparisons."""

    heads: Heads
    reaches: tuple[Reach, ...]


@dataclass(frozen=True, slots=True)
class Kernel:
    """A scheduled pattern. `pattern`: the meaning, before any pass, from which reference files are written.

    `interface`: the arguments of its module. `choice`: how the blocks of its `topk` are chosen, if it has one.
    `reaches`: the keys that queries attend to, for a pattern with a ring. `reason`: why its sweeps have their launch
    order. These four follow from the pattern, so they are not part of the repr.
    """

    pattern: Pattern
    groups: tuple[KernelGroup, ...]
    interface: Interface = field(repr=False)
    choice: Choice | None = field(default=None, repr=False)
    reaches: tuple[Reaches, ...] = field(default=(), repr=False)
    reason: str = field(default="", compare=False, repr=False)
