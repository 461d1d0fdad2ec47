"""The statements of programs, one function for each direction; what nothing reads is dropped later."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from patternc.codegen.tiles.bounds import HEAD, SEQ_LEN, looked_up
from patternc.codegen.tiles.inputs import line_of, lookups
from patternc.codegen.tiles.list_visits import visit_listed
from patternc.codegen.tiles.pairs import positions
from patternc.codegen.tiles.pieces import Ranged
from patternc.codegen.tiles.proofs import row_extremes
from patternc.codegen.tiles.row_tiles import find_compact, index_compact, index_in_place, line, row_tile
from patternc.codegen.tiles.rows import (
    BATCH,
    ENTRY,
    RowExtent,
    extent,
    follows_head,
    own_cache,
    own_entry,
    own_extent,
    row_extent,
    width,
)
from patternc.codegen.tiles.sweeping import Merged, Part, Sweeping
from patternc.codegen.tiles.tile_work import (
    GRAD_KEYS,
    GRAD_QUERIES,
    GRAD_SLOPES,
    GRAD_VALUES,
    GRADS,
    KEYS,
    QUERIES,
    STATE,
    VALUES,
    Pairs,
)
from patternc.codegen.tiles.visits import place_of_batch, place_of_head, turn
from patternc.ir.addresses import KEY_DIM, VALUE_DIM, Address, Head, Packed, Statistics
from patternc.ir.facts import bound_facts, document_ends
from patternc.ir.index import (
    ONE,
    ZERO,
    Apply,
    Cmp,
    Expr,
    Holds,
    Item,
    Lookup,
    Num,
    Pack,
    Tail,
    Truth,
    Var,
    Wide,
    every,
    greatest,
    least,
    minus,
    over,
    plus,
    times,
)
from patternc.ir.interface import given_name, gradient_name, strides_name
from patternc.ir.kernel import Piece
from patternc.ir.mask import Side
from patternc.ir.scores import Scores, Table
from patternc.ir.tile import (
    AXES,
    LN2,
    PARTIALS,
    TURNS,
    Clause,
    Direction,
    EachHead,
    Finish,
    For,
    Let,
    Load,
    MergeSoftmax,
    MergeSum,
    StartSoftmax,
    StartSum,
    Statement,
    Store,
    TileWork,
)

_COUNT, _FIRST_QUERY = Var(AXES[1].count), extent(Side.QUERY)[0]
_HEAD, _KV_HEAD, _GROUP = Var("head"), Var("kv_head"), Var("group")
_HEAD_START, _HEAD_STOP = Var("head_start"), Var("head_stop")
_ROWS, _SCALE, _VALID = Var("rows"), Var("scale"), Holds(Var("valid"))


# ---- out and lse, and the gradient of queries ------------------------------------------------------------------------
def forward(sweeping: Sweeping) -> Iterator[Statement]:
    """Out and lse of the rows of a sweep of queries."""
    own = row_extent(Side.QUERY, by_entry=sweeping.setting.starts, cached=sweeping.setting.cached)
    yield from _query_program(sweeping, own)
    yield _rows("queries", matrix("query", QUERIES, _HEAD, own.origin, own.entry), QUERIES)
    yield from keys_of_head(cached=sweeping.setting.cached)
    yield from of_pairs(sweeping, own.origin)
    yield StartSoftmax(STATE.name, VALUE_DIM)
    yield from _merges(sweeping, Direction.FORWARD, own)
    yield from _visits(sweeping, Direction.FORWARD)
    yield FINISH
    yield from _index(sweeping, own)
    divided = sweeping.setting.divides and not sweeping.partial
    yield from softmax_stores(sweeping.setting.divisor if divided else 1, partial=sweeping.partial)


def grad_query(sweeping: Sweeping) -> Iterator[Statement]:
    """The gradient of the rows of a sweep of queries."""
    own = row_extent(Side.QUERY)
    yield from _query_program(sweeping, own)
    yield from _rows_that_flow(own, _heads(sweeping, by_key_head=False))
    yield from start_query_gradients(sweeping)
    yield from _merges(sweeping, Direction.GRAD_QUERY, own)
    yield from _visits(sweeping, Direction.GRAD_QUERY)
    yield from _index(sweeping, own)
    yield from query_gradient_stores(sweeping)


def start_query_gradients(sweeping: Sweeping) -> Iterator[Statement]:
    """What the gradient of queries, and those of tables and slopes, are added up in."""
    yield from of_pairs(sweeping)
    tables = sweeping.setting.scores.tables
    yield Let(("grad_tables",), (Pack(tuple(of_head(gradient_name(one.name), one) for one in tables)),))
    yield StartSum(GRAD_QUERIES.name, KEY_DIM)
    if sweeping.setting.scores.slopes:
        yield StartSum(GRAD_SLOPES.name, None)


def query_gradient_stores(sweeping: Sweeping) -> Iterator[Store]:
    """Store the gradient of the program's rows, and of their slopes."""
    yield Store(GRAD_QUERIES, None if sweeping.partial else _SCALE, _packed("grad_query", KEY_DIM))
    if sweeping.setting.scores.slopes:
        yield Store(GRAD_SLOPES, None, Address(Statistics(Var("slope_rows")), Var("index"), _VALID))


def grad_pairs(sweeping: Sweeping) -> Iterator[Statement]:
    """The gradient of the numbers of pairs that the rows of a sweep of queries have, of one head and batch entry.

    Launches run turn by turn: a grid has the entries and heads that have numbers of their own.
    """
    own, batch, head = row_extent(Side.QUERY), place_of_batch(sweeping.part.sweep), _own_head(sweeping)
    yield Let(("batch", "head"), tuple(map(plus, map(Var, TURNS), (batch, head))))
    yield from _row_tile(sweeping, own)
    yield from _rows_that_flow(own, Var("heads"))
    yield from of_pairs(sweeping)
    yield _origin_of_pairs("grad_origin", gradient_name(sweeping.setting.scores.of_pairs), own.origin)
    yield from _visits(sweeping, Direction.GRAD_PAIRS)


def _rows_that_flow(own: RowExtent, heads: Expr) -> Iterator[Statement]:
    """The rows of queries and of the gradient of out, what else gradients need of rows, and the keys of the head."""
    yield _rows("queries", matrix("query", QUERIES, _HEAD, own.origin), QUERIES)
    yield _rows("grads", matrix("grad_out", GRADS, _HEAD, own.origin), GRADS)
    yield _line_of_queries(heads)
    yield _of_rows("row_lse", Statistics(Var("lse"), math.inf))
    yield _of_rows("row_delta", Statistics(Var("delta")))
    yield from keys_of_head()


def _query_program(sweeping: Sweeping, own: RowExtent) -> Iterator[Statement]:
    """The query head and the rows of a sweep of queries."""
    yield from turn(sweeping.part.sweep)
    yield Let(("batch", "head"), (place_of_batch(sweeping.part.sweep), _own_head(sweeping)))
    if own.by_entry and sweeping.setting.cached:
        yield from (own_entry(), own_cache())
    if own.by_entry:
        yield own_extent()
    yield from _row_tile(sweeping, own)


def _row_tile(sweeping: Sweeping, own: RowExtent) -> Iterator[Statement]:
    """The rows of the program, and what bounds read of the batch entry; where documents cut tiles, that comes first."""
    sweep, pieces = sweeping.part.sweep, [one.piece for one in sweeping.pieces]
    documents = sweep.rows.documents
    if documents is None:
        yield from row_tile(sweep, own)
        yield from lookups(pieces)
    else:
        yield from lookups(pieces, document_ends(documents)[:1])
        yield Let(("cuts",), (line_of(documents, after=SEQ_LEN),))
        yield from row_tile(sweep, own)
    yield from row_extremes(pieces, sweep.side)


def _own_head(sweeping: Sweeping) -> Expr:
    place = place_of_head(sweeping.part.sweep)
    return plus(_HEAD_START, place) if sweeping.setting.partitioned else place


# ---- the gradients of keys and values --------------------------------------------------------------------------------
def grad_key_value(sweeping: Sweeping) -> Iterator[Statement]:
    """The gradients of key and value: of one query head where rows follow the head, else summed over a key head."""
    direction, own, loaded = Direction.GRAD_KEY_VALUE, row_extent(Side.KEY), _within_lengths(sweeping)
    yield from _key_program(sweeping, own)
    yield _rows("keys", matrix("key", KEYS, _KV_HEAD, own.origin), KEYS, loaded)
    yield _rows("values", matrix("value", VALUES, _KV_HEAD, own.origin), VALUES, loaded)
    yield StartSum(GRAD_KEYS.name, KEY_DIM)
    yield StartSum(GRAD_VALUES.name, VALUE_DIM)
    yield from _merges(sweeping, direction, own)
    if sweeping.pieces:
        body = (*_queries_of_head(sweeping), *_visits(sweeping, direction))
        yield from body if sweeping.each_head else (_for_each_head(sweeping, body),)
    yield from _index(sweeping, own)
    adds = sweeping.setting.accumulating and not sweeping.partial
    yield Store(GRAD_KEYS, None if sweeping.partial else _SCALE, _packed("grad_key", KEY_DIM), adds)
    yield Store(GRAD_VALUES, None, _packed("grad_value", VALUE_DIM), adds)


def _key_program(sweeping: Sweeping, own: RowExtent) -> Iterator[Statement]:
    yield from turn(sweeping.part.sweep)
    if sweeping.each_head:
        yield Let(("batch", "head"), (place_of_batch(sweeping.part.sweep), _own_head(sweeping)))
        yield Let(("kv_head",), (over(_HEAD, _GROUP),))
    else:
        first = over(_HEAD_START, _GROUP) if sweeping.setting.partitioned else ZERO
        yield Let(
            ("batch", "kv_head"), (place_of_batch(sweeping.part.sweep), plus(first, place_of_head(sweeping.part.sweep)))
        )
    yield from _row_tile(sweeping, own)


def _for_each_head(sweeping: Sweeping, body: Sequence[Statement]) -> EachHead:
    """For the query heads that share the key head."""
    first = times(_KV_HEAD, _GROUP)
    if sweeping.setting.partitioned:
        return EachHead(greatest(first, _HEAD_START), least(plus(first, _GROUP), _HEAD_STOP), tuple(body))
    return EachHead(first, plus(first, _GROUP), tuple(body))


def _queries_of_head(sweeping: Sweeping) -> Iterator[Statement]:
    offset = extent(Side.QUERY)[0]
    yield Let(("queries",), (matrix("query", QUERIES, _HEAD, offset),))
    yield Let(("grads",), (matrix("grad_out", GRADS, _HEAD, offset),))
    yield _line_of_queries(_heads(sweeping, by_key_head=not sweeping.each_head))
    yield from of_pairs(sweeping)


# ---- what programs share ---------------------------------------------------------------------------------------------
def matrix(tensor: str, like: Head, head: Expr, offset: Expr, entry: Expr = BATCH) -> Tail:
    """A tensor [B, H, N, D] from where position 0 of a head would be; `like`: what has its strides."""
    return Tail(tensor, Apply("origin", (like.strides, entry, head, offset)))


def keys_of_head(head: Expr | None = None, *, cached: bool = False) -> Iterator[Let]:
    """Pointers to a key head and its values: None: those of the query head. `cached`: they may be in pages."""
    head, offset = over(_HEAD, _GROUP) if head is None else head, extent(Side.KEY)[0]
    for name, tensor, like in (("keys", "key", KEYS), ("values", "value", VALUES)):
        yield Let((name,), (matrix(tensor, like, head, offset, ENTRY if cached else BATCH),))


def _rows(name: str, start: Tail, like: Head, loaded: Truth = _VALID) -> Load:
    """The program's rows of a head."""
    return Load(name, Address(replace(like, start=start), _ROWS, loaded))


def _within_lengths(sweeping: Sweeping) -> Truth:
    """The rows within the lengths that all pieces have: what is behind them is not loaded, and may be any numbers."""
    highs = [[one for one in each.piece.row_highs if bound_facts(one).input] for each in sweeping.pieces]
    read = [set(map(looked_up, bounds)) for bounds in highs]
    lengths = sorted(set.intersection(*read)) if read else []
    return every(_VALID, *(Cmp("<", _ROWS, Var(length)) for length in lengths))


def _of_rows(name: str, statistics: Statistics) -> Load:
    """A number for each of the program's rows."""
    return Load(name, Address(statistics, plus(Var("line"), _ROWS), _VALID))


def _packed(tensor: str, extent: Var) -> Address:
    """The address at which results of the program's rows are stored."""
    return Address(Packed(Var(tensor), extent), Var("index"), _VALID)


FINISH = Finish(("result", "lse_log2"), STATE)
"""The end of a softmax, which `softmax_stores` then store."""


def softmax_stores(divisor: int, *, partial: bool) -> Iterator[Store]:
    """Store output over `divisor`, and lse; the lse of a partial stays in log2."""
    yield Store(Var("result"), None if divisor == 1 else 1 / divisor, _packed("out", VALUE_DIM))
    lse = Address(Statistics(Var("lse")), Var("index"), _VALID)
    yield Store(Var("lse_log2"), None if partial else LN2, lse)


def _heads(sweeping: Sweeping, *, by_key_head: bool) -> Expr:
    """The number of query heads of the call: those of the grid, unless the grid holds only some."""
    if sweeping.setting.partitioned:
        return Var("heads")
    return times(_COUNT, _GROUP) if by_key_head else _COUNT


def _line_of_queries(heads: Expr) -> Let:
    """The place of the head's position 0 in numbers per query, of so many heads."""
    start = extent(Side.QUERY)[0]
    return Let(("line",), (minus(times(line(_HEAD, heads), width(Side.QUERY)), start),))


def of_head(tensor: str, table: Table) -> Tail:
    """A head's part of a table of at most 2**16 heads: wide ones have more entries than 32 bits count."""
    head: Expr = Wide(_HEAD) if table.width << 16 >= 1 << 31 else _HEAD
    return Tail(tensor, times(head, table.width))


def slope(scores: Scores, held: Truth | None = None) -> Expr:
    """The slope of the program's head, or of heads of which the call holds those that are `held`."""
    return Lookup(given_name(scores.slopes), _HEAD, held) if scores.slopes else Apply("slope", (HEAD, Var("num_heads")))


def of_pairs(sweeping: Sweeping, origin: Expr = _FIRST_QUERY) -> Iterator[Let]:
    """Further operands of a head's scores and weights: tables, numbers of pairs, and those that draw dropout.

    `origin`: the position of the first query of a tensor.
    """
    scores = sweeping.setting.scores
    if scores.of_pairs:
        yield _origin_of_pairs("pairs_origin", given_name(scores.of_pairs), origin)
    tables = tuple(of_head(given_name(table.name), table) for table in scores.tables)
    if tables:
        yield Let(("tables",), (Pack(tables),))
    if scores.dropout:
        seeded = Apply("drawn", (ZERO, Var("seed")))
        drawn = Apply("drawn", (seeded, line(HEAD, Var("num_heads"))))
        yield Let(("drawing",), (Pack((drawn, Var("threshold"), Var("kept"))),))


def _origin_of_pairs(name: str, tensor: str, origin: Expr) -> Let:
    """The place of the pair of positions 0 of a head, of which a tensor has those from two others on."""
    first = origin, extent(Side.KEY)[0]
    return Let((name,), (Apply("origin_of_pairs", (Var(strides_name(tensor)), Var("batch"), _HEAD, *first)),))


def _visits(sweeping: Sweeping, direction: Direction) -> Iterator[Statement]:
    if sweeping.setting.scores.alibi:
        yield Let(("slope",), (slope(sweeping.setting.scores),))
    sweep = sweeping.part.sweep
    for visited in sweeping.pieces:
        work = _work(sweeping, visited.piece, direction)
        if visited.listed is None:
            ranged = Ranged(visited.piece, sweep.rows, sweep.side)
            yield Clause(visited.words, ranged.visit(work))
        else:
            head = minus(_HEAD, _HEAD_START) if sweeping.setting.partitioned else _HEAD
            yield Clause(visited.words, visit_listed(sweep, visited.piece, visited.listed, head, work))


def weight(sweeping: Sweeping, piece: Piece, direction: Direction) -> float:
    """The count of a piece's pairs as a log2; in gradients, also the divisor of each softmax."""
    divisor = 1 if direction is Direction.FORWARD else sweeping.setting.divisor
    return math.log2(piece.multiplicity * (1 / divisor))


def _work(sweeping: Sweeping, piece: Piece, direction: Direction) -> TileWork:
    """The statements that the program runs for tiles of a piece."""
    query, key = positions(direction.side)
    apart = direction.side is Side.KEY and piece.lists_keys
    cached = sweeping.setting.cached and direction is Direction.FORWARD
    pairs = Pairs(query, key, sweeping.setting.scores, weight(sweeping, piece, direction), apart, cached)
    return work_of(pairs, direction)


def work_of(pairs: Pairs, direction: Direction) -> TileWork:
    """The statements that a program of a direction runs for a tile of pairs."""
    match direction:
        case Direction.FORWARD:
            return pairs.softmax()
        case Direction.GRAD_QUERY:
            return pairs.query_gradient()
        case Direction.GRAD_KEY_VALUE:
            return pairs.key_value_gradient()
        case Direction.GRAD_PAIRS:
            return pairs.pairs_gradient()
        case _:
            assert_never(direction)


def _merges(sweeping: Sweeping, direction: Direction, own: RowExtent) -> Iterator[Statement]:
    """Take partials in: before columns are visited, whose loads and products take registers as well."""
    bound = False
    for merged in sweeping.merges:
        in_loop = bool(merged.sweeps) or _is_of_head(merged.part, direction)
        ending = f"_{merged.partial + 1}" if in_loop and bound else ""  # a loop binds no name that is bound before it
        bound = bound or not in_loop
        made = _merge(sweeping, merged, direction, own, ending)
        if _is_of_head(merged.part, direction):
            made = (_for_each_head(sweeping, made),)
        if merged.sweeps:
            made = (For("sweep", ZERO, Num(len(merged.sweeps)), ONE, made),)
        yield Clause(merged.words, made)


def _is_of_head(part: Part, direction: Direction) -> bool:
    return direction is Direction.GRAD_KEY_VALUE and follows_head(part.sweep.rows)


def _merge(
    sweeping: Sweeping, merged: Merged, direction: Direction, own: RowExtent, ending: str
) -> tuple[Statement, ...]:
    head: Expr = place_of_head(sweeping.part.sweep) if sweeping.setting.partitioned else _own(direction)
    heads: Expr = _COUNT
    if _is_of_head(merged.part, direction):
        head, heads = _HEAD, _heads(sweeping, by_key_head=True)
        if sweeping.setting.partitioned:
            head, heads = minus(_HEAD, _HEAD_START), minus(_HEAD_STOP, _HEAD_START)
    places, member = Var(f"compact{ending}"), Var(f"member{ending}")
    return (
        *find_compact(merged, own, head, heads, (places, member)),
        *_merged(sweeping, direction, merged.partial, places, every(Holds(member), _VALID)),
    )


def _merged(sweeping: Sweeping, direction: Direction, number: int, rows: Var, valid: Truth) -> Iterator[Statement]:
    """Take the rows of an earlier launch's partial, as its buffer holds them, into what the program accumulates."""
    partial = Item(PARTIALS, number)

    def at(tensor: Expr, extent: Var) -> Address:
        return Address(Packed(tensor, extent), rows, valid)

    match direction:
        case Direction.FORWARD:
            lse = Address(Statistics(Item(partial, 1), -math.inf), rows, valid)
            yield MergeSoftmax(STATE, at(Item(partial, 0), VALUE_DIM), lse)
        case Direction.GRAD_QUERY if sweeping.setting.scores.slopes:
            yield MergeSum(GRAD_QUERIES, at(Item(partial, 0), KEY_DIM))
            yield MergeSum(GRAD_SLOPES, Address(Statistics(Item(partial, 1)), rows, valid))
        case Direction.GRAD_QUERY:
            yield MergeSum(GRAD_QUERIES, at(partial, KEY_DIM))
        case Direction.GRAD_KEY_VALUE:
            yield MergeSum(GRAD_KEYS, at(Item(partial, 0), KEY_DIM))
            yield MergeSum(GRAD_VALUES, at(Item(partial, 1), VALUE_DIM))
        case Direction.GRAD_PAIRS:
            raise AssertionError("gradients of pairs are stored where they belong at once")
        case _:
            assert_never(direction)


def _own(direction: Direction) -> Var:
    return _KV_HEAD if direction is Direction.GRAD_KEY_VALUE else _HEAD


def _index(sweeping: Sweeping, own: RowExtent) -> Iterator[Statement]:
    """The statement that names `index`, the place at which results of the program's rows are stored."""
    if sweeping.partial:
        yield from index_compact(sweeping, own)
    elif own.side is Side.KEY and not sweeping.each_head:
        heads = over(_heads(sweeping, by_key_head=True), _GROUP) if sweeping.setting.partitioned else _COUNT
        yield from index_in_place(own, _KV_HEAD, heads)
    else:
        yield from index_in_place(own, _HEAD, _heads(sweeping, by_key_head=False))
