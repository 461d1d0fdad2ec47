"""The bodies of list functions: steps of the host IR that find pairs of blocks, then drop those that masks exclude.

Steps are over the parameters of the function and these names: `at`, what is listed so far, [4, P]: batch entry, head,
row and column of each pair of blocks; those four; `whole`, of which pairs every pair of positions is admitted; and the
ends of two blocks, the positions q0 to q1 and k0 to k1.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import TypeAlias, assert_never

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.python_text import BLOCKS, among, entry_of, table_of
from patternc.ir.block_tests import some_of, whole_of
from patternc.ir.facts import atom_facts, atom_of, block_sizes, bound_facts, inputs_read
from patternc.ir.grid_axes import GridAxes, box_numbers
from patternc.ir.host import Return
from patternc.ir.index import (
    ONE,
    ZERO,
    All,
    Apply,
    Binary,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Index,
    Lookup,
    Max,
    Negated,
    Num,
    Pack,
    Truth,
    Var,
    minus,
    over,
    plus,
    times,
)
from patternc.ir.interface import given_name
from patternc.ir.kernel import Listing
from patternc.ir.liveness import live, read_in
from patternc.ir.mask import And, InputKind, Mask, Not, Owner, Picked, Random, Selection, Side, Table, TopK
from patternc.ir.tile import Let
from patternc.ir.traversal import bounds_in, boxes_in, limits, names_in, selections_in

ListStep: TypeAlias = Let | Return

_AT, _WHOLE, _SEEN, _KEPT = map(Var, ("at", "whole", "seen", "kept"))
_HEADS, _HEAD, _N, _DEVICE, _QUERIES, _KEYS = map(Var, ("heads", "head", "n", "device", "queries", "keys"))
_ROWS, _COLUMNS, _ROW, _COLUMN = map(Var, ("rows", "columns", "row", "column"))
_Q0, _Q1, _K0, _K1, _LOW, _HIGH = map(Var, ("q0", "q1", "k0", "k1", "low", "high"))
_COORDINATES = ("batch", "head", "row", "column")
"""The lines of `at`."""


def pair_search(listed: Listed) -> tuple[ListStep, ...]:
    """The body of the function that lists the pairs of blocks of a piece: steps that find pairs, then drop some.

    Lists of a box are found by the numbers of cells along an order; others begin with their sparsest selection.
    """
    return live(tuple(_of_box(listed) if listed.order is not None else _of_selections(listed)))


# ---- expressions -----------------------------------------------------------------------------------------------------
def _call(function: str, *arguments: Index) -> Apply:
    return Apply(function, arguments)


def _let(name: str, value: Index) -> Let:
    return Let((name,), (value,))


def _start(extent: Expr) -> Expr:
    return _call("start", extent)


def _blocks(extent: Expr, block: int) -> Expr:
    """The blocks that an extent of the call touches."""
    return _call("block_range", extent, Num(block))


def _those(lines: Expr, test: Truth) -> Expr:
    """The pairs of `lines` that fulfil a test."""
    return _call("columns_of", lines, test)


def _heads(by_head: bool) -> Expr:
    return _HEADS if by_head else _call("range", ONE)


def _count(by_head: bool) -> Expr:
    return _call("len", _HEADS) if by_head else ONE


def _entries(inputs: tuple[str, ...]) -> Expr:
    """The number of batch entries of inputs, each of which may have a single one for all."""
    counts = tuple(_call("entries", Var(given_name(name))) for name in inputs)
    return Max(counts) if len(counts) > 1 else counts[0] if counts else ONE


def _lowest(selection: Random, heads: Expr) -> Expr:
    """The pairs of a `Random` with a count."""
    rows, blocks = _blocks(_QUERIES, selection.block), CeilDiv(_N, Num(selection.block))
    numbers = Num(selection.seed), Num(selection.count or 0)
    return _call("lowest_pairs", *numbers, heads, rows, blocks, _DEVICE)


# ---- lists of selections ---------------------------------------------------------------------------------------------
def _of_selections(listed: Listed) -> Iterator[ListStep]:
    """Find the pairs of one selection, keep those that the other selections hold, then test the bounds."""
    listing, by_head = listed.listing, _by_head(listed)
    first, *rest = sorted(listing.literals, key=_rank)
    yield Let(("rows", "columns"), (_blocks(_QUERIES, listing.queries), _blocks(_KEYS, listing.keys)))
    if isinstance(first, Not):
        yield from _between(listed, by_head)
        rest = [first, *rest]
    else:
        yield from _found(_selection(first), listing, by_head)
    batches = _batches(listed)
    if batches and (isinstance(first, Not) or not atom_facts(_selection(first)).given):
        yield _let("at", _call("each", _AT, _entries(batches)))
    for literal in rest:
        yield from _kept(literal, listing)
    if not listed.masks:
        yield _let("whole", Cmp("==", Lookup("at", ZERO), Lookup("at", ZERO)))
        yield Return((_call("found", _AT, _WHOLE, _entries(batches), _count(by_head)),))
        return
    kept = Let(("at", "whole"), (_those(_AT, Holds(_SEEN)), Lookup("whole", _SEEN)))
    yield from _expanded(listed)
    tests = _tests(listed.masks, lcm(listing.queries, listing.keys), "whole")
    yield from _within_bounds(listed, tuple(_ends(listing)), tests, kept, batches)


def _rank(literal: Mask) -> int:
    """The sort key of a selection: the kind that holds fewest blocks is searched first, and the others filter."""
    kinds: tuple[type[Mask], ...] = (TopK, Picked, Random, Table, Not)
    return next(place for place, kind in enumerate(kinds) if isinstance(literal, kind))


def _selection(literal: Mask) -> Selection:
    (inner,) = selections_in([atom_of(literal)])
    return inner


def _batches(listed: Listed) -> tuple[str, ...]:
    """The inputs that differ by batch entry; one that says which blocks are selected has all of them."""
    selections = selections_in(map(atom_of, listed.listing.literals))
    lists = [_given(one) for one in selections if atom_facts(one).given]
    return tuple(lists[:1]) or listed.inputs


def _given(selection: Selection) -> str:
    """The input that says which blocks are selected."""
    return selection.input if isinstance(selection, Picked) else "selection"


def _found(selection: Selection, listing: Listing, by_head: bool) -> Iterator[ListStep]:
    """Find the pairs of a selection, in units of the list's blocks."""
    sizes = block_sizes(selection)
    heads, rows, columns = _heads(by_head), _blocks(_QUERIES, sizes[0]), _blocks(_KEYS, sizes[1])
    match selection:
        case Random(_, _, int()):
            yield _let("at", _lowest(selection, heads))
        case Random(_, seed, _, threshold):
            numbers = Num(seed), Num(threshold or 0)
            yield _let("at", _call("hashed_pairs", *numbers, heads, rows, columns, _DEVICE))
        case Table(heads=count):
            table = table_of(selection, _DEVICE)
            table = _call("expanded", table, _call("stop", _HEADS)) if count == 1 and by_head else table
            yield _let("at", _call("table_pairs", table, heads, rows, columns))
        case TopK(own) | Picked(block=own):
            given: Expr = Var(given_name(_given(selection)))
            if by_head and _is_shared(selection):
                given = _call("each_heads", given, _count(by_head))
            yield _let("at", _call("chosen_pairs", given, over(_start(_QUERIES), own)))
        case _:
            assert_never(selection)
    times = sizes[0] // listing.queries, sizes[1] // listing.keys
    if times != (1, 1):
        yield _let("at", _call("refined", _AT, *map(Num, times)))
    yield _let("at", _call("within", _AT, _ROWS, _COLUMNS))


def _between(listed: Listed, by_head: bool) -> Iterator[ListStep]:
    """Find all blocks between the bounds that depend on no input."""
    (block, width), zeros = (listed.listing.queries, listed.listing.keys), Binary("*", ZERO, _Q0)
    bounds = limits(listed.masks, Side.KEY)
    lows, highs = ([bound for bound in side if bound_facts(bound).input is None] for side in bounds)
    yield _let("q0", Binary("*", Num(block), _call("counted", _start(_ROWS), _call("stop", _ROWS), _DEVICE)))
    yield _let("q1", _last(_Q0, block))
    yield _let("low", _call("full_like", _Q0, _start(_COLUMNS)))
    yield _let("high", _call("full_like", _Q0, _call("stop", _COLUMNS)))
    for bound in lows:
        first = plus(Binary("//", BLOCKS.bound(bound, _Q0), Num(width)), zeros)
        yield _let("low", _call("maximum", _LOW, first))
    for bound in highs:
        stop = plus(CeilDiv(BLOCKS.bound(bound, _Q1), Num(width)), zeros)
        yield _let("high", _call("minimum", _HIGH, stop))
    yield _let("at", _call("between", _heads(by_head), _ROWS, _LOW, _HIGH))


def _last(first: Expr, block: int) -> Expr:
    """The last position of blocks, of which the last one may be shorter."""
    return _call("at_most", Binary("+", first, Num(block - 1)), minus(_N, 1))


def _is_shared(selection: Selection) -> bool:
    """Whether one list is that of all heads."""
    return isinstance(selection, Picked) and selection.owner is Owner.SHARED


def _kept(literal: Mask, listing: Listing) -> Iterator[ListStep]:
    """Keep the pairs in `at` which a selection holds; negated: the others."""
    yield from _unpacked(_let("kept", _keeping(_selection(literal), listing)))
    yield _let("at", _those(_AT, Negated(Holds(_KEPT)) if isinstance(literal, Not) else Holds(_KEPT)))


def _keeping(selection: Selection, listing: Listing) -> Index:
    """Whether blocks lie in blocks that a selection holds, which are some times as high and as wide."""
    queries, keys = block_sizes(selection)
    row, column = over(_ROW, queries // listing.queries), over(_COLUMN, keys // listing.keys)
    head = plus(_HEAD, _start(_HEADS))
    match selection:
        case Random(_, _, int()):
            return _call("among", _HEAD, row, column, _lowest(selection, _HEADS))
        case Random(_, seed, _, threshold):
            return _call("below", _call("hash", Num(seed), head, row, column), Num(threshold or 0))
        case Table(heads=count):
            return entry_of(table_of(selection, _DEVICE), head if count > 1 else ZERO, row, column)
        case TopK(own):
            place = minus(row, over(_start(_QUERIES), own))
            return among(Lookup(given_name("selection"), Pack((Var("batch"), _HEAD, place))), column)
        case Picked(name, block=own):
            place, of = minus(row, over(_start(_QUERIES), own)), ZERO if _is_shared(selection) else _HEAD
            return _call("in_lists", Var(given_name(name)), Var("batch"), of, place, column)
        case _:
            assert_never(selection)


# ---- lists of boxes --------------------------------------------------------------------------------------------------
def _of_box(listed: Listed) -> Iterator[ListStep]:
    """Find the pairs of a box once, then keep those inside the call's ranges and the bounds."""
    (box,) = boxes_in(listed.listing.literals)
    by_head, batches = _by_head(listed), listed.inputs
    yield from _in_box(box, listed.place, listed.listing.keys)
    if not listed.masks:
        yield Return((_call("found", _AT, _WHOLE, ONE, ONE),))
        return
    if by_head or batches:
        count, entries = _count(by_head), _entries(batches)
        repeated = _call("repeated", _WHOLE, Binary("*", count, entries))
        yield Let(("at", "whole"), (_call("each_head", _AT, count, entries), repeated))
    both = All((Holds(_WHOLE), Holds(Var("all_seen"))))
    kept = Let(("at", "whole"), (_those(_AT, Holds(_SEEN)), _call("picked_of", both, _SEEN)))
    yield from _expanded(listed)
    yield from _within_bounds(listed, tuple(_numbered_ends()), _tests(listed.masks, 0, "all_seen"), kept, batches)


def _in_box(box: GridAxes, order: str, block: int) -> Iterator[ListStep]:
    """The pairs that hold a cell of a grid and one of its neighbours, by the numbering that `order` gives the cells."""
    place = _call(order.removeprefix("_"), _DEVICE)
    yield Let(("low", "high"), (_call("box_ends", place, Num(block)),))
    grid, extents, dilations, *steps = (Pack(tuple(map(Num, several))) for several in box_numbers(box))
    yield Let(("row", "column", "whole"), (_call("box_pairs", place, grid, extents, dilations, Num(block), *steps),))
    yield Let(("q0", "q1", "k0", "k1"), tuple(Lookup(of, at) for at in (_ROW, _COLUMN) for of in ("low", "high")))
    inside = [
        test
        for first, last, extent in ((_Q0, _Q1, _QUERIES), (_K0, _K1, _KEYS))
        for test in (Cmp(">=", last, _start(extent)), Cmp("<", first, _call("stop", extent)))
    ]
    yield _let("seen", All(tuple(inside)))
    nothing = Binary("*", ZERO, _ROW)
    yield _let("at", _those(_call("stacked", nothing, nothing, _ROW, _COLUMN), Holds(_SEEN)))
    yield _let("whole", Lookup("whole", _SEEN))


# ---- what the ends of two blocks tell --------------------------------------------------------------------------------
def _tests(masks: tuple[Mask, ...], block: int, whole: str) -> tuple[Let, ...]:
    """Whether some pair of positions of two blocks may fulfil the masks, and whether every pair does."""
    some, every = BLOCKS.swapped().truth(some_of(masks, block)), BLOCKS.truth(whole_of(masks, block))
    return _let("seen", some), _let(whole, every)


def _ends(listing: Listing) -> Iterator[Let]:
    for first, last, blocks, size in (("q0", "q1", _ROW, listing.queries), ("k0", "k1", _COLUMN, listing.keys)):
        yield _let(first, times(blocks, size))
        yield _let(last, _last(Var(first), size))


def _numbered_ends() -> Iterator[Let]:
    """The least and the greatest position of the cells of blocks of a numbering."""
    for side, blocks in (("q", _ROW), ("k", _COLUMN)):
        for last, of in enumerate(("low", "high")):
            yield _let(f"{side}{last}", Lookup(of, blocks))


def _within_bounds(
    listed: Listed, ends: tuple[Let, ...], tests: tuple[Let, ...], kept: Let, batches: tuple[str, ...]
) -> Iterator[ListStep]:
    """Drop pairs of blocks whose positions no mask admits, mark those that are admitted whole, and return."""
    renamed = "heads" in read_in(tests)  # the number of heads of the model; those that are listed are `several`
    count = Var("several") if renamed else _count(_by_head(listed))
    own = (_let("head", plus(_HEAD, _start(_HEADS))), Let(("several", "heads"), (_count(True), Var("total"))))
    body = (*(own if renamed else own[:1]), *ends, *tests, kept)
    yield from _unpacked(*live((*body, Return((_call("found", _AT, _WHOLE, _entries(batches), count),)))))


def _unpacked(*steps: ListStep) -> tuple[ListStep, ...]:
    """Steps after one that names the lines of `at`; those that the steps do not read get an underscore."""
    read = read_in(steps)
    return (Let(tuple(name if name in read else f"_{name}" for name in _COORDINATES), (_AT,)), *steps)


def _expanded(listed: Listed) -> Iterator[Let]:
    """Repeat one list of documents for each batch entry, where other inputs differ by entry."""
    read = {input_read.name for input_read in inputs_read(bounds_in(And(listed.masks)), InputKind.OFFSETS)}
    if read and len(listed.inputs) > 1:
        for name in (given_name(name) for name in listed.inputs if name in read):
            yield _let(name, _call("expanded", Var(name), _entries(_batches(listed))))


def _by_head(listed: Listed) -> bool:
    return "head" in names_in(And((*listed.masks, *listed.listing.literals)))
