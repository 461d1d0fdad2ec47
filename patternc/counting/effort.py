"""About how long it takes to evaluate a mask on one of many pairs, by which samples are made smaller for slow masks."""

from __future__ import annotations

from typing import assert_never

from patternc.ir.facts import names_in_number
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Box,
    Compare,
    Expression,
    Mask,
    Name,
    Not,
    Number,
    Or,
    Random,
    Residue,
    SameResidue,
    Table,
    TopK,
)

RANKED, HASHED, LOOKED_UP, OF_DIMENSION = 32, 4, 4, 8
"""Nanoseconds of a pair: to rank a block, to hash it, to look it up, and to compare cells in a dimension of a grid."""
DIVIDED, COMPUTED = 3, 1
"""Nanoseconds of a division, and of any other operation or comparison."""


def pair_effort(mask: Mask) -> int:
    """Nanoseconds that a pair takes, at least 1. What depends on one of its positions is computed for many pairs."""
    match mask:
        case AtLeast() | Below() | Residue() | SameResidue():
            return COMPUTED
        case Random(threshold=None):
            return RANKED
        case Random():
            return HASHED
        case Table() | TopK():
            return LOOKED_UP
        case Box(grid):
            return OF_DIMENSION * len(grid)
        case Compare(_, left, right):
            return COMPUTED + _of_expression(left) + _of_expression(right)
        case Not(inner):
            return 1 + pair_effort(inner)
        case And(masks) | Or(masks):
            return 1 + sum(map(pair_effort, masks))
        case _:
            assert_never(mask)


def _of_expression(expression: Expression) -> int:
    match expression:
        case Number() | Name():
            return 0
        case Arithmetic(operator, left, right):
            if not {"q", "k"} <= names_in_number(expression):
                return 0
            own = DIVIDED if operator in ("//", "%") else COMPUTED
            return own + _of_expression(left) + _of_expression(right)
        case _:
            assert_never(expression)
