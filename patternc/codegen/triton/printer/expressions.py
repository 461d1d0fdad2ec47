"""Index expressions as Python: those of Triton kernels, and those of the host functions that launch them.

In a kernel `//` and `%` round toward zero, and integers have 32 bits unless told: what may be negative is divided by
functions of the library, and what `Wide` says is computed in 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, TypeAlias, TypeGuard, assert_never

from patternc.codegen.filters import LINE_LENGTH, fitted_lines
from patternc.ir.index import (
    All,
    Any,
    Apply,
    Axis,
    Binary,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Index,
    Item,
    Lanes,
    Lookup,
    Max,
    Min,
    Narrowed,
    Negated,
    Num,
    Pack,
    Select,
    Spread,
    Tail,
    Truth,
    Var,
    Wide,
    may_be_negative,
)
from patternc.ir.tile import AXES


@dataclass(frozen=True, slots=True)
class Bracket:
    """A part of a line that may be broken: between its ends, or after each of its items, which may be brackets too."""

    opening: str
    items: tuple[str | Bracket, ...]
    closing: str
    trailing: str = ","

    def flat(self) -> str:
        """On one line."""
        return f"{self.opening}{', '.join(flat((item,)) for item in self.items)}{self.closing}"

    def broken(self, pad: str, before: str = "", after: str = "") -> Iterator[str]:
        """With lines of their own for its ends and each of its items, and text around it."""
        yield f"{pad}{before}{self.opening}"
        for item in self.items:
            if isinstance(item, str):
                yield f"{pad}    {item}{self.trailing}"
            else:
                yield from item.broken(f"{pad}    ", after=self.trailing)
        yield f"{pad}{self.closing}{after}"


Line: TypeAlias = tuple[str | Bracket, ...]


def flat(line: Line) -> str:
    """A line as it stands where it is short enough."""
    return "".join(part if isinstance(part, str) else part.flat() for part in line)


def laid_out(line: Line, pad: str = "") -> tuple[str, ...]:
    """A line at an indentation; if it is too long, broken in its last bracket, as `ruff format` breaks it."""
    text = f"{pad}{flat(line)}"
    place = next((place for place in reversed(range(len(line))) if isinstance(line[place], Bracket)), None)
    if len(text) <= LINE_LENGTH or place is None:
        return (text,)
    bracket = line[place]
    assert isinstance(bracket, Bracket)
    return tuple(fitted_lines([*bracket.broken(pad, flat(line[:place]), flat(line[place + 1 :]))]))


def is_floored(index: Index) -> TypeGuard[Binary]:
    """Whether kernels need a function to round a quotient down, or for its remainder."""
    return isinstance(index, Binary) and index.operator in ("//", "%") and may_be_negative(index.left)


_STRENGTH = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2}
_ATOM = 3
_COMPARISON = 0


@dataclass(frozen=True, slots=True)
class Printer:
    """How expressions are written. `names`: what variables are called where not by their own names."""

    least: str
    greatest: str
    rounded_up: str
    in_kernel: bool
    names: Mapping[str, str] = field(default_factory=dict)

    def text(self, index: Index) -> str:
        """An expression on one line, without outer parentheses."""
        return flat(self.line(index))

    def line(self, index: Index) -> Line:
        """An expression, with the brackets in which it may be broken."""
        match index:
            case Num(value):
                return (str(value),)
            case Var(name):
                return (self.names.get(name, name),)
            case Binary(sign, left, right):
                return self._binary(index, sign, left, right)
            case Min(items):
                return (self._folded(self.least, items),)
            case Max(items):
                return (self._folded(self.greatest, items),)
            case CeilDiv(left, right):
                return (self._call(self.rounded_up, left, right),)
            case Select(condition, yes, no):
                return (self._call("tl.where", condition, yes, no),)
            case Lookup(table, place, inside, default):
                mask = () if inside is None else (f"mask={self.text(inside)}", f"other={default}")
                return (Bracket("tl.load(", (f"{table} + {self._operand(place, 1)}", *mask), ")"),)
            case Lanes(extent):
                return (f"tl.arange(0, {self.text(extent)})",)
            case Spread(inner, axis):
                return (f"{self._operand(inner, _ATOM)}{'[:, None]' if axis is Axis.ROWS else '[None, :]'}",)
            case Wide(inner):
                return (f"tl.cast({self.text(inner)}, tl.int64)",)
            case Narrowed(inner):
                return (f"tl.cast({self.text(inner)}, tl.int32)",)
            case Item(inner, number):
                return (f"{self._operand(inner, _ATOM)}[{number}]",)
            case Pack((item,)):
                return (f"({self._item(item)},)",)
            case Pack(items):
                return (", ".join(map(self._item, items)),)
            case Tail(table, start):
                return (f"{table} + {self._operand(start, 1)}",)
            case Apply(function, arguments):
                return (self._call(f"_{function}", *arguments),)
            case Cmp(sign, left, right):
                return (*self.line(left), f" {sign} ", *self.line(right))
            case All(items):
                return self._joined(" & ", items)
            case Any(items):
                return self._joined(" | ", items)
            case Negated(inner):
                return (Bracket("(", (self.text(inner),), ")", ""), " == 0")
            case Holds(what):
                return self.line(what)
            case _:
                assert_never(index)

    def _call(self, function: str, *arguments: Index) -> Bracket:
        return Bracket(f"{function}(", tuple(map(self._argument, arguments)), ")")

    def _item(self, index: Index) -> str:
        """An expression between commas; of several values, a tuple."""
        several = isinstance(index, Pack) and len(index.items) > 1
        return f"({self.text(index)})" if several else self.text(index)

    def _argument(self, index: Index) -> str | Bracket:
        """The same as an item of a bracket, which may be broken."""
        if isinstance(index, Pack) and len(index.items) > 1:
            return Bracket("(", tuple(map(self._argument, index.items)), ")")
        return self.text(index)

    def _folded(self, function: str, items: Sequence[Expr]) -> Bracket:
        """A call for two items at a time, or in Python for all at once."""
        if not self.in_kernel:
            return self._call(function, *items)
        first, *others = map(self.text, items)
        if not others:
            return Bracket("(", (first,), ")", "")
        inner = reduce(lambda done, item: f"{function}({done}, {item})", others[:-1], first)
        return Bracket(f"{function}(", (inner, others[-1]), ")")

    def _binary(self, whole: Binary, sign: str, left: Expr, right: Expr) -> Line:
        if self.in_kernel and is_floored(whole):
            return (self._call(f"_floored_{'div' if sign == '//' else 'mod'}", left, right),)
        strength = _STRENGTH[sign]
        return (*self._enclosed(left, strength), f" {sign} ", *self._enclosed(right, strength + 1))

    def _enclosed(self, index: Index, strength: int) -> Line:
        """An operand, in parentheses where it binds less strongly than its operator asks."""
        negative = isinstance(index, Num) and index.value < 0
        if self._strength(index) >= strength and not negative:
            return self.line(index)
        return (Bracket("(", (self.text(index),), ")", ""),)

    def _operand(self, index: Index, strength: int) -> str:
        return flat(self._enclosed(index, strength))

    def _strength(self, index: Index) -> int:
        match index:
            case Binary(sign, _, _):
                return _ATOM if self.in_kernel and is_floored(index) else _STRENGTH[sign]
            case Tail():
                return _STRENGTH["+"]
            case Cmp() | All() | Any() | Negated() | Pack():
                return _COMPARISON
            case Holds(what):
                return self._strength(what)
            case _:
                return _ATOM

    def _joined(self, sign: Literal[" & ", " | "], items: Sequence[Truth]) -> Line:
        """Truths joined; a comparison binds less strongly than the sign."""
        found: list[str | Bracket] = []
        for item in items:
            found += [*([sign] if found else []), *self._enclosed(item, _ATOM)]
        return tuple(found)


LATTICE = ("SEGMENT", "DILATION", "OFFSET")
"""Constants that say which lattice the rows of a program are of."""

TILE = {
    "HEAD_DIM": "head_dim",
    "WIDTH": "width",
    "TAIL": "tail",
    "BLOCK_M": "rows",
    "BLOCK_N": "columns",
    **{name: name.lower() for name in LATTICE},
}
"""Constants that kernels take as one named tuple, and their fields of it."""

KERNEL = Printer(
    least="tl.minimum",
    greatest="tl.maximum",
    rounded_up="tl.cdiv",
    in_kernel=True,
    names={
        **{axis.place: f"tl.program_id({number})" for number, axis in enumerate(AXES)},
        **{axis.count: f"tl.num_programs({number})" for number, axis in enumerate(AXES)},
        **{name: f"TILE.{part}" for name, part in TILE.items()},
    },
)


def host(constants: Mapping[str, str]) -> Printer:
    """The printer of host functions; what constants of a launch are called there, or their values."""
    return Printer("min", "max", "_cdiv", False, {"BLOCK_M": "tile.rows", **constants})
