"""Invariants of batch IR: the loops of a nest define every variable that it reads, and views fit their loops."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.ir.batch import (
    Bands,
    Batches,
    ByResidue,
    ByShare,
    Cells,
    Documents,
    Nest,
    OneByOne,
    Packed,
    Strip,
    View,
)
from patternc.ir.index import Index, names
from patternc.ir.mask import Mask
from patternc.ir.traversal import names_in


def verify_batches(batches: Batches) -> tuple[str, ...]:
    """One sentence for each violated invariant; none if the batches are valid."""
    return tuple(
        f"nest {number}: {wrong}" for number, nest in enumerate(batches.nests, 1) for wrong in _wrong(nest)
    ) + tuple(
        f"nest {number}: softmax {nest.batch.softmax} of {group.softmaxes}"
        for group in batches.groups
        for number, nest in enumerate(group.nests, 1)
        if nest.batch.softmax >= group.softmaxes
    )


def _wrong(nest: Nest) -> Iterator[str]:
    batch, given = nest.batch, _given(nest)
    for expression in (*_skipped(nest), *_residues(batch.rows), *_residues(batch.columns)):
        yield from (f"reads {name}, which no loop gives" for name in sorted(names(expression) - given))
    heads = {"head", "num_heads"} - given
    for mask in _masks(nest):
        yield from (f"its predicate reads {name} of heads that run together" for name in sorted(names_in(mask) & heads))
    for view in (batch.rows, batch.columns):
        if (nest.listed is not None) != isinstance(view, Cells):
            yield "blocks are listed of cells, and cells are listed"
        elif not isinstance(view, Cells) and view.confined and nest.segments is None:
            yield "a view is confined to a segment, and no loop gives one"
        elif isinstance(view, Packed) and isinstance(nest.segments, Bands):
            yield "a copy of places is of one segment, not of several alike"
    if (batch.joined is not None) != isinstance(nest.segments, Documents):
        yield "documents are joined where there are no documents, or the other way round"
    if batch.fused and (batch.predicate is not None or batch.bounds.lows):
        yield "one call of fused attention tests neither predicates nor lows"


def _given(nest: Nest) -> frozenset[str]:
    given = {"num_heads"}
    given |= {"head"} if isinstance(nest.heads, OneByOne) else set()
    given |= {"residue"} if isinstance(nest.heads, ByResidue | ByShare) or nest.classes is not None else set()
    given |= {"start"} if nest.segments is not None else set()
    return frozenset(given)


def _skipped(nest: Nest) -> tuple[Index, ...]:
    return () if nest.classes is None else nest.classes.skipped


def _residues(view: View) -> tuple[Index, ...]:
    match view:
        case Strip(residue=residue):
            return (residue,)
        case Packed(classes):
            return tuple(one.residue for one in classes)
        case Cells():
            return ()


def _masks(nest: Nest) -> tuple[Mask, ...]:
    predicate = nest.batch.predicate
    return () if predicate is None else (*predicate.masks, *(mask for mask, _ in predicate.counted))
