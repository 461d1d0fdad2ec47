"""Masks in other coordinates: those of blocks, of the entries of a source, and of documents."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import assert_never

from patternc.ir.bounds import transposed
from patternc.ir.facts import atom_facts, bound_facts, in_document, in_entries, scaled
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Bound,
    BoundAt,
    Box,
    ByHead,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    KeySource,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfDocument,
    OfEach,
    OfEntry,
    Offset,
    Or,
    Picked,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TileOrder,
    TopK,
)
from patternc.ir.traversal import mapped


# ---- blocks ----------------------------------------------------------------------------------------------------------
def in_blocks(mask: Mask, sizes: tuple[int, int]) -> Mask:
    """The mask that holds for (h, q, k) where `mask` holds for the blocks that contain q and k.

    That is (h, q // rows, k // columns); where the two differ, no atom but a selection by an input compares q and k.
    k // B >= X is k >= X B, and k // B < X is k < X B.
    """
    rows, columns = sizes
    match mask:
        case AtLeast(side, bound):
            return AtLeast(side, scaled(bound, sizes[side is Side.KEY]))
        case Below(side, bound):
            return Below(side, scaled(bound, sizes[side is Side.KEY]))
        case Residue(side):
            return replace(mask, block=mask.block * sizes[side is Side.KEY])
        case Picked():
            return replace(mask, block=mask.block * rows, columns=mask.columns * columns)
        case SameResidue() | Random() | Table() | TopK():
            return replace(mask, block=mask.block * rows)
        case Compare(operator, left, right):
            block = rows if atom_facts(mask).sides == {Side.QUERY} else columns
            return Compare(operator, _of_blocks(left, block), _of_blocks(right, block))
        case Not(inner):
            return Not(in_blocks(inner, sizes))
        case And(masks):
            return And(tuple(in_blocks(one, sizes) for one in masks))
        case Or(masks):
            return Or(tuple(in_blocks(one, sizes) for one in masks))
        case Box(grid, extents, dilations, steps, before):  # of tiles: their cells are one more dimension of the grid
            more = (*steps, 1), (*before, rows // 2)
            return Box((*grid, rows), (*extents, rows), (*dilations, 1), *(more if steps else ()))
        case _:
            assert_never(mask)


def _of_blocks(expression: Expression, block: int) -> Expression:
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
            return Arithmetic(operator, _of_blocks(left, block), _of_blocks(right, block))
        case Label():
            return replace(expression, block=expression.block * block)
        case BoundAt():
            raise ValueError("mask: documents count positions, not blocks")
        case _:
            assert_never(expression)


# ---- cells in an order of tiles --------------------------------------------------------------------------------------
def from_tiles(mask: Mask, order: TileOrder) -> Mask:
    """The mask of blocks of the cells of a tile, without keys that are no cells."""
    absent = Compare("==", Label(TileOrder.CELLS, Side.KEY), Number(0))
    return And((mask, Not(absent))) if order.ragged else mask


# ---- entries of a source ---------------------------------------------------------------------------------------------
def from_source(mask: Mask, source: KeySource) -> Mask:
    """The mask that holds for q and the i-th entry of a source where `mask` holds for q and where that one stands.

    What an input has for each key it has for each entry, and selections are of entries.
    """
    if not source.placed:
        return mask
    if source.at:
        return mapped(mask, partial(_at_places, source.at))
    held = Below(Side.KEY, in_entries(FromEnd(0), source.ratio))
    return And((mapped(mask, partial(_of_entries, source.ratio)), held))


def _of_entries(ratio: int, atom: Atom) -> Mask:
    """The atom, of entries that stand at the last of `ratio` positions each."""
    last = Arithmetic("+", Arithmetic("*", Name("k"), Number(ratio)), Number(ratio - 1))
    match atom:
        case AtLeast(Side.KEY, bound) | Below(Side.KEY, bound):
            return replace(atom, bound=in_entries(bound, ratio))
        case AtLeast(_, OfEach()) | Below(_, OfEach()):
            return atom
        case AtLeast(_, bound) | Below(_, bound):
            known = bound_facts(bound).by_position
            return replace(atom, bound=OfEntry(bound, ratio)) if known else atom  # type: ignore[arg-type]
        case _:
            return _moved(atom, last)


def _at_places(at: str, atom: Atom) -> Mask:
    """The atom, of entries that stand where an input says."""
    place = Label(at, Side.KEY, place=True)
    match atom:
        case AtLeast(Side.KEY, bound):
            return Not(Compare("<", place, _as_number(bound)))
        case Below(Side.KEY, bound):
            return Compare("<", place, _as_number(bound))
        case AtLeast(_, OfEach()) | Below(_, OfEach()):
            return atom
        case AtLeast(_, bound) | Below(_, bound) if bound_facts(bound).by_position:
            return _at_places(at, transposed(atom))
        case _:
            return _moved(atom, place)


def _moved(atom: Atom, place: Expression) -> Mask:
    """An atom that is no bound, where keys stand at a place."""
    match atom:
        case Residue(Side.KEY, dilation, offset, segment, block):
            return Compare("==", _residue(place, dilation, segment, block), _offset(offset, dilation))
        case SameResidue(dilation, segment, block):
            here, there = (_residue(one, dilation, segment, block) for one in (Name("q"), place))
            return Compare("==", here, there)
        case Compare(operator, left, right):
            return Compare(operator, _with_keys(left, place), _with_keys(right, place))
        case _:
            return atom


def _with_keys(expression: Expression, place: Expression) -> Expression:
    """An integer expression of which k is a place."""
    match expression:
        case Name("k"):
            return place
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _with_keys(left, place), _with_keys(right, place))
        case _:
            return expression


def _as_number(bound: Bound) -> Expression:
    """The position of a bound on keys as an integer expression of the query."""
    match bound:
        case Constant(value):
            return Number(value)
        case FromEnd(value, period):
            return _plus(_whole(_plus(Name("n"), period - 1), period), value)
        case RelativePosition(offset, shift, period):
            return _plus(_whole(_plus(Name("q"), shift), period), offset)
        case OfDocument():
            return BoundAt(bound, Side.QUERY)
        case _:
            raise ValueError(f"{bound}: entries of a source stand where no such bound is a number")


def _plus(expression: Expression, number: int) -> Expression:
    return expression if number == 0 else Arithmetic("+", expression, Number(number))


def _whole(expression: Expression, period: int) -> Expression:
    """The last multiple of a period that is not beyond an expression."""
    if period == 1:
        return expression
    return Arithmetic("*", Arithmetic("//", expression, Number(period)), Number(period))


# ---- coordinates of documents ----------------------------------------------------------------------------------------
def in_documents(mask: Mask, offsets: str) -> Mask:
    """The mask that holds for q and k of one document where `mask` holds for them in the coordinates of it.

    Bounds and classes that q and k share stay what they are; other classes are compared.
    """
    match mask:
        case AtLeast(_, Constant() | FromEnd() | RelativePosition() as bound):
            return replace(mask, bound=in_document(offsets, bound))
        case Below(_, Constant() | FromEnd() | RelativePosition() as bound):
            return replace(mask, bound=in_document(offsets, bound))
        case SameResidue(_, None, 1):
            return mask
        case SameResidue(dilation, segment, block):
            here, there = (_class(Name(side.value), dilation, segment, block, offsets) for side in Side)
            return Compare("==", here, there)
        case Residue(side, dilation, offset, segment, block):
            own = _class(Name(side.value), dilation, segment, block, offsets)
            return Compare("==", own, _offset(offset, dilation))
        case Compare(operator, left, right):
            return Compare(operator, _coordinate(left, offsets), _coordinate(right, offsets))
        case Not(inner):
            return Not(in_documents(inner, offsets))
        case And(masks):
            return And(tuple(in_documents(one, offsets) for one in masks))
        case Or(masks):
            return Or(tuple(in_documents(one, offsets) for one in masks))
        case _:
            raise ValueError("mask: inputs, selections and boxes have no coordinates in documents")


def _class(position: Name, dilation: int, segment: int | None, block: int, offsets: str) -> Expression:
    """The residue class of a position of a document, or of its block."""
    return _residue(_coordinate(position, offsets), dilation, segment, block)


def _residue(at: Expression, dilation: int, segment: int | None, block: int) -> Expression:
    at = at if block == 1 else Arithmetic("//", at, Number(block))
    at = at if segment is None else Arithmetic("%", at, Number(segment))
    return Arithmetic("%", at, Number(dilation))


def _offset(offset: Offset, dilation: int) -> Expression:
    match offset:
        case Fixed(value):
            return Number(value)
        case ByHead():
            return Arithmetic("%", Name("h"), Number(dilation))
        case _:
            raise ValueError("offset: expressions do not read the number of heads")


def _coordinate(expression: Expression, offsets: str) -> Expression:
    """An integer expression of which q, k and n are those of a document."""
    match expression:
        case Name("q" | "k" as side):
            return Arithmetic("-", expression, BoundAt(OfDocument(offsets, end=False), Side(side)))
        case Name("n"):
            end, start = (BoundAt(OfDocument(offsets, end), Side.QUERY) for end in (True, False))
            return Arithmetic("-", end, start)
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _coordinate(left, offsets), _coordinate(right, offsets))
        case Name() | Number() | Label() | BoundAt():
            return expression
        case _:
            assert_never(expression)
