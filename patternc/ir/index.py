"""Index expressions of the tile IR: integers and booleans, as scalars, vectors over rows or columns, or tiles.

Integers are unbounded, and `//` and `%` round toward minus infinity, as in Python; printers for other languages
translate them. `evaluate` defines every node, for Python integers and NumPy arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

if TYPE_CHECKING:
    import numpy as np

    Value: TypeAlias = int | bool | np.ndarray
else:
    Value: TypeAlias = object


class Axis(Enum):
    """The axis of a tile [rows, columns] along which a vector lies."""

    ROWS = "rows"
    COLUMNS = "columns"


Defined: TypeAlias = str
"""A name that the statement with a field of this type defines."""

Read: TypeAlias = str
"""The name of a variable that the node with a field of this type reads."""

Sign: TypeAlias = Literal["+", "-", "*", "//", "%"]
Comparison: TypeAlias = Literal["<", "<=", ">", ">=", "==", "!="]


# ---- integers --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Num:
    value: int


@dataclass(frozen=True, slots=True)
class Var:
    """An argument, a constant of the launch, or a variable of an earlier statement.

    `labels`: a label, any integer of 64 bits; otherwise it is not negative, or never divided.
    """

    name: str
    labels: bool = False


@dataclass(frozen=True, slots=True)
class Binary:
    operator: Sign
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Min:
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Max:
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CeilDiv:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Select:
    condition: Truth
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Lookup:
    """`table[index]`, or `default` where `inside` is false (None: always inside).

    `labels`: the entries are labels, any integers of 64 bits; otherwise they have 32 bits and are not negative.
    """

    table: str
    index: Expr
    inside: Truth | None = None
    default: int = 0
    labels: bool = False


@dataclass(frozen=True, slots=True)
class Lanes:
    """The vector 0, 1, ..., extent - 1."""

    extent: Expr


@dataclass(frozen=True, slots=True)
class Spread:
    """A vector along one axis of a tile, broadcast along the other axis."""

    inner: Expr
    axis: Axis


@dataclass(frozen=True, slots=True)
class Apply:
    """A call of a function of the run-time library; `evaluate` takes the definitions."""

    function: str
    arguments: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Wide:
    """The same integer, computed with 64 bits where a target's integers are shorter."""

    inner: Expr


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The same integer, converted back to 32 bits."""

    inner: Expr


@dataclass(frozen=True, slots=True)
class Item:
    """Item `number` (from 0) of a tuple of values."""

    values: Expr
    number: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A tuple of values, which gets a single name."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Tail:
    """The table from entry `start` on, as a pointer into it."""

    table: str
    start: Expr


# ---- truths ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Cmp:
    operator: Comparison
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class All:
    """Whether all items hold; true without items."""

    items: tuple[Truth, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Whether any item holds; false without items."""

    items: tuple[Truth, ...]


@dataclass(frozen=True, slots=True)
class Negated:
    inner: Truth


@dataclass(frozen=True, slots=True)
class Holds:
    """A boolean variable, a boolean function of the run-time library, or a broadcast vector of booleans."""

    what: Var | Apply | Spread


Truth: TypeAlias = Cmp | All | Any | Negated | Holds
Expr: TypeAlias = (
    Num
    | Var
    | Binary
    | Min
    | Max
    | CeilDiv
    | Select
    | Lookup
    | Lanes
    | Spread
    | Apply
    | Wide
    | Narrowed
    | Item
    | Pack
    | Tail
)
Index: TypeAlias = Expr | Truth

ZERO, ONE = Num(0), Num(1)
TRUE, FALSE = All(()), Any(())


# ---- constructors that fold constants and drop neutral elements ------------------------------------------------------
def plus(left: Expr, right: Expr | int) -> Expr:
    """Return left + right, with the constant as the last term."""
    match left, right:
        case _, int(number) | Num(number):
            return _shifted(left, number)
        case Num(number), _:
            return _shifted(right, number)
        case _:
            return Binary("+", left, right)


def minus(left: Expr, right: Expr | int) -> Expr:
    """Return left - right."""
    match right:
        case int(number) | Num(number):
            return _shifted(left, -number)
        case _:
            return ZERO if left == right else Binary("-", left, right)


def _shifted(inner: Expr, number: int) -> Expr:
    match inner:
        case Num(own):
            return Num(own + number)
        case Binary("+", base, Num(own)):
            return _shifted(base, own + number)
        case Binary("-", base, Num(own)):
            return _shifted(base, number - own)
        case _ if number == 0:
            return inner
        case _:
            return Binary("+", inner, Num(number)) if number > 0 else Binary("-", inner, Num(-number))


def times(left: Expr, right: Expr | int) -> Expr:
    """Return left * right."""
    right = Num(right) if isinstance(right, int) else right
    match left, right:
        case Num(a), Num(b):
            return Num(a * b)
        case (Num(0), _) | (_, Num(0)):
            return ZERO
        case _, Num(1):
            return left
        case Num(1), _:
            return right
        case _:
            return Binary("*", left, right)


def over(left: Expr, right: Expr | int) -> Expr:
    """Return left // right, rounded down."""
    right = Num(right) if isinstance(right, int) else right
    match left, right:
        case _, Num(1):
            return left
        case Num(a), Num(b) if b != 0:
            return Num(a // b)
        case _:
            return Binary("//", left, right)


def modulo(left: Expr, right: Expr | int) -> Expr:
    """Return left % right, which has the sign of right."""
    right = Num(right) if isinstance(right, int) else right
    match left, right:
        case _, Num(1):
            return ZERO
        case Num(a), Num(b) if b != 0:
            return Num(a % b)
        case _:
            return Binary("%", left, right)


def least(*items: Expr) -> Expr:
    """The minimum of one or more expressions, without duplicates."""
    return _extreme(Min, items)


def greatest(*items: Expr) -> Expr:
    """The maximum of one or more expressions, without duplicates."""
    return _extreme(Max, items)


def _extreme(node: type[Min] | type[Max], items: tuple[Expr, ...]) -> Expr:
    distinct = tuple(dict.fromkeys(items))
    return distinct[0] if len(distinct) == 1 else node(distinct)


def every(*items: Truth) -> Truth:
    """The conjunction: nested conjunctions are flattened, duplicates removed, and a false item makes it false."""
    flat = dict.fromkeys(part for item in items for part in (item.items if isinstance(item, All) else (item,)))
    if FALSE in flat:
        return FALSE
    return next(iter(flat)) if len(flat) == 1 else All(tuple(flat))


def some(*items: Truth) -> Truth:
    """The disjunction: nested disjunctions are flattened, duplicates removed, and a true item makes it true."""
    flat = dict.fromkeys(part for item in items for part in (item.items if isinstance(item, Any) else (item,)))
    if TRUE in flat:
        return TRUE
    return next(iter(flat)) if len(flat) == 1 else Any(tuple(flat))


# ---- what expressions read -------------------------------------------------------------------------------------------
def parts(index: Index) -> Iterator[Index]:
    """The node and all its descendants."""
    yield index
    for child in children(index):
        yield from parts(child)


def children(index: Index) -> tuple[Index, ...]:
    """The direct children of a node."""
    match index:
        case Num() | Var():
            return ()
        case Binary(_, left, right) | Cmp(_, left, right) | CeilDiv(left, right):
            return (left, right)
        case Min(items) | Max(items):
            return items
        case All(truths) | Any(truths):
            return truths
        case Select(condition, yes, no):
            return (condition, yes, no)
        case Lookup(_, place, inside):
            return (place,) if inside is None else (place, inside)
        case Lanes(extent):
            return (extent,)
        case Spread(inner, _) | Wide(inner) | Narrowed(inner) | Item(inner, _) | Tail(_, inner):
            return (inner,)
        case Pack(items):
            return items
        case Negated(truth):
            return (truth,)
        case Holds(what):
            return (what,)
        case Apply(_, arguments):
            return arguments
        case _:
            assert_never(index)


def names(*indices: Index) -> frozenset[str]:
    """The variables and tables that some expressions read."""
    found, rest = set[str](), list(indices)
    while rest:
        part = rest.pop()
        if isinstance(part, Var):
            found.add(part.name)
            continue
        if isinstance(part, Lookup | Tail):
            found.add(part.table)
        rest += children(part)
    return frozenset(found)


def may_be_negative(index: Expr) -> bool:
    """Whether an integer may be negative, judged by its form; of variables and tables, those of labels may be."""
    match index:
        case Num(number):
            return number < 0
        case Lookup() | Var():
            return index.labels
        case Lanes() | Apply() | Item() | Pack() | Tail():
            return False
        case Binary("-", _, _):
            return True
        case Binary("%", _, right):
            return may_be_negative(right)
        case Binary(_, left, right) | CeilDiv(left, right):
            return may_be_negative(left) or may_be_negative(right)
        case Min(items):
            return any(map(may_be_negative, items))
        case Max(items):
            return all(map(may_be_negative, items))
        case Select(_, yes, no):
            return may_be_negative(yes) or may_be_negative(no)
        case Spread(inner, _) | Wide(inner) | Narrowed(inner):
            return may_be_negative(inner)
        case _:
            assert_never(index)


# ---- the meaning -----------------------------------------------------------------------------------------------------
Functions: TypeAlias = Mapping[str, Callable[..., Value]]

_COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_COMPUTE = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod}


def evaluate(index: Index, values: Mapping[str, Value], library: Functions) -> Value:
    """The value of an expression.

    Args:
        index: the expression.
        values: those of variables (integers, vectors or tiles) and of tables (vectors), by name.
        library: the definitions of the functions in `Apply`.
    """
    import numpy as np

    def value(node: Index) -> Value:
        return evaluate(node, values, library)

    match index:
        case Num(number):
            return number
        case Var(name):
            return values[name]
        case Binary(sign, left, right):
            return _COMPUTE[sign](value(left), value(right))  # type: ignore[no-any-return]
        case Min(items):
            return reduce(np.minimum, map(value, items))
        case Max(items):
            return reduce(np.maximum, map(value, items))
        case CeilDiv(left, right):
            return -(-value(left) // value(right))
        case Select(condition, yes, no):
            return np.where(value(condition), value(yes), value(no))
        case Lookup(table, place, inside, default):
            return _looked_up(values[table], value(place), None if inside is None else value(inside), default)
        case Lanes(extent):
            return np.arange(int(value(extent)))
        case Spread(inner, axis):
            vector = np.asarray(value(inner))
            return vector[:, None] if axis is Axis.ROWS else vector[None, :]
        case Apply(function, arguments):
            return library[function](*map(value, arguments))
        case Wide(inner) | Narrowed(inner):
            return value(inner)
        case Item(inner, number):
            return value(inner)[number]  # type: ignore[index, no-any-return]
        case Pack(items):
            return tuple(map(value, items))  # type: ignore[return-value]
        case Tail(table, start):
            return _tail(values[table], value(start))
        case Cmp(sign, left, right):
            return _COMPARE[sign](value(left), value(right))  # type: ignore[no-any-return]
        case All(truths):
            return reduce(operator.and_, (value(truth) != 0 for truth in truths), True)
        case Any(truths):
            return reduce(operator.or_, (value(truth) != 0 for truth in truths), False)
        case Negated(truth):
            return value(truth) == 0
        case Holds(what):
            return value(what)
        case _:
            assert_never(index)


@dataclass(frozen=True, slots=True)
class Tails:
    """A table from entry `starts[i]` on for program i, for programs that are evaluated together."""

    table: np.ndarray
    starts: np.ndarray


def _tail(table: Value | Tails, start: Value) -> Value:
    import numpy as np

    if isinstance(table, Tails):
        return Tails(table.table, table.starts + start)  # type: ignore[return-value]
    if np.ndim(start):
        return Tails(np.asarray(table), np.asarray(start))  # type: ignore[return-value]
    return table[int(start) :]  # type: ignore[index]


def _looked_up(found: Value | Tails, place: Value, inside: Value | None, default: int) -> Value:
    """Entries of a table; an index out of range is an error unless `inside` excludes it."""
    import numpy as np

    table, place = (found.table, found.starts + place) if isinstance(found, Tails) else (np.asarray(found), place)
    if inside is None:
        places = place if isinstance(place, tuple) else (place,)
        assert all(np.all(np.asarray(one) >= 0) for one in places), "a negative place reads from the table's end"
        return table[place]
    allowed = np.broadcast_to(inside, np.broadcast(np.asarray(place), np.asarray(inside)).shape)
    safe = np.where(allowed, place, 0)
    return np.where(allowed, table[safe] if len(table) else default, default)
