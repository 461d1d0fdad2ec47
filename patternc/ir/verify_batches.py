"""Invariants of batch IR: the loops of a nest define every variable that it reads, and views fit their loops."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.ir.batch import (
    Bands,
    Batches,
    Bounds,
    ByResidue,
    ByShare,
    Cells,
    Documents,
    Nest,
    OneByOne,
    Packed,
    Slabs,
    Strip,
    View,
)
from patternc.ir.index import Index, names
from patternc.ir.mask import Mask
from patternc.ir.traversal import names_in, relative


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
        elif not isinstance(view, Cells) and view.confined and isinstance(nest.segments, Slabs | None):
            yield "a view is confined to a segment, and no loop gives one"
        elif isinstance(view, Packed) and isinstance(nest.segments, Bands):
            yield "a copy of places is of one segment, not of several alike"
    if (batch.joined is not None) != isinstance(nest.segments, Documents):
        yield "documents are joined where there are no documents, or the other way round"
    if batch.fused and (batch.predicate is not None or batch.bounds.lows):
        yield "one call of fused attention tests neither predicates nor lows"
    if isinstance(nest.segments, Slabs):
        yield from _wrong_slabs(nest, nest.segments)


def _wrong_slabs(nest: Nest, slabs: Slabs) -> Iterator[str]:
    """Errors of slabs that differ by more than position, or whose columns don't include all that rows attend to."""
    batch = nest.batch
    for view in (batch.rows, batch.columns):
        if not isinstance(view, Strip) or view.step > 1 or view.confined:
            yield "slabs are of every position of a view"
    if batch.predicate is not None:
        yield "a predicate tells slabs apart"
    if not _near(batch.bounds, slabs):
        yield f"its bounds are not those of keys from q - {slabs.before} to q + {slabs.after}"


def _near(bounds: Bounds, slabs: Slabs) -> bool:
    """Whether bounds are relative to the row, and keep its columns within the slab's columns."""
    found = [bound for bound in relative((*bounds.lows, *bounds.highs)) if bound.period == 1]
    lows, highs = ([one.offset + one.shift for one in found if one in side] for side in (bounds.lows, bounds.highs))
    follow = len(found) == len(bounds.lows) + len(bounds.highs)
    return follow and bool(lows and highs) and max(lows) >= -slabs.before and min(highs) <= slabs.after + 1


def _given(nest: Nest) -> frozenset[str]:
    given = {"num_heads"}
    given |= {"head"} if isinstance(nest.heads, OneByOne) else set()
    given |= {"residue"} if isinstance(nest.heads, ByResidue | ByShare) or nest.classes is not None else set()
    given |= {"start"} if not isinstance(nest.segments, Slabs | None) else set()
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
