"""Tile IR: the work of one target on one page, as programs over tiles of rows and the launches that call them.

A program runs once for each point of a grid with three axes (tiles of rows, heads, batch entries). Its statements name
index expressions, load tiles, visit tiles of columns and store results. All positions are global. Rows are positions of
the program's side: queries in a forward or query-gradient program, keys in a key/value-gradient program. The IR is
independent of the output language: `ir/index.py` defines values, and printers how they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias, assert_never

from patternc.ir.index import ZERO, Expr, Index, Num, Truth, Var
from patternc.ir.mask import Combine, Heads, Schedule, Side

LIMIT = 1 << 29
"""The longest sequence of a kernel with 32-bit positions; no constant needs to be larger."""


class Direction(Enum):
    """What a program computes for its rows: out and lse, the query gradient, or the key and value gradients."""

    FORWARD = "forward"
    GRAD_QUERY = "grad_query"
    GRAD_KEY_VALUE = "grad_key_value"

    @property
    def state(self) -> str:
        """The name of the accumulated values of a program."""
        return "grad" if self is Direction.GRAD_QUERY else "state"

    @property
    def side(self) -> Side:
        """Whether the rows are queries or keys."""
        return Side.KEY if self is Direction.GRAD_KEY_VALUE else Side.QUERY


# ---- places in the grid, and constants of a launch -------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of the grid: the names of the program's index on it and of its size."""

    place: str
    count: str


AXES = (Axis("tile_number", "tile_count"), Axis("head_number", "head_count"), Axis("batch_number", "batch_count"))
"""Tiles of rows, heads, batch entries."""

BLOCK_M, BLOCK_N = Var("BLOCK_M"), Var("BLOCK_N")
"""The rows and columns of a tile; their numbers are in the tile table."""

CHUNKS = ("HEAD_DIM", "WIDTH", "TAIL")
"""How a row of head_dim numbers is split into powers of two."""


# ---- columns of a visit ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strided:
    """Column number t is at position base + step * t."""

    base: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Blocks:
    """Column number t is in the (t // block)-th of the blocks base, base + step, ..., at t % block."""

    base: Expr
    step: Expr
    block: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Column number t is in the (t // block)-th block of the row tile's list, at t % block.

    `blocks`: the name of the table of the tile's blocks. `extent`: `q` or `k`, whose extent columns may leave.
    `ordered`: listed numbers are along an order; the table `cells` maps them to positions.
    """

    blocks: str
    block: int
    extent: str
    ordered: bool


Columns: TypeAlias = Strided | Blocks | Listed


@dataclass(frozen=True, slots=True)
class Range:
    """The columns of a visit, as four column numbers that are in order by construction.

    The columns low <= t < high are visited, in tiles from `low` on; none if `active` is false. From `full` on
    no lower bound needs a test, and before `rest` no upper bound does: tiles that are entirely in full <= t < rest
    are not tested. `full` None: `low`; `rest` None: every tile is tested. `inside`: all tiles are tested if this
    is false. `full` may have any value; `rest` is at most `high`. `shared`: of the columns, the program visits its
    `share` out of `splits`, none where that is not below them; `full` and `inside` are None then.
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
    """What scores and weights of a tile's pairs depend on, in addition to the product.

    `distance`: key position minus query position, if multiplied by a slope. `query`, `key`: broadcasting positions
    at which tables or a hash are evaluated. `biased`: whether there are tables. `drops`: whether a hash decides which
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
    """Names for values: one per value, or several for a function that returns several values."""

    names: tuple[str, ...]
    values: tuple[Index, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the program if a condition holds, because it has no rows."""

    when: Truth


@dataclass(frozen=True, slots=True)
class LoadRows:
    """The tile of the program's rows of a tensor [B, H, N, D], 0 where not `valid`.

    `place`: the index of the tensor's strides among those of the call. `offset`: the position of its first row.
    """

    name: str
    tensor: str
    place: int
    head: str
    offset: str


@dataclass(frozen=True, slots=True)
class LoadHeads:
    """A row for each of several heads of a tensor [B, H, N, D]: its row `number`, 0 where not `valid`.

    `place`: the index of the tensor's strides among those of the call. `heads`: the name of the heads.
    """

    name: str
    tensor: str
    place: int
    heads: str
    number: str


@dataclass(frozen=True, slots=True)
class LoadStatistics:
    """`row_lse` (log2; +inf for rows without a key) and `row_delta` of the program's rows, from `line` + row on."""

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
        """Whether each turn takes a tile of columns; others merge partials."""
        return any(isinstance(one, Accumulate) for one in self.body)


@dataclass(frozen=True, slots=True)
class Describe:
    """Describe the columns `first + step * t`, t < high, that the next loop takes: a matrix in each of their tensors.

    Tiles of a matrix can be loaded by a tensor descriptor.
    """

    direction: Direction
    first: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Score:
    """Load the tile of `columns`, those that are `loaded`, and score it against the rows.

    Scores are products or scores of a forward program, weights exp(score - lse) in a gradient. `described`: the tile is
    of what was described, from row t on.
    """

    direction: Direction
    weight: float
    pairs: Pairs
    described: bool = False


@dataclass(frozen=True, slots=True)
class Mask:
    """Leave out the scores of pairs that are not `admitted` or fail one of the `tests`, in tiles where `edge` holds.

    `edge` None: in every tile; elsewhere all columns are loaded, and all pairs pass.
    """

    direction: Direction
    edge: Truth | None
    admitted: Truth
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Accumulate:
    """Accumulate the scored tile of columns; `described` as in `Score`."""

    direction: Direction
    weight: float
    pairs: Pairs
    described: bool = False


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge the rows `index` of the `partial`-th earlier launch's results, for rows with `member`; None: for all."""

    direction: Direction
    partial: int
    index: Expr
    member: Truth | None


@dataclass(frozen=True, slots=True)
class Clause:
    """Statements with a comment that quotes clauses of the pattern file; `words` do not distinguish programs."""

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
    """Finish a softmax: its normalised `result` and its `lse_log2`."""

    divisor: int


@dataclass(frozen=True, slots=True)
class Store:
    """Store the results of the program's valid rows at the rows `index` of contiguous tensors.

    `partial`: a later launch merges them: lse in log2, unscaled gradients. `adds`: add to the stored values.
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
    | Merge
    | Clause
    | EachHead
    | Finish
    | Store
)


# ---- programs and launches -------------------------------------------------------------------------------------------
class Rows(Enum):
    """The layout of a program's rows."""

    MERGED = "merged"  # all, from the partials of earlier launches
    DENSE = "dense"  # all, one after the other
    ORDERED = "ordered"  # all, along an order
    SEGMENTS = "segments"  # all, a tile in one segment
    CLASSES = "classes"  # all, a tile in one residue class
    PACKED = "packed"  # one residue class
    FOLDED = "folded"  # one residue class of each of several lattices, whose places follow one another on the grid
    SPLIT = "split"  # one position of the heads that share a key head


@dataclass(frozen=True, slots=True)
class Program:
    """The code that runs at each point of a grid. Arguments: tensors or tuples of them, numbers, then constants."""

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
    """A program and its name in the file."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs of blocks of list `number`, found once per call by the function of that number.

    `by_head`: heads differ in it by their places in the whole model; `by_total`: by how many that has. `inputs`: of the
    call, which it reads.
    """

    number: int
    by_head: bool
    by_total: bool
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sorted:
    """The pairs of list `number` sorted by tiles of rows, positions of `side`: `rows` rows per line, or a block's.

    `order`: the number of the function that says where cells stand along an order; None: by position. `moves`: inputs
    move pairs, so that the lines of no call are those of another.
    """

    number: int
    side: Side
    block: int
    rows: Expr
    order: int | None
    moves: bool


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a launch's program: its softmax and the constants of its lattice."""

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

    `counted`: names for numbers of its rows, in terms of a run's constants. `tile`: the row of the tile table, for
    `held` rows, and at `most` rows to a tile. `grid`: places on the first axis; the second counts query heads, or,
    where `by_key_head`, key heads; the third batch entries. `stored`: rows a head of the partial it stores. `order`:
    of the places on all axes; None: that of the grid.
    """

    program: str
    runs: tuple[Run, ...]
    counted: tuple[Let, ...]
    tile: str
    held: Expr
    most: int | None
    lists: tuple[Sorted, ...]
    grid: Expr
    by_key_head: bool
    stored: Expr
    order: LaunchOrder | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Launches whose results are merged: those that store partials, then the one that merges them and stores in place.

    `uncovered`: the last one does not store every row, so its output is initialized to the result of an empty sum.
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
    """The work of a group of heads: the passes of its softmaxes, and one pass for each gradient of all of them.

    `lists`: found before the forward passes; `gradient_lists`: before those of gradients. `short`: the forward passes
    of calls of few queries, which split the keys over programs; none where these cannot be split. `reach`: the most
    columns that a row of them visits; None: as many as there are keys.
    """

    heads: Heads
    combine: Combine
    divisor: int
    softmaxes: int
    forward: tuple[Pass, ...]
    grad_query: Pass
    grad_key_value: Pass
    lists: tuple[Found, ...]
    gradient_lists: tuple[Found, ...]
    short: tuple[Pass, ...] = ()
    reach: int | None = None

    @property
    def several(self) -> bool:
        """Whether its heads have several softmaxes, which a final pass combines."""
        return self.softmaxes > 1

    @property
    def passes(self) -> tuple[Pass, ...]:
        """Every pass that some call runs."""
        return (*self.forward, *self.short, self.grad_query, self.grad_key_value)


@dataclass(frozen=True, slots=True)
class Tiles:
    """All work of one file: its programs, and the groups of heads that launch them."""

    programs: tuple[Named, ...]
    groups: tuple[Group, ...]


# ---- what is in a body -----------------------------------------------------------------------------------------------
def inner(statement: Statement) -> tuple[Statement, ...]:
    """The statements nested in a statement."""
    match statement:
        case For(body=body) | Clause(body=body) | EachHead(body=body):
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
    """Every statement, in the order in which they are written."""
    for statement in body:
        yield statement
        yield from walk(inner(statement))


def number(value: int) -> Num:
    """A constant of the pattern, clamped beyond the longest sequence."""
    return Num(max(-LIMIT, min(LIMIT, value)))
