"""A model of the cost of a softmax on a device: arithmetic, not a measurement. It is used only to rank lowerings."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from patternc.cost_constants import (
    BACKWARD_PRODUCTS,
    FORWARD_PRODUCTS,
    HEAD_DIM,
    HEADS,
    LAUNCH,
    LENGTH,
    MOVED_BOTH,
    SAMPLED_ROWS,
    TILE,
)
from patternc.ir.bounds import value
from patternc.ir.kernel import EveryClass, Lattice, Listing, Piece, Softmax, Sweep
from patternc.ir.mask import Bound, Box, Layout, Not, Random, Table, TopK
from patternc.schedule.grid_layout import tiles_a_row
from patternc.schedule.listing import ORDERED_BLOCK, selection
from patternc.targets import Target
from patternc.transforms import typical

BOTH_PASSES = (FORWARD_PRODUCTS + BACKWARD_PRODUCTS) / FORWARD_PRODUCTS
"""The operations of both passes over those of the forward pass."""


def seconds(softmax: Softmax, target: Target) -> float:
    """Predicted seconds of both passes of one head at sequence length LENGTH; HEADS heads share each launch."""
    flops = sum(
        4 * HEAD_DIM * visited(piece, sweep) * rows_run(sweep.rows, piece)
        for sweep in softmax.queries
        for piece in sweep.pieces
    )
    moved = 2 * HEAD_DIM * LENGTH * sum(_tensors(sweep) for sweep in softmax.queries)
    return (
        BOTH_PASSES * flops / target.flops
        + MOVED_BOTH * moved / target.bandwidth
        + 3 * LAUNCH * len(softmax.queries) / HEADS
    )


def _packed(sweep: Sweep) -> bool:
    return sweep.rows.dilation > 1 and not isinstance(sweep.rows.offset, EveryClass)


def _tensors(sweep: Sweep) -> float:
    """Memory traffic of a sweep (queries, keys, values, output), in whole 16-bit tensors.

    A packed sweep writes an fp32 partial, which the dense sweep reads.
    """
    return tensors_of_keys(sweep) + tensors_of_rows(sweep)


def tensors_of_keys(sweep: Sweep) -> float:
    """Keys and values that a sweep reads, in whole tensors: each piece reads its residue class of both."""
    return sum(2 / piece.columns.dilation for piece in sweep.pieces)


def tensors_of_rows(sweep: Sweep, width: float = 2) -> float:
    """Queries and outputs that a sweep moves, in whole tensors; a packed sweep writes a partial that is read again.

    `width`: bytes per number of a partial over bytes per number of the inputs.
    """
    return (1 + 2 * width) / sweep.rows.dilation if _packed(sweep) else 2


def rows_run(rows: Lattice, piece: Piece, length: int = LENGTH) -> float:
    """The number of rows that run a piece, including the padding of short segments to whole tiles."""
    share = 1.0
    for active in piece.active:
        share /= active.dilation
    if rows.dilation > 1 and not isinstance(rows.offset, EveryClass):
        share /= rows.dilation
    held = (rows.segment or length) / rows.dilation
    tile = TILE
    while rows.dilation == 1 and tile >= 2 * max(held, 16):  # kernels use smaller tiles for short segments
        tile //= 2
    padding = -(-held // tile) * tile / held
    return length * share * padding


def visited(piece: Piece, sweep: Sweep, length: int = LENGTH) -> float:
    """Mean number of columns that a tile of rows visits: the union over its rows."""
    if piece.listing is None:
        return _in_range(piece, sweep.rows, length)
    if sweep.order is not None:
        return sum(_box_columns(literal, sweep.order) for literal in piece.listing.literals if isinstance(literal, Box))
    return _in_range(piece, sweep.rows, length) * listed_share(piece.listing, length)


def _box_columns(box: Box, order: Layout) -> float:
    return tiles_a_row(box, order) * ORDERED_BLOCK


def listed_share(listing: Listing, length: int = LENGTH) -> float:
    """The share of all blocks that a listing holds, assuming that its selections are independent."""
    share = 1.0
    for literal in listing.literals:
        held = _selected_share(selection(literal), length)
        share *= 1 - held if isinstance(literal, Not) else held
    return share


def _selected_share(atom: Random | Table | TopK, length: int) -> float:
    match atom:
        case Random(block, _, count, None) | TopK(block, count):
            return min(1.0, (count or 0) * block / length)
        case Random(threshold=threshold):
            return (threshold or 0) / 2**32
        case Table():
            return sum(byte.bit_count() for byte in atom.bits) / (atom.heads * atom.rows * atom.columns)
        case _:
            assert_never(atom)


def _in_range(piece: Piece, rows: Lattice, length: int) -> float:
    return _mean_width(piece.lows, piece.highs, rows, length) / piece.columns.dilation


@lru_cache(maxsize=4096)
def _mean_width(lows: tuple[Bound, ...], highs: tuple[Bound, ...], rows: Lattice, length: int) -> float:
    """Mean number of positions between the bounds of a tile of rows. Cached: lowerings and warnings repeat the call."""
    span = TILE * rows.dilation
    width, samples = 0.0, SAMPLED_ROWS
    starts, ends = tuple(map(typical, lows)), tuple(map(typical, highs))
    for i in range(samples):
        at = i * length // samples
        start = 0 if rows.segment is None else at // rows.segment * rows.segment
        first = start + (at - start) // span * span
        last = min(first + span, _segment_end(first, rows, length)) - 1
        low = max([0, *(value(bound, _clamp(first, length), length) for bound in starts)])
        high = min([length, *(value(bound, _clamp(last, length), length) for bound in ends)])
        width += max(0, high - low)
    return width / samples


def _segment_end(first: int, rows: Lattice, length: int) -> int:
    return length if rows.segment is None else min(length, (first // rows.segment + 1) * rows.segment)


def _clamp(position: int, length: int) -> int:
    return min(max(position, 0), length - 1)
