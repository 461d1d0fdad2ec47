"""Batch IR: the work of a torch module, on one page.

A nest of loops over heads, residue classes and segments contains one `Batch`: rows that attend to columns, each given
as a view of positions. The run-time library splits a batch into blocks of rows and columns, and computes each block by
one batched call. The forward and backward passes use the same nests. All positions are global; positions without a
query or key in the call are skipped.

Variables of expressions: `head` and `num_heads` (of the model), and, if a loop of the nest defines them, `residue` and
`start` (the first position of a segment).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from patternc.ir.index import Expr, Num, Truth, Var
from patternc.ir.kernel import Listing
from patternc.ir.mask import Bound, Combine, Heads, Layout, Mask, Selection
from patternc.source import NOWHERE, Span

HEAD, NUM_HEADS, RESIDUE, START = Var("head"), Var("num_heads"), Var("residue"), Var("start")


# ---- loops over heads; query heads that share a key/value head run in one call ---------------------------------------
@dataclass(frozen=True, slots=True)
class AllHeads:
    """All heads of the group at once: the same views serve all of them."""


@dataclass(frozen=True, slots=True)
class ByResidue:
    """For each `residue`, the heads h with h % dilation == residue."""

    dilation: int


@dataclass(frozen=True, slots=True)
class ByShare:
    """For each `residue`, the heads h with h // ceil(num_heads / dilation) == residue."""

    dilation: int


@dataclass(frozen=True, slots=True)
class OneByOne:
    """Each `head` separately."""


HeadLoop: TypeAlias = AllHeads | ByResidue | ByShare | OneByOne


# ---- loops over residue classes and over segments --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Classes:
    """For each `residue` below the dilation for which no condition in `skipped` holds."""

    dilation: int
    skipped: tuple[Truth, ...] = ()


@dataclass(frozen=True, slots=True)
class Bands:
    """Segments of `width` positions: whole ones form a batch together; a segment that the call truncates is its own."""

    width: int


@dataclass(frozen=True, slots=True)
class Cuts:
    """The segments of `width` positions that contain queries, one at a time."""

    width: int


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents that contain queries, from a runtime input; consecutive short documents are joined."""

    input: str


SegmentLoop: TypeAlias = Bands | Cuts | Documents


# ---- views of positions ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strip:
    """The positions x with x % step == residue and max(lows) <= x < min(highs).

    `confined`: only positions in the segment of the loop; under `Bands` at the same places in each of its segments.
    """

    confined: bool = False
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()
    residue: Expr = Num(0)  # noqa: RUF009 -- frozen
    step: int = 1


@dataclass(frozen=True, slots=True)
class BlockClass:
    """The positions x with x // block % segment % dilation == residue; `segment` None: x // block % dilation."""

    block: int
    segment: int | None
    dilation: int
    residue: Expr


@dataclass(frozen=True, slots=True)
class Packed:
    """The positions x in every class of `classes` with max(lows) <= x < min(highs), gathered into a copy."""

    classes: tuple[BlockClass, ...]
    confined: bool = False
    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the grid's cells, number `place` among the module's orders; `wide`: tests need 64-bit integers."""

    layout: Layout
    place: int
    wide: bool


@dataclass(frozen=True, slots=True)
class Cells:
    """Blocks of `block` positions, or of `block` consecutive cells in an order, of which a list names those to visit.

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
    """The pairs of blocks of `listing`, which the generated function number `index` lists.

    `masks`: further conditions on pairs of positions, not tested if all pairs of two blocks satisfy them. `inputs`: the
    runtime inputs that the function reads; `of_heads`: those that list blocks for each head of the call; of them
    `of_key_heads`: those that do so for each key head. `by_place`: whether the pairs depend on the head's place in the
    whole model; `by_total`: on the model's number of heads.
    """

    index: int
    listing: Listing
    masks: tuple[Mask, ...]
    layout: Layout | None
    inputs: tuple[str, ...]
    of_heads: tuple[str, ...]
    of_key_heads: tuple[str, ...]
    by_place: bool
    by_total: bool


@dataclass(frozen=True, slots=True)
class SelectionTable:
    """A table of a selection's pairs of blocks, for predicates that test it; `index` counts from 1."""

    index: int
    selection: Selection
    blocks: BlockList
    by_head: bool

    @property
    def block(self) -> int:
        """The number of positions per block."""
        return self.selection.block


@dataclass(frozen=True, slots=True)
class Listed:
    """The listed pairs of blocks that a nest visits; heads with the same pairs run together.

    `near`: the columns are single positions near a block of rows instead of blocks.
    """

    blocks: BlockList
    near: bool


# ---- batches and the nests around them -------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bounds:
    """The columns y of a row at position x with max(lows(x)) <= y < min(highs(x)); bounds are non-decreasing in x."""

    lows: tuple[Bound, ...] = ()
    highs: tuple[Bound, ...] = ()


EVERYTHING = Bounds()


@dataclass(frozen=True, slots=True)
class Predicate:
    """Conditions on pairs besides bounds: all of `masks` hold, or the `counted` masks give a pair's multiplicity.

    `tables`: the tables in which selections are looked up.
    """

    masks: tuple[Mask, ...] = ()
    counted: tuple[tuple[Mask, int], ...] = ()
    tables: tuple[SelectionTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that attend to the columns within `bounds` for which `predicate` holds, counted `multiplicity` times.

    `joined`: the bounds to use if a segment contains several documents. `fused`: whether one call of torch's fused
    attention may compute the batch, because it is full or causal.
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

    `listed`: for a batch of `Cells`, the pairs of blocks that it visits. `tables`: selection tables to compute before
    the loops. `clause`: the source location of the clause; `note`: a description for a comment.
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
    """The nests of a head group, and how its softmaxes are combined into one output (`divisor`: for `MEAN`)."""

    heads: Heads
    nests: tuple[Nest, ...]
    softmaxes: int
    combine: Combine
    divisor: int


@dataclass(frozen=True, slots=True)
class Batches:
    """A module: its head groups."""

    groups: tuple[Group, ...]

    @property
    def nests(self) -> tuple[Nest, ...]:
        """The nests of all groups."""
        return tuple(nest for group in self.groups for nest in group.nests)
