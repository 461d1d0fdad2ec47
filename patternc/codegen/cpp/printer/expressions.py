"""Index expressions of kernels as C++: over numbers, or over the element of a vector that a loop is at.

`i` counts the rows of a tile, `j` its columns. In C++ `/` and `%` round toward zero: what may be negative is divided by
functions of the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from patternc.ir import index as ix
from patternc.ir.index_text import ATOM, PRODUCT, TRUTH, Printer
from patternc.ir.lines import Bracket, Line, Piece
from patternc.ir.tile import AXES, BLOCK_M, BLOCK_N, LN2

Axes = frozenset[ix.Axis]
SCALAR: Axes = frozenset()
COUNTERS = {ix.Axis.ROWS: "i", ix.Axis.COLUMNS: "j"}
EXTENTS = {ix.Axis.ROWS: "ROWS", ix.Axis.COLUMNS: "COLUMNS"}
_OF_LANES = {BLOCK_M: ix.Axis.ROWS, BLOCK_N: ix.Axis.COLUMNS}
_IN_ONE_COLUMN = ("listed", "belongs")
"""Functions of the library that take the number of one column, where the IR gives that of a tile's first."""

NAMES = {
    **{name: f"program.{name}" for axis in AXES for name in (axis.place, axis.count)},
    BLOCK_M.name: "ROWS",
    BLOCK_N.name: "COLUMNS",
    LN2.name: "LN2",
}

CALLS: Mapping[type[ix.Expr], str] = {ix.Min: "least", ix.Max: "greatest", ix.Wide: "int64_t", ix.Narrowed: "int32_t"}


@dataclass(frozen=True, slots=True)
class KernelPrinter(Printer):
    """The spelling of expressions in a kernel. `axes`: the axis of each variable that is a vector."""

    rounded_up: str = "patternc::ceil_div"
    names: Mapping[str, str] = field(default_factory=lambda: NAMES)
    within: int = ATOM
    calls: Mapping[type[ix.Expr], str] = field(default_factory=lambda: CALLS)
    axes: Mapping[str, Axes] = field(default_factory=dict)

    def along(self, index: ix.Index) -> Axes:
        """The axes of a tile along which an expression has different values."""
        match index:
            case ix.Var(name):
                return self.axes.get(name, SCALAR)
            case ix.Lanes(ix.Var() as extent):
                return frozenset({_OF_LANES[extent]})
            case ix.Spread(_, axis):
                return frozenset({axis})
            case ix.Apply(function, arguments) if function in _IN_ONE_COLUMN:
                return frozenset({ix.Axis.COLUMNS}).union(*map(self.along, arguments))
            case _:
                return SCALAR.union(*map(self.along, ix.children(index)))

    def line(self, index: ix.Index) -> Line:
        """The text of an expression that C++ spells differently from Python."""
        match index:
            case ix.Var(name) if self.axes.get(name):
                (axis,) = self.axes[name]
                return (f"{name}[{COUNTERS[axis]}]",)
            case ix.Lanes(ix.Var() as extent):
                return (COUNTERS[_OF_LANES[extent]],)
            case ix.Spread(inner, _):
                return self.line(inner)
            case ix.Binary("//" | "%" as sign, left, right) if ix.may_be_negative(left):
                return (self.call(f"patternc::floored_{'div' if sign == '//' else 'mod'}", left, right),)
            case ix.Binary("//", left, right):
                return (*self.enclosed(left, PRODUCT), " / ", *self.enclosed(right, ATOM))
            case ix.Select(condition, yes, no):
                branches = self.line(condition), ("? ", *self.line(yes)), (": ", *self.line(no))
                return (Bracket("(", branches, ")", " ", trailing=False),)
            case ix.Lookup(table, place, inside, default):
                entry = Bracket(f"{table}[", (self.line(place),), "]", trailing=False)
                chosen = (*self.line(inside), " ? ", entry, f" : {default}") if inside else ()
                return (Bracket("(", (chosen,), ")", trailing=False) if chosen else entry,)
            case ix.Pack(items):
                return (self._array(items),)
            case ix.Tail(table, start):
                return (f"{table} + ", *self.enclosed(start, PRODUCT))
            case ix.Apply(function, arguments):
                return (self._applied(function, arguments),)
            case ix.All(()):
                return ("true",)
            case ix.Any(()):
                return ("false",)
            case ix.Negated(inner):
                return (self.bracket("!(", inner, ")"),)
            case _:
                return Printer.line(self, index)

    def strength(self, index: ix.Index) -> int:
        """The binding strength of an expression."""
        match index:
            case ix.Spread(inner, _):
                return self.strength(inner)
            case ix.Binary("//" | "%", left, _) if ix.may_be_negative(left):
                return ATOM
            case ix.Tail():
                return TRUTH
            case ix.Negated():
                return ATOM
            case _:
                return Printer.strength(self, index)

    def sign(self, index: ix.All | ix.Any) -> str:
        """Vectors have no `&&`."""
        sign = "&" if isinstance(index, ix.All) else "|"
        return f" {sign} " if self.along(index) else f" {sign}{sign} "

    def call(self, function: str, *arguments: ix.Index) -> Bracket:
        return calling(function, *map(self.line, arguments))

    def _applied(self, function: str, arguments: tuple[ix.Index, ...]) -> Bracket:
        given = [self.line(one) for one in arguments]
        if function in _IN_ONE_COLUMN:  # of the tile whose first column is the second argument
            given[1] = (*self.enclosed(arguments[1], PRODUCT), " + j")
            given.pop()
        return calling(f"patternc::{function}", *given)

    def _array(self, items: tuple[ix.Expr, ...]) -> Bracket:
        return Bracket("std::array{", tuple(map(self._element, items)), "}", trailing=False)

    def _element(self, item: ix.Expr) -> Piece:
        match item:
            case ix.Pack((ix.Num(first), ix.Num(second))):
                return f"std::pair{{{first}, {second}}}"
            case _:
                return self.line(item)


def calling(function: str, *arguments: Piece) -> Bracket:
    """A call, which may be broken after each argument."""
    return Bracket(f"{function}(", arguments, ")", trailing=False)
