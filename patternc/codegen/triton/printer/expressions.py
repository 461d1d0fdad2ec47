"""Index expressions as Python: those of Triton kernels, and those of the host functions that launch them.

In a kernel `//` and `%` round toward zero, and integers have 32 bits unless told: what may be negative is divided by
functions of the library, and what `Wide` says is computed in 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeGuard

from patternc.codegen.tiles.host_text import TILE
from patternc.ir import index as ix
from patternc.ir.index_text import ATOM, SUM, Assigned, Printer
from patternc.ir.lines import Bracket, Line
from patternc.ir.tile import AXES, LN2


def is_floored(index: ix.Index) -> TypeGuard[ix.Binary]:
    """Whether kernels need a function to round a quotient down, or for its remainder."""
    return isinstance(index, ix.Binary) and index.operator in ("//", "%") and ix.may_be_negative(index.left)


@dataclass(frozen=True, slots=True)
class KernelPrinter(Printer):
    """The spelling of expressions in a kernel, over integers and vectors of them."""

    def line(self, index: ix.Index) -> Line:
        """The text of an expression that Triton spells differently from Python: `&` and `|` bind before comparisons."""
        match index:
            case ix.Binary(sign, left, right) if is_floored(index):
                return (self.call(f"_floored_{'div' if sign == '//' else 'mod'}", left, right),)
            case ix.Min(items):
                return (self._folded("tl.minimum", items),)
            case ix.Max(items):
                return (self._folded("tl.maximum", items),)
            case ix.Select(condition, yes, no):
                return (self.call("tl.where", condition, yes, no),)
            case ix.Lookup(table, place, inside, default):
                mask = () if inside is None else (f"mask={self.text(inside)}", f"other={default}")
                return (Bracket("tl.load(", (f"{table} + {self.operand(place, SUM)}", *mask), ")"),)
            case ix.Lanes(extent):
                return (f"tl.arange(0, {self.text(extent)})",)
            case ix.Wide(inner):
                return (f"tl.cast({self.text(inner)}, tl.int64)",)
            case ix.Narrowed(inner):
                return (f"tl.cast({self.text(inner)}, tl.int32)",)
            case ix.Tail(table, start):
                return (f"{table} + {self.operand(start, SUM)}",)
            case ix.Negated(inner):
                return (*self.enclosed(inner, ATOM), " == 0")
            case _:
                return Printer.line(self, index)

    def strength(self, index: ix.Index) -> int:
        """The binding strength of an expression whose strength differs in Triton."""
        if is_floored(index):
            return ATOM
        return SUM if isinstance(index, ix.Tail) else Printer.strength(self, index)

    def joined(self, name: str, sign: str, truth: ix.Truth) -> Assigned:
        return Assigned(name, f"{sign}=", self.line(truth))

    def _folded(self, function: str, items: Sequence[ix.Expr]) -> Bracket:
        """A call for two items at a time."""
        first, *others = map(self.line, items)
        if not others:
            return Bracket("(", (first,), ")", trailing=False)
        inner = reduce(lambda done, item: (Bracket(f"{function}(", (done, item), ")"),), others[:-1], first)
        return Bracket(f"{function}(", (inner, others[-1]), ")")


KERNEL = KernelPrinter(
    "tl.cdiv",
    "_",
    {
        **{axis.place: f"tl.program_id({number})" for number, axis in enumerate(AXES)},
        **{axis.count: f"tl.num_programs({number})" for number, axis in enumerate(AXES)},
        **{name: f"TILE.{part}" for name, part in TILE.items()},
        LN2.name: "_LN2",
    },
    both=" & ",
    either=" | ",
    within=ATOM,
)
