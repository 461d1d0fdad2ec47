"""Batches: the work of a torch module, on one page.

A nest of loops over heads, residue classes and segments contains one `Batch`: rows that attend to columns, as two views
of positions. The module's library splits a batch into blocks of rows and columns and computes each with one call. The
forward and the backward pass use the same nests. All positions are global; those without a query or key of the call
are skipped.

Variables of expressions: `head` and `num_heads` (of the model), and, if a loop of the nest defines them, `residue` and
`start` (the first position of a segment).
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
class AllHeads:
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
    """Every `head` separately."""


HeadLoop: TypeAlias = AllHeads | ByResidue | ByShare | OneByOne


# ---- loops over residue classes and over segments --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Classes:
    """For each `residue` below the dilation to which none of `skipped` applies."""

    dilation: int
    skipped: tuple[Truth, ...] = ()


@dataclass(frozen=True, slots=True)
class Bands:
    """Segments of equal shape: several complete ones form a batch; one that the call truncates is a separate batch."""

    width: int


@dataclass(frozen=True, slots=True)
class Cuts:
    """The segments with queries, one at a time."""

    width: int


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents with queries, from a runtime input; consecutive short documents form one segment."""

    input: str


@dataclass(frozen=True, slots=True)
class Slabs:
    """Parts of equal height of the batch's rows, each with the columns that its rows may attend to.

    These are the columns of the view from `before` positions before the first row to `after` behind the last. Where the
    view holds all of them, slabs differ only by their position: several form a batch, on columns that overlap. The rows
    at either end whose columns the view truncates are separate batches.
    """

    before: int
    after: int


SegmentLoop: TypeAlias = Bands | Cuts | Documents | Slabs


# ---- views of positions ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strip:
    """The positions equal to `residue` mod `step`, each at least all `lows` and below all `highs`.

    `confined`: only positions in the loop's segment. Under `Bands`, every segment of the batch has the same ones.
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
    """The positions of all `classes`, at least all `lows` and below all `highs`, gathered into a copy."""

    classes: tuple[BlockClass, ...]
    confined: bool = False
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """The numbering of index `place` among those of the grid's cells; `wide`: tests of cells need 64 bits."""

    layout: Layout
    place: int
    wide: bool


@dataclass(frozen=True, slots=True)
class Cells:
    """Blocks of `block` positions, or of cells numbered along an order, some of which are listed.

    Positions outside `lows` and `highs` are skipped.
    """

    block: int
    order: Order | None = None
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


View: TypeAlias = Strip | Packed | Cells


# ---- lists of blocks -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BlockList:
    """The pairs of blocks of `listing`, found by the generated function number `index`.

    `masks`: further conditions on pairs of positions, not tested if all pairs of two blocks pass. `by_head`: heads
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
class SelectionTable:
    """A table of the blocks in a list, in which predicates look up a selection; `index` counts from 1."""

    index: int
    selection: Selection
    blocks: BlockList
    by_head: bool

    @property
    def block(self) -> int:
        """The number of positions of a block."""
        return self.selection.block


@dataclass(frozen=True, slots=True)
class Listed:
    """The pairs of blocks of a nest; `near`: single positions instead of blocks of columns.

    Heads with the same blocks run together.
    """

    blocks: BlockList
    near: bool


# ---- batches and what runs them --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bounds:
    """The columns y of a row at x with max(lows(x)) <= y < min(highs(x)); bounds do not decrease with x."""

    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


EVERYTHING = Bounds()


@dataclass(frozen=True, slots=True)
class Predicate:
    """Conditions on pairs in addition to bounds: all of `masks` hold, or `counted` masks give a pair's multiplicity.

    `tables`: those in which selections are looked up.
    """

    masks: tuple[Mask, ...] = ()
    counted: tuple[tuple[Mask, int], ...] = ()
    tables: tuple[SelectionTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that attend to the columns within `bounds` for which `predicate` holds, counted `multiplicity` times.

    `joined`: the bounds if a segment contains several documents. `fused`: whether one call of torch's fused attention
    may compute it: its rows attend to all columns, or causally to those up to their own.
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

    `listed`: for a batch of `Cells`, the pairs of blocks that it visits. `tables`: computed before the loops.
    `clause`: the source text of the pattern; `note`: a description for a comment.
    """

    heads: HeadLoop
    batch: Batch
    classes: Classes | None = None
    segments: SegmentLoop | None = None
    listed: Listed | None = None
    tables: tuple[SelectionTable, ...] = ()
    clause: Span = field(default=NOWHERE, compare=False, repr=False)
    note: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Group:
    """The nests of a group of heads, and how its softmaxes are combined into one output (`divisor`: for `MEAN`)."""

    heads: Heads
    nests: tuple[Nest, ...]
    softmaxes: int
    combine: Combine
    divisor: int


@dataclass(frozen=True, slots=True)
class Batches:
    """A module: its groups of heads, its score modifiers, and whether it has dropout."""

    groups: tuple[Group, ...]
    scores: tuple[Score, ...] = ()
    dropout: bool = False

    @property
    def nests(self) -> tuple[Nest, ...]:
        """The nests of all groups."""
        return tuple(nest for group in self.groups for nest in group.nests)
