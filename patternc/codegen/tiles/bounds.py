"""Bounds, residues and lattices of the kernel IR as index expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

from patternc.ir.bounds import at_most, may_leave, normal
from patternc.ir.facts import bound_facts, looked_up_for
from patternc.ir.index import (
    CeilDiv,
    Cmp,
    Expr,
    Lookup,
    Num,
    Select,
    Truth,
    Var,
    greatest,
    least,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.inputs import input_facts
from patternc.ir.interface import short_name
from patternc.ir.kernel import DENSE, EveryClass, Lattice, LatticeOffset
from patternc.ir.mask import (
    Bound,
    ByHead,
    ByHeadBlock,
    Constant,
    Fixed,
    FromEnd,
    InEntries,
    Label,
    OfEntry,
    RelativePosition,
)
from patternc.ir.tile import LIMIT, number

HEAD = plus(Var("head_offset"), Var("head"))
"""The head among those of the whole model."""

SEQ_LEN = Var("seq_len")


def shifted(position: Expr, offset: int, most: int = LIMIT) -> Expr:
    """`position + offset`, the offset cut at `-most`; the position is at most that."""
    return plus(position, Num(max(-most, min(LIMIT, offset))))


def lattice_segment(lattice: Lattice) -> int | None:
    """The segment of a lattice, None where no sequence reaches its end."""
    return None if lattice.segment is None or lattice.segment >= LIMIT else lattice.segment


def uniform(bound: Bound, rows: Lattice) -> bool:
    """Whether a bound is the same for all rows of one tile."""
    facts, segment = bound_facts(_normal(bound)), lattice_segment(rows)
    apart = facts.input is not None and facts.input.name == rows.documents and facts.of_document
    return not facts.by_position or apart or (segment is not None and facts.step % segment == 0)


def bound_at(bound: Bound, position: Expr, rows: Lattice, inside: Truth | None = None, length: Expr = SEQ_LEN) -> Expr:
    """The value of a bound where the rows stand at a position; `start` is the row tile's segment's first.

    `inside`: whether the position is of the sequence; None: it is. `length`: that of the sequence, or of the document
    that positions are counted in.
    """
    match _normal(bound):
        case Constant(value):
            return number(value)
        case FromEnd(value, 1):
            return shifted(length, value)
        case FromEnd(value, period) if period >= LIMIT:
            return number(period + value)
        case FromEnd(value, period):
            return shifted(times(CeilDiv(length, Num(period)), period), value, LIMIT + period)
        case RelativePosition() as follow:
            return _followed(follow, position, rows)
        case InEntries(inner, ratio):
            return _divided(inner, ratio, partial(bound_at, position=position, rows=rows, inside=inside, length=length))
        case OfEntry(inner, ratio):
            at = plus(times(position, ratio), ratio - 1)
            if inside is not None:
                return bound_at(inner, at, DENSE, Cmp("<", at, length), length)
            held = bound_facts(inner).input is None  # tables end where the sequence does, but a call may hold more keys
            return bound_at(inner, at if held else least(at, minus(length, Num(1))), DENSE, None, length)
        case _:
            return _looked_up_at(bound, position, rows, inside)


def _divided(bound: Bound, ratio: int, value: Callable[[Bound], Expr]) -> Expr:
    """The value of a bound divided by a number and rounded down, where division rounds towards 0."""
    match normal(bound):
        case FromEnd(offset, period):
            whole, rest = _divmod(offset, ratio)
            return plus(over(value(FromEnd(rest, period)), ratio), whole)
        case RelativePosition(offset, shift, period):
            whole, rest = _divmod(offset, ratio)
            return plus(over(value(RelativePosition(rest, shift, period)), ratio), whole)
        case _:  # what is looked up is 0 or more
            return over(value(bound), ratio)


def _divmod(offset: int, ratio: int) -> tuple[int, int]:
    return divmod(max(-LIMIT, min(LIMIT, offset)), ratio)


def _looked_up_at(bound: Bound, position: Expr, rows: Lattice, inside: Truth | None) -> Expr:
    """The value of a bound that reads an input."""
    facts = bound_facts(bound)
    if facts.coordinate is None:
        name = looked_up(bound)
        return Lookup(name, position, inside) if facts.by_position else Var(name)
    start, end = (bound_at(one, position, rows, inside) for one in looked_up_for(bound))
    match facts.coordinate:
        case RelativePosition(0, shift, period) if shift and period > LIMIT:  # no document is longer
            return Select(Cmp(">=", minus(position, start), Num(period - shift)), end, start)
    inner = bound_at(facts.coordinate, minus(position, start), DENSE, length=minus(end, start))
    found = plus(start, inner)
    before, behind = may_leave(facts.coordinate)
    found = greatest(found, start) if before else found
    return least(found, end) if behind else found


def _followed(follow: RelativePosition, position: Expr, rows: Lattice) -> Expr:
    if follow.period == 1:
        return shifted(position, follow.offset)
    if follow.period >= LIMIT:
        return _of_two(follow, position)
    if follow.shift == 0 and follow.period == lattice_segment(rows):
        start = Var("start")
        return plus(start, Var("SEGMENT")) if follow.offset == follow.period else shifted(start, follow.offset)
    whole = times(over(shifted(position, follow.shift), follow.period), follow.period)
    return shifted(whole, follow.offset, LIMIT + follow.shift)


def bound_at_all(bound: Bound, positions: Expr, rows: Lattice) -> Expr:
    """The value of a bound at each of several positions, some of which may lie past the sequence's end."""
    return bound_at(bound, positions, rows, Cmp("<", positions, SEQ_LEN))


def label_at(label: Label, positions: Expr) -> Expr:
    """The label at each of several positions, some of which may lie past the sequence's end."""
    return Lookup(labels_name(label.input), positions, Cmp("<", positions, SEQ_LEN), labels=True)


def labels_name(name: str) -> str:
    """The name of what programs look labels up in: a table by position."""
    return f"labels_of_{short_name(name)}"


def looked_up(bound: Bound) -> str:
    """The name of what programs look up for a bound: the number of a batch entry, or a table by position."""
    facts = bound_facts(bound)
    assert facts.input is not None
    name, unit = short_name(facts.input.name), facts.input.unit
    if input_facts(facts.input.kind).cuts:
        return f"{name}_{('starts', 'ends')[facts.line]}"
    return f"{name}_at" if unit == 1 else f"{name}_at_{unit}"


def entry_stride(name: str) -> Var:
    """The elements from one batch entry of an input to the next, 0 where all share one."""
    return Var(f"stride_of_{short_name(name)}")


def cut_count(name: str) -> Var:
    """The number of cuts between documents in an input of offsets."""
    return Var(f"cuts_of_{short_name(name)}")


def _of_two(follow: RelativePosition, position: Expr) -> Expr:
    """A bound with a period that no sequence outgrows: it steps once."""
    after = number(follow.offset + follow.period)
    return Select(Cmp(">=", position, Num(follow.period - follow.shift)), after, number(follow.offset))


def _normal(bound: Bound) -> Bound:
    """The bound in normal form; one that steps only after all positions is a constant."""
    match normal(bound):
        case RelativePosition(offset, shift, period) if period - shift >= LIMIT:
            return Constant(offset)
        case other:
            return other


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


def folded(function: Callable[..., Expr], terms: Sequence[Expr]) -> Expr:
    """`function(function(a, b), c)`; of one term, the term."""
    first, *others = dict.fromkeys(terms)
    for term in others:
        first = function(first, term)
    return first


def residue_class(offset: LatticeOffset, dilation: Expr, rows: Lattice, columns: Lattice) -> Expr:
    """The residue a lattice of columns stands on, in terms of `head`, the call's, or of `residue`, the row tile's."""
    match offset:
        case Fixed(value):
            return number(value)
        case ByHead():
            return modulo(HEAD, dilation)
        case ByHeadBlock():
            return over(HEAD, CeilDiv(Var("num_heads"), dilation))
        case EveryClass():
            if columns.block > 1:
                return modulo(over(Var("first"), number(columns.block)), dilation)
            return Var("residue") if rows.dilation == columns.dilation else modulo(Var("residue"), dilation)
        case _:
            assert_never(offset)


def residue(position: Expr, dilation: int, segment: int | None, block: int = 1) -> Expr:
    """The residue class of a position, or of its block."""
    at = over(position, number(block))
    within = at if segment is None or segment >= LIMIT else modulo(at, number(segment))
    return modulo(within, number(dilation))
