"""Integer comparisons as expressions of a Triton kernel.

There `//` and `%` round toward zero, and integers have 32 bits unless told: what may be negative is divided with a
correction, and what may outgrow 32 bits is computed in 64.
"""

from __future__ import annotations

from typing import assert_never

from patternc.ir.intervals import ALWAYS, parts, value_range
from patternc.ir.mask import Arithmetic, Compare, Expression, Name, Number


def compared(compare: Compare, query: str, key: str) -> str:
    """The comparison over broadcasting positions, without outer parentheses."""
    wide = any(_outgrows(side) for side in (compare.left, compare.right))
    names = {"q": query, "k": key, "n": "seq_len", "h": "(head_offset + head)"}
    if wide:
        names = {name: f"tl.cast({text}, tl.int64)" for name, text in names.items()}
    left, right = _number(compare.left, names), _number(compare.right, names)
    if isinstance(compare.left, Number) and isinstance(compare.right, Number):
        return f"({query} - {query} + {left}) {compare.operator} {right}"  # a tensor, not a compile-time truth
    return f"{left} {compare.operator} {right}"


def _outgrows(expression: Expression) -> bool:
    """Whether some value on the way may need more than 32 bits."""
    ranges = (value_range(part, ALWAYS) for part in parts(expression))
    return any(held.least < -(2**31) or held.most >= 2**31 for held in ranges)


def _number(expression: Expression, names: dict[str, str]) -> str:
    match expression:
        case Number(value):
            return str(value) if value >= 0 else f"({value})"
        case Name(id_):
            return names[id_]
        case Arithmetic(operator, left, right):
            a, b = _number(left, names), _number(right, names)
            if operator in ("//", "%") and value_range(left, ALWAYS).least < 0:
                return f"_floored_{'div' if operator == '//' else 'mod'}({a}, {b})"
            return f"({a} {operator} {b})"
        case _:
            assert_never(expression)
