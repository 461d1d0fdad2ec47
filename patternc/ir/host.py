"""Host IR: what a call does outside of its programs, on one page: two functions over buffers and launches.

The forward function returns out and lse, and where heads have several softmaxes also the results of each; the backward
function returns the gradients of query, key, value and tables. A function runs its steps in order: they name numbers of
the call, allocate buffers, choose tiles, find lists of blocks, launch, and return. Numbers are index expressions
(`ir/index.py`), heads count from the first that the call holds. What is launched is a program of the tile IR or a
kernel of `KERNELS`. The IR is independent of the output language: `tests/oracles/evaluate_host.py` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from patternc.ir.addresses import EXTENTS, VALUE_DIM
from patternc.ir.index import Defined, Expr, Index, Read, Truth, Var
from patternc.ir.mask import Heads, Side
from patternc.ir.tile import DESCRIBED, PARTIALS, LaunchOrder, Let

Shape: TypeAlias = tuple[Expr, ...]

_BATCH = Var("batch")
ROWS: Shape = _BATCH, Var("heads"), Var("queries")
_COLUMNS: Shape = Var("batch"), Var("kv_heads"), Var("keys")
_KEY_DIM, _VALUE_DIM = Var("key_dim"), Var("value_dim")
SHAPES: Mapping[str, Shape] = {
    **dict.fromkeys(("query", "grad_query"), (*ROWS, _KEY_DIM)),
    **dict.fromkeys(("key", "grad_key"), (*_COLUMNS, _KEY_DIM)),
    **dict.fromkeys(("value", "grad_value"), (*_COLUMNS, _VALUE_DIM)),
    **dict.fromkeys(("out", "grad_out"), (*ROWS, _VALUE_DIM)),
    **dict.fromkeys(("lse", "delta", "row_lse", "slope_rows"), ROWS),
}
"""The shapes of a call's tensors, and what launches expect of them; of `grad_lse` they read nothing if it is empty."""


class Element(Enum):
    """The type of a tensor's numbers."""

    QUERY = "query"  # that of query, key and value
    RESULT = "result"  # that of query, or the one that a ring asks for
    PARTIAL = "partial"  # bfloat16 where query has it, else float32: float16 lacks the range of unscaled gradients
    FLOAT32 = "float32"
    FLOAT64 = "float64"


# ---- operands --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Tensor:
    """A parameter or a buffer, by name; of one with an entry for each softmax, the entry `softmax`."""

    name: Read
    softmax: Expr | None = None


@dataclass(frozen=True, slots=True)
class Filled:
    """Whether a tensor has numbers: an empty gradient says that none reaches what it is the gradient of."""

    tensor: Read


Operand: TypeAlias = Tensor | Filled | Index


# ---- numbers of the call ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Extents:
    """Name the extents of a tensor, axis by axis; None: not named."""

    names: tuple[Defined | None, ...]
    tensor: Read


@dataclass(frozen=True, slots=True)
class Strides:
    """`strides`: of the batch entries, heads and rows of some tensors, whose columns are contiguous."""

    tensors: tuple[Read, ...]


@dataclass(frozen=True, slots=True)
class PairStrides:
    """Name the strides of a tensor [B, H, Nq, Nk]: 0 where its extent is 1, which serves all."""

    name: Defined
    tensor: Read


@dataclass(frozen=True, slots=True)
class EntryStride:
    """Name the elements from one batch entry of a tensor to the next: 0 where one entry serves all."""

    name: Defined
    tensor: Read


@dataclass(frozen=True, slots=True)
class RaiseScale:
    """Make `scale` positive: negate `query` where it is not. The greatest product then gives the greatest score."""


@dataclass(frozen=True, slots=True)
class ReadStarts:
    """`query_starts`: where `q_offset` is a tensor, that tensor, which kernels read, and how it says where keys are.

    `q_offset` is -1 then: queries from there on meet as many tiles, segments and runs as any do, because they begin
    with the last position of one, of whatever size.
    """


@dataclass(frozen=True, slots=True)
class CountSequences:
    """`sequences`, `most`: the sequences of a call, and the most queries of one; batch entries, unless all are in one.

    `keys`: the most of a sequence, where they are in pages.
    """


@dataclass(frozen=True, slots=True)
class ReadSeed:
    """`seed`, `threshold`, `kept`: what draws the weights to drop, below which number, and the factor of others."""


@dataclass(frozen=True, slots=True)
class CountSplits:
    """`splits`: into how many parts programs of single rows split their keys; 0: rows fill the device unsplit.

    `heads`: those that such programs tell apart. `columns`: the most that a row visits. `sequences`, `most`: of a call,
    and the most queries of one.
    """

    heads: Expr
    columns: Expr
    sequences: Expr = _BATCH
    most: Expr = ROWS[2]


@dataclass(frozen=True, slots=True)
class HoldHeads:
    """`head_start`, `head_stop`, `held_heads`: those of some heads of the model that the call holds, and how many."""

    heads: Heads


@dataclass(frozen=True, slots=True)
class HoldKeyHeads:
    """`held_kv_heads`: how many key heads these share."""


@dataclass(frozen=True, slots=True)
class CheckAligned:
    """`aligned`: whether tensor descriptors can say where the rows of some tensors are. `cached`: not in pages."""

    tensors: tuple[Read, ...]
    cached: bool = False


# ---- buffers ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Buffer:
    """Allocate a contiguous tensor. `first`: what each of its numbers starts as; None: unwritten."""

    name: Defined
    shape: Shape
    element: Element
    first: float | None = None


@dataclass(frozen=True, slots=True)
class FillOutside:
    """Fill some buffers if `query_starts` is a tensor, because no program stores rows outside of the sequence.

    `packed`: only if all sequences are in one entry, as no program stores rows behind the last.
    """

    values: tuple[tuple[Read, float], ...]
    packed: bool = False


@dataclass(frozen=True, slots=True)
class Cast:
    """Convert a buffer to another type."""

    name: Defined
    element: Element


@dataclass(frozen=True, slots=True)
class SumRows:
    """The sum of `rows`, a number of each row of each head, over batch entries and rows: in float64, in one order."""

    name: Defined
    rows: Read


@dataclass(frozen=True, slots=True)
class SumPortions:
    """A buffer whose first axis counts portions of a call, as the sum over these, in one order."""

    name: Defined


@dataclass(frozen=True, slots=True)
class StartPartials:
    """`partials`: an empty list, of what the launches of a pass store for its last one to merge."""


@dataclass(frozen=True, slots=True)
class KeepPartial:
    """`partials`: some buffers, as one partial, after `others`, None: the only one of a pass."""

    buffers: tuple[Read, ...]
    others: Var | None = PARTIALS


# ---- lists of blocks -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FindPairs:
    """`pairs_NUMBER`: the pairs of blocks of a list, of heads start <= head < stop of `total`.

    `inputs`: of the call, which the list depends on; those `of_heads` list blocks for each head of the call, of which
    `chosen` names the ones that are listed, None: all. Those `of_key_heads` do so for each key head.
    """

    number: int
    start: Expr
    stop: Expr
    total: Expr
    inputs: tuple[Read, ...]
    of_heads: tuple[Read, ...]
    chosen: tuple[Expr, Expr] | None
    of_key_heads: tuple[Read, ...] = ()


@dataclass(frozen=True, slots=True)
class SortPairs:
    """`list_NUMBER`, `list_NUMBER_batch`, `list_NUMBER_head`, `LIST_NUMBER`: the pairs by tiles of rows of `side`.

    The tables of the list; lines from one batch entry and one head to the next, 0 where all are alike; rows of a line.
    `block`, `columns`: the rows and the columns of a block of the list.
    `rows`: what a line holds at least; it holds a block where tiles lie within one. `ordered`: along an order of all
    cells. `moves`: inputs move pairs, so that the lines of no call are those of another.
    """

    number: int
    side: Side
    block: int
    columns: int
    rows: Expr
    ordered: bool
    moves: bool


@dataclass(frozen=True, slots=True)
class SortPicks:
    """As `SortPairs` by queries, made of the `picks` of each line: of heads start <= head < stop.

    `block`, `columns`: the queries and the keys of a block. `tested`: programs test every pair.
    """

    number: int
    block: int
    columns: int
    start: Expr
    stop: Expr
    picks: Read
    tested: bool


@dataclass(frozen=True, slots=True)
class LoadCells:
    """`cells`: the table of positions along the order of that number."""

    order: int


# ---- launches --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ChooseTile:
    """Choose the tile of the launches that follow: `BLOCK_M`, `BLOCK_N`, and the extents of rows of query and value.

    `row`: of the tile table; "rows": of programs that visit no columns. `held`: the most rows of a run. `most`: rows
    of a tile at most. `lattice`: SEGMENT, DILATION and OFFSET of the rows, where programs take them. `described`: where
    this holds, programs load by descriptors; None: they never do. `block`: and where so many columns are whole tiles;
    0: always. `few`: of calls of few queries.
    """

    row: str
    held: Expr
    most: int | None = None
    lattice: tuple[tuple[str, Expr], ...] = ()
    described: Var | None = None
    block: int = 0
    few: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of the launches that follow: tiles of rows, heads, and batch entries."""

    tiles: Expr
    heads: Expr
    batches: Expr = _BATCH


@dataclass(frozen=True, slots=True)
class OrderPrograms:
    """`order`: the table by which the programs of the grid take their turns."""

    order: LaunchOrder


@dataclass(frozen=True, slots=True)
class Launch:
    """Run a program, or a kernel of `KERNELS`, on the grid. `arguments`: a value for each parameter but the tile's."""

    program: str
    arguments: tuple[tuple[str, Operand], ...]


# ---- control ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class When:
    """Run steps that end with a `Return` if a condition on the call holds."""

    condition: Truth
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Run steps once for each of several rows of numbers, under some names."""

    names: tuple[Defined, ...]
    rows: tuple[tuple[int, ...], ...]
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ForTurns:
    """Run steps for `variable` = 0, step, 2 step, ... below stop."""

    variable: Defined
    stop: Expr
    step: Expr
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """End the function with some results: buffers, but for functions that list pairs of blocks."""

    results: tuple[Index, ...]


Step: TypeAlias = (
    Let
    | Extents
    | Strides
    | PairStrides
    | EntryStride
    | RaiseScale
    | ReadStarts
    | CountSequences
    | ReadSeed
    | CountSplits
    | HoldHeads
    | HoldKeyHeads
    | CheckAligned
    | Buffer
    | FillOutside
    | Cast
    | SumRows
    | SumPortions
    | StartPartials
    | KeepPartial
    | FindPairs
    | SortPairs
    | SortPicks
    | LoadCells
    | ChooseTile
    | Grid
    | OrderPrograms
    | Launch
    | When
    | ForEach
    | ForTurns
    | Return
)

_OF_CALL = "q_offset q_stop k_offset k_stop seq_len"
IMPLIED: Mapping[type, tuple[str, str]] = {
    Strides: ("", "strides"),
    RaiseScale: ("query scale", "query scale"),
    ReadStarts: ("q_offset key", "query_starts q_offset"),
    CountSequences: ("query_starts batch queries keys seq_len", "sequences most keys"),
    ReadSeed: ("seed dropout", "seed threshold kept"),
    CountSplits: ("query", "splits"),
    HoldHeads: ("head_offset num_heads heads", "head_start head_stop held_heads"),
    HoldKeyHeads: ("head_start head_stop held_heads group", "held_kv_heads"),
    CheckAligned: ("", "aligned"),
    Buffer: ("query", ""),
    FillOutside: ("query_starts", ""),
    Cast: ("{0.name} query", ""),
    SumPortions: ("{0.name}", ""),
    StartPartials: ("", "partials"),
    KeepPartial: ("", "partials"),
    FindPairs: (f"query {_OF_CALL}", "pairs_{0.number}"),
    SortPairs: (
        f"pairs_{{0.number}} {_OF_CALL}",
        "list_{0.number} list_{0.number}_batch list_{0.number}_head LIST_{0.number}",
    ),
    SortPicks: (
        f"heads {_OF_CALL}",
        "list_{0.number} list_{0.number}_batch list_{0.number}_head LIST_{0.number}",
    ),
    LoadCells: ("query", "cells"),
    ChooseTile: ("query key value", "tile BLOCK_M"),
    Grid: ("", "grid"),
    OrderPrograms: ("query grid", "order"),
    Launch: ("tile grid", ""),
}
"""The names that a step reads and defines besides those in its fields."""


# ---- functions -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function. `shape`: the shape of a tensor; None for a number."""

    name: str
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """Steps over parameters."""

    parameters: tuple[Parameter, ...]
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Host:
    """Both functions of a file."""

    forward: Function
    backward: Function

    @property
    def functions(self) -> tuple[tuple[str, Function], ...]:
        """Each with its name."""
        return ("forward", self.forward), ("backward", self.backward)


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel that is the same for all patterns: its parameters but the tile itself, and those of them that it writes.

    `optional`: parameters that launches name, or leave out: all heads, from the first on, and the factor 1.
    """

    parameters: tuple[str, ...]
    writes: tuple[str, ...]
    optional: tuple[str, ...] = ()


KERNELS: Mapping[str, Kernel] = {
    "_row_delta": Kernel(
        (
            *("out", "lse", "grad_out", "grad_lse", "delta", "row_lse", "stride", "queries", "LSE_GRADIENT"),
            *("heads", "head_start", "FACTOR", VALUE_DIM.name),
        ),
        ("delta", "row_lse"),
        ("heads", "head_start", "FACTOR"),
    ),
    "_mix_by_lse": Kernel(
        ("parts", "part_lses", "out", "lse", "batches", "heads", "queries", "head_start", "COUNT", VALUE_DIM.name),
        ("out", "lse"),
    ),
    "_mix_evenly": Kernel(
        ("parts", "out", "lse", "batches", "heads", "queries", "head_start", "COUNT", "DIVISOR", VALUE_DIM.name),
        ("out", "lse"),
    ),
}
"""Of the rows of heads from `head_start` on, with those of the grid, in tensors of `heads` heads:

- `_row_delta`: delta = FACTOR * rowsum(grad_out * out), less grad_lse where LSE_GRADIENT; row_lse = lse in units of
  log2. Of rows without a key they are 0 and +inf, so that every weight is 0. `stride`: of grad_out.
- `_mix_by_lse`: out = sum_s w_s parts_s with w = softmax_s(part_lses_s), lse = ln sum_s exp(part_lses_s); s < COUNT.
- `_mix_evenly`: out = sum_s parts_s / DIVISOR, lse = 0.
"""


LATTICE = ("SEGMENT", "DILATION", "OFFSET")
"""Constants that say which lattice the rows of a program are of."""

OF_TILE = (*EXTENTS, "BLOCK_M", "BLOCK_N", DESCRIBED.name, *LATTICE)
"""The constants of a program that its tile gives: a launch names them in no argument."""


def inner(step: Step) -> tuple[Step, ...]:
    """The steps nested in a step."""
    match step:
        case When(body=body) | ForEach(body=body) | ForTurns(body=body):
            return body
        case _:
            return ()


def walk(body: tuple[Step, ...]) -> Iterator[Step]:
    """Every step, in the order in which they are written."""
    for step in body:
        yield step
        yield from walk(inner(step))
