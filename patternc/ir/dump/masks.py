"""Masks, bounds and expressions as readable text, over q, k, h, n and H (the number of heads)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from patternc.ir.kernel import EveryClass, LatticeOffset
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
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
    Selection,
    Side,
    Table,
    TopK,
)
from patternc.source import escaped

OR, AND, NOT, ATOM = range(4)
"""The precedence of a mask's text: an `or` inside an `and` is parenthesized, and a `not` applies to one atom."""


def dump_mask(mask: Mask, place: int = OR) -> str:
    """A mask on one line, in parentheses if its precedence is lower than `place`."""
    match mask:
        case AtLeast(side, bound):
            level, text = ATOM, f"{side.value} >= {dump_bound(bound, side.other)}"
        case Below(side, bound):
            level, text = ATOM, f"{side.value} < {dump_bound(bound, side.other)}"
        case Residue(side, dilation, offset, segment, block):
            level, text = ATOM, f"{_class(side, dilation, segment, block)} == {offset_words(offset, dilation)}"
        case SameResidue(dilation, segment, block):
            query, key = (_class(side, dilation, segment, block) for side in Side)
            level, text = ATOM, f"{query} == {key}"
        case Random() | Table() | TopK():
            level, text = ATOM, _selection(mask)
        case Box(grid, extents, dilations):
            level, text = ATOM, f"box({list(extents)}, dilation={list(dilations)}, grid={list(grid)})"
        case Compare(operator, left, right):
            level, text = ATOM, f"{dump_expression(left)} {operator} {dump_expression(right)}"
        case Not(inner):
            level, text = NOT, f"not {dump_mask(inner, ATOM)}" if _is_joint(inner) else f"not ({dump_mask(inner, OR)})"
        case And(()):
            level, text = ATOM, "true"
        case Or(()):
            level, text = ATOM, "false"
        case And((only,)) | Or((only,)):
            return dump_mask(only, place)
        case And(masks):
            level, text = AND, " and ".join(dump_mask(one, NOT) for one in masks)
        case Or(masks):
            level, text = OR, " or ".join(dump_mask(one, AND) for one in masks)
        case _:
            assert_never(mask)
    return text if level >= place else f"({text})"


def _is_joint(mask: Mask) -> bool:
    """Whether the text of a mask already has parentheses."""
    return isinstance(mask, (And, Or)) and len(mask.masks) > 1


def _selection(selection: Selection) -> str:
    """A selection of blocks (q // block, k // block)."""
    match selection:
        case Random(block, seed, count, None):
            return f"random({count}, seed={seed}, block={block})"
        case Random(block, seed, _, threshold):
            return f"random(threshold={threshold}, seed={seed}, block={block})"
        case Table(block, file):
            return f'table("{escaped(file)}", block={block})'
        case TopK(block, count):
            return f"topk({count}, block={block})"
        case _:
            assert_never(selection)


_SUM, _PRODUCT, _FACTOR = range(3)  # the precedence of an expression's text


def dump_expression(expression: Expression, names: Mapping[str, str] = MappingProxyType({}), place: int = _SUM) -> str:
    """An integer expression, in parentheses if its precedence is lower than `place`.

    `names`: other names for `q`, `k` and `h`.
    """
    match expression:
        case Number(value):
            return str(value) if value >= 0 or place == _SUM else f"({value})"
        case Name(id_):
            return names.get(id_, id_)
        case Arithmetic(operator, left, right):
            level = _SUM if operator in "+-" else _PRODUCT
            first, second = dump_expression(left, names, level), dump_expression(right, names, level + 1)
            return f"{first} {operator} {second}" if level >= place else f"({first} {operator} {second})"
        case _:
            assert_never(expression)


def dump_bound(bound: Bound, other: Side) -> str:
    """A bound as an expression of the other side's position."""
    match bound:
        case Constant(value):
            return str(value)
        case FromEnd(value, 1):
            return f"n{_signed(value)}"
        case FromEnd(value, period):
            return f"cdiv(n, {period}) * {period}{_signed(value)}"
        case OfBatch(name, scale):
            return f"{name}[batch]{_times(scale)}"
        case OfDocument(name, end, block):
            place = other.value if block == 1 else f"{other.value} // {block}"
            return f"{'end' if end else 'start'}({name}, {place}){_times(block)}"
        case RelativePosition(offset, shift, 1):
            return f"{other.value}{_signed(shift + offset)}"
        case RelativePosition(offset, shift, period):
            inner = f"({other.value}{_signed(shift)})" if shift else other.value
            return f"{inner} // {period} * {period}{_signed(offset)}"
        case _:
            assert_never(bound)


def _class(side: Side, dilation: int, segment: int | None, block: int) -> str:
    position = side.value if block == 1 else f"({side.value} // {block})"
    position = position if segment is None else f"({position} % {segment})"
    return f"{position} % {dilation}"


def offset_words(offset: LatticeOffset, dilation: int) -> str:
    """The residue of an offset rule as text, or "every class"."""
    match offset:
        case Fixed(value):
            return str(value)
        case ByHead():
            return f"h % {dilation}"
        case ByHeadBlock():
            return f"h // cdiv(H, {dilation})"
        case EveryClass():
            return "every class"
        case _:
            assert_never(offset)


def _signed(value: int) -> str:
    return "" if value == 0 else f" + {value}" if value > 0 else f" - {-value}"


def _times(factor: int) -> str:
    return "" if factor == 1 else f" * {factor}"
