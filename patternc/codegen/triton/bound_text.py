"""Bounds, residues and masks as expressions of a Triton kernel."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import assert_never

from patternc.codegen.triton.integers import compared
from patternc.ir.bounds import at_most, normal
from patternc.ir.kernel import EveryClass, Lattice, LatticeOffset
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Fixed,
    Follow,
    FromEnd,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Or,
    Random,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)

LIMIT = 1 << 29
"""Kernels count positions in 32 bits: no sequence is longer than this, and no constant needs to be larger."""


def integer(value: int) -> str:
    """A constant of the pattern; beyond any sequence, all are alike."""
    return str(max(-LIMIT, min(LIMIT, value)))


def shifted(text: str, offset: int, most: int = LIMIT) -> str:
    """`text + offset`, the offset cut at `-most`; what `text` stands for is at most that."""
    offset = max(-most, min(LIMIT, offset))
    return text if offset == 0 else f"{text} {'+' if offset > 0 else '-'} {abs(offset)}"


def lattice_segment(lattice: Lattice) -> int | None:
    """The segment of a lattice, None where no sequence reaches its end."""
    return None if lattice.segment is None or lattice.segment >= LIMIT else lattice.segment


def uniform(bound: Bound, rows: Lattice) -> bool:
    """Whether a bound is the same for all rows of one tile."""
    match bound:
        case Constant() | FromEnd() | OfBatch():
            return True
        case OfDocument(block=block):
            segment = lattice_segment(rows)
            return segment is not None and rows.dilation == 1 and block % segment == 0
        case Follow():
            segment, bound = lattice_segment(rows), _normal(bound)
            if bound.period >= LIMIT:
                return bound.period - bound.shift >= LIMIT
            return segment is not None and bound.shift == 0 and bound.period % segment == 0
        case _:
            assert_never(bound)


def bound_at(bound: Bound, position: str, rows: Lattice) -> str:
    """The value of a bound where the rows stand at `position`, a scalar; `start` is the row tile's segment's first."""
    match bound:
        case Constant(value):
            return integer(value)
        case FromEnd(value, 1):
            return shifted("seq_len", value)
        case FromEnd(value, period) if period >= LIMIT:
            return integer(period + value)
        case FromEnd(value, period):
            return shifted(f"tl.cdiv(seq_len, {period}) * {period}", value, LIMIT + period)
        case OfBatch():
            return batch_bound(bound)
        case OfDocument():
            return f"tl.load({document_table(bound)} + {position})"
        case Follow():
            follow = _normal(bound)
            if follow.period == 1:
                return shifted(position, follow.offset)
            if follow.period >= LIMIT:
                return _of_two(follow, position)
            if follow.shift == 0 and follow.period == lattice_segment(rows):
                return _from_start(follow)
            moved = position if follow.shift == 0 else f"({shifted(position, follow.shift)})"
            return shifted(f"{moved} // {follow.period} * {follow.period}", follow.offset, LIMIT + follow.shift)
        case _:
            assert_never(bound)


def bound_at_all(bound: Bound, positions: str, rows: Lattice) -> str:
    """The value of a bound at each of several positions, a tensor, some of which may lie past the sequence's end."""
    if isinstance(bound, OfDocument):
        return f"tl.load({document_table(bound)} + {positions}, mask={positions} < seq_len, other=0)"
    return bound_at(bound, positions, rows)


def batch_bound(bound: OfBatch) -> str:
    """The name of a position that a batch entry is given; the kernel's setup finds it."""
    return f"{bound.input}_at" if bound.scale == 1 else f"{bound.input}_at_{bound.scale}"


def document_table(bound: OfDocument) -> str:
    """The name of the address of a batch entry's document starts or ends, by position."""
    return f"{bound.input}_ends" if bound.end else f"{bound.input}_starts"


def _from_start(follow: Follow) -> str:
    return "start + SEGMENT" if follow.offset == follow.period else shifted("start", follow.offset)


def _of_two(follow: Follow, position: str) -> str:
    """A bound with a period that no sequence outgrows: it steps once, or at no position there is."""
    step = follow.period - follow.shift
    before, after = integer(follow.offset), integer(follow.offset + follow.period)
    return before if step >= LIMIT else f"tl.where({position} >= {step}, {after}, {before})"


def _normal(bound: Follow) -> Follow:
    follow = normal(bound)
    assert isinstance(follow, Follow)
    return follow


def largest(lows: Sequence[Bound]) -> tuple[Bound, ...]:
    """The bounds from below that no other one implies."""
    kept: list[Bound] = []
    for bound in dict.fromkeys(lows):
        if not any(at_most(bound, other) for other in kept):
            kept = [*(other for other in kept if not at_most(other, bound)), bound]
    return tuple(kept)


def smallest(highs: Sequence[Bound]) -> tuple[Bound, ...]:
    """The bounds from above that no other one implies."""
    kept: list[Bound] = []
    for bound in dict.fromkeys(highs):
        if not any(at_most(other, bound) for other in kept):
            kept = [*(other for other in kept if not at_most(bound, other)), bound]
    return tuple(kept)


def folded(function: str, terms: Sequence[str]) -> str:
    """`function(function(a, b), c)`; of one term, the term."""
    terms = tuple(dict.fromkeys(terms))
    text = terms[0]
    for term in terms[1:]:
        text = f"{function}({text}, {term})"
    return text


def residue_class(offset: LatticeOffset, dilation: str, rows: Lattice, columns: Lattice) -> str:
    """The residue a lattice of columns stands on, in terms of `head`, the call's, or of `residue`, the row tile's."""
    match offset:
        case Fixed(value):
            return integer(value)
        case ByHead():
            return f"(head_offset + head) % {dilation}"
        case ByHeadBlock():
            return f"(head_offset + head) // tl.cdiv(num_heads, {dilation})"
        case EveryClass():
            if columns.block > 1:
                return f"first // {integer(columns.block)} % {dilation}"
            return "residue" if rows.dilation == columns.dilation else f"residue % {dilation}"
        case _:
            assert_never(offset)


def predicate(mask: Mask, query: str, key: str) -> str:
    """A mask over broadcasting positions, as an expression without outer parentheses."""
    match mask:
        case AtLeast(side, bound):
            here, there = (query, key) if side is Side.QUERY else (key, query)
            return f"{here} >= {bound_at_all(bound, there, Lattice())}"
        case Below(side, bound):
            here, there = (query, key) if side is Side.QUERY else (key, query)
            return f"{here} < {bound_at_all(bound, there, Lattice())}"
        case Residue(side, dilation, offset, segment, block):
            position = query if side is Side.QUERY else key
            wanted = residue_class(offset, integer(dilation), Lattice(), Lattice())
            return f"{residue(position, dilation, segment, block)} == {wanted}"
        case SameResidue(dilation, segment, block):
            return f"{residue(query, dilation, segment, block)} == {residue(key, dilation, segment, block)}"
        case Box():
            return _boxed(mask, query, key)
        case Compare():
            return compared(mask, query, key)
        case Random() | Table() | TopK():
            raise AssertionError("selections are listed, never tested pair by pair")
        case Not(inner):
            return f"({predicate(inner, query, key)}) == 0"
        case And(masks):
            return _joined(masks, " & ", f"{query} >= 0", query, key)
        case Or(masks):
            return _joined(masks, " | ", f"{query} < 0", query, key)
        case _:
            assert_never(mask)


def _joined(masks: Sequence[Mask], operator: str, neutral: str, query: str, key: str) -> str:
    return operator.join(f"({predicate(inner, query, key)})" for inner in masks) if masks else neutral


def residue(position: str, dilation: int, segment: int | None, block: int = 1) -> str:
    """The residue class of a position, or of its block."""
    at = position if block == 1 else f"{position} // {integer(block)}"
    within = at if segment is None or segment >= LIMIT else f"{at} % {integer(segment)}"
    return f"{within} % {integer(dilation)}"


def _boxed(box: Box, query: str, key: str) -> str:
    """Whether `key` is in the neighbourhood of `query` in every dimension of the grid."""
    return " & ".join(near(box, query, key)) or f"{query} >= 0"


def near(box: Box, query: str, key: str) -> tuple[str, ...]:
    """A condition for each dimension of a grid in which a box leaves cells out."""
    found = []
    for axis, (size, extent, dilation) in enumerate(zip(box.grid, box.extents, box.dilations, strict=True)):
        if dilation > 1 or extent < size:
            stride = prod(box.grid[axis + 1 :])
            found.append(f"_near({query}, {key}, {stride}, {size}, {extent}, {dilation})")
    return tuple(found)
