"""The bodies of list functions: statements that find pairs of blocks, then drop those that masks exclude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.codegen.block_lists.block_tests import some_of, whole_of
from patternc.codegen.block_lists.list_liveness import read_by
from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.block_lists.nodes import (
    AllWhole,
    BlockEnds,
    BlockRanges,
    ExpandDocuments,
    FindBetween,
    FindChosen,
    FindHashed,
    FindInBox,
    FindInTable,
    FindLowest,
    HeadOfModel,
    HeadsOfModel,
    KeepChosen,
    KeepHashed,
    KeepInRanges,
    KeepInTable,
    KeepLowest,
    KeepSeen,
    KeepSeenInBox,
    ListStatement,
    NumberedEnd,
    Refine,
    RepeatByEntry,
    RepeatByHead,
    ReturnPairs,
    TestEnds,
    Unpack,
)
from patternc.ir.facts import atom_of, bound_facts, inputs_read
from patternc.ir.mask import And, InputKind, Mask, Not, Random, Selection, Side, Table, TopK
from patternc.ir.traversal import bounds_in, boxes_in, limits, names_in, selections_in

_HALVES = (("q", "row"), ("k", "column"))


def pair_search(one: Listed) -> tuple[ListStatement, ...]:
    """The body of the function that lists the pairs of blocks of a piece: statements that find pairs, then drop some.

    Lists of a box are found by the numbers of cells along an order; others begin with their sparsest selection.
    """
    return tuple(_of_box(one) if one.order is not None else _of_selections(one))


def _of_selections(one: Listed) -> Iterator[ListStatement]:
    """Find the pairs of one selection, keep those that the other selections hold, then test the bounds."""
    block, by_head = one.listing.block, _by_head(one)
    first, *rest = sorted(one.listing.literals, key=_rank)
    yield BlockRanges(block)
    if isinstance(first, Not):
        yield _between(one, by_head)
        rest = [first, *rest]
    else:
        yield from _found(_selection(first), block, by_head)
    batches = _batches(one)
    if batches and not isinstance(first, TopK):
        yield RepeatByEntry(batches)
    for literal in rest:
        yield from _kept(literal, block)
    own = _own_heads(one.masks, block)
    yield from _within_bounds(one, own)
    yield ReturnPairs(batches, by_head, HeadsOfModel() in own)


def _rank(literal: Mask) -> int:
    """The sort key of a selection: the kind that holds fewest blocks is searched first, and the others filter."""
    kinds: tuple[type[Mask], ...] = (TopK, Random, Table, Not)
    return next(place for place, kind in enumerate(kinds) if isinstance(literal, kind))


def _selection(literal: Mask) -> Selection:
    (inner,) = selections_in([atom_of(literal)])
    return inner


def _batches(one: Listed) -> tuple[str, ...]:
    """The inputs that differ by batch entry; a `topk` selection differs by all of them and replaces them."""
    return ("selection",) if "selection" in one.inputs else one.inputs


def _found(selection: Selection, block: int, by_head: bool) -> Iterator[ListStatement]:
    """Statements that find the pairs of a selection, in units of the list's blocks."""
    match selection:
        case Random(own, seed, int(count)):
            yield FindLowest(own, seed, count, by_head)
        case Random(own, seed, _, int(threshold)):
            yield FindHashed(own, seed, threshold, by_head)
        case Random():
            raise AssertionError("a count or a threshold is given")
        case Table():
            yield FindInTable(selection, by_head)
        case TopK(own):
            yield FindChosen(own)
        case _:
            assert_never(selection)
    if selection.block != block:
        yield Refine(selection.block // block)
    yield KeepInRanges()


def _between(one: Listed, by_head: bool) -> FindBetween:
    """Find all blocks between the bounds that depend on no input."""
    bounds = limits(one.masks, Side.KEY)
    lows, highs = (tuple(bound for bound in side if bound_facts(bound).input is None) for side in bounds)
    return FindBetween(one.listing.block, lows, highs, by_head)


def _kept(literal: Mask, block: int) -> Iterator[ListStatement]:
    """Statements that keep the pairs in `at` which a selection holds."""
    kept = _keeping(_selection(literal), block, isinstance(literal, Not))
    yield from (Unpack(read_by((kept,))), kept)


def _keeping(selection: Selection, block: int, negated: bool) -> ListStatement:
    times = selection.block // block
    match selection:
        case Random(own, seed, int(count)):
            return KeepLowest(own, seed, count, times, negated)
        case Random(_, seed, _, int(threshold)):
            return KeepHashed(seed, threshold, times, negated)
        case Random():
            raise AssertionError("a count or a threshold is given")
        case Table():
            return KeepInTable(selection, times, negated)
        case TopK(own):
            return KeepChosen(own, times, negated)
        case _:
            assert_never(selection)


def _tests(masks: tuple[Mask, ...], block: int, whole: str) -> tuple[ListStatement, ...]:
    return (TestEnds("seen", some_of(masks, block), True), TestEnds(whole, whole_of(masks, block), False))


def _own_heads(masks: tuple[Mask, ...], block: int) -> tuple[ListStatement, ...]:
    """Statements that give `head` and `heads` where tests read them: the head itself, and how many there are."""
    read = read_by(_tests(masks, block, "whole")) if masks else frozenset()
    own = (HeadOfModel(),) if "head" in read else ()
    return (*own, HeadsOfModel()) if "heads" in read else own


def _within_bounds(one: Listed, own: tuple[ListStatement, ...]) -> Iterator[ListStatement]:
    """Statements that drop pairs of blocks whose positions no mask admits, and mark those that are admitted whole."""
    if not one.masks:
        yield AllWhole()
        return
    block = one.listing.block
    tests = _tests(one.masks, block, "whole")
    read = read_by(tests)
    ends = tuple(
        BlockEnds(side, blocks, block, f"{side}1" in read)
        for side, blocks in _HALVES
        if {f"{side}0", f"{side}1"} & read
    )
    body = (*own, *ends, *tests)
    yield from (*_expanded(one), Unpack(read_by(body)), *body, KeepSeen())


def _expanded(one: Listed) -> Iterator[ExpandDocuments]:
    """Repeat one list of documents for each batch entry, where other inputs differ by entry."""
    read = {found.name for found in inputs_read(bounds_in(And(one.masks)), InputKind.OFFSETS)}
    if read and len(one.inputs) > 1:
        yield ExpandDocuments(tuple(name for name in one.inputs if name in read), _batches(one))


def _of_box(one: Listed) -> Iterator[ListStatement]:
    """Find the pairs of a box once, then keep those inside the call's ranges and the bounds."""
    (box,) = boxes_in(one.listing.literals)
    by_head, batches = _by_head(one), one.inputs
    yield FindInBox(one.place, box, one.listing.block)
    if not one.masks:
        yield ReturnPairs((), False, False)
        return
    if by_head or batches:
        yield RepeatByHead(batches, by_head)
    tests, own = _tests(one.masks, 0, "all_seen"), _own_heads(one.masks, 0)
    ends = tuple(
        NumberedEnd(f"{side}{last}", of, blocks)
        for side, blocks in _HALVES
        for last, of in enumerate(("low", "high"))
        if f"{side}{last}" in read_by(tests)
    )
    body = (*own, *ends, *tests)
    yield from (*_expanded(one), Unpack(read_by(body)), *body, KeepSeenInBox())
    yield ReturnPairs(batches, by_head, HeadsOfModel() in own)


def _by_head(one: Listed) -> bool:
    return "head" in names_in(And((*one.masks, *one.listing.literals)))
