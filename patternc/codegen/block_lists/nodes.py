"""Block-list IR: the statements of a function that lists pairs of blocks.

A macro of `shared/list_statements.py.j2`, named like the statement's class, spells it; `list_liveness` says what it
reads and needs. Statements are over the parameters of the function and these names: `at`, what is listed so far,
[4, P]: batch entry, head, row and column of each pair of blocks; those four; `whole`, of which pairs every pair of
positions is admitted; and the ends of two blocks, the positions q0 to q1 and k0 to k1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from patternc.codegen.python_text import BLOCKS, Assignment, Spelling, assignments, position_text, table_name
from patternc.ir.mask import Bound, Box, Mask, Table

COORDINATES = ("batch", "head", "row", "column")
"""The lines of `at`."""


# ---- where pairs come from -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BlockRanges:
    """`rows` and `columns`: the blocks that the call's extents touch."""

    block: int


@dataclass(frozen=True, slots=True)
class FindBetween:
    """All blocks between bounds on the key, which need no input. `by_head`: of each head, else of one for all."""

    block: int
    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    by_head: bool

    @property
    def rest(self) -> int:
        """The positions of a block after its first one."""
        return self.block - 1

    @property
    def low_positions(self) -> tuple[str, ...]:
        """The lower bounds on keys at a block's first query."""
        return tuple(position_text(bound, "q0") for bound in self.lows)

    @property
    def high_positions(self) -> tuple[str, ...]:
        """The upper bounds on keys at a block's last query."""
        return tuple(position_text(bound, "q1") for bound in self.highs)


@dataclass(frozen=True, slots=True)
class FindLowest:
    """The `count` blocks of each row with the lowest numbers."""

    block: int
    seed: int
    count: int
    by_head: bool


@dataclass(frozen=True, slots=True)
class FindHashed:
    """The blocks whose hashes are below a threshold."""

    block: int
    seed: int
    threshold: int
    by_head: bool


@dataclass(frozen=True, slots=True)
class FindInTable:
    """The entries of a table of blocks."""

    table: Table
    by_head: bool

    @property
    def name(self) -> str:
        """The name of the function that returns the table's entries."""
        return table_name(self.table)

    @property
    def expanded(self) -> bool:
        """Whether several heads share one table."""
        return self.table.heads == 1 and self.by_head


@dataclass(frozen=True, slots=True)
class FindChosen:
    """The blocks of the call's `selection`."""

    block: int


@dataclass(frozen=True, slots=True)
class FindInBox:
    """The pairs that hold a cell of a grid and one of its neighbours, by the numbering that `place` gives the cells."""

    place: str
    box: Box
    block: int


# ---- what is made of them --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Refine:
    """Every block cut into `times` rows and columns of smaller ones."""

    times: int


@dataclass(frozen=True, slots=True)
class KeepInRanges:
    """Keep the pairs inside `rows` and `columns`."""


@dataclass(frozen=True, slots=True)
class RepeatByEntry:
    """The same pairs for each batch entry; `batches`: the inputs that have entries."""

    batches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepeatByHead:
    """The same pairs, and which of them are whole, for each head and batch entry."""

    batches: tuple[str, ...]
    by_head: bool


@dataclass(frozen=True, slots=True)
class ExpandDocuments:
    """The same documents for each batch entry, where a call gives one list; `batches`: the inputs that have entries."""

    documents: tuple[str, ...]
    batches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unpack:
    """Assign the rows of the tensor `at` to names; those that are not `used` get an underscore."""

    used: frozenset[str]

    @property
    def names(self) -> tuple[str, ...]:
        """The four names."""
        return tuple(name if name in self.used else f"_{name}" for name in COORDINATES)


# ---- which of them a literal holds -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class KeepLowest:
    """Those in blocks, `times` as wide as those listed, that are among the lowest of their row; negated: the others."""

    block: int
    seed: int
    count: int
    times: int
    negated: bool


@dataclass(frozen=True, slots=True)
class KeepHashed:
    """Keep the pairs in blocks whose hashes are below a threshold; negated: the others."""

    seed: int
    threshold: int
    times: int
    negated: bool


@dataclass(frozen=True, slots=True)
class KeepInTable:
    """Keep the pairs in blocks that a table holds; negated: the others."""

    table: Table
    times: int
    negated: bool

    @property
    def name(self) -> str:
        """The name of the function that returns the table's entries."""
        return table_name(self.table)

    @property
    def by_head(self) -> bool:
        """Whether heads have tables of their own."""
        return self.table.heads > 1


@dataclass(frozen=True, slots=True)
class KeepChosen:
    """Keep the pairs in blocks of the call's `selection`; negated: the others."""

    block: int
    times: int
    negated: bool


# ---- what the ends of two blocks tell --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class HeadOfModel:
    """Make `head` the index in the whole model instead of the index in the call."""


@dataclass(frozen=True, slots=True)
class HeadsOfModel:
    """`several`: how many heads are listed; `heads`: how many the model has."""


@dataclass(frozen=True, slots=True)
class BlockEnds:
    """The first position of blocks, and, where `last` says so, the last. `side`: `q` or `k`."""

    side: str
    blocks: str
    block: int
    last: bool

    @property
    def rest(self) -> int:
        """The positions of a block after its first one."""
        return self.block - 1


@dataclass(frozen=True, slots=True)
class NumberedEnd:
    """The least or the greatest position of the cells of a block of a numbering: `name` is `of` at `blocks`."""

    name: str
    of: str
    blocks: str


@dataclass(frozen=True, slots=True)
class TestEnds:
    """Whether two blocks' ends fulfil a mask. `any_pair`: some pair of positions may; else every pair does."""

    target: str
    mask: Mask
    any_pair: bool

    @property
    def spelled(self) -> Spelling:
        """The names of the block ends."""
        return BLOCKS.swapped if self.any_pair else BLOCKS

    @property
    def assignments(self) -> tuple[Assignment, ...]:
        """The test, in several statements where it is long."""
        return assignments(self.mask, 4, self.target, self.spelled)


# ---- what is returned ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AllWhole:
    """Mark every pair of blocks as whole: no mask restricts the pairs of their positions."""


@dataclass(frozen=True, slots=True)
class KeepSeen:
    """Keep the pairs for which `seen` is true."""


@dataclass(frozen=True, slots=True)
class KeepSeenInBox:
    """Keep the pairs for which `seen` is true; pairs for which `all_seen` is true are whole."""


@dataclass(frozen=True, slots=True)
class ReturnPairs:
    """Return the pairs. `renamed`: the number of heads is called `several`."""

    batches: tuple[str, ...]
    by_head: bool
    renamed: bool


Find: TypeAlias = FindBetween | FindLowest | FindHashed | FindInTable | FindChosen | FindInBox
Keep: TypeAlias = KeepLowest | KeepHashed | KeepInTable | KeepChosen
ListStatement: TypeAlias = (
    BlockRanges
    | Find
    | Keep
    | Refine
    | KeepInRanges
    | RepeatByEntry
    | RepeatByHead
    | ExpandDocuments
    | Unpack
    | HeadOfModel
    | HeadsOfModel
    | BlockEnds
    | NumberedEnd
    | TestEnds
    | AllWhole
    | KeepSeen
    | KeepSeenInBox
    | ReturnPairs
)
