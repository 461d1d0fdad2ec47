"""Masks as references read them: the mask IR, atom by atom, as it is written.

A reference judges programs, which read masks by `ir.truths`. It shares with them how expressions are printed, and no
more: neither their reading nor facts of atoms.
"""

from __future__ import annotations

from typing import assert_never

from patternc.codegen.python_text import among, entry_of, table_of
from patternc.ir.index import (
    Apply,
    Binary,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Lookup,
    Negated,
    Num,
    Pack,
    Sign,
    Truth,
    Var,
    every,
    minus,
    names,
    over,
    plus,
    some,
    times,
)
from patternc.ir.interface import given_name
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    BoundAt,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    InDocument,
    InEntries,
    KnownBound,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    OfEach,
    OfEntry,
    Offset,
    Or,
    Owner,
    Picked,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)

_Q, _K, _N, _HEAD, _HEADS = map(Var, ("q", "k", "n", "head", "heads"))
_NAMES = {"q": _Q, "k": _K, "n": _N, "h": _HEAD}
_SIGNS: dict[str, Sign] = {"+": "+", "-": "-", "*": "*", "//": "//", "%": "%"}
_EVERY, _NONE = Cmp("==", _Q, _Q), Cmp("!=", _Q, _Q)
_DEVICE = Apply("device", (_Q,))


def admitted(mask: Mask) -> Truth:
    """Whether a mask admits a query `q` and a key `k`, for the inputs of one batch entry as the caller gives them."""
    match mask:
        case AtLeast(Side.QUERY, bound):
            return Cmp(">=", _Q, _position(bound, _K))
        case AtLeast(_, bound):
            return Cmp(">=", _K, _position(bound, _Q))
        case Below(Side.QUERY, bound):
            return Cmp("<", _Q, _position(bound, _K))
        case Below(_, bound):
            return Cmp("<", _K, _position(bound, _Q))
        case Residue(side, dilation, offset, segment, block):
            expression = _class(_Q if side is Side.QUERY else _K, dilation, segment, block)
            return Cmp("==", expression, _offset(offset, dilation))
        case SameResidue(dilation, segment, block):
            return Cmp("==", _class(_Q, dilation, segment, block), _class(_K, dilation, segment, block))
        case Random(block, seed, None, threshold):
            return Cmp("<", Apply("hashed", (Num(seed), _HEAD, *_blocks(block))), Num(threshold or 0))
        case Random(block, seed, count):
            lowest = Apply("lowest", (Num(seed), _HEAD, CeilDiv(_N, Num(block)), Num(count or 0), _DEVICE))
            return entry_of(lowest, *_blocks(block))
        case Table(block, heads=heads):
            return entry_of(table_of(mask, _DEVICE), _HEAD if heads > 1 else Num(0), *_blocks(block))
        case TopK(block):
            row, column = _blocks(block)
            return among(Lookup("given_selection", Pack((_HEAD, row))), column)
        case Picked(name, owner, rows, columns):
            lists = Lookup(given_name(name), Num(0) if owner is Owner.SHARED else _HEAD)
            return Holds(Apply("picked_at", (lists, over(_Q, rows), over(_K, columns))))
        case Box(grid, extents, dilations, steps, before):
            sizes = grid, extents, dilations, *((steps, before) if steps else ())
            numbers = (Pack(tuple(map(Num, one))) for one in sizes)
            return Holds(Apply("boxed", (_Q, _K, *numbers)))
        case Compare(operator, left, right):
            cmp = Cmp("==" if operator == "==" else "<", _number(left), _number(right))
            return cmp if names(cmp) & {"q", "k"} else every(_EVERY, cmp)
        case Not(inner):
            return Negated(admitted(inner))
        case And(masks):
            return every(*map(admitted, masks)) if masks else _EVERY
        case Or(masks):
            return some(*map(admitted, masks)) if masks else _NONE
        case _:
            assert_never(mask)


def _position(bound: Bound, other: Expr) -> Expr:
    """The position of a bound, given that of the other side."""
    match bound:
        case Constant(value):
            return Num(value)
        case FromEnd(value, period):
            return plus(_N if period == 1 else times(CeilDiv(_N, Num(period)), period), value)
        case RelativePosition(offset, shift, period):
            return plus(times(over(plus(other, shift), period), period), offset)
        case OfBatch(name, scale):
            return times(Var(given_name(name)), scale)
        case OfDocument(name, end, block):
            offsets = given_name(name)
            following = Apply("searched", (Var(offsets), over(other, block)))
            return times(Lookup(offsets, following if end else minus(following, 1)), block)
        case InDocument(name, inner):
            ends = (_position(OfDocument(name, last), other) for last in (False, True))
            start, stop = (Apply("long", (end,)) for end in ends)
            return Apply("cut_to", (Binary("+", start, _coordinate(inner, other, start, stop)), start, stop))
        case OfEach(name, _, _, block):
            found = Lookup(given_name(name), over(other, block))
            return found if block == 1 else times(Apply("cut", (found,)), block)
        case InEntries(inner, ratio):
            return Binary("//", _position(inner, other), Num(ratio))
        case OfEntry(inner, ratio):
            return _position(inner, plus(times(other, ratio), ratio - 1))
        case _:
            assert_never(bound)


def _coordinate(bound: KnownBound, other: Expr, start: Expr, end: Expr) -> Expr:
    """The position of a bound in a document, given that of the other side, and where the document starts and ends."""
    match bound:
        case Constant(value):
            return Num(value)
        case FromEnd(value, period):
            return plus(times(CeilDiv(Binary("-", end, start), Num(period)), period), value)
        case RelativePosition(offset, shift, period):
            return plus(times(over(plus(Binary("-", other, start), shift), period), period), offset)
        case _:
            assert_never(bound)


def _class(position: Expr, dilation: int, segment: int | None, block: int) -> Expr:
    """The residue class of a position, or of its block."""
    at = over(position, block)
    return Binary("%", at if segment is None else Binary("%", at, Num(segment)), Num(dilation))


def _offset(offset: Offset, dilation: int) -> Expr:
    """The residue class that a head attends to."""
    match offset:
        case Fixed(value):
            return Num(value)
        case ByHead():
            return Binary("%", _HEAD, Num(dilation))
        case ByHeadBlock():
            return Binary("//", _HEAD, CeilDiv(_HEADS, Num(dilation)))
        case _:
            assert_never(offset)


def _blocks(block: int) -> tuple[Expr, Expr]:
    """The blocks of the query and of the key."""
    return over(_Q, block), over(_K, block)


def _number(expression: Expression) -> Expr:
    """An integer expression."""
    match expression:
        case Number(value):
            return Num(value)
        case Name(id_):
            return _NAMES[id_]
        case Arithmetic(operator, left, right):
            return Binary(_SIGNS[operator], _number(left), _number(right))
        case Label(name, side, block):
            return Lookup(given_name(name), over(_Q if side is Side.QUERY else _K, block))
        case BoundAt(bound, side):
            return Apply("long", (_position(bound, _Q if side is Side.QUERY else _K),))
        case _:
            assert_never(expression)
