"""Tile IR: the work of a GPU target on one page, as programs over tiles of rows and the launches that run them.

A program runs once for each point of a grid with three axes (tiles of rows, heads, batch entries). Its statements name
index expressions, load tiles, visit tiles of columns and store results. All positions are global. Rows are positions of
the program's side: queries in a forward or query-gradient program, keys in a key/value-gradient program. The IR is
independent of the output language: `ir/index.py` defines index expressions, and printers spell them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias, assert_never

from patternc.ir.index import ZERO, Expr, Index, Num, Truth, Var
from patternc.ir.mask import Combine, Heads, Schedule, Side

LIMIT = 1 << 29
"""The longest sequence of a kernel with 32-bit positions; larger constants are clamped to it."""


class Direction(Enum):
    """What a program computes for its rows: out and lse, the query gradient, or the key and value gradients."""

    FORWARD = "forward"
    GRAD_QUERY = "grad_query"
    GRAD_KEY_VALUE = "grad_key_value"

    @property
    def state(self) -> str:
        """The name of the variable that a program accumulates."""
        return "grad" if self is Direction.GRAD_QUERY else "state"

    @property
    def side(self) -> Side:
        """The side of the rows: queries or keys."""
        return Side.KEY if self is Direction.GRAD_KEY_VALUE else Side.QUERY


# ---- places in the grid, and constants of a launch -------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of the grid: the names of the program's index on it and of its size."""

    place: str
    count: str


AXES = (Axis("tile_number", "tile_count"), Axis("head_number", "head_count"), Axis("batch_number", "batch_count"))
"""The axes of the grid: tiles of rows, heads, batch entries."""

BLOCK_M, BLOCK_N = Var("BLOCK_M"), Var("BLOCK_N")
"""The rows and columns of a tile; the tile table has their values."""

DESCRIBED = Var("DESCRIBED")
"""Whether a launch loads columns by tensor descriptors: its tile asks for them, and its tensors allow them."""

CHUNKS = ("HEAD_DIM", "WIDTH", "TAIL")
"""The constants that say how a row of head_dim numbers is split into powers of two."""


# ---- columns of a visit ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strided:
    """Column number t is at position base + step * t."""

    base: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Blocks:
    """Column number t is position t % block of the (t // block)-th of the blocks base, base + step, ..."""

    base: Expr
    step: Expr
    block: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Column number t is position t % block of the (t // block)-th block in the list of the tile of rows.

    `blocks`: the name of the table of the tile's blocks. `extent`: `q` or `k`, the side whose extent limits columns.
    `ordered`: listed blocks are cells in an order, which the table `cells` maps to positions.
    """

    blocks: str
    block: int
    extent: str
    ordered: bool


Columns: TypeAlias = Strided | Blocks | Listed


@dataclass(frozen=True, slots=True)
class Range:
    """The columns of a visit, as column numbers.

    The columns low <= t < high are visited in tiles from `low` on; none if `active` is false. Tiles that are entirely
    within full <= t < rest are not tested, because no lower bound needs a test from `full` on, and no upper bound
    before `rest`. `full` None: `low`; `rest` None: every tile is tested. `inside`: if false, all tiles are tested.
    `full` may have any value; `rest` is at most `high`. `shared`: the columns are divided among `splits` programs, of
    which this one visits number `share` (none if `share` >= `splits`); `full` and `inside` are None then.
    """

    low: Expr
    high: Expr
    active: Truth | None = None
    full: Expr | None = None
    rest: Expr | None = None
    inside: Truth | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on the pairs of a tile [rows, columns]. `when`: tested only if this condition on the launch holds."""

    truth: Truth
    when: Truth | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the scores and weights of a tile's pairs depend on besides the products of queries and keys.

    `distance`: key position minus query position, which ALiBi multiplies by a slope. `query`, `key`: broadcasting
    positions, which biases and dropout read. `biased`: whether there are biases. `drops`: whether a hash decides which
    weights are dropped.
    """

    distance: Expr | None = None
    query: Expr | None = None
    key: Expr | None = None
    biased: bool = False
    drops: bool = False


# ---- statements ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Let:
    """Define names: one per value, or several names for a single value that is a tuple."""

    names: tuple[str, ...]
    values: tuple[Index, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the program if a condition holds, because it has no rows."""

    when: Truth


@dataclass(frozen=True, slots=True)
class LoadRows:
    """Load the tile of the program's rows from a tensor [B, H, N, D], with 0 in rows that are not `valid`.

    `place`: the index of the tensor's strides in the argument `strides`. `offset`: the position of its first row.
    """

    name: str
    tensor: str
    place: int
    head: str
    offset: str


@dataclass(frozen=True, slots=True)
class LoadHeads:
    """Load row `number` of several heads from a tensor [B, H, N, D], with 0 for heads that are not `valid`.

    `place`: the index of the tensor's strides in the argument `strides`. `heads`: the name of the vector of heads.
    """

    name: str
    tensor: str
    place: int
    heads: str
    number: str


@dataclass(frozen=True, slots=True)
class LoadStatistics:
    """Load `row_lse` (log2; +inf for rows without a key) and `row_delta` of the program's rows, at `line` + row."""

    line: str


@dataclass(frozen=True, slots=True)
class Start:
    """Initialize the accumulators."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class Visit:
    """Accumulate the columns of one clause, tile by tile.

    `before`: lower bounds, tested in the tiles before `full`; `after`: further tests, there and from `rest` on.
    `weight`: log2 of the number of times that each pair counts.
    """

    direction: Direction
    columns: Columns
    range: Range
    before: tuple[Test, ...]
    after: tuple[Test, ...]
    weight: float
    pairs: Pairs


@dataclass(frozen=True, slots=True)
class For:
    """For `variable` = start, start + step, ... below stop."""

    variable: str
    start: Expr
    stop: Expr
    step: Expr
    body: tuple[Statement, ...]

    @property
    def over_tiles(self) -> bool:
        """Whether each iteration processes a tile of columns; otherwise iterations merge partials."""
        return any(isinstance(one, Accumulate) for one in self.body)


_HIGH = Var("high")


@dataclass(frozen=True, slots=True)
class Describe:
    """Make tensor descriptors for the columns `first + step * t`, low <= t < high, that the next loop visits.

    In each tensor these columns are a matrix, whose tiles a tensor descriptor can load. Its first row is column `low`,
    which the tensor has: a GPU may read at the address where a descriptor begins. `block`: the loop visits blocks of
    so many of the columns, which a list has; 0: all, one after the other. What a tile has of others is 0.
    """

    direction: Direction
    first: Expr
    step: Expr
    low: Expr
    high: Expr = _HIGH
    block: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """Load those columns of a tile that are `loaded`, and compute the scores of its pairs.

    Forward programs compute scores (or products), gradient programs weights exp(score - lse). `row`: load the
    tile from this row on of the matrices of the last `Describe`; None: load it by pointers.
    """

    direction: Direction
    weight: float
    pairs: Pairs
    row: Expr | None = None


@dataclass(frozen=True, slots=True)
class Mask:
    """Mask the scores of pairs that are not `admitted` or fail one of the `tests`, in tiles for which `edge` holds.

    `edge` None: in every tile. In tiles without `edge`, all columns are loaded and all pairs are admitted.
    """

    direction: Direction
    edge: Truth | None
    admitted: Truth
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Accumulate:
    """Add the scored tile of columns to the accumulators; `row` as in `Score`."""

    direction: Direction
    weight: float
    pairs: Pairs
    row: Expr | None = None


@dataclass(frozen=True, slots=True)
class Whole:
    """Take the tiles of columns start <= t < stop, all of whose pairs count; none where they are not `DESCRIBED`.

    `body` takes a tile, and its last statement accumulates it one tile late: while the weights of a tile are computed,
    those of the tile before are multiplied with their values. `low`: the column where the matrices begin.
    """

    start: Expr
    stop: Expr
    body: tuple[Statement, ...]
    low: Expr

    @property
    def late(self) -> Accumulate:
        """How tiles are accumulated."""
        last = self.body[-1]
        assert isinstance(last, Accumulate)
        return last


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge the rows `index` of the `partial`-th earlier launch's partial, for rows with `member` (None: all rows)."""

    direction: Direction
    partial: int
    index: Expr
    member: Truth | None


@dataclass(frozen=True, slots=True)
class Clause:
    """Statements under a comment that quotes clauses of the pattern file; programs are equal if only `words` differ."""

    words: tuple[str, ...] = field(compare=False)
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachHead:
    """A loop over every `head` with start <= head < stop: the query heads that share a key head."""

    start: Expr
    stop: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """Finish a softmax: define its normalised `result` and its `lse_log2`."""

    divisor: int


@dataclass(frozen=True, slots=True)
class Store:
    """Store the results of the program's valid rows at the rows `index` of contiguous tensors.

    `partial`: a later launch merges them, so lse is in log2 and gradients are unscaled. `adds`: add to stored values.
    """

    direction: Direction
    index: Expr
    partial: bool
    adds: bool


Statement: TypeAlias = (
    Let
    | Stop
    | LoadRows
    | LoadHeads
    | LoadStatistics
    | Start
    | Visit
    | For
    | Describe
    | Score
    | Mask
    | Accumulate
    | Whole
    | Merge
    | Clause
    | EachHead
    | Finish
    | Store
)


# ---- programs and launches -------------------------------------------------------------------------------------------
class Rows(Enum):
    """The layout of a program's rows."""

    MERGED = "merged"  # all rows, from the partials of earlier launches only
    DENSE = "dense"  # all rows, by position
    ORDERED = "ordered"  # all rows, in an order of grid cells
    SEGMENTS = "segments"  # all rows; each tile lies in one segment
    CLASSES = "classes"  # all rows; each tile lies in one residue class
    PACKED = "packed"  # the rows of one residue class
    FOLDED = "folded"  # the rows of one residue class of each of several lattices, one after the other on the grid
    SPLIT = "split"  # a single position, for all heads that share a key head


@dataclass(frozen=True, slots=True)
class Program:
    """The code of a kernel. Its arguments are tensors (or tuples of them), then numbers, then constants."""

    direction: Direction
    rows: Rows
    segmented: bool
    partial: bool
    tensors: tuple[str, ...]
    numbers: tuple[str, ...]
    constants: tuple[str, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A program with its name in the generated file."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class BlockList:
    """List `number` of pairs of blocks, which the function of that number makes once per call.

    `by_head`: whether the pairs depend on a head's place in the whole model; `by_total`: on the model's number of
    heads. `inputs`: the runtime inputs that the function reads.
    """

    number: int
    by_head: bool
    by_total: bool
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SortedBlockList:
    """The pairs of list `number` sorted by tiles of rows, which are positions of `side`.

    `block`: the block size of the list. `rows`: the rows per line; a line has at least a block. `order`: the number of
    the function that returns the order of grid cells; None: rows are in order of position. `moves`: whether the pairs
    depend on runtime inputs, so that the lines can't be kept for another call.
    """

    number: int
    side: Side
    block: int
    rows: Expr
    order: int | None
    moves: bool


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a launch's program: the number of its softmax, and the constants of its lattice."""

    softmax: int
    constants: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class LaunchOrder:
    """The order in which the programs of a launch run: a table of `place + places * line` (`ir/launch_orders.py`).

    `place` is the index on the grid's first axis, `line` is `head + heads * batch entry`.
    `width`: for CLASS_MAJOR the number of residue classes of places; for HILBERT the places per row of the plane that
    the curve fills (0: a row per line). `number`: the list whose entries SIMILAR compares. `backwards`: the last places
    have the longest programs.
    """

    schedule: Schedule
    width: Expr = ZERO
    number: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Launch:
    """A program, by name, and its runs, one after the other.

    `row_counts`: definitions of numbers of rows, in terms of a run's constants. `tile`: the row of the tile table, for
    `held` rows and at most `most` rows per tile. `grid`: the size of the grid's first axis. The second axis is query
    heads, or key heads if `by_key_head`; the third is batch entries. `stored`: rows per head of the partial that it
    stores. `order`: the launch order; None: that of the grid.
    """

    program: str
    runs: tuple[Run, ...]
    row_counts: tuple[Let, ...]
    tile: str
    held: Expr
    most: int | None
    lists: tuple[SortedBlockList, ...]
    grid: Expr
    by_key_head: bool
    stored: Expr
    order: LaunchOrder | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Launches that store partials, and the last launch, which merges them into the result.

    `uncovered`: the last launch does not store every row, so its output is initialized to the result of an empty row.
    """

    direction: Direction
    partials: tuple[Launch, ...]
    last: Launch
    uncovered: bool

    @property
    def launches(self) -> tuple[Launch, ...]:
        """All launches, in order."""
        return (*self.partials, self.last)


@dataclass(frozen=True, slots=True)
class Group:
    """The work of a head group: a forward pass per softmax, and one pass for each gradient of all its softmaxes.

    `lists`: block lists that are made before the forward passes; `gradient_lists`: before those of gradients. `short`:
    the forward passes for calls with few queries, which split the keys over programs; empty if keys cannot be split.
    `reach`: the most columns that a row visits in these; None: all keys.
    """

    heads: Heads
    combine: Combine
    divisor: int
    softmaxes: int
    forward: tuple[Pass, ...]
    grad_query: Pass
    grad_key_value: Pass
    lists: tuple[BlockList, ...]
    gradient_lists: tuple[BlockList, ...]
    short: tuple[Pass, ...] = ()
    reach: int | None = None

    @property
    def several(self) -> bool:
        """Whether its heads have several softmaxes, whose outputs a final pass combines."""
        return self.softmaxes > 1

    @property
    def passes(self) -> tuple[Pass, ...]:
        """All passes that some call runs."""
        return (*self.forward, *self.short, self.grad_query, self.grad_key_value)


@dataclass(frozen=True, slots=True)
class Tiles:
    """The work of a generated file: its programs, and the head groups that launch them."""

    programs: tuple[Named, ...]
    groups: tuple[Group, ...]


# ---- walking statements ----------------------------------------------------------------------------------------------
def inner(statement: Statement) -> tuple[Statement, ...]:
    """The statements directly nested in a statement."""
    match statement:
        case For(body=body) | Whole(body=body) | Clause(body=body) | EachHead(body=body):
            return body
        case (
            Let()
            | Stop()
            | LoadRows()
            | LoadHeads()
            | LoadStatistics()
            | Start()
            | Visit()
            | Describe()
            | Score()
            | Mask()
            | Accumulate()
            | Merge()
            | Finish()
            | Store()
        ):
            return ()
        case _:
            assert_never(statement)


def walk(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """All statements including nested ones, in written order."""
    for statement in body:
        yield statement
        yield from walk(inner(statement))


def number(value: int) -> Num:
    """A constant of the pattern, clamped to LIMIT."""
    return Num(max(-LIMIT, min(LIMIT, value)))
