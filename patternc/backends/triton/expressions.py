"""Bounds, residues and masks as expressions of a Triton kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from patternc.bounds import at_most, normal
from patternc.kernel_ir import EveryClass, Lattice, LatticeOffset
from patternc.mask_ir import (
    And,
    AtLeast,
    Below,
    Bound,
    ByHead,
    ByHeadBlock,
    Constant,
    Fixed,
    Follow,
    FromEnd,
    Mask,
    Not,
    Or,
    Residue,
    SameResidue,
    Side,
)

LIMIT = 1 << 29
"""Kernels count positions in 32 bits: no sequence is longer than this, and no constant needs to be larger."""


def integer(value: int) -> str:
    """A constant of the pattern; beyond any sequence, all are alike."""
    return str(max(-LIMIT, min(LIMIT, value)))


def shifted(text: str, offset: int) -> str:
    """`text + offset`."""
    if offset == 0:
        return text
    return f"{text} {'+' if offset > 0 else '-'} {integer(abs(offset))}"


def lattice_segment(lattice: Lattice) -> int | None:
    """The segment of a lattice, None where no sequence reaches its end."""
    return None if lattice.segment is None or lattice.segment >= LIMIT else lattice.segment


def uniform(bound: Bound, rows: Lattice) -> bool:
    """Whether a bound is the same for all rows of one tile."""
    match bound:
        case Constant() | FromEnd():
            return True
        case Follow():
            segment, bound = lattice_segment(rows), _normal(bound)
            if bound.period >= LIMIT:
                return bound.shift == 0
            return segment is not None and bound.shift == 0 and bound.period % segment == 0
        case _:
            assert_never(bound)


def bound_at(bound: Bound, position: str, rows: Lattice) -> str:
    """The value of a bound where the rows stand at `position` (a name); `start` is the row tile's segment's first."""
    match bound:
        case Constant(value):
            return integer(value)
        case FromEnd(value):
            return shifted("seq_len", value)
        case Follow():
            follow = _normal(bound)
            if follow.period == 1:
                return shifted(position, follow.offset)
            if follow.period >= LIMIT and follow.shift == 0:
                return integer(follow.offset)
            if follow.shift == 0 and follow.period == lattice_segment(rows):
                return _from_start(follow)
            moved = position if follow.shift == 0 else f"({shifted(position, follow.shift)})"
            return shifted(f"{moved} // {integer(follow.period)} * {integer(follow.period)}", follow.offset)
        case _:
            assert_never(bound)


def _from_start(follow: Follow) -> str:
    return "start + SEGMENT" if follow.offset == follow.period else shifted("start", follow.offset)


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
    """The residue a lattice of columns stands on, in terms of `head`, or of `residue`, the row tile's class."""
    match offset:
        case Fixed(value):
            return integer(value)
        case ByHead():
            return f"head % {dilation}"
        case ByHeadBlock():
            return f"head // tl.cdiv(heads, {dilation})"
        case EveryClass():
            return "residue" if rows.dilation == columns.dilation else f"residue % {dilation}"
        case _:
            assert_never(offset)


def predicate(mask: Mask, query: str, key: str) -> str:
    """A mask over broadcasting positions, as an expression without outer parentheses."""
    match mask:
        case AtLeast(side, bound):
            here, there = (query, key) if side is Side.QUERY else (key, query)
            return f"{here} >= {bound_at(bound, there, Lattice())}"
        case Below(side, bound):
            here, there = (query, key) if side is Side.QUERY else (key, query)
            return f"{here} < {bound_at(bound, there, Lattice())}"
        case Residue(side, dilation, offset, segment):
            position = query if side is Side.QUERY else key
            wanted = residue_class(offset, integer(dilation), Lattice(), Lattice())
            return f"{_residue(position, dilation, segment)} == {wanted}"
        case SameResidue(dilation, segment):
            return f"{_residue(query, dilation, segment)} == {_residue(key, dilation, segment)}"
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


def _residue(position: str, dilation: int, segment: int | None) -> str:
    within = position if segment is None or segment >= LIMIT else f"{position} % {integer(segment)}"
    return f"{within} % {integer(dilation)}"
