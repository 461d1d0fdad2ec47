"""Integer comparisons as expressions of a Triton kernel.

There `//` and `%` round toward zero, and integers have 32 bits unless told: what may be negative is divided with a
correction, and what may outgrow 32 bits is computed in 64.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.mask_ir import Arithmetic, Compare, Expression, Name, Number

POSITIONS = 1 << 29
"""No sequence is longer than this."""

HEADS = 1 << 16
"""No call has more heads than a grid's second axis has programs."""


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest value an expression can have."""

    least: int
    most: int


def compared(compare: Compare, query: str, key: str) -> str:
    """The comparison over broadcasting positions, without outer parentheses."""
    wide = any(_outgrows(side) for side in (compare.left, compare.right))
    names = {"q": query, "k": key, "n": "seq_len", "h": "head"}
    if wide:
        names = {name: f"tl.cast({text}, tl.int64)" for name, text in names.items()}
    left, right = _number(compare.left, names), _number(compare.right, names)
    if isinstance(compare.left, Number) and isinstance(compare.right, Number):
        return f"({query} - {query} + {left}) {compare.operator} {right}"  # a tensor, not a compile-time truth
    return f"{left} {compare.operator} {right}"


def _outgrows(expression: Expression) -> bool:
    """Whether some value on the way may need more than 32 bits."""
    held = value_range(expression)
    if not (held.least >= -(2**31) and held.most < 2**31):
        return True
    return isinstance(expression, Arithmetic) and (_outgrows(expression.left) or _outgrows(expression.right))


def value_range(expression: Expression) -> Range:
    """Where the values of an expression lie, as far as intervals tell."""
    match expression:
        case Number(value):
            return Range(value, value)
        case Name("h"):
            return Range(0, HEADS)
        case Name():
            return Range(0, POSITIONS)
        case Arithmetic(operator, left, right):
            a, b = value_range(left), value_range(right)
            match operator:
                case "+":
                    return Range(a.least + b.least, a.most + b.most)
                case "-":
                    return Range(a.least - b.most, a.most - b.least)
                case "*":
                    ends = [x * y for x in (a.least, a.most) for y in (b.least, b.most)]
                    return Range(min(ends), max(ends))
                case "//":
                    return Range(a.least // b.least, a.most // b.least)
                case _:
                    return Range(0, b.most - 1)
        case _:
            assert_never(expression)


def _number(expression: Expression, names: dict[str, str]) -> str:
    match expression:
        case Number(value):
            return str(value) if value >= 0 else f"({value})"
        case Name(id_):
            return names[id_]
        case Arithmetic(operator, left, right):
            a, b = _number(left, names), _number(right, names)
            if operator in ("//", "%") and value_range(left).least < 0:
                return f"_floored_{'div' if operator == '//' else 'mod'}({a}, {b})"
            return f"({a} {operator} {b})"
        case _:
            assert_never(expression)
