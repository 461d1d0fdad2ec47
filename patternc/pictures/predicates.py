"""Masks as nested JSON lists, which the page's script evaluates for any pair (`templates/show/meaning.js`).

The first entry of a list is the kind of the node, and the others are the fields of the class in `ir/mask.py`, in order.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TypeAlias, assert_never

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
    Offset,
    Or,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Table,
    TopK,
)

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def alternatives(mask: Mask) -> tuple[Mask, ...]:
    """Masks whose union is `mask`: its operands if it is a union, also if the union is within an intersection."""
    match mask:
        case Or(masks):
            return tuple(one for inner in masks for one in alternatives(inner))
        case And(masks):
            unions = [inner for inner in masks if isinstance(inner, Or) and len(inner.masks) > 1]
            if len(unions) != 1:
                return (mask,)
            rest = tuple(inner for inner in masks if inner is not unions[0])
            return tuple(And((one, *rest)) for one in alternatives(unions[0]))
        case _:
            return (mask,)


def is_wide(found: Json) -> bool:
    """Whether a predicate may need integers of more than 53 bits, because of comparisons or large constants."""
    match found:
        case [str(kind), *_] if kind in ("==", "<"):
            return True
        case list():
            return any(map(is_wide, found))
        case int():
            # Products of a position and an integer below 2**31 are exact in JavaScript's numbers, which have 53 bits.
            return abs(found) >= 1 << 31
        case dict():
            return True
        case _:
            return False


def predicate(mask: Mask) -> Json:
    """A mask as nested lists; an integer that JavaScript's numbers can't represent is `{"big": its digits}`."""
    return _spelled(_lists(mask))


def _spelled(found: Json) -> Json:
    match found:
        case list():
            return [_spelled(one) for one in found]
        case int() if abs(found) >= 1 << 53:
            return {"big": str(found)}
        case _:
            return found


def _lists(mask: Mask) -> Json:
    match mask:
        case AtLeast(side, bound):
            return ["ge", side.value, _bound(bound)]
        case Below(side, bound):
            return ["lt", side.value, _bound(bound)]
        case Residue(side, dilation, offset, segment, block):
            return ["in", side.value, dilation, _offset(offset), segment or 0, block]
        case SameResidue(dilation, segment, block):
            return ["same", dilation, segment or 0, block]
        case Random(block, seed, count, threshold):
            return ["random", block, seed & 0xFFFFFFFF, count, threshold]
        case Table(block, _, heads, rows, columns, bits):
            return ["table", block, heads, rows, columns, b64encode(bits).decode()]
        case TopK(block, count):
            return ["topk", block, count]
        case Box(grid, extents, dilations):
            return ["box", list(grid), list(extents), list(dilations)]
        case Compare(operator, left, right):
            return [operator, _expression(left), _expression(right)]
        case Not(inner):
            return ["not", _lists(inner)]
        case And(masks):
            return ["and", *map(_lists, masks)]
        case Or(masks):
            return ["or", *map(_lists, masks)]
        case _:
            assert_never(mask)


def _bound(bound: Bound) -> Json:
    match bound:
        case Constant(value):
            return ["at", value]
        case FromEnd(value, period):
            return ["end", value, period]
        case RelativePosition(offset, shift, period):
            return ["follow", offset, shift, period]
        case OfBatch(name, scale):
            return ["of", name, scale]
        case OfDocument(name, end, block):
            return ["document", name, end, block]
        case _:
            assert_never(bound)


def _offset(offset: Offset) -> Json:
    match offset:
        case Fixed(value):
            return value
        case ByHead():
            return "head"
        case ByHeadBlock():
            return "head_block"
        case _:
            assert_never(offset)


def _expression(expression: Expression) -> Json:
    match expression:
        case Number(value):
            return value
        case Name(name):
            return name
        case Arithmetic(operator, left, right):
            return [operator, _expression(left), _expression(right)]
        case _:
            assert_never(expression)
