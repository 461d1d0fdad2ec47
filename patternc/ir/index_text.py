"""Index expressions as text, in the notation of Python: for dumps, and for functions that compute with integers.

Vectors spread over tiles [rows, columns] as in NumPy. A language that writes some nodes otherwise has a printer of its
own for these, which leaves the others to this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from patternc.ir import index as ix
from patternc.ir.lines import Bracket, Line, Piece, flat, laid_out
from patternc.ir.liveness import replaced

TRUTH, COMPARISON, SUM, PRODUCT, ATOM = range(-1, 4)
"""How strongly expressions bind."""

CALLS: Mapping[type[ix.Expr], str] = {
    ix.Min: "min",
    ix.Max: "max",
    ix.Lanes: "lanes",
    ix.Wide: "wide",
    ix.Narrowed: "narrow",
}
STRENGTH = {"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT}


@dataclass(frozen=True, slots=True)
class Printer:
    """The spelling of expressions in Python.

    `rounded_up`: the function that divides rounding up; without one, operators do. `prefix`: what names of functions
    begin with. `names`: what variables are called where not by their own names. `spelled`: how functions are written
    that are no calls of that name. `both`, `either`: what stands between truths, and `within`: how strongly those must
    bind. `calls`: the functions that nodes are.
    """

    rounded_up: str = ""
    prefix: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    spelled: Mapping[str, str] = field(default_factory=dict)
    both: str = " and "
    either: str = " or "
    within: int = COMPARISON
    calls: Mapping[type[ix.Expr], str] = field(default_factory=lambda: CALLS)

    def text(self, index: ix.Index) -> str:
        """An expression on one line, without outer parentheses.

        >>> head = ix.over(ix.Var("head"), ix.CeilDiv(ix.Var("heads"), ix.Num(4)))
        >>> Printer().text(ix.plus(ix.Var("start"), head))
        'start + head // -(-heads // 4)'
        """
        return flat(self.line(index))

    def line(self, index: ix.Index) -> Line:
        """An expression, with the brackets in which it may be broken."""
        match index:
            case ix.Num(value):
                return (str(value),)
            case ix.Var(name):
                return (self.names.get(name, name),)
            case ix.Binary(sign, left, right):
                strength = STRENGTH[sign]
                return (*self.enclosed(left, strength), f" {sign} ", *self.enclosed(right, strength + 1))
            case ix.Min() | ix.Max() | ix.Lanes() | ix.Wide() | ix.Narrowed():
                return (self.call(self.calls[type(index)], *ix.children(index)),)
            case ix.CeilDiv(left, right) if self.rounded_up:
                return (self.call(self.rounded_up, left, right),)
            case ix.CeilDiv(left, right):
                return (f"-(-{self.operand(left, ATOM)} // {self.operand(right, ATOM)})",)
            case ix.Select(condition, yes, no):
                return (f"({self.text(yes)} if {self.text(condition)} else {self.text(no)})",)
            case ix.Lookup(table, place, inside, default):
                otherwise = "" if inside is None else f" if {self.text(inside)} else {default}"
                return (f"{table}[{self.text(place)}{otherwise}]",)
            case ix.Spread(inner, axis):
                return (f"{self.operand(inner, ATOM)}{'[:, None]' if axis is ix.Axis.ROWS else '[None, :]'}",)
            case ix.Item(inner, number):
                return (f"{self.operand(inner, ATOM)}[{number}]",)
            case ix.Pack((item,)):
                return (f"({self.item(item)},)",)
            case ix.Pack(items):
                return (", ".join(map(self.item, items)),)
            case ix.Tail(table, start):
                return (f"{table}[{self.text(start)}:]",)
            case ix.Apply(function, arguments) if function in self.spelled:
                return (self.spelled[function].format(*map(self.text, arguments)),)
            case ix.Apply(function, arguments):
                return (self.call(f"{self.prefix}{function}", *arguments),)
            case ix.Cmp(sign, left, right):
                return (*self.line(left), f" {sign} ", *self.line(right))
            case ix.All(()):
                return ("True",)
            case ix.Any(()):
                return ("False",)
            case ix.All() | ix.Any():
                first, *others = self.terms(index)
                return (first, *(part for other in others for part in (self.sign(index), other)))
            case ix.Negated(inner):
                return ("not ", *self.enclosed(inner, COMPARISON))
            case ix.Holds(what):
                return self.line(what)
            case _:
                assert_never(index)

    def strength(self, index: ix.Index) -> int:
        """The binding strength of an expression."""
        match index:
            case ix.Binary(sign, _, _):
                return STRENGTH[sign]
            case ix.Num(value):
                return ATOM if value >= 0 else COMPARISON
            case ix.Cmp():
                return COMPARISON
            case ix.All() | ix.Any() | ix.Negated() | ix.Pack():
                return TRUTH
            case ix.Holds(what):
                return self.strength(what)
            case _:
                return ATOM

    def call(self, function: str, *arguments: ix.Index) -> Bracket:
        """A call, which may be broken after each argument."""
        return Bracket(f"{function}(", tuple(map(self._argument, arguments)), ")")

    def enclosed(self, index: ix.Index, strength: int) -> Line:
        """An operand, in parentheses where it binds less strongly than its operator asks."""
        if self.strength(index) >= strength:
            return self.line(index)
        return (self.bracket("(", index, ")"),)

    def bracket(self, opening: str, index: ix.Index, closing: str, pad: str = "") -> Bracket:
        """A bracket around an expression, which may be broken between truths and between terms of a sum."""
        match index:
            case ix.All() | ix.Any() if index.items:
                items, sign = self.terms(index), self.sign(index)
            case ix.Binary("+" | "-"):
                items, sign = self._summands(index), " + "
            case _:
                items, sign = (self.line(index),), ", "
        return Bracket(opening, items, closing, sign, trailing=False, pad=pad)

    def _summands(self, index: ix.Index) -> tuple[Line, ...]:
        """The parts of a sum, which may be differences."""
        match index:
            case ix.Binary("+", left, right):
                return (*self._summands(left), self.enclosed(right, PRODUCT))
            case ix.Binary("-", left, right):
                *others, last = self._summands(left)
                return (*others, (*last, " - ", *self.enclosed(right, PRODUCT)))
            case _:
                return (self.enclosed(index, SUM),)

    def sign(self, index: ix.All | ix.Any) -> str:
        """The operator between the items of a truth."""
        return self.both if isinstance(index, ix.All) else self.either

    def terms(self, index: ix.All | ix.Any) -> tuple[Line, ...]:
        """The items of a truth as operands."""
        return tuple(self.enclosed(item, self.within) for item in index.items)

    def operand(self, index: ix.Index, strength: int) -> str:
        """The expression as an operand, on one line."""
        return flat(self.enclosed(index, strength))

    def item(self, index: ix.Index) -> str:
        """An expression between commas; of several values, a tuple."""
        several = isinstance(index, ix.Pack) and len(index.items) > 1
        return f"({self.text(index)})" if several else self.text(index)

    def _argument(self, index: ix.Index) -> Piece:
        """The expression as an item in brackets, which may be broken into lines."""
        if isinstance(index, ix.Pack) and len(index.items) > 1:
            return Bracket("(", tuple(map(self._argument, index.items)), ")")
        return self.line(index)

    # ---- statements --------------------------------------------------------------------------------------------------
    def given(self, names: tuple[str, ...], values: tuple[ix.Index, ...], room: int, note: str = "") -> Iterator[str]:
        """Lines that give names their values: one, or some for each name, as no value reads an earlier name."""
        whole = f"{', '.join(names)} = {', '.join(map(self.text, values))}{note}"
        if len(whole) <= room:
            yield whole
            return
        each = zip(names, values, strict=True) if len(values) > 1 else [(", ".join(names), values[0])]
        for name, value in each:
            *most, last = (assigned.line for assigned in self.named(name, value, room))
            for line in (*most, (*last, note)):
                yield from laid_out(line, room)

    def named(self, name: str, value: ix.Index, room: int) -> Iterator[Assigned]:
        """Statements that give a name a value: one for each part of a truth or of a sum that does not fit a line.

        Before them, entries of tables get names, if the value reads several.
        """
        whole = Assigned(name, "=", self.line(value))
        entries = {} if whole.fits(room) else _entries_read(name, value)
        match value:
            case _ if whole.fits(room):
                yield whole
            case _ if entries:
                yield from (Assigned(entry.name, "=", self.line(lookup)) for lookup, entry in entries.items())
                yield from self.named(name, replaced(value, entries), room)
            case ix.Spread(inner, axis) if not isinstance(inner, ix.Lookup | ix.Var):
                yield from self.named(name, inner, room)
                yield Assigned(name, "=", self.line(ix.Spread(ix.Var(name), axis)))
            case ix.Apply(function, (inner, *others)) if function in self.spelled and isinstance(inner, ix.Binary):
                yield from self.named(name, inner, room)
                yield Assigned(name, "=", self.line(ix.Apply(function, (ix.Var(name), *others))))
            case ix.Binary("+", left, right):
                yield from self.named(name, left, room)
                yield Assigned(name, "+=", self.line(right))
            case ix.Negated(inner):
                yield from self.named(name, inner, room)
                yield Assigned(name, "=", self.line(ix.Negated(ix.Holds(ix.Var(name)))))
            case ix.All((first, *others)) | ix.Any((first, *others)):
                sign = self.sign(value).strip()
                yield from self.named(name, first, room)
                for number, other in enumerate(others, 2):
                    joined = self.joined(name, sign, other)
                    if joined.fits(room):
                        yield joined
                        continue
                    own = f"{name}_{number}"
                    yield from self.named(own, other, room)
                    yield self.joined(name, sign, ix.Holds(ix.Var(own)))
            case ix.Cmp(sign, left, right) if _looks_up(value):
                compared = {f"{name}_{word}": side for word, side in (("left", left), ("right", right))}
                for side_name, side in compared.items():
                    if _looks_up(side):
                        yield from self.named(side_name, side, room)
                sides = (ix.Var(side_name) if _looks_up(side) else side for side_name, side in compared.items())
                yield from self.named(name, ix.Cmp(sign, *sides), room)
            case ix.Cmp(sign, left, right) if max(map(len, laid_out(whole.line, room))) > room:
                broken = Bracket("(", (self.line(left), self.line(right)), ")", f" {sign} ", trailing=False)
                yield Assigned(name, "=", (broken,))
            case _:
                yield whole

    def joined(self, name: str, sign: str, truth: ix.Truth) -> Assigned:
        """A statement that joins a truth to a named one."""
        return Assigned(name, "=", (f"{name} {sign} ", *self.enclosed(truth, self.within)))


def _looks_up(index: ix.Index) -> bool:
    """Whether an expression reads a table."""
    return any(isinstance(part, ix.Lookup) for part in ix.parts(index))


def _entries_read(name: str, index: ix.Index) -> dict[ix.Index, ix.Var]:
    """Names for the entries of tables that a number reads, if it reads more than one.

    They begin with the number's own: in a loop, Triton takes no name for a number and for a vector.
    """
    found = [*_entries(index)] if not isinstance(index, ix.Cmp | ix.All | ix.Any | ix.Negated | ix.Holds) else []
    distinct = [*dict.fromkeys(found)] if len(found) > 1 else []
    last = name.rpartition(" ")[2]  # of several names that a tuple is given to
    return {entry: ix.Var(f"{last}_at_{number}") for number, entry in enumerate(distinct, 1)}


def _entries(index: ix.Index) -> Iterator[ix.Index]:
    """The entries of tables that an expression reads, or conversions of them, but for those that tell a place."""
    match index:
        case ix.Lookup() | ix.Apply(_, (ix.Lookup(),)):
            yield index
        case _:
            for child in ix.children(index):
                yield from _entries(child)


@dataclass(frozen=True, slots=True)
class Assigned:
    """A statement that gives `target` a value. `sign`: `=`, or an operator and `=`."""

    target: str
    sign: str
    value: Line

    @property
    def line(self) -> Line:
        """The statement."""
        return (f"{self.target} {self.sign} ", *self.value)

    def fits(self, room: int) -> bool:
        """Whether it is short enough for one line."""
        return len(flat(self.line)) <= room
