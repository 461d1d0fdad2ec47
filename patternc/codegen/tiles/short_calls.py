"""Forward passes of calls of few queries, as in decoding: keys are split over programs, and partials are merged.

A program takes one query position, of the heads that share a key head or of one, and one split of the keys of every
piece of a softmax. It stores a partial, an output and its lse; a second launch merges those of each row in their order.
So the programs of a call are many although its rows are few, and each key is loaded once for the heads that share it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from patternc.codegen.tiles.bodies import FINISH, keys_of_head, of_pairs, softmax_stores
from patternc.codegen.tiles.bounds import SEQ_LEN, lattice_segment
from patternc.codegen.tiles.head_tiles import heads_of_key_head, heads_share, one_head, slopes, visits
from patternc.codegen.tiles.inputs import lookups
from patternc.codegen.tiles.list_visits import sorted_by_blocks
from patternc.codegen.tiles.one_row import ROW
from patternc.codegen.tiles.proofs import row_numbers
from patternc.codegen.tiles.row_tiles import line
from patternc.codegen.tiles.rows import BATCH, ENTRY, TOKENS, extent, own_cache, own_entry, own_queries, width
from patternc.codegen.tiles.sweeping import Sweeping
from patternc.codegen.tiles.tile_work import QUERIES, STATE
from patternc.ir.addresses import KEY_DIM, VALUE_DIM, AcrossHeads, Address, Packed, Statistics
from patternc.ir.bounds import normal
from patternc.ir.index import (
    ONE,
    ZERO,
    Apply,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Item,
    Lanes,
    Num,
    Select,
    Var,
    greatest,
    least,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.kernel import Piece, Sweep
from patternc.ir.mask import Bound, Constant, RelativePosition, Side
from patternc.ir.tile import (
    AXES,
    BLOCK_M,
    LIMIT,
    PARTIALS,
    Direction,
    For,
    Launch,
    Let,
    Load,
    MergeSoftmax,
    Run,
    StartSoftmax,
    Statement,
)

_PLACE, _HEAD_PLACE, _BATCH_PLACE = (Var(axis.place) for axis in AXES)
_HEADS = Var(AXES[1].count)
_HEAD, _KV_HEAD, _GROUP = Var("head"), Var("kv_head"), Var("group")
_HEAD_START, _HEAD_STOP = Var("head_start"), Var("head_stop")
_NUMBER, _SPLIT, _SPLITS, _LANE = Var("number"), Var("split"), Var("splits"), Var("lane")
_LANES = Lanes(BLOCK_M)
_VALID = Holds(Var("valid"))


def splits_keys(sweeps: Sequence[Sweep]) -> bool:
    """Whether the keys of sweeps of queries can be split: not where rows stand along an order."""
    return all(sweep.order is None for sweep in sweeps)


# ---- the program that takes a split ----------------------------------------------------------------------------------
def forward_split(several: Sequence[Sweeping]) -> Iterator[Statement]:
    """Out and lse of one position over a split of the keys of all sweeps of a softmax."""
    shared, setting = heads_share(several), several[0].setting
    yield from _place(shared=shared, partitioned=setting.partitioned)
    if setting.cached:
        yield from (own_entry(), own_cache(), *own_queries())
    yield from _row(by_entry=setting.starts)
    pieces = [one.piece for sweeping in several for one in sweeping.pieces]
    yield from lookups(pieces)
    yield from row_numbers(pieces, ROW)
    number = least(plus(Var("first_row"), _NUMBER), minus(TOKENS, 1)) if setting.cached else _NUMBER
    row = AcrossHeads(Var("query"), QUERIES.strides, ENTRY if setting.cached else BATCH, number, KEY_DIM)
    yield Load("queries", Address(row, _HEAD if shared else _LANE, _VALID))
    yield from keys_of_head(_KV_HEAD if shared else None, cached=setting.cached)
    yield from of_pairs(several[0], minus(Var("at"), _NUMBER) if setting.starts else extent(Side.QUERY)[0])
    if setting.scores.alibi:
        yield slopes(several[0], shared=shared)
    yield StartSoftmax(STATE.name, VALUE_DIM)
    for sweeping in several:
        yield from visits(sweeping, Direction.FORWARD, shared=shared, split=True)
    yield FINISH
    yield Let(("index",), (_index_of_split(shared=shared),))
    yield from softmax_stores(1, partial=True)


def _place(*, shared: bool, partitioned: bool) -> Iterator[Statement]:
    """The position, heads and split of a program."""
    yield Let(("held",), (width(Side.QUERY),))
    part = "part" if shared else "split"
    yield Let(("number", part), (modulo(_PLACE, Var("held")), over(_PLACE, Var("held"))))
    if not shared:
        yield from one_head(_BATCH_PLACE, _own_head(partitioned=partitioned))
        return
    yield Let(("split",), (modulo(Var("part"), _SPLITS),))
    yield from heads_of_key_head(_BATCH_PLACE, _HEAD_PLACE, over(Var("part"), _SPLITS), partitioned=partitioned)


def _row(*, by_entry: bool) -> Iterator[Statement]:
    """The position. `by_entry`: it may be outside of the sequence, and then has no share of the keys."""
    offset = extent(Side.QUERY)[0]
    if not by_entry:
        yield Let(("row",), (plus(offset, _NUMBER),))
        yield Let(("share",), (_SPLIT,))
        return
    yield Let(("at",), (plus(Apply("start_of", (offset, Var("query_starts"), Var("batch"))), _NUMBER),))
    yield Let(("row",), (least(greatest(Var("at"), ZERO), minus(SEQ_LEN, 1)),))
    yield Let(("share",), (Select(Cmp("==", Var("at"), ROW), _SPLIT, _SPLITS),), "none outside of the sequence")


def _own_head(*, partitioned: bool) -> Expr:
    return plus(_HEAD_START, _HEAD_PLACE) if partitioned else _HEAD_PLACE


def _index_of_split(*, shared: bool) -> Expr:
    """The place of a row's split in the partial: split by split, row by row, head by head."""
    line_ = line(_HEAD_PLACE, _HEADS)
    line_ = plus(times(line_, _GROUP), _LANE) if shared else line_
    rows = plus(times(line_, Var("held")), _NUMBER)
    index = plus(times(rows, _SPLITS), _SPLIT)
    return index if shared else plus(index, minus(_LANE, _HEAD))


# ---- the program that merges -----------------------------------------------------------------------------------------
def merged_splits(several: Sequence[Sweeping]) -> Iterator[Statement]:
    """Out and lse of every row, from the partials of its splits."""
    shared, setting = heads_share(several), several[0].setting
    yield Let(("batch", "head"), (_BATCH_PLACE, _own_head(partitioned=setting.partitioned)))
    yield Let(("held",), (width(Side.QUERY),))
    if setting.cached:
        yield from (own_entry(), *own_queries())
    yield Let(("rows",), (plus(times(_PLACE, BLOCK_M), _LANES),))
    yield Let(("valid",), (Cmp("<", Var("rows"), Var("count") if setting.cached else Var("held")),))
    yield Let(("line",), (_line_of_split(shared=shared, partitioned=setting.partitioned),))
    yield StartSoftmax(STATE.name, VALUE_DIM)
    rows = plus(times(Var("line"), Var("held")), Var("rows"))
    index = plus(times(rows, _SPLITS), _SPLIT)
    partial = Item(PARTIALS, 0)
    out = Address(Packed(Item(partial, 0), VALUE_DIM), index, _VALID)
    lse = Address(Statistics(Item(partial, 1), -math.inf), index, _VALID)
    yield For("split", Num(0), _SPLITS, ONE, (MergeSoftmax(STATE, out, lse),))
    yield FINISH
    heads = Var("heads") if setting.partitioned else _HEADS
    stored = plus(times(line(_HEAD, heads), Var("held")), Var("rows"))
    if setting.cached:
        stored = plus(times(line(_HEAD, heads, ENTRY), TOKENS), plus(Var("first_row"), Var("rows")))
    yield Let(("index",), (stored,))
    yield from softmax_stores(setting.divisor if setting.divides else 1, partial=False)


def _line_of_split(*, shared: bool, partitioned: bool) -> Expr:
    """The place of the program's head in the partial, as `_index_of_split` counts heads."""
    if not partitioned:
        return line(_HEAD, _HEADS)
    if not shared:
        return line(_HEAD_PLACE, _HEADS)
    first = over(_HEAD_START, _GROUP)
    held = times(minus(CeilDiv(_HEAD_STOP, _GROUP), first), _GROUP)
    return line(minus(_HEAD, times(first, _GROUP)), held)


# ---- launches --------------------------------------------------------------------------------------------------------
def split_launch(name: str, several: Sequence[Sweeping]) -> Launch:
    """The launch of the program that stores a partial for each query row and each split of the keys of a softmax.

    `several`: the sweeps of the softmax. Where query heads share a key head, a program takes the heads of one key head.
    """
    shared, visited = heads_share(several), [one for sweeping in several for one in sweeping.pieces]
    heads = CeilDiv(_GROUP, BLOCK_M) if shared else ONE
    rows = times(Var("queries"), _SPLITS)
    return Launch(
        program=name,
        runs=(Run(several[0].part.softmax, ()),),
        row_counts=(),
        tile="forward_split",
        held=_GROUP if shared else ONE,
        most=None,
        lists=tuple(dict.fromkeys(sorted_by_blocks(one.listed) for one in visited if one.listed is not None)),
        grid=times(rows, heads),
        by_key_head=shared,
        stored=times(_GROUP, rows) if shared else rows,
    )


def merging_launch(name: str, several: Sequence[Sweeping]) -> Launch:
    """The launch of the program that merges the partials of all splits, for tiles of query rows."""
    return Launch(
        program=name,
        runs=(Run(several[0].part.softmax, ()),),
        row_counts=(),
        tile="rows",
        held=Var("queries"),
        most=None,
        lists=(),
        grid=CeilDiv(Var("queries"), BLOCK_M),
        by_key_head=False,
        stored=Var("queries"),
    )


# ---- reaches ---------------------------------------------------------------------------------------------------------
def most_columns(sweeps: Sequence[Sweep]) -> int | None:
    """The most columns that the pieces of some sweeps visit for one row, or a few more; None: no bound says."""
    found = [_most(piece) for sweep in sweeps for piece in sweep.pieces]
    known = [one for one in found if one is not None]
    return sum(known) if len(known) == len(found) else None


def _most(piece: Piece) -> int | None:
    segment = lattice_segment(piece.columns)
    widths = [] if segment is None or piece.columns.block > 1 else [segment]
    widths += [_width(low, high) for low in (Constant(0), *piece.lows) for high in piece.highs]
    most = min(widths, default=LIMIT)
    return None if most >= LIMIT else max(0, most) // piece.columns.dilation + 1


def _width(low: Bound, high: Bound) -> int:
    """The most positions between two bounds of one row; `LIMIT` where that is not known."""
    match normal(low), normal(high):
        case Constant(start), Constant(stop):
            return stop - start
        case RelativePosition(start, own, period), RelativePosition(stop, other, length) if (own, period) == (
            other,
            length,
        ):
            return stop - start
        case RelativePosition(start, own, period), RelativePosition(stop, other, _):  # a floor takes up to period - 1
            return other + stop - (own + start - (period - 1))
        case _:
            return LIMIT
