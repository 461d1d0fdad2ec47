"""Intervals of integer expressions, and the longest sequence before one of them overflows 64 bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from patternc.ir.mask import Arithmetic, Expression, Name, Number, Pattern
from patternc.ir.traversal import comparisons, pattern_atoms

ALWAYS = 1 << 29
"""The sequence length up to which every pattern must work, because Triton kernels use 32-bit positions."""

LONGEST = 1 << 62
"""The sequence length that no call may exceed."""


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest value of an expression."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Limit:
    """The longest sequence, in positions, for which `expression` fits into 64 bits."""

    positions: int
    expression: Expression


def value_range(expression: Expression, positions: int) -> Range:
    """The interval of an expression's values in sequences of up to `positions`, by interval arithmetic."""
    match expression:
        case Number(value):
            return Range(value, value)
        case Name("h"):
            # The largest number of heads: the limit of a launch grid's second axis; calls with more heads are rejected.
            return Range(0, 1 << 16)
        case Name("n"):
            return Range(0, positions)
        case Name():
            return Range(0, positions - 1)
        case Arithmetic(operator, left, right):
            return _combined(operator, value_range(left, positions), value_range(right, positions))
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
            return Range(min(ends), max(ends))
        case "//":
            return Range(a.least // b.least, a.most // b.least)
        case "%":
            return Range(0, b.most - 1)
        case _:
            raise ValueError(f"operator: {operator} is not arithmetic")


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
    return held.least >= -(1 << 63) and held.most < 1 << 63


def _longest(expression: Expression) -> int:
    """The longest sequence (at most LONGEST) for which an expression fits, by bisection: intervals grow with length."""
    if fits(expression, LONGEST):
        return LONGEST
    low, high = 0, LONGEST  # fits at `low` (or nowhere), not at `high`
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(expression, middle) else (low, middle)
    return low
