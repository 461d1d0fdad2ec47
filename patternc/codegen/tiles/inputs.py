"""Inputs of programs: tensors and numbers of a call, and the statements that look them up.

An input `docs` is the argument `given_docs` of programs, `stride_of_docs` the elements from one batch entry to the
next, 0 where all share one, and `cuts_of_docs` how many cuts between documents follow the positions of a batch entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from patternc.codegen.tiles.bounds import SEQ_LEN, cut_count, entry_stride, labels_name, looked_up
from patternc.ir.facts import atom_facts, bound_facts, looked_up_for
from patternc.ir.index import ZERO, Expr, Lookup, Narrowed, Num, Tail, Var, Wide, least, plus, times
from patternc.ir.inputs import input_facts
from patternc.ir.interface import Interface, given_name
from patternc.ir.kernel import Piece
from patternc.ir.mask import Bound, Mask
from patternc.ir.tile import LIMIT, Let, number
from patternc.ir.traversal import atoms, bounds_in, comparisons

_BATCH = Var("batch")


def input_tensors(interface: Interface) -> tuple[str, ...]:
    """The inputs of a call that programs may load from: those that entries share first, tables last."""
    tensors = [one for one in interface.operands if one.tensor]
    return tuple(one.own for one in sorted(tensors, key=lambda one: (one.facts.rank, not one.facts.shared)))


def input_numbers(interface: Interface) -> tuple[str, ...]:
    """The numbers of a call's inputs that programs are given."""
    return (
        *(one.name for one in interface.heads),
        *(entry_stride(one.name).name for one in interface.operands if one.facts.shared),
        *(cut_count(one.name).name for one in interface.operands if one.facts.cuts),
        *(("seed", "threshold", "kept") if interface.dropout else ()),
    )


def line_of(name: str, line: int = 0, after: Expr = ZERO) -> Tail:
    """A line of a batch entry's table, from an entry on: where documents start by position, or end; then cuts."""
    entry = times(Wide(_BATCH), entry_stride(name))
    start = plus(plus(entry, SEQ_LEN), cut_count(name)) if line else entry
    return Tail(given_name(name), plus(start, after))


def lookups(pieces: Sequence[Piece], others: Sequence[Bound] = ()) -> tuple[Let, ...]:
    """Statements that find what the bounds of some pieces, and others, read of the program's batch entry."""
    bounds = dict.fromkeys([*(bound for piece in pieces for bound in _bounds(piece)), *others])
    read = (one for bound in bounds if bound_facts(bound).input is not None for one in looked_up_for(bound))
    of_bounds = map(_lookup, read)
    return tuple(dict.fromkeys((*of_bounds, *_label_lookups(mask for piece in pieces for mask in piece.residual))))


def _label_lookups(masks: Iterable[Mask]) -> Iterator[Let]:
    """Statements that find the labels that masks compare."""
    for atom in comparisons(atom for mask in masks for atom in atoms(mask)):
        for read in atom_facts(atom).inputs:
            if not input_facts(read.kind).free:
                continue
            yield Let((labels_name(read.name),), (line_of(read.name),))


def _lookup(bound: Bound) -> Let:
    facts = bound_facts(bound)
    assert facts.input is not None
    name, unit = facts.input.name, facts.input.unit
    if facts.by_position:
        return Let((looked_up(bound),), (line_of(name, facts.line),))
    found: Expr = Lookup(given_name(name), _BATCH)
    if unit > 1:
        # A length of blocks may be said of a longer sequence: 64 bits until it is cut.
        found = Narrowed(least(times(Wide(found), number(unit)), Num(LIMIT)))
    return Let((looked_up(bound),), (found,))


def _bounds(piece: Piece) -> Iterator[Bound]:
    yield from (*piece.lows, *piece.highs, *piece.row_lows, *piece.row_highs)
    for mask in piece.residual:
        yield from bounds_in(mask)
