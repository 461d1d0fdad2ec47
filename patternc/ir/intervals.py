"""Intervals of integer expressions, and the longest sequence before one of them overflows 64 bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias, assert_never

from patternc.ir.mask import Arithmetic, BoundAt, Expression, Label, Name, Number, Pattern
from patternc.ir.traversal import comparisons, pattern_atoms

ALWAYS = 1 << 29
"""The sequence length up to which every pattern must work, because Triton kernels use 32-bit positions."""

LONGEST = 1 << 62
"""The sequence length that no call may exceed."""

MOST_LABEL = (1 << 62) - 1
"""The greatest label; the least is one below its negative. So two labels have a sum and a difference in 64 bits."""


Value: TypeAlias = Any  # int, or an integer array


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest value of an expression; of arrays, those of each entry."""

    least: Value
    most: Value


@dataclass(frozen=True, slots=True)
class Limit:
    """The longest sequence, in positions, for which `expression` fits into 64 bits."""

    positions: int
    expression: Expression


def value_range(expression: Expression, positions: int) -> Range:
    """The interval of an expression's values in sequences of up to `positions`."""
    # The largest number of heads: the limit of a launch grid's second axis; calls with more heads are rejected.
    heads, place = Range(0, 1 << 16), Range(0, positions - 1)
    return interval(expression, {"h": heads, "n": Range(0, positions), "q": place, "k": place})


def any_label(_label: Label) -> Range:
    """The interval of a label of which nothing is known."""
    return Range(-MOST_LABEL - 1, MOST_LABEL)


def interval(
    expression: Expression,
    names: Mapping[str, Range],
    labels: Callable[[Label], Range] = any_label,
    ends: Callable[[BoundAt], Range] | None = None,
) -> Range:
    """The interval of an expression's values, given those of what it reads, by interval arithmetic.

    `ends`: those of ends of documents; None: any position.
    """
    match expression:
        case Number(value):
            return Range(value, value)
        case Name(id_):
            return names[id_]
        case Arithmetic(operator, left, right):
            return _combined(operator, *(interval(one, names, labels, ends) for one in (left, right)))
        case Label(place=True) if labels is any_label:
            return Range(0, names["n"].most)
        case Label():
            return labels(expression)
        case BoundAt():
            return Range(0, names["n"].most) if ends is None else ends(expression)
        case _:
            assert_never(expression)


def _combined(operator: str, a: Range, b: Range) -> Range:
    """The interval of `left operator right`; a divisor is a single number above 0."""
    match operator:
        case "+":
            return Range(a.least + b.least, a.most + b.most)
        case "-":
            return Range(a.least - b.most, a.most - b.least)
        case "*":
            ends = [x * y for x in (a.least, a.most) for y in (b.least, b.most)]
            return Range(reduce(_smaller, ends), reduce(_larger, ends))
        case "//":
            return Range(a.least // b.least, a.most // b.least)
        case "%":
            same = a.least // b.least == a.most // b.least
            return Range(a.least % b.least * same, a.most % b.least * same + (b.least - 1) * (same ^ True))
        case _:
            raise ValueError(f"operator: {operator} is not arithmetic")


def _smaller(x: Value, y: Value) -> Value:
    return x + (y - x) * (y < x)


def _larger(x: Value, y: Value) -> Value:
    return x + (y - x) * (y > x)


def limit(pattern: Pattern) -> Limit | None:
    """The smallest limit of any comparison; None if all of them fit into 64 bits at any length."""
    sides = (side for one in comparisons(pattern_atoms(pattern)) for side in (one.left, one.right))
    limits = [Limit(_longest(part), part) for side in dict.fromkeys(sides) for part in parts(side)]
    return min((one for one in limits if one.positions < LONGEST), key=lambda one: one.positions, default=None)


def parts(expression: Expression) -> Iterator[Expression]:
    """An expression's subexpressions, innermost first."""
    if isinstance(expression, Arithmetic):
        yield from parts(expression.left)
        yield from parts(expression.right)
    yield expression


def fits(expression: Expression, positions: int) -> bool:
    """Whether a value fits into 64 bits in sequences of up to `positions`; its subexpressions are not examined."""
    held = value_range(expression, positions)
    return bool(held.least >= -(1 << 63) and held.most < 1 << 63)


def _longest(expression: Expression) -> int:
    """The longest sequence (at most LONGEST) for which an expression fits, by bisection: intervals grow with length."""
    if fits(expression, LONGEST):
        return LONGEST
    low, high = 0, LONGEST  # fits at `low` (or nowhere), not at `high`
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(expression, middle) else (low, middle)
    return low
