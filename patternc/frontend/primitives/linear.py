"""Integer expressions as linear sums: a constant plus coefficients of names, quotients, remainders and products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias, assert_never

from patternc.ir.mask import Arithmetic, BoundAt, Expression, Label, Name, Number


@dataclass(frozen=True, slots=True)
class Quotient:
    """`of // by`"""

    of: Sum
    by: int


@dataclass(frozen=True, slots=True)
class Remainder:
    """`of % by`"""

    of: Sum
    by: int


Term: TypeAlias = Name | Label | BoundAt | Quotient | Remainder | Arithmetic
"""The terms of a sum; `Arithmetic` is a product of two factors that are not constant."""


@dataclass(frozen=True, slots=True)
class Sum:
    """`constant + sum of coefficient * term`; no coefficient is 0."""

    terms: frozenset[tuple[Term, int]] = frozenset()
    constant: int = 0

    def coefficients(self) -> dict[Term, int]:
        return dict(self.terms)

    def plus(self, other: Sum, times: int = 1) -> Sum:
        """This sum plus `times` another one."""
        total = self.coefficients()
        for term, coefficient in other.terms:
            total[term] = total.get(term, 0) + times * coefficient
        return _sum(total, self.constant + times * other.constant)

    def minus(self, other: Sum) -> Sum:
        return self.plus(other, -1)

    def times(self, factor: int) -> Sum:
        return Sum().plus(self, factor)

    def shifted(self, by: int) -> Sum:
        return Sum(self.terms, self.constant + by)

    def without(self, term: Term) -> Sum:
        return Sum(frozenset(one for one in self.terms if one[0] != term), self.constant)

    def divisor(self) -> int:
        """The greatest common divisor of the coefficients; 0 if there are none."""
        return gcd(*(coefficient for _, coefficient in self.terms))


def _sum(coefficients: Mapping[Term, int], constant: int) -> Sum:
    return Sum(frozenset((term, count) for term, count in coefficients.items() if count), constant)


def summed(expression: Expression) -> Sum:
    """An expression as a sum; (a // b) // c becomes a // (b c)."""
    match expression:
        case Number(value):
            return Sum(constant=value)
        case Name() | Label() | BoundAt():
            return _sum({expression: 1}, 0)
        case Arithmetic(operator, left, right):
            return _worked_out(operator, summed(left), summed(right), expression)
        case _:
            assert_never(expression)


def _worked_out(operator: str, left: Sum, right: Sum, whole: Arithmetic) -> Sum:
    match operator:
        case "+":
            return left.plus(right)
        case "-":
            return left.minus(right)
        case "*" if not right.terms:
            return left.times(right.constant)
        case "*" if not left.terms:
            return right.times(left.constant)
        case "//":
            return _quotient(left, right.constant)
        case "%":
            return _remainder(left, right.constant)
        case _:
            return _sum({whole: 1}, 0)


def _quotient(left: Sum, by: int) -> Sum:
    if left.divisor() % by == 0:  # every term is a multiple
        return _sum({term: count // by for term, count in left.terms}, left.constant // by)
    match tuple(left.terms):
        case ((Quotient(of, inner), 1),):
            return _quotient(of.shifted(left.constant * inner), by * inner)
    return _sum({Quotient(left, by): 1}, 0)


def _remainder(left: Sum, by: int) -> Sum:
    if left.divisor() % by == 0:
        return Sum(constant=left.constant % by)
    return _sum({Remainder(left, by): 1}, 0)
