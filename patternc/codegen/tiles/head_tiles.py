"""Tiles whose rows are the heads of one query: those that share a key head, or one alone.

Where a list holds for few queries, a tile of many would visit what each of them lists, and leave out most pairs. Heads
that share a key head, and the list, visit the same columns, which are loaded once for all of them; bounds are numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from patternc.codegen.tiles.bodies import (
    FINISH,
    keys_of_head,
    of_pairs,
    query_gradient_stores,
    slope,
    softmax_stores,
    start_query_gradients,
    weight,
    work_of,
)
from patternc.codegen.tiles.inputs import lookups
from patternc.codegen.tiles.list_visits import sorted_by_blocks
from patternc.codegen.tiles.one_row import ROW, RowPiece
from patternc.codegen.tiles.pairs import COLUMNS
from patternc.codegen.tiles.proofs import row_numbers
from patternc.codegen.tiles.row_tiles import line
from patternc.codegen.tiles.rows import extent, longest_last, width
from patternc.codegen.tiles.sweeping import Sweeping, Visited
from patternc.codegen.tiles.tile_work import GRADS, QUERIES, STATE, Pairs
from patternc.codegen.tiles.visits import order_of, place_of_batch, place_of_head, place_of_tile, turn
from patternc.ir.addresses import VALUE_DIM, AcrossHeads, Address, Head, Statistics
from patternc.ir.index import (
    ONE,
    ZERO,
    Axis,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Lanes,
    Spread,
    Truth,
    Var,
    every,
    greatest,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.kernel import DENSE, Listing, Sweep
from patternc.ir.mask import Mask, Not, Random, Side, Table
from patternc.ir.tile import (
    AXES,
    BLOCK_M,
    Clause,
    Direction,
    Launch,
    Let,
    Load,
    Rows,
    Run,
    StartSoftmax,
    Statement,
)

FEW = 8
"""The most queries for which a list holds whose tiles hold heads: those of more fill a tile by themselves."""

_HEAD, _KV_HEAD, _GROUP = Var("head"), Var("kv_head"), Var("group")
_HEAD_START, _HEAD_STOP, _HEADS = Var("head_start"), Var("head_stop"), Var("heads")
_NUMBER, _LANE, _HELD = Var("number"), Var("lane"), Var("held")
_LANES = Lanes(BLOCK_M)
_VALID = Holds(Var("valid"))


def by_query(sweep: Sweep) -> tuple[Sweep | None, Sweep | None]:
    """The pieces of a sweep whose lists hold for few queries, which run in tiles of heads, and its others."""
    few = [one.listing is not None and is_of_few(one.listing) for one in sweep.pieces]
    if sweep.side is Side.KEY or sweep.rows != DENSE or sweep.order is not None or not any(few):
        return None, sweep
    kinds = [tuple(one for one, held in zip(sweep.pieces, few, strict=True) if held is kind) for kind in (True, False)]
    own, others = (replace(sweep, pieces=pieces) if pieces else None for pieces in kinds)
    return own, others


def is_of_few(listing: Listing) -> bool:
    """Whether lists hold for few queries and name few blocks: of a quarter, eight lists name nine in ten."""
    return listing.queries <= FEW and prod(map(_share, listing.literals)) < 1 / 4


def _share(literal: Mask) -> float:
    """The share of all blocks that a selection names, where the pattern says it; else 0."""
    match literal:
        case Random(threshold=int(threshold)):
            return threshold / 2**32
        case Table(heads=heads, rows=rows, columns=columns, bits=bits):
            return int.from_bytes(bits).bit_count() / (heads * rows * columns)
        case Not(inner):
            return 1 - _share(inner)
        case _:
            return 0.0


# ---- which heads are rows of a tile ----------------------------------------------------------------------------------
def heads_share(several: Sequence[Sweeping]) -> bool:
    """Whether heads that share a key head are rows of one tile: they visit the same columns, and score them alike."""
    scores = several[0].setting.scores
    return not scores.pairs and all(_sharable(one, sweeping) for sweeping in several for one in sweeping.pieces)


def _sharable(visited: Visited, sweeping: Sweeping) -> bool:
    listed = visited.listed
    alike = listed is None or not listed.by_query_head
    return alike and RowPiece(visited.piece, sweeping.part.source.rows, shared=True).sharable


def layout(sweeping: Sweeping) -> Rows:
    """The layout of its rows."""
    return Rows.HEADS if heads_share([sweeping]) else Rows.HEAD


def one_head(batch: Expr, head: Expr) -> Iterator[Let]:
    """The only head of a program, which is its first row."""
    yield Let(("batch", "head"), (batch, head))
    yield Let(("lane",), (plus(_HEAD, _LANES),))
    yield Let(("valid",), (Cmp("==", _LANE, _HEAD),))


def heads_of_key_head(batch: Expr, place: Expr, tile: Expr, *, partitioned: bool) -> Iterator[Let]:
    """The heads of a program, which share a key head.

    Args:
        batch: its batch entry.
        place: of the key head, among those of the head group.
        tile: which of these heads, by the number of the tile that holds them.
        partitioned: the group is not all heads.
    """
    first = plus(over(_HEAD_START, _GROUP), place) if partitioned else place
    yield Let(("batch", "kv_head"), (batch, first))
    yield Let(("first",), (plus(Var("head_offset"), times(_KV_HEAD, _GROUP)),))
    yield Let(("lane",), (plus(times(tile, BLOCK_M), _LANES),))
    yield Let(("head",), (plus(times(_KV_HEAD, _GROUP), _LANE),))
    held: list[Truth] = [Cmp("<", _LANE, _GROUP)]
    if partitioned:
        held += [Cmp(">=", _HEAD, _HEAD_START), Cmp("<", _HEAD, _HEAD_STOP)]
    yield Let(("valid",), (every(*held),))


# ---- programs --------------------------------------------------------------------------------------------------------
def forward(sweeping: Sweeping) -> Iterator[Statement]:
    """Out and lse of the heads of a query."""
    yield from _query_program(sweeping)
    yield from of_pairs(sweeping)
    yield StartSoftmax(STATE.name, VALUE_DIM)
    yield from _visits(sweeping, Direction.FORWARD)
    yield FINISH
    yield Let(("index",), (_index(sweeping, partial=sweeping.partial),))
    divided = sweeping.setting.divides and not sweeping.partial
    yield from softmax_stores(sweeping.setting.divisor if divided else 1, partial=sweeping.partial)


def grad_query(sweeping: Sweeping) -> Iterator[Statement]:
    """The gradient of the heads of a query."""
    yield from _query_program(sweeping)
    yield _loaded("grads", "grad_out", GRADS, shared=_is_shared(sweeping))
    at = "in_place" if sweeping.partial else "index"
    yield Let((at,), (_index(sweeping, partial=False),))
    yield Load("row_lse", Address(Statistics(Var("lse"), math.inf), Var(at), _VALID))
    yield Load("row_delta", Address(Statistics(Var("delta")), Var(at), _VALID))
    yield from start_query_gradients(sweeping)
    yield from _visits(sweeping, Direction.GRAD_QUERY)
    if sweeping.partial:
        yield Let(("index",), (_index(sweeping, partial=True),))
    yield from query_gradient_stores(sweeping)


def _query_program(sweeping: Sweeping) -> Iterator[Statement]:
    """The query and the heads of a program, and what it loads of them."""
    sweep, shared = sweeping.part.sweep, _is_shared(sweeping)
    yield from turn(sweep)
    yield Let(("held",), (width(Side.QUERY),))
    yield from _query_number(sweep, shared=shared)
    batch, place = place_of_batch(sweep), place_of_head(sweep)
    partitioned = sweeping.setting.partitioned
    if shared:
        yield from heads_of_key_head(batch, place, Var("tile"), partitioned=partitioned)
    else:
        yield from one_head(batch, plus(_HEAD_START, place) if partitioned else place)
        yield Let(("kv_head",), (over(_HEAD, _GROUP),))
    yield Let(("row",), (plus(extent(Side.QUERY)[0], _NUMBER),))
    pieces = [one.piece for one in sweeping.pieces]
    yield from lookups(pieces)
    yield from row_numbers(pieces, ROW)
    yield _loaded("queries", "query", QUERIES, shared=shared)
    yield from keys_of_head(_KV_HEAD)


def _query_number(sweep: Sweep, *, shared: bool) -> Iterator[Let]:
    """The number of the query, and which tile of its heads it is."""
    place = place_of_tile(sweep)
    number: Expr = modulo(place, _HELD) if shared else place
    if longest_last(sweep):
        number = minus(minus(_HELD, 1), number)
    yield Let(("number",), (number,), "longest first" if longest_last(sweep) else "")
    yield Let(("tile",), (over(place, _HELD),))


def _is_shared(sweeping: Sweeping) -> bool:
    return layout(sweeping) is Rows.HEADS


def _loaded(name: str, tensor: str, like: Head, *, shared: bool) -> Load:
    """The program's query in a tensor, of each of its heads."""
    row = AcrossHeads(Var(tensor), like.strides, Var("batch"), _NUMBER, like.extent)
    return Load(name, Address(row, _HEAD if shared else _LANE, _VALID))


def _index(sweeping: Sweeping, *, partial: bool) -> Expr:
    """The place of the program's rows in a tensor of all heads; partial: in one of those of the head group."""
    shared, count = _is_shared(sweeping), Var(AXES[1].count)
    head: Expr = _HEAD if shared else _LANE
    heads = times(count, _GROUP) if shared else count
    if sweeping.setting.partitioned:
        heads = minus(_HEAD_STOP, _HEAD_START) if partial else _HEADS
        head = minus(head, _HEAD_START) if partial else head
    return plus(times(line(head, heads), _HELD), _NUMBER)


def _visits(sweeping: Sweeping, direction: Direction) -> Iterator[Statement]:
    shared = _is_shared(sweeping)
    if sweeping.setting.scores.alibi:
        yield slopes(sweeping, shared=shared)
    yield from visits(sweeping, direction, shared=shared, split=False)


def slopes(sweeping: Sweeping, *, shared: bool) -> Let:
    """The slope of the program's head, or of each of its heads."""
    found = slope(sweeping.setting.scores, _VALID if shared else None)
    return Let(("slope",), (Spread(found, Axis.ROWS) if shared else found,))


def visits(sweeping: Sweeping, direction: Direction, *, shared: bool, split: bool) -> Iterator[Statement]:
    """The visits of a sweep's pieces by the program of one query. `split`: of a share of their columns."""
    scores, rows = sweeping.setting.scores, sweeping.part.source.rows
    head: Expr = times(_KV_HEAD, _GROUP) if shared else _HEAD
    if sweeping.setting.partitioned:
        head = minus(greatest(head, _HEAD_START) if shared else head, _HEAD_START)
    for visited in sweeping.pieces:
        cached = sweeping.setting.cached and direction is Direction.FORWARD
        pairs = Pairs(ROW, COLUMNS, scores, weight(sweeping, visited.piece, direction), cached=cached)
        own = head if visited.listed is not None and visited.listed.each_head else ZERO
        piece = RowPiece(visited.piece, rows, shared, split)
        yield Clause(visited.words, piece.visit(work_of(pairs, direction), visited.listed, own))


# ---- launches --------------------------------------------------------------------------------------------------------
def launch(name: str, several: Sequence[Sweeping], direction: Direction) -> Launch:
    """The launch of a program over sweeps that it is the same for: places are queries, and tiles of their heads."""
    shared, queries = _is_shared(several[0]), Var("queries")
    lists = dict.fromkeys(one.listed for each in several for one in each.pieces if one.listed is not None)
    return Launch(
        program=name,
        runs=tuple(Run(one.part.softmax, ()) for one in several),
        row_counts=(),
        tile=f"{direction.value}_heads",
        held=_GROUP if shared else ONE,
        most=None,
        lists=tuple(map(sorted_by_blocks, lists)),
        grid=times(queries, CeilDiv(_GROUP, BLOCK_M)) if shared else queries,
        by_key_head=shared,
        stored=times(_GROUP, queries) if shared else queries,
        order=order_of(several[0].part.sweep),
    )
