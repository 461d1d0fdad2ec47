"""Masks as truths about the pairs of a tile."""

from __future__ import annotations

from math import prod
from typing import assert_never

from patternc.codegen.tiles.bounds import HEAD, SEQ_LEN, bound_at_all, residue, residue_class
from patternc.ir.index import (
    ZERO,
    Apply,
    Axis,
    Binary,
    Cmp,
    Comparison,
    Expr,
    Holds,
    Negated,
    Num,
    Sign,
    Spread,
    Truth,
    Var,
    Wide,
    every,
    some,
)
from patternc.ir.intervals import ALWAYS, parts, value_range
from patternc.ir.kernel import Lattice
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
    Side,
    Table,
    TopK,
)
from patternc.ir.tile import number

ROWS, COLUMNS = Spread(Var("rows"), Axis.ROWS), Spread(Var("columns"), Axis.COLUMNS)


def positions(side: Side) -> tuple[Expr, Expr]:
    """The query and the key of every pair of a tile whose rows are positions of a side."""
    return (ROWS, COLUMNS) if side is Side.QUERY else (COLUMNS, ROWS)


def holds(mask: Mask, query: Expr, key: Expr) -> Truth:
    """Whether a mask holds of positions that broadcast."""
    match mask:
        case AtLeast(side, bound):
            here, there = (query, key) if side is Side.QUERY else (key, query)
            return Cmp(">=", here, bound_at_all(bound, there, Lattice()))
        case Below(side, bound):
            here, there = (query, key) if side is Side.QUERY else (key, query)
            return Cmp("<", here, bound_at_all(bound, there, Lattice()))
        case Residue(side, dilation, offset, segment, block):
            position = query if side is Side.QUERY else key
            wanted = residue_class(offset, number(dilation), Lattice(), Lattice())
            return Cmp("==", residue(position, dilation, segment, block), wanted)
        case SameResidue(dilation, segment, block):
            return Cmp("==", residue(query, dilation, segment, block), residue(key, dilation, segment, block))
        case Box():
            return every(*_near(mask, query, key)) if _near(mask, query, key) else Cmp(">=", query, ZERO)
        case Compare():
            return compared(mask, query, key)
        case Random() | Table() | TopK():
            raise AssertionError("selections are listed, never tested pair by pair")
        case Not(inner):
            return Negated(holds(inner, query, key))
        case And(masks):
            return every(*(holds(inner, query, key) for inner in masks)) if masks else Cmp(">=", query, ZERO)
        case Or(masks):
            return some(*(holds(inner, query, key) for inner in masks)) if masks else Cmp("<", query, ZERO)
        case _:
            assert_never(mask)


def _near(box: Box, query: Expr, key: Expr) -> tuple[Truth, ...]:
    """A condition for each dimension of a grid in which a box leaves cells out."""
    found = []
    for axis, (size, extent, dilation) in enumerate(zip(box.grid, box.extents, box.dilations, strict=True)):
        if dilation > 1 or extent < size:
            numbers = prod(box.grid[axis + 1 :]), size, extent, dilation
            found.append(Holds(Apply("near", (query, key, *map(Num, numbers)))))
    return tuple(found)


_SIGNS: dict[str, Sign] = {"+": "+", "-": "-", "*": "*", "//": "//", "%": "%"}
_COMPARISONS: dict[str, Comparison] = {"==": "==", "<": "<"}


# ---- integer comparisons: in 64 bits where a value on the way may outgrow 32 -----------------------------------------
def compared(compare: Compare, query: Expr, key: Expr) -> Truth:
    """A comparison of the language as a truth about the pairs of a tile.

    Args:
        compare: the comparison, of q, k, n and h.
        query: the positions of queries, such as a column of a tile, [rows, 1].
        key: the positions of keys, which broadcast against them, such as [1, columns].

    Positions are computed in 64 bits where a part of either side may outgrow 32.
    """
    values: dict[str, Expr] = {"q": query, "k": key, "n": SEQ_LEN, "h": HEAD}
    if any(_outgrows(side) for side in (compare.left, compare.right)):
        values = {name: Wide(value) for name, value in values.items()}
    left, right = _valued(compare.left, values), _valued(compare.right, values)
    if isinstance(compare.left, Number) and isinstance(compare.right, Number):
        left = Binary("+", Binary("-", query, query), left)  # of every pair: not known before the launch
    return Cmp(_COMPARISONS[compare.operator], left, right)


def _outgrows(expression: Expression) -> bool:
    """Whether some value on the way may need more than 32 bits."""
    ranges = (value_range(part, ALWAYS) for part in parts(expression))
    return any(held.least < -(2**31) or held.most >= 2**31 for held in ranges)


def _valued(expression: Expression, values: dict[str, Expr]) -> Expr:
    match expression:
        case Number(value):
            return Num(value)
        case Name(id_):
            return values[id_]
        case Arithmetic(operator, left, right):
            return Binary(_SIGNS[operator], _valued(left, values), _valued(right, values))
        case _:
            assert_never(expression)
