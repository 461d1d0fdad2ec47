"""Kernel IR: the loops a backend renders, on one page.

A head group runs one or more *softmaxes*; each is covered by *sweeps*. A sweep visits the rows of one lattice, tile by
tile, and for each row tile runs its *pieces*: strided runs of columns with closed-form ranges. In a forward or
query-gradient sweep rows are queries and columns are keys; in a key/value-gradient sweep it is the other way round, and
its pieces are the transpose of the same clauses. All positions are global (0 <= q, k < n).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from patternc.ir.mask import (
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Combine,
    Fixed,
    Heads,
    Layout,
    Mask,
    Pattern,
    Schedule,
    Side,
    TopK,
)
from patternc.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class EveryClass:
    """All residue classes in turn: a row tile has rows of one class, and its columns are of the same class."""


LatticeOffset: TypeAlias = Fixed | ByHead | ByHeadBlock | EveryClass


@dataclass(frozen=True, slots=True)
class Lattice:
    """The positions `s * segment + offset(h) + dilation * t` with `offset + dilation * t < segment` and position < n.

    `segment` None: one endless segment (s = 0). `DENSE` is every position. A tile of rows lies in one segment and one
    residue class; inside it, row j is at position `first + dilation * j`.
    With `block` > 1 (columns only) the lattice is of blocks: the positions x whose block x // block is
    `s * segment + offset(h) + dilation * t`, `segment` counting blocks; column number u is in the (u // block)-th
    block, at u % block. `EveryClass` is then the class of the row tile's block, which no tile leaves.
    """

    segment: int | None = None
    dilation: int = 1
    offset: LatticeOffset = Fixed(0)  # noqa: RUF009 -- frozen
    block: int = 1


DENSE = Lattice()


@dataclass(frozen=True, slots=True)
class ClassActive:
    """Run the piece only for row tiles whose positions x have x // block % segment % dilation == offset(h).

    All rows of a tile agree: they are `EveryClass`, or (block > 1) their lattice's segment divides `block`.
    """

    dilation: int
    offset: Fixed | ByHead | ByHeadBlock
    segment: int | None = None
    block: int = 1


@dataclass(frozen=True, slots=True)
class Listing:
    """Columns listed block by block: those of pairs of blocks (row // block, column // block) that all `literals` hold.

    The literals apply to whole blocks: selections or their negations (not of a `TopK`), all of this block size; or,
    under an order, the one `Box`, whose pairs hold some but not every pair of cells: it is also in the residual.
    Bounds and residual of the piece are also tested, pair by pair, where not all pairs of two blocks fulfil them. A
    generated file finds the pairs when it is called, without a step over n x n, and lists them by tiles of rows; the
    transposed sweep lists the same pairs by tiles of columns.
    """

    block: int
    literals: tuple[Mask, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """For a row at position x: the columns y of the lattice with max(lows(x)) <= y < min(highs(x)) and `residual`.

    With a `listing`, `columns` is `DENSE` and only the listed blocks are visited.
    Bounds are non-decreasing in x, so for a row tile [first, last]
      - columns to visit:          max(lows(first)) <= y < min(highs(last)),
      - of these, without a mask:  max(lows(last))  <= y < min(highs(first))   (when there is no residual).
    The limits 0 <= y < n and the extent of the tensors also apply without being listed; `lows` / `highs` may be empty.
    `columns.segment` is None (one lattice for the sequence) or the rows' (the lattice of the row tile's segment).
    Under `EveryClass`, columns are in the row tile's class modulo their own dilation.
    `row_lows`, `row_highs`: rows outside them are skipped; they are only `Constant`, `FromEnd` and `OfBatch`.
    `residual`: predicates (in q, k) tested on every visited tile; a piece that has one has no unmasked tiles. Without a
    listing they may hold selections and boxes.
    `multiplicity`: each pair counts this many times: log(multiplicity) is added to its score.
    `counted`: masks, each with a number. Where there are any, a pair counts as often as the numbers of those that hold
    say together, as found pair by pair; `multiplicity` is 1 then, and `residual` empty.
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


@dataclass(frozen=True, slots=True)
class Sweep:
    """One pass over the rows of a lattice. `side` says which position its rows are.

    `order`: rows and columns are numbered along a curve through the pattern's grid, not by position: row t is the cell
    `place[t]`. Then `rows` is `DENSE` in that numbering, the only piece has a `listing` of a `Box`, in blocks of the
    numbering, and its bounds and residual are tested at the cells. None: by position.
    `visits`: the order in which tiles of rows are visited, where programs are launched one by one.
    """

    side: Side
    rows: Lattice
    pieces: tuple[Piece, ...]
    order: Layout | None = None
    visits: Schedule = Schedule.LINEAR


@dataclass(frozen=True, slots=True)
class Softmax:
    """One softmax over all pieces of its sweeps (a pair in several of them counts several times).

    `queries`: sweeps whose rows are queries; no two share a lattice. Under one softmax their partial (out, lse) merge:
    m = max(lse_i), lse = m + log sum exp(lse_i - m), out = sum exp(lse_i - lse) out_i.
    `keys`: the transposed sweeps, for the key and value gradients, which simply add.
    `branches`: the indices (in written order within the head group) of the branches it covers.
    """

    branches: tuple[int, ...]
    queries: tuple[Sweep, ...]
    keys: tuple[Sweep, ...]


class Columns(Enum):
    """What a backend lists for the neighbourhoods of a tile's cells: whole tiles, or single cells."""

    TILES = "tiles"
    CELLS = "cells"


class Lowering(Enum):
    """How the branches of a head group become launches; all ways are exact, and the cost model chooses."""

    SINGLE = "single"  # one query sweep: nothing to merge
    CLASS_FUSED = "class-fused"  # one query sweep of residue classes runs all branches in one loop
    CHAINED = "chained"  # packed sweeps write compact partials; the dense sweep merges them in its epilogue
    MERGED = "merged"  # every sweep writes a partial; a last pass merges
    COUNTED = "counted"  # one query sweep of all positions counts, pair by pair, how many branches admit it


@dataclass(frozen=True, slots=True)
class KernelGroup:
    """The work of a group of heads.

    `combine` LSE: one softmax over all branches. LSE_DETACH, MEAN, SUM: one softmax per branch, mixed by the rule
    (MEAN: sum of outputs / divisor).
    """

    heads: Heads
    combine: Combine
    divisor: int
    softmaxes: tuple[Softmax, ...]
    lowering: Lowering


@dataclass(frozen=True, slots=True)
class Choice:
    """How the blocks of a pattern's `topk` are found: for some heads, among the pairs of positions that are admitted.

    `admitted`: what the `topk` is intersected with. `runs`: conjunctions that together admit the same, bounds on the
    key but for conditions on the query alone; a pair may be in several.
    """

    topk: TopK
    heads: Heads
    admitted: Mask
    runs: tuple[tuple[Mask, ...], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Keys that a query at position q attends to, by the literals of a clause; what it leaves out keeps keys, not more.

    Bounds `lows` and `highs` on the key are non-decreasing in q; `first` and `end` bound the query. `queries`, `keys`:
    residue classes, or `not` before them; `shared`: classes of both sides, or `not`. `listing`: the blocks that the
    selections of a clause hold, with pairs of positions that fulfil `masks`, which read no input. `chosen`: of the
    keys only those in blocks that a `topk` chooses.
    """

    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()
    first: tuple[Bound, ...] = ()
    end: tuple[Bound, ...] = ()
    queries: tuple[Mask, ...] = ()
    keys: tuple[Mask, ...] = ()
    shared: tuple[Mask, ...] = ()
    boxes: tuple[Box, ...] = ()
    listing: Listing | None = None
    masks: tuple[Mask, ...] = ()
    chosen: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reaches:
    """What a group of heads attends to: the union of several reaches, a superset where a pattern has comparisons."""

    heads: Heads
    reaches: tuple[Reach, ...]


@dataclass(frozen=True, slots=True)
class Kernel:
    """A scheduled pattern. `pattern` is the meaning (before any pass), from which references are written.

    `choice`: of the blocks of its `topk`, where it has one. `reaches`: from which ranks of a ring find the keys they
    need, where it has one. `reason`: why the tiles of its sweeps are visited in their order. The pattern says all of
    them too: they are no part of the repr.
    """

    pattern: Pattern
    groups: tuple[KernelGroup, ...]
    choice: Choice | None = field(default=None, repr=False)
    reaches: tuple[Reaches, ...] = field(default=(), repr=False)
    reason: str = field(default="", compare=False, repr=False)
