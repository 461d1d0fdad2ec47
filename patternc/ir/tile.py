"""Tile IR: the work of a GPU or a CPU on one page, as programs over tiles of rows and the launches that run them.

A program runs once for each point of a grid with three axes (tiles of rows, heads, batch entries). Its statements name
index expressions, load tiles, visit tiles of columns and store results. All positions are global. Rows are positions of
the program's side: queries in a forward or query-gradient program, keys in a key/value-gradient program. The IR is
independent of the output language: `ir/index.py` defines index expressions, and printers spell them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from patternc.ir.addresses import Address, Head, Packed, Plane, Statistics
from patternc.ir.index import FALSE, TRUE, ZERO, Defined, Expr, Index, Num, Truth, Var, names
from patternc.ir.intervals import ALWAYS
from patternc.ir.mask import Combine, Heads, Schedule, Side

LIMIT = ALWAYS
"""The longest sequence of a kernel with 32-bit positions; larger constants are clamped to it."""


class Direction(Enum):
    """The results that a program computes for its rows: out and lse, or gradients of queries, of keys, or of pairs."""

    FORWARD = "forward"
    GRAD_QUERY = "grad_query"
    GRAD_KEY_VALUE = "grad_key_value"
    GRAD_PAIRS = "grad_pairs"

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

TURNS = ("batch_turn", "head_turn")
"""Batch entries and heads of the launches before, where those that share numbers of pairs take turns."""

BLOCK_M, BLOCK_N = Var("BLOCK_M"), Var("BLOCK_N")
"""The rows and columns of a tile; the tile table has their values."""

DESCRIBED = Var("DESCRIBED")
"""Whether a launch loads columns by tensor descriptors: its tile asks for them, and its tensors allow them."""


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

    `blocks`: the name of the table of the tile's blocks. Columns at positions outside of low <= x < high are not
    loaded. `ordered`: listed blocks are cells in an order, which the table `cells` maps to positions.
    """

    blocks: str
    block: int
    low: Expr
    high: Expr
    ordered: bool


Columns: TypeAlias = Strided | Blocks | Listed


@dataclass(frozen=True, slots=True)
class Range:
    """The columns of a visit, as column numbers.

    The columns low <= t < high are visited in tiles from `low` on; none if `active` is false. Tiles that are entirely
    within full <= t < rest are not tested, because no lower bound needs a test from `full` on, and no upper bound
    before `rest`. `full` None: `low`; `rest` None: every tile is tested. `inside`: if false, all tiles are tested.
    `full` may have any value; `rest` is at most `high`. `shared`: the columns are divided among `splits` programs, of
    which this one visits number `share` (none if `share` >= `splits`); `full` and `inside` are None then. `apart`:
    columns with a step that are not loaded are replaced by others of the visit, else by some of the call.
    """

    low: Expr
    high: Expr
    active: Truth | None = None
    full: Expr | None = None
    rest: Expr | None = None
    inside: Truth | None = None
    shared: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on the pairs of a tile [rows, columns]. `when`: tested only if this condition on the launch holds."""

    truth: Truth
    when: Truth | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the extremes of a tile of columns tell of its pairs, before any is tested.

    `extremes`: statements that find them. `some`: false only where no pair passes all tests: the tile is skipped.
    `every`: true only where each pair passes those tests that the `Range` says nothing of.
    """

    extremes: tuple[Extremes, ...]
    some: Truth = TRUE
    every: Truth = FALSE


# ---- statements: numbers of the program, and what it loads -----------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Let:
    """Define names: one per value, or several names for a single value that is a tuple."""

    names: tuple[Defined, ...]
    values: tuple[Index, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the program if a condition holds, because it has no rows."""

    when: Truth


@dataclass(frozen=True, slots=True)
class Extremes:
    """The least and the greatest number of a vector, of its entries that are `valid`.

    Of none: numbers above and below all others.
    """

    names: tuple[Defined, Defined]
    numbers: Expr
    valid: Truth


@dataclass(frozen=True, slots=True)
class Load:
    """Load the rows at an address. `within`: keys, whose first numbers these rows are where values begin with keys."""

    name: Defined
    address: Address
    within: Var | None = None


@dataclass(frozen=True, slots=True)
class Describe:
    """Make a tensor descriptor for the rows `first + step * t`, low <= t < high, of a head, which the next loop visits.

    They are a matrix, whose tiles the descriptor loads. Its first row is that of t = `low`, which the tensor has: a GPU
    may read at the address where a descriptor begins. `block`: the loop visits blocks of so many of the rows, which a
    list has; 0: all rows, one after the other. Where a tile goes past the matrix, it is 0.
    """

    name: Defined
    head: Head
    first: Expr
    step: Expr
    low: Expr
    high: Expr
    block: int = 0


# ---- statements: what is computed of the pairs of a tile, whose values are tiles [rows, columns] ---------------------
@dataclass(frozen=True, slots=True)
class Multiply:
    """The products of each of the program's `rows` with each row of a tile of `columns`: rows @ columns^T."""

    name: Defined
    rows: Var
    columns: Var


@dataclass(frozen=True, slots=True)
class LoadPairs:
    """Load what a tensor has for the pairs of the tile `like`; of those that are not `valid`, 0."""

    name: Defined
    like: Var
    plane: Plane
    query: Expr
    key: Expr
    valid: Truth


@dataclass(frozen=True, slots=True)
class Modify:
    """Scores, in units of log2, from products: `scale` times these, changed by what the pattern says after `score`.

    `names`: of the scores and, if a softcap bends them, of their derivative by the scaled products. `distance`: key
    minus query position times the slope of ALiBi. `places`: the positions of queries and keys, or the places of their
    entries, and the tables of biases that depend on these; empty if there are none. `pairs`: a tile of numbers that
    are added.
    """

    names: tuple[Defined, ...]
    products: Var
    scale: Var
    distance: Expr | None
    places: tuple[Expr, ...]
    pairs: Var | None = None


@dataclass(frozen=True, slots=True)
class Weigh:
    """Weights exp2(scores + weight - lse), where `lse` is that of the row or column of a pair, in units of log2.

    `scale`: what makes scores of products; None: they are scores already. `weight`: log2 of the number of times that
    each pair counts.
    """

    name: Defined
    scores: Var
    lse: Expr
    scale: Var | None
    weight: float


@dataclass(frozen=True, slots=True)
class Mask:
    """Set the pairs of `tile` that are not `admitted`, or fail one of the `tests`, to `excluded`, if `edge` holds.

    `edge` None: always. In tiles without `edge`, all columns are loaded and all pairs are admitted.
    """

    tile: Var
    excluded: float
    edge: Truth | None
    admitted: Truth
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """The numbers that decide which weights dropout drops: `drawing`, and the positions of queries and keys."""

    query: Expr
    key: Expr
    drawing: Var
    when: Var


@dataclass(frozen=True, slots=True)
class Attend:
    """Take a tile of pairs into the softmax `state`, with their `values`. `scale` and `weight`: as of `Weigh`."""

    state: Var
    scores: Var
    values: Var
    scale: Var | None
    weight: float
    draws: Draws | None


@dataclass(frozen=True, slots=True)
class Drop:
    """The tile without what dropout drops, the rest raised accordingly: weights, or the gradient of kept weights."""

    name: Defined
    tile: Var
    draws: Draws


@dataclass(frozen=True, slots=True)
class GradScores:
    """The gradient of scores: weights * (grad_weights - delta), where `delta` is that of a pair's row or column.

    `apart`: 0 where the weight is, whatever the pair's row holds: it may be NaN where no pair of it is admitted.
    """

    name: Defined
    weights: Var
    grad_weights: Var
    delta: Expr
    apart: bool = False


@dataclass(frozen=True, slots=True)
class GradProducts:
    """The gradient of scaled products: that of scores times the derivative of scores, `bend`.

    `apart`: 0 where the former is, whatever the derivative: it may be NaN where a pair is excluded.
    """

    name: Defined
    grad_scores: Var
    bend: Var
    apart: bool = False


@dataclass(frozen=True, slots=True)
class AddProducts:
    """Add the products of a tile of weights with its rows to a sum: sum += weights @ rows."""

    sum: Var
    weights: Var
    rows: Var


@dataclass(frozen=True, slots=True)
class AddRows:
    """Add to rows of a tensor, one for each column, the products of a tile of weights with the program's rows.

    Row `address` of a column += factor * sum of weights[row, column] * rows[row]. Programs that add to the same rows
    run one after the other.
    """

    weights: Var
    rows: Var
    factor: Var | None
    address: Address


@dataclass(frozen=True, slots=True)
class AddByDistance:
    """Add each pair's number to the entry of a table that key minus query position, at most `radius`, selects."""

    table: Expr
    tile: Var
    query: Expr
    key: Expr
    radius: int


@dataclass(frozen=True, slots=True)
class AddByPlace:
    """Add each pair's number to the entry of a table at the pair's `place`."""

    table: Expr
    tile: Var
    place: Expr


@dataclass(frozen=True, slots=True)
class AddDistances:
    """Add to a number of each row the sum over its pairs of their numbers times key minus query position."""

    sum: Var
    tile: Var
    query: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class AddPairs:
    """Add a tile to what a tensor has for its pairs, where these are `valid`. No program that runs meanwhile does."""

    plane: Plane
    tile: Var
    query: Expr
    key: Expr
    valid: Truth


# ---- statements: what a program accumulates --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class StartSoftmax:
    """The softmax of each row over no columns. `extent`: of the values."""

    name: Defined
    extent: Var
    rows: Var = BLOCK_M


@dataclass(frozen=True, slots=True)
class StartSum:
    """A sum of rows that starts as 0. `extent` None: it is a number of each row."""

    name: Defined
    extent: Var | None
    rows: Var = BLOCK_M


@dataclass(frozen=True, slots=True)
class MergeSoftmax:
    """Merge finished softmaxes of the same rows, their outputs and lse (log2), into the softmax `state`."""

    state: Var
    out: Address
    lse: Address


@dataclass(frozen=True, slots=True)
class MergeSum:
    """Add rows of an earlier launch's partial to a sum."""

    sum: Var
    partial: Address


@dataclass(frozen=True, slots=True)
class Finish:
    """The output of the softmax `state`, and its lse (log2)."""

    names: tuple[Defined, Defined]
    state: Var


@dataclass(frozen=True, slots=True)
class Store:
    """Store what is `computed`, times a `factor`, at an address. `adds`: add it to the stored numbers."""

    computed: Var
    factor: Var | float | None
    address: Address
    adds: bool = False

    @property
    def tensor(self) -> str:
        """The parameter that it stores to."""
        source = self.address.source
        assert isinstance(source, Packed | Statistics)
        (name,) = names(source.tensor)
        return name


LN2 = Var("LN2")
"""The factor from units of log2 to natural ones."""

PARTIALS = Var("partials")
"""The tensors that earlier launches stored, a tuple for each launch or, if it is one, that tensor."""


# ---- statements: control ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TileWork:
    """The statements that a program runs for each tile of columns that it visits.

    `scored`: the statements that compute the tile `masked`, whose pairs that are not admitted become `excluded`;
    `taken`: those that accumulate it.
    """

    scored: tuple[Statement, ...]
    masked: Var
    excluded: float
    taken: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Visit:
    """Process the columns of one clause, tile by tile.

    `before`: lower bounds, tested in the tiles before `full`; `after`: further tests, there and from `rest` on.
    `proof`: tiles that it proves empty are skipped, and tiles that it does not prove full are tested.
    """

    columns: Columns
    range: Range
    before: tuple[Test, ...]
    after: tuple[Test, ...]
    work: TileWork
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class For:
    """For `variable` = start, start + step, ... below stop."""

    variable: Defined
    start: Expr
    stop: Expr
    step: Expr
    body: tuple[Statement, ...]

    @property
    def over_tiles(self) -> bool:
        """Whether each iteration processes a tile of columns; otherwise iterations merge partials."""
        return any(isinstance(one, Mask) for one in walk(self.body))


@dataclass(frozen=True, slots=True)
class Skip:
    """Skip the statements of `body`, which process a tile of columns, unless a condition holds."""

    unless: Truth
    body: tuple[Statement, ...]


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
    variable: Defined = "head"


Statement: TypeAlias = (
    Let
    | Stop
    | Extremes
    | Load
    | Describe
    | Multiply
    | LoadPairs
    | Modify
    | Weigh
    | Mask
    | Attend
    | Drop
    | GradScores
    | GradProducts
    | AddProducts
    | AddRows
    | AddByDistance
    | AddByPlace
    | AddDistances
    | AddPairs
    | StartSoftmax
    | StartSum
    | MergeSoftmax
    | MergeSum
    | Finish
    | Store
    | Visit
    | For
    | Skip
    | Clause
    | EachHead
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
    HEADS = "heads"  # the heads of a single position that share a key head
    HEAD = "head"  # a single position of one head


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

    @property
    def stores(self) -> tuple[Store, ...]:
        """The statements that store its results."""
        return tuple(one for one in self.body if isinstance(one, Store))


@dataclass(frozen=True, slots=True)
class Named:
    """A program with its name in the generated file."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class BlockList:
    """List `number` of pairs of blocks, which the function of that number makes once per call.

    `by_head`: whether the pairs depend on a head's place in the whole model; `by_total`: on the model's number of
    heads. `inputs`: the runtime inputs that the function reads; `of_heads`: those that list blocks for each head,
    `of_key_heads`: of them those that do so for each key head.
    """

    number: int
    by_head: bool
    by_total: bool
    inputs: tuple[str, ...]
    of_heads: tuple[str, ...] = ()
    of_key_heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picks:
    """A runtime input that holds the blocks of each line of a list; `tested`: programs test every pair of them."""

    input: str
    tested: bool


@dataclass(frozen=True, slots=True)
class SortedBlockList:
    """The pairs of list `number` sorted by tiles of rows, which are positions of `side`.

    `block`, `columns`: the rows and the columns of a block of the list. `rows`: the rows per line; a line has at least
    a block. `order`: the number of the function that returns the order of grid cells; None: rows are in order of
    position. `moves`: whether the pairs depend on runtime inputs, so that the lines can't be kept for another call.
    `picks`: what lines are made of in place of pairs.
    """

    number: int
    side: Side
    block: int
    columns: int
    rows: Expr
    order: int | None
    moves: bool
    picks: Picks | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a launch's program: the number of its softmax, and the constants of its lattice."""

    softmax: int
    constants: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class LaunchOrder:
    """The order in which the programs of a launch run: a table of `place + places * line` (`ir/launch_orders.py`).

    `place` is the index on the grid's first axis, `line` is `head + heads * batch entry`.
    `width`: for HILBERT the places per row of the plane that the curve fills (0: a row per line). `backwards`: the last
    places have the longest programs.
    """

    schedule: Schedule
    width: Expr = ZERO
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
    `reach`: the most columns that a row visits in these; None: all keys. `gradients`: one pass for all gradients, whose
    programs add to rows of those of keys and values, for calls with enough key heads; None: there is none.
    `grad_pairs`: the pass for the gradient of numbers of pairs, whose launches run once for each of the heads and batch
    entries that share such numbers.
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
    gradients: Pass | None = None
    grad_pairs: Pass | None = None

    @property
    def several(self) -> bool:
        """Whether its heads have several softmaxes, whose outputs a final pass combines."""
        return self.softmaxes > 1 and not self.gated

    @property
    def gated(self) -> bool:
        """Whether the results are those of each softmax, which gates mix."""
        return self.combine is Combine.GATE

    @property
    def passes(self) -> tuple[Pass, ...]:
        """All passes that some call runs."""
        gradients = tuple(one for one in (self.gradients, self.grad_pairs) if one is not None)
        return (*self.forward, *self.short, self.grad_query, self.grad_key_value, *gradients)


@dataclass(frozen=True, slots=True)
class Tiles:
    """The work of a generated file: its programs, and the head groups that launch them."""

    programs: tuple[Named, ...]
    groups: tuple[Group, ...]

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The launches of all passes."""
        return tuple(launch for group in self.groups for one in group.passes for launch in one.launches)


# ---- walking statements ----------------------------------------------------------------------------------------------
def inner(statement: Statement) -> tuple[Statement, ...]:
    """The statements directly nested in a statement."""
    match statement:
        case For(body=body) | Skip(body=body) | Clause(body=body) | EachHead(body=body):
            return body
        case Visit(work=work):
            return (*work.scored, *work.taken)
        case _:
            return ()


def walk(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """All statements including nested ones, in written order."""
    for statement in body:
        yield statement
        yield from walk(inner(statement))


def number(value: int) -> Num:
    """A constant of the pattern, clamped to LIMIT."""
    return Num(max(-LIMIT, min(LIMIT, value)))
