"""The syntax tree of a pattern file, with source locations, before names are resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from patternc.diagnostics import Diagnostic
from patternc.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """The base of every node: its source location."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---- expressions: numbers, lists, words, conditions and masks ---------------------------------------------------
@dataclass(frozen=True, slots=True)
class Integer(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Decimal(Node):
    value: float


@dataclass(frozen=True, slots=True)
class Text(Node):
    value: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    id: str


@dataclass(frozen=True, slots=True)
class Reference(Node):
    """`@name`: a runtime input."""

    name: Name


@dataclass(frozen=True, slots=True)
class Items(Node):
    """`[a, b, c]`; `round`: `(a, b, c)`, as only `box` takes lists."""

    items: tuple[Expression, ...]
    round: bool = False


@dataclass(frozen=True, slots=True)
class Argument(Node):
    name: Name | None
    value: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    function: Name
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`base[at]`"""

    base: Expression
    at: Expression


@dataclass(frozen=True, slots=True)
class Prefix(Node):
    """Prefix operators (`-`, `!`, `not`), outermost first, all the same or `-` and `!` mixed."""

    operators: tuple[str, ...]
    operand: Expression


@dataclass(frozen=True, slots=True)
class Step:
    """A further operand of a chain, with the operator before it."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`first op a op b ...` with operators of equal precedence; flat, so that a long sum is not a deep tree."""

    first: Expression
    rest: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Sizes(Node):
    """`rows x columns`: the sizes of blocks; `mark` is the name between them."""

    rows: Expression
    mark: Name
    columns: Expression


Expression: TypeAlias = Integer | Decimal | Text | Name | Reference | Items | Call | Index | Prefix | Chain | Sizes


# ---- statements -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Attend(Node):
    """`attend mask from source`; `source` None: keys of the sequence."""

    mask: Expression
    source: Name | None = None


@dataclass(frozen=True, slots=True)
class Combine(Node):
    rule: Expression


@dataclass(frozen=True, slots=True)
class Where(Node):
    mask: Expression


@dataclass(frozen=True, slots=True)
class Segments(Node):
    sizes: Expression


@dataclass(frozen=True, slots=True)
class Dilations(Node):
    rates: Expression


@dataclass(frozen=True, slots=True)
class OffsetRule(Node):
    rule: Expression


@dataclass(frozen=True, slots=True)
class Score(Node):
    modifier: Expression


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expression


@dataclass(frozen=True, slots=True)
class Uncovered(Node):
    rule: Expression


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class For(Node):
    names: tuple[Name, ...]
    items: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Heads(Node):
    """`heads start..stop { body }`; `stop` None: the rest."""

    start: Expression
    stop: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Partition(Node):
    """`heads rule`"""

    rule: Expression


@dataclass(frozen=True, slots=True)
class Input(Node):
    """`input name: kind`"""

    name: Name
    kind: Expression


@dataclass(frozen=True, slots=True)
class Source(Node):
    """`source name(argument, ...)`, as a call of a function of that name."""

    call: Call


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid 64 x 64`; `marks` are the tokens between the sizes."""

    sizes: tuple[Expression, ...]
    marks: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Layout(Node):
    rule: Expression


@dataclass(frozen=True, slots=True)
class Schedule(Node):
    rule: Expression


@dataclass(frozen=True, slots=True)
class Ring(Node):
    """`ring(name=value, ...)`, as a call of the function `ring`."""

    call: Call


ANY = "*"
"""A placeholder for a name that the file defines but that could not be read."""


@dataclass(frozen=True, slots=True)
class Bad(Node):
    """A statement that could not be parsed and was reported; `names` are the names it would have defined, or ANY."""

    names: tuple[str, ...] = ()


Statement: TypeAlias = (
    Attend
    | Combine
    | Where
    | Segments
    | Dilations
    | OffsetRule
    | Score
    | Require
    | Uncovered
    | Let
    | For
    | Heads
    | Partition
    | Input
    | Source
    | Grid
    | Layout
    | Schedule
    | Ring
    | Bad
)


# ---- files ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: Name
    default: Expression | None


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Field(Node):
    """One line of a `module` block."""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Module(Node):
    """`broken`: some of its lines could not be parsed and are missing from `fields`."""

    name: Name
    fields: tuple[Field, ...]
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Edition(Node):
    number: int


Top: TypeAlias = Edition | Pattern | Module | Bad


@dataclass(frozen=True, slots=True)
class File(Node):
    """`problems`: the syntax errors so far; a file with any of them is only checked, never compiled.

    `unread`: the parts of the text whose meaning is unknown because of these errors.
    """

    items: tuple[Top, ...]
    problems: tuple[Diagnostic, ...] = ()
    unread: tuple[Span, ...] = ()
