"""`blocks(B, mask)`: from a mask of block indices to a mask of positions."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    Box,
    Compare,
    Constant,
    Expression,
    FromEnd,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Table,
    TopK,
)


def in_blocks(mask: Mask, block: int) -> Mask:
    """The mask that holds for (h, q, k) where `mask` holds for the blocks that contain q and k.

    That is (h, q // block, k // block) of ceil(n / block) blocks. k // B >= X is k >= X B, and k // B < X is k < X B.
    """
    match mask:
        case AtLeast(side, bound):
            return AtLeast(side, _bound(bound, block))
        case Below(side, bound):
            return Below(side, _bound(bound, block))
        case Residue() | SameResidue() | Random() | Table() | TopK():
            return replace(mask, block=mask.block * block)
        case Compare(operator, left, right):
            return Compare(operator, _expression(left, block), _expression(right, block))
        case Not(inner):
            return Not(in_blocks(inner, block))
        case And(masks):
            return And(tuple(in_blocks(one, block) for one in masks))
        case Or(masks):
            return Or(tuple(in_blocks(one, block) for one in masks))
        case Box():
            raise ValueError("mask: a box applies to cells, not to blocks")
        case _:
            assert_never(mask)


def _bound(bound: Bound, block: int) -> Bound:
    """A bound on block indices as a bound on positions."""
    match bound:
        case Constant(value):
            return Constant(value * block)
        case FromEnd(value, period):
            return FromEnd(value * block, period * block)
        case RelativePosition(offset, shift, period):
            return RelativePosition(offset * block, shift * block, period * block)
        case OfBatch(name, scale):
            return OfBatch(name, scale * block)
        case OfDocument(name, end, inner):
            return OfDocument(name, end, inner * block)
        case _:
            assert_never(bound)


def _expression(expression: Expression, block: int) -> Expression:
    match expression:
        case Number():
            return expression
        case Name("q" | "k"):
            return Arithmetic("//", expression, Number(block))
        case Name("n"):
            return Arithmetic("//", Arithmetic("+", expression, Number(block - 1)), Number(block))
        case Name():
            return expression
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _expression(left, block), _expression(right, block))
        case _:
            assert_never(expression)
