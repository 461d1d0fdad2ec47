"""Batches: what a torch module runs, on one page.

Nests of loops over heads, residue classes and segments hold one `Batch` each: rows that attend to columns, as two views
of positions. The module's library cuts a batch into blocks of rows and columns and attends to a block by one call; both
passes walk the same nests. All positions are global, and only those that the call's queries and keys stand at count.

Variables of expressions: `head` (of the model), `num_heads` (of the model), and, where a loop of the nest gives them,
`residue` and `start` (where a segment begins).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from patternc.ir.index import Expr, Num, Truth, Var
from patternc.ir.kernel import Listing
from patternc.ir.mask import Bound, Combine, Heads, Layout, Mask, Score, Selection
from patternc.source import NOWHERE, Span

HEAD, NUM_HEADS, RESIDUE, START = Var("head"), Var("num_heads"), Var("residue"), Var("start")


# ---- loops over heads, each a call of its own where they do not share a key/value head -------------------------------
@dataclass(frozen=True, slots=True)
class Alike:
    """All heads of the group at once."""


@dataclass(frozen=True, slots=True)
class ByResidue:
    """For each `residue`, the heads h with h % dilation equal to it."""

    dilation: int


@dataclass(frozen=True, slots=True)
class ByShare:
    """For each `residue`, the heads h with h // ceil(num_heads / dilation) equal to it."""

    dilation: int


@dataclass(frozen=True, slots=True)
class OneByOne:
    """Each `head` by itself."""


HeadLoop: TypeAlias = Alike | ByResidue | ByShare | OneByOne


# ---- loops over residue classes and over segments --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Classes:
    """For each `residue` below the dilation of which none of `skipped` holds."""

    dilation: int
    skipped: tuple[Truth, ...] = ()


@dataclass(frozen=True, slots=True)
class Bands:
    """Segments that are alike, several whole ones in a batch; one that the call cuts is a batch of its own."""

    width: int


@dataclass(frozen=True, slots=True)
class Cuts:
    """Segments that hold queries, one after the other."""

    width: int


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents that hold queries, given by the input; short ones that follow each other are one segment."""

    input: str


SegmentLoop: TypeAlias = Bands | Cuts | Documents


# ---- views of positions ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strip:
    """The positions equal to `residue` mod `step`, each at least all `lows` and below all `highs`.

    `confined`: those of the loop's segment. Under `Bands` every segment of the batch has the same.
    """

    confined: bool = False
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()
    residue: Expr = Num(0)  # noqa: RUF009 -- frozen
    step: int = 1


@dataclass(frozen=True, slots=True)
class BlockClass:
    """The positions whose block b = x // block has b % segment % dilation == residue; `segment` None: b % dilation."""

    block: int
    segment: int | None
    dilation: int
    residue: Expr


@dataclass(frozen=True, slots=True)
class Packed:
    """The positions of all `classes`, at least all `lows` and below all `highs`, taken together as a copy."""

    classes: tuple[BlockClass, ...]
    confined: bool = False
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """The number `place` of the numberings of the grid's cells; `wide`: what is tested of cells needs 64 bits."""

    layout: Layout
    place: int
    wide: bool


@dataclass(frozen=True, slots=True)
class Cells:
    """Blocks of `block` positions, or of cells numbered along an order, some of which are listed.

    Those outside `lows` and `highs` take no part.
    """

    block: int
    order: Order | None = None
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


View: TypeAlias = Strip | Packed | Cells


# ---- lists of blocks -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BlockList:
    """Pairs of blocks of `listing` that the generated function number `index` finds.

    `masks`: what else a pair of positions must fulfil; where all of two blocks do, it is not tested. `by_head`: heads
    differ. `by_place`: by their places in the whole model; `by_total`: by how many heads that has.
    """

    index: int
    listing: Listing
    masks: tuple[Mask, ...]
    layout: Layout | None
    inputs: tuple[str, ...]
    by_place: bool
    by_total: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A table of the blocks that a list holds, in which a predicate looks a selection up; `index` counts from 1."""

    index: int
    selection: Selection
    blocks: BlockList
    by_head: bool

    @property
    def block(self) -> int:
        """Positions of a block."""
        return self.selection.block


@dataclass(frozen=True, slots=True)
class Listed:
    """The pairs of blocks of a nest; `near`: single positions in place of blocks of columns.

    Heads that see the same blocks run together.
    """

    blocks: BlockList
    near: bool


# ---- batches and what runs them --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bounds:
    """The columns y of a row at x with max(lows(x)) <= y < min(highs(x)); bounds never fall as x grows."""

    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


EVERYTHING = Bounds()


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is asked of pairs besides: that all of `masks` hold, or how often `counted` masks count a pair.

    `held`: the tables that selections are looked up in.
    """

    masks: tuple[Mask, ...] = ()
    counted: tuple[tuple[Mask, int], ...] = ()
    held: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that attend to columns within `bounds`, where `predicate` holds, and count `multiplicity` times.

    `joined`: the bounds where a segment holds several documents. `fused`: whether one call of torch's fused attention
    may compute it: its rows see all columns, or, in step, those up to their own. `softmax`: of the head group.
    """

    rows: View
    columns: View
    bounds: Bounds = EVERYTHING
    joined: Bounds | None = None
    predicate: Predicate | None = None
    multiplicity: int = 1
    softmax: int = 0
    fused: bool = False


@dataclass(frozen=True, slots=True)
class Nest:
    """The loops around a batch, the outermost first: heads, residue classes, segments.

    `listed`: of a batch of `Cells`, which pairs of its blocks it visits. `held`: tables made before the loops.
    `clause`: the text of the pattern that it comes from; `note`: what it is, in words.
    """

    heads: HeadLoop
    batch: Batch
    classes: Classes | None = None
    segments: SegmentLoop | None = None
    listed: Listed | None = None
    held: tuple[Held, ...] = ()
    clause: Span = field(default=NOWHERE, compare=False, repr=False)
    note: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Group:
    """The nests of a group of heads, and how its softmaxes become one output (`divisor`: of `MEAN`)."""

    heads: Heads
    nests: tuple[Nest, ...]
    softmaxes: int
    combine: Combine
    divisor: int


@dataclass(frozen=True, slots=True)
class Batches:
    """A module: its groups of heads, the score modifiers of all, whether weights may be dropped."""

    groups: tuple[Group, ...]
    scores: tuple[Score, ...] = ()
    dropout: bool = False

    @property
    def nests(self) -> tuple[Nest, ...]:
        """The nests of all groups."""
        return tuple(nest for group in self.groups for nest in group.nests)
