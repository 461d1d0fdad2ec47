"""Tile IR: what one target runs, on one page: programs over tiles of rows, and the launches that call them.

A program runs once for each place of a grid of three axes (tiles of rows, heads, batch entries). Its statements give
names to index expressions, load tiles, visit tiles of columns and store results. All positions are global. Rows are
positions of the program's side: queries in a forward or query-gradient program, keys in a key/value-gradient program.
Nothing here is of one language: `ir/index.py` says what integers and truths mean, printers how they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias, assert_never

from patternc.ir.index import Expr, Index, Num, Truth, Var
from patternc.ir.mask import Combine, Heads, Side

LIMIT = 1 << 29
"""Kernels count positions in 32 bits: no sequence is longer than this, and no constant needs to be larger."""


class Direction(Enum):
    """What a program computes of its rows: out and lse, the gradient of queries, the gradients of keys and values."""

    FORWARD = "forward"
    GRAD_QUERY = "grad_query"
    GRAD_KEY_VALUE = "grad_key_value"

    @property
    def state(self) -> str:
        """The name of what a program accumulates."""
        return "grad" if self is Direction.GRAD_QUERY else "state"

    @property
    def side(self) -> Side:
        """Which position its rows are."""
        return Side.KEY if self is Direction.GRAD_KEY_VALUE else Side.QUERY


# ---- places in the grid, and constants of a launch -------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of the grid: the names of a program's place on it and of how many places there are."""

    place: str
    count: str


AXES = (Axis("tile_number", "tile_count"), Axis("head_number", "head_count"), Axis("batch_number", "batch_count"))
"""Tiles of rows, heads, batch entries."""

BLOCK_M, BLOCK_N = Var("BLOCK_M"), Var("BLOCK_N")
"""Rows and columns of a tile; the tile table says how many."""

CHUNKS = ("HEAD_DIM", "WIDTH", "TAIL")
"""How a row of head_dim numbers is cut into powers of two."""


# ---- columns of a visit ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strided:
    """Column number t stands at base + step * t."""

    base: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Blocks:
    """Column number t stands in the (t // block)-th of the blocks base, base + step, ..., at t % block."""

    base: Expr
    step: Expr
    block: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Column number t stands in the (t // block)-th block of the row tile's list, at t % block.

    `blocks`: the name of the table of the tile's blocks. `extent`: `q` or `k`, whose extent columns may leave.
    `ordered`: what is listed are numbers along an order, which the table `cells` turns into positions.
    """

    blocks: str
    block: int
    extent: str
    ordered: bool


Columns: TypeAlias = Strided | Blocks | Listed


@dataclass(frozen=True, slots=True)
class Range:
    """Which columns of a visit are taken, in four parts that are in order by construction; all count columns.

    The columns low <= t < high are visited, in tiles from `low` on; none where `active` does not hold. From `full` on
    no bound from below needs a test, and before `rest` none from above: the tiles that lie whole in full <= t < rest
    are not tested. `full` None: `low`; `rest` None: every tile is tested. `inside`: no tile is free of tests where this
    does not hold. `full` and `rest` may lie anywhere: whoever runs a range cuts them.
    """

    low: Expr
    high: Expr
    active: Truth | None = None
    full: Expr | None = None
    rest: Expr | None = None
    inside: Truth | None = None


@dataclass(frozen=True, slots=True)
class Test:
    """A truth about every pair of a tile, [rows, columns]. `given`: a truth about the launch without which it holds."""

    truth: Truth
    given: Truth | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """What scores and weights of a tile's pairs depend on besides the product.

    `distance`: key position minus query position, where a slope multiplies it. `query`, `key`: positions, broadcasting,
    where tables or a hash are read at them. `drops`: a hash decides which weights stay.
    """

    distance: Expr | None = None
    query: Expr | None = None
    key: Expr | None = None
    drops: bool = False


# ---- statements ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Let:
    """Names for values: one each, or all for the values of one function that returns several."""

    names: tuple[str, ...]
    values: tuple[Index, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """The program ends here where a truth holds: it has no rows."""

    when: Truth


@dataclass(frozen=True, slots=True)
class LoadRows:
    """The tile of the program's rows of a tensor [B, H, N, D], 0 where not `valid`.

    `place`: of the tensor's strides among those of the call. `offset`: the position of its first row.
    """

    name: str
    tensor: str
    place: int
    head: str
    offset: str


@dataclass(frozen=True, slots=True)
class LoadStatistics:
    """`row_lse` (log2; +inf for rows without a key) and `row_delta` of the program's rows, from `line` + row on."""

    line: str


@dataclass(frozen=True, slots=True)
class Start:
    """Nothing is accumulated yet."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class Visit:
    """Take the columns of one clause into what is accumulated, tile by tile.

    `before`: bounds from below, tested of the tiles before `full`; `after`: what else is tested, of those and of the
    tiles from `rest` on. `weight`: how often each pair counts, as a log2.
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


@dataclass(frozen=True, slots=True)
class Narrow:
    """A truth under a name, and another one."""

    name: str
    test: Test


@dataclass(frozen=True, slots=True)
class Take:
    """Take the tile of columns at first + lanes; where `tested`, `loaded` columns and `admitted` pairs only."""

    direction: Direction
    first: Expr
    lanes: Expr
    tested: bool
    weight: float
    pairs: Pairs


@dataclass(frozen=True, slots=True)
class Merge:
    """Take the rows `index` of the `partial`-th earlier launch's results in, those of `member` rows."""

    direction: Direction
    partial: int
    index: Expr
    member: Truth


@dataclass(frozen=True, slots=True)
class Clause:
    """Statements that stem from clauses of the pattern file; programs that differ in `words` alone are the same."""

    words: tuple[str, ...] = field(compare=False)
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachHead:
    """For every `head` of start <= head < stop: the query heads that share a key head."""

    start: Expr
    stop: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """`result` and `lse_log2` of what a softmax accumulated; the result divided."""

    divisor: int


@dataclass(frozen=True, slots=True)
class Store:
    """Store the results of the program's valid rows at the rows `index` of contiguous tensors.

    `partial`: they are taken in by a later launch: lse in log2, gradients not scaled. `adds`: to what is there.
    """

    direction: Direction
    index: Expr
    partial: bool
    adds: bool


Statement: TypeAlias = (
    Let
    | Stop
    | LoadRows
    | LoadStatistics
    | Start
    | Visit
    | For
    | Narrow
    | Take
    | Merge
    | Clause
    | EachHead
    | Finish
    | Store
)


# ---- programs and launches -------------------------------------------------------------------------------------------
class Rows(Enum):
    """How the rows of a program lie."""

    MERGED = "merged"  # all, from the partials of earlier launches
    DENSE = "dense"  # all, one after the other
    ORDERED = "ordered"  # all, along an order
    SEGMENTS = "segments"  # all, a tile in one segment
    CLASSES = "classes"  # all, a tile in one residue class
    PACKED = "packed"  # one residue class


@dataclass(frozen=True, slots=True)
class Program:
    """What runs at each place of a grid. Arguments: tensors and tuples of them, then numbers, then constants."""

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
    """A program and the name it has in the file."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs of blocks of list `number`, found once a call by a function of that number.

    `by_head`: heads differ in it by their places in the whole model; `by_total`: by how many that has. `inputs`: of the
    call, which it reads.
    """

    number: int
    by_head: bool
    by_total: bool
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sorted:
    """The pairs of list `number` sorted by tiles of rows, positions of `side`: `rows` rows a line, or a block's.

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
    """One run of a launch's program: the softmax it is of, and the constants of its lattice."""

    softmax: int
    constants: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Launch:
    """A program, by its name, over each of its runs, one after the other.

    `counted`: names for numbers of its rows, in terms of a run's constants. `tile`: the row of the tile table, for
    `held` rows, and at `most` rows to a tile. `grid`: places on the first axis; the second counts query heads, or,
    where `by_key_head`, key heads; the third batch entries. `stored`: rows a head of the partial it stores.
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


@dataclass(frozen=True, slots=True)
class Pass:
    """Launches whose results join: those that store partials, then the one that takes them in and stores in place.

    `uncovered`: the last does not store every row, so what it writes starts as the result of an empty sum.
    """

    direction: Direction
    partials: tuple[Launch, ...]
    last: Launch
    uncovered: bool

    @property
    def launches(self) -> tuple[Launch, ...]:
        """All of them, in order."""
        return (*self.partials, self.last)


@dataclass(frozen=True, slots=True)
class Group:
    """What a group of heads runs: the passes of its softmaxes, and one for each gradient of all of them.

    `lists`: found before the forward passes; `gradient_lists`: before those of gradients.
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

    @property
    def several(self) -> bool:
        """Whether its heads have several softmaxes, which a last pass mixes."""
        return self.softmaxes > 1


@dataclass(frozen=True, slots=True)
class Tiles:
    """All that one file runs: its programs, and the groups of heads that launch them."""

    programs: tuple[Named, ...]
    groups: tuple[Group, ...]


# ---- what is in a body -----------------------------------------------------------------------------------------------
def inner(statement: Statement) -> tuple[Statement, ...]:
    """The statements that one holds."""
    match statement:
        case For(body=body) | Clause(body=body) | EachHead(body=body):
            return body
        case (
            Let()
            | Stop()
            | LoadRows()
            | LoadStatistics()
            | Start()
            | Visit()
            | Narrow()
            | Take()
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
    """A constant of the pattern; beyond any sequence, all are alike."""
    return Num(max(-LIMIT, min(LIMIT, value)))
