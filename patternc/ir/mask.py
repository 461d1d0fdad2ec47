"""Mask IR: what a pattern means, on one page.

A mask is a predicate over (head h, query position q, key position k) of a sequence of n positions with H heads.
It is built from atoms by `and`, `or` and `not`. Bounds and residue classes have closed forms; selections of blocks are
listed; boxes of a grid and integer comparisons are tested pair by pair. Masks of block indices, as in `blocks(B, ...)`,
are lowered to atoms over positions. `semantics` defines the meaning, and everything downstream is tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from math import prod
from typing import ClassVar, TypeAlias

from patternc.ir.projections import ModuleSpec
from patternc.source import NOWHERE, Span


class Side(Enum):
    """The position, query or key, that an atom restricts; its bound may depend on the other position."""

    QUERY = "q"
    KEY = "k"

    @property
    def other(self) -> Side:
        return Side.KEY if self is Side.QUERY else Side.QUERY


# ---- residue offsets: an integer that may depend on the head -------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Fixed:
    """An offset that is the same for every head."""

    value: int


@dataclass(frozen=True, slots=True)
class ByHead:
    """`h mod dilation` (LongNet, arXiv 2307.02486)."""


@dataclass(frozen=True, slots=True)
class ByHeadBlock:
    """`h // ceil(H / dilation)` (the official LongNet code)."""


Offset: TypeAlias = Fixed | ByHead | ByHeadBlock


# ---- bounds: a position, as a function of the other side's position x -----------------------------------------------
@dataclass(frozen=True, slots=True)
class Constant:
    """The position `value`."""

    value: int


@dataclass(frozen=True, slots=True)
class FromEnd:
    """The position `ceil(n / period) * period + value`."""

    value: int
    period: int = 1


@dataclass(frozen=True, slots=True)
class RelativePosition:
    """A position relative to the position x of the other side: `(x + shift) // period * period + offset`, floored."""

    offset: int = 0
    shift: int = 0
    period: int = 1


@dataclass(frozen=True, slots=True)
class OfBatch:
    """The position `input[batch] * scale` of a runtime input (`prefix(@p)`, `padding(@lengths)`)."""

    input: str
    scale: int = 1


@dataclass(frozen=True, slots=True)
class OfDocument:
    """The first position of x's document, or with `end` the position after its last, from a runtime input of offsets.

    With offsets 0 = o_0 <= o_1 <= ..., document i holds the positions o_i * block <= x < o_(i+1) * block.
    """

    input: str
    end: bool
    block: int = 1


@dataclass(frozen=True, slots=True)
class OfEach:
    """The position `input[x]` of a runtime input with a number for each x, in any order; `end`: an upper bound.

    `of`: the side that x is of. In blocks of some positions it is `input[x // block] * block`.
    """

    input: str
    of: Side
    end: bool
    block: int = 1


KnownBound: TypeAlias = Constant | FromEnd | RelativePosition
"""The bounds that read no input."""


@dataclass(frozen=True, slots=True)
class InDocument:
    """The position of a bound that counts from the start of x's document, cut to the document's ends.

    In a document [s, e) of a runtime input of offsets it is `min(max(s + bound(x - s), s), e)`, with n = e - s.
    """

    LONGEST: ClassVar[int] = 1 << 30  # positions: no sequence of documents has more

    input: str
    bound: KnownBound


InputBound: TypeAlias = OfBatch | OfDocument | OfEach | InDocument
"""The bounds that read an input."""


@dataclass(frozen=True, slots=True)
class InEntries:
    """The first entry of a source that does not stand before the position of a bound: `bound(x) // ratio`.

    Entry i stands at the last of the `ratio` positions that it is of, i * ratio + ratio - 1.
    """

    bound: KnownBound | InputBound
    ratio: int


@dataclass(frozen=True, slots=True)
class OfEntry:
    """The position of a bound where x is an entry of a source: that at its position, x * ratio + ratio - 1."""

    bound: KnownBound | InputBound
    ratio: int


EntryBound: TypeAlias = InEntries | OfEntry
"""The bounds of keys that are entries of a source."""

Bound: TypeAlias = KnownBound | InputBound | EntryBound


# ---- masks -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AtLeast:
    """position[side] >= bound(position[other side])."""

    side: Side
    bound: Bound


@dataclass(frozen=True, slots=True)
class Below:
    """position[side] < bound(position[other side])."""

    side: Side
    bound: Bound


@dataclass(frozen=True, slots=True)
class Residue:
    """((position[side] // block) % segment) % dilation == offset(h); `segment` None: without the inner modulo."""

    side: Side
    dilation: int
    offset: Offset
    segment: int | None = None
    block: int = 1


@dataclass(frozen=True, slots=True)
class SameResidue:
    """((q // block) % segment) % dilation == ((k // block) % segment) % dilation; `segment` None: no inner modulo."""

    dilation: int
    segment: int | None = None
    block: int = 1


# ---- selections: blocks (q // block, k // block) picked one by one ---------------------------------------------------
@dataclass(frozen=True, slots=True)
class Random:
    """Blocks chosen at random, reproducibly: `count` blocks per row, or every block with some probability.

    `count`: the blocks with the lowest `semantics.ranked` numbers in their row. `threshold`: the blocks for which
    `hashes.hashed(seed, h, q // block, k // block)`, 32 bits, is below it. Exactly one of the two is not None.
    """

    block: int
    seed: int
    count: int | None = None
    threshold: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Blocks that are true in a boolean table [heads | 1, rows, columns]; `bits`: its entries in order, 8 per byte.

    `file`: its name in diagnostics. A call with more blocks than the table has rows or columns is an error.
    """

    block: int
    file: str
    heads: int
    rows: int
    columns: int
    bits: bytes


@dataclass(frozen=True, slots=True)
class TopK:
    """The `count` blocks of a row with the highest pooled scores among those that the masks intersected with it admit.

    They are selected before the kernels run and passed as the input `selection`: for each batch entry, head and row of
    blocks `count` block indices, padded with -1.
    """

    block: int
    count: int


class Owner(Enum):
    """The heads that share a list of an input of selections."""

    SHARED = "shared"  # all heads
    KV_HEADS = "kv_heads"  # the query heads of a key head
    HEADS = "heads"  # none: each has its own


@dataclass(frozen=True, slots=True)
class Picked:
    """The blocks (q // block, k // columns) of which a runtime input lists the columns of each row, in any order.

    The input `input` holds integers [B, heads of `owner`, rows, K]: block numbers of the whole sequence, or -1 for
    none, each counted once however often it is listed.
    """

    input: str
    owner: Owner = Owner.SHARED
    block: int = 1
    columns: int = 1


Selection: TypeAlias = Random | Table | TopK | Picked


# ---- what has no closed form -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Box:
    """On a row-major grid: in every dimension, k is one of the `extent` cells nearest to q, clamped at the borders.

    With dilation r, neighbourhoods are within residue classes mod r (NATTEN, arXiv 2204.07143, 2209.15001). In a class
    of L cells, the neighbourhood of the i-th cell begins at the cell numbered min(max(i - extent // 2, 0), L - extent).
    With a step s, s queries in a row share one (2504.16922): it begins at min(max(i // s * s - before, 0), L - extent).

    `steps`, `before`: of each dimension; both empty where they are 1 and extent // 2 in all.
    """

    grid: tuple[int, ...]
    extents: tuple[int, ...]
    dilations: tuple[int, ...]
    steps: tuple[int, ...] = ()
    before: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """One of `q`, `k`, `n`, `h`."""

    id: str


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left operator right`, the operator being one of `+ - * // %`; a divisor is a `Number` > 0 (floor division)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Label:
    """The integer `input[x // block]` of a runtime input of labels, where x is the position of a side.

    `place`: it is a position, or n.
    """

    input: str
    side: Side
    block: int = 1
    place: bool = False


@dataclass(frozen=True, slots=True)
class BoundAt:
    """The position of a bound where x is the position of a side: the end of its document."""

    bound: OfDocument
    side: Side


Expression: TypeAlias = Number | Name | Arithmetic | Label | BoundAt


@dataclass(frozen=True, slots=True)
class Compare:
    """`left operator right`, with `==` or `<`: a comparison that is neither a bound nor a residue class."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not:
    mask: Mask


@dataclass(frozen=True, slots=True)
class And:
    """All of `masks`; the empty `And()` is true."""

    masks: tuple[Mask, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """Any of `masks`; the empty `Or()` is false."""

    masks: tuple[Mask, ...] = ()


Atom: TypeAlias = AtLeast | Below | Residue | SameResidue | Selection | Box | Compare
Mask: TypeAlias = Atom | Not | And | Or

TRUE = And()
FALSE = Or()


# ---- patterns ----------------------------------------------------------------------------------------------------
class Combine(Enum):
    """The combination of a head's branches (docs/language.md, Meaning)."""

    LSE = "lse"
    LSE_DETACH = "lse(detach)"
    MEAN = "mean"
    SUM = "sum"
    GATE = "gate"


@dataclass(frozen=True, slots=True)
class Branch:
    """An `attend` statement: every admitted pair counts `multiplicity` times (score + log multiplicity)."""

    mask: Mask
    multiplicity: int = 1
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class HeadRange:
    """Heads `start <= h < stop`; `stop` None: to the last head."""

    start: int
    stop: int | None


@dataclass(frozen=True, slots=True)
class HeadShare:
    """The index-th of `count` contiguous groups of heads; the first or last `H mod count` groups have one more."""

    index: int
    count: int
    extra_first: bool


Heads: TypeAlias = HeadRange | HeadShare


@dataclass(frozen=True, slots=True)
class HeadGroup:
    """The branches of a group of heads. `divisor`: the number of branches, by which `mean` divides."""

    heads: Heads
    branches: tuple[Branch, ...]
    combine: Combine
    divisor: int = 1
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Softcap:
    """s -> cap * tanh(s / cap)."""

    cap: float


@dataclass(frozen=True, slots=True)
class Alibi:
    """s -> s + (k - q) * slope(h), where slopes are those of `input`, a table [heads], or of arXiv 2108.12409 if empty.

    The latter are 2 ** (-8 (h + 1) / m) for h < m, the largest power of two in H, then 2 ** (-4 (2 (h - m) + 1) / m).
    """

    input: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Bias:
    """s -> s + table[h, clamp(k - q, -radius, radius) + radius], `input` being a table [heads, 2 radius + 1].

    With a `grid`, k - q is the difference of cells in each dimension, of which `others` has the further radii: the
    table is [heads, 2 radius + 1, 2 others[0] + 1, ...].
    """

    input: str
    radius: int
    others: tuple[int, ...] = ()
    grid: tuple[int, ...] = ()

    @property
    def radii(self) -> tuple[int, ...]:
        """The radius in each dimension."""
        return (self.radius, *self.others)


@dataclass(frozen=True, slots=True)
class PairBias:
    """s -> s + pairs[b, h, q, k], `input` being a tensor with a number for each pair of a call's queries and keys."""

    input: str


@dataclass(frozen=True, slots=True)
class Sink:
    """A further logit per head, `input[h]`, with value 0: out -> out e^lse / (e^lse + e^logit), lse -> logaddexp."""

    input: str


Score: TypeAlias = Softcap | Alibi | Bias | PairBias | Sink


class InputKind(Enum):
    """The kind of an input of a call. Files declare the first seven; the others follow from their statements."""

    OFFSETS = "offsets"  # [D + 1] or [B, D + 1] integers: 0, the beginning of each further document, n
    LENGTHS = "lengths"  # [B] integers, 0 to n
    POSITIONS = "positions"  # [N] or [B, N] integers, cut to 0 to n: a position for each of the queries, or of the keys
    LABELS = "labels"  # [N] or [B, N] integers or bools: a label for each of the queries, or of the keys
    PICKS = "selection"  # [B, G, rows, K] integers: the keys, or blocks of keys, of each row, or -1
    TABLE = "table"  # floats of a declared shape, with a gradient
    GATE = "gate"  # [B, H, Nq] or [B, H, Nq, Dv] floats, with a gradient: the factors of a branch's output
    PAIRS = "pairs"  # [1 or B, 1 or H, Nq, Nk] floats, with a gradient: a number for each pair of a query and a key
    TOPK = "topk"  # [B, H, rows, count] integers: blocks that `topk` selects for a row of blocks, or -1
    DROPOUT = "dropout"  # the share of weights to drop
    SEED = "seed"  # an integer, on which the weights that are dropped depend
    HEADS = "heads"  # `head_offset` or `num_heads`, which operators take only where kernels read them


@dataclass(frozen=True, slots=True)
class Input:
    """A runtime input. `shape`: the shape of a table, where None stands for the number of heads.

    `owner`: of a selection, the heads that share its lists.
    An input with a number for each position that both sides read is two: that of keys is called `NAME_of_keys`.
    """

    name: str
    kind: InputKind
    shape: tuple[int | None, ...] = ()
    owner: Owner | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Curve(Enum):
    """The order in which cells of a grid are processed."""

    NATURAL = "natural"
    TILED = "tiled"
    MORTON = "morton"
    HILBERT = "hilbert"
    AUTO = "auto"  # the layout with the fewest tiles


@dataclass(frozen=True, slots=True)
class Layout:
    """The order of a grid's cells; results don't depend on it. `sizes`: the tile sizes of `tiled`, one per dimension.

    `steps`: the distance between neighbouring cells of a tile in each dimension (empty: 1), so that tiles hold cells of
    one residue class; only `auto` chooses steps.
    """

    curve: Curve = Curve.AUTO
    sizes: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()


class Schedule(Enum):
    """The launch order of tiles; it does not affect results."""

    AUTO = "auto"  # longest_first for sweeps with a few long rows, else linear
    LINEAR = "linear"  # head after head, tiles by position (from the last one on if the last tiles are the longest)
    HILBERT = "hilbert"  # along a curve through (head, tile), or through the tiles of a grid
    LONGEST_FIRST = "longest_first"  # tile after tile, beginning with the longest, and of each tile all heads


@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition on every call: a Python expression over n, heads and head_dim. `text`: as written in the file."""

    expression: str
    text: str
    names: tuple[str, ...] = field(default=(), repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class RingLayout(Enum):
    """The assignment of positions to P ranks, in shards of about n / P."""

    CONTIGUOUS = "contiguous"  # rank i holds the i-th of P equal stretches
    ZIGZAG = "zigzag"  # rank i holds the stretches i and 2 P - 1 - i of 2 P
    STRIPED = "striped"  # rank i holds the positions x with x % P == i
    BALANCED = "balanced"  # every rank holds a stretch of equal work, which depends on the documents of a call


class Transport(Enum):
    """The way in which ranks exchange keys and values."""

    AUTO = "auto"  # the cheapest of the others
    P2P = "p2p"  # in every step each rank sends to one rank and receives from another
    ALLGATHER = "allgather"  # every rank receives all shards
    ALLTOALL = "alltoall"  # every rank receives the rows that it needs
    ULYSSES = "ulysses"  # ranks exchange sequence shards for shares of the heads


@dataclass(frozen=True, slots=True)
class Ring:
    """The devices over which the sequence is split: `ranks` of them, on `nodes` nodes of equal size."""

    ranks: int
    layout: RingLayout = RingLayout.CONTIGUOUS
    transport: Transport = Transport.AUTO
    nodes: int = 1


class Uncovered(Enum):
    """The treatment of rows without keys: zero (out 0, lse -inf), or a compile-time error."""

    ZERO = "zero"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class KeySource:
    """Keys of a call beside those of the sequence: its entries, which calls take as `NAME_key` and `NAME_value`.

    Entry i stands at position i * ratio + ratio - 1, or where the input `at` says; with neither it stands nowhere.
    """

    name: str
    ratio: int = 0
    at: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def placed(self) -> bool:
        """Whether its entries stand at positions of the sequence."""
        return bool(self.ratio or self.at)


@dataclass(frozen=True, slots=True)
class TileOrder:
    """The queries and keys of a call are the cells of a grid tile after tile, so that those of a tile are together.

    Tiles are in row-major order, and so are the cells of each. The last tile of a dimension may reach over the border
    of the grid: what stands there is no cell.

    Args:
        grid: the sizes of the grid, outermost first.
        sizes: the cells of a tile in each dimension.
    """

    CELLS: ClassVar[str] = "cells_of_tiles"  # labels, of which those of keys that are no cells are 0

    grid: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"tiles_{'x'.join(map(str, self.sizes))}"

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of tiles in each dimension."""
        return tuple(-(-size // side) for size, side in zip(self.grid, self.sizes, strict=True))

    @property
    def cells(self) -> int:
        """The number of cells of a tile."""
        return prod(self.sizes)

    @property
    def layer(self) -> int:
        """The cells of the grid that a layer of tiles holds: all tiles but of the first dimension."""
        return self.sizes[0] * prod(self.grid[1:])

    def held(self, cells: int) -> int:
        """The places of whole layers that hold so many cells; where cells are before a layer, its first place."""
        return -(-cells // self.layer) * prod(self.counts[1:]) * self.cells

    @property
    def ragged(self) -> bool:
        """Whether tiles reach over a border."""
        return any(size % side for size, side in zip(self.grid, self.sizes, strict=True))

    @property
    def places(self) -> Iterator[int]:
        """Where each cell of the grid stands in the order."""
        for cell in product(*map(range, self.grid)):
            tile, inside = 0, 0
            for at, count, side in zip(cell, self.counts, self.sizes, strict=True):
                tile, inside = tile * count + at // side, inside * side + at % side
            yield tile * self.cells + inside

    @property
    def numbering(self) -> tuple[int, ...]:
        """The grid whose row-major order this is: its tiles, and in one more dimension the cells of each."""
        return (*self.counts, self.cells)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A resolved pattern. Head groups never overlap. `scale`: replaces 1/sqrt(head_dim) if not None.

    `scores`: in order of application, at most one of each kind. `inputs`: in declaration order. `grid`: the sizes of
    the grid if positions are cells (n is then their product), otherwise empty. `schedule`: as written. `dropout`:
    whether calls may drop weights, because a `module` of the file does. `modules`: the modules around this pattern.
    `ring`: None for a single device. These two are not part of the repr: they don't change the kernels. `gates`:
    the inputs of `combine gate`, in the order of a head's branches. `source`: the keys of a call are entries of it, or
    queries and keys are in an order of tiles. `whole`: the name of the pattern that this is a part of; empty: of none.
    """

    name: str
    groups: tuple[HeadGroup, ...]
    scores: tuple[Score, ...] = ()
    scale: float | None = None
    requirements: tuple[Requirement, ...] = ()
    uncovered: Uncovered = Uncovered.ZERO
    inputs: tuple[Input, ...] = ()
    grid: tuple[int, ...] = ()
    layout: Layout = Layout()
    schedule: Schedule = Schedule.AUTO
    dropout: bool = False
    modules: tuple[ModuleSpec, ...] = field(default=(), repr=False)
    ring: Ring | None = field(default=None, repr=False)
    gates: tuple[str, ...] = ()
    source: KeySource | TileOrder | None = None
    whole: str = field(default="", repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)
