"""A model of the cost of a softmax on a device: arithmetic, not a measurement. It is used only to rank lowerings."""

from __future__ import annotations

from typing import assert_never

from patternc.cost_constants import (
    BACKWARD_PRODUCTS,
    FORWARD_PRODUCTS,
    HEAD_DIM,
    HEADS,
    LAUNCH,
    LENGTH,
    MOVED_BOTH,
    PICKED,
    TILE,
)
from patternc.ir.hashes import HASHES
from patternc.ir.kernel import EveryClass, Lattice, Listing, Piece, Softmax, Sweep
from patternc.ir.mask import AtLeast, Below, Not, Picked, Random, Selection, Side, Table, TopK
from patternc.ir.traversal import boxes_in
from patternc.schedule.grid_layout import tiles_a_row
from patternc.schedule.listing import ORDERED_BLOCK, selection
from patternc.targets import Target
from patternc.transforms import mean_width

BOTH_PASSES = (sum(FORWARD_PRODUCTS) + sum(BACKWARD_PRODUCTS)) / sum(FORWARD_PRODUCTS)
"""The operations of both passes over those of the forward pass."""


def seconds(softmax: Softmax, target: Target) -> float:
    """Predicted seconds of both passes of one head at sequence length LENGTH; HEADS heads share each launch."""
    flops = sum(4 * HEAD_DIM * visited_pairs(piece, sweep) for sweep in softmax.queries for piece in sweep.pieces)
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
    return 2 * tensors_of_keys(sweep) + sum(tensors_of_rows(sweep))


def tensors_of_keys(sweep: Sweep) -> float:
    """Keys that a sweep reads, and as many values, in whole tensors: each piece reads its residue class of both."""
    return sum(1 / piece.columns.dilation for piece in sweep.pieces)


def tensors_of_rows(sweep: Sweep, width: float = 2) -> tuple[float, float]:
    """Queries and outputs that a sweep moves, in whole tensors; a packed sweep writes a partial that is read again.

    `width`: bytes per number of a partial over bytes per number of the inputs.
    """
    return (1 / sweep.rows.dilation, 2 * width / sweep.rows.dilation) if _packed(sweep) else (1, 1)


def visited_pairs(piece: Piece, sweep: Sweep, length: int = LENGTH) -> float:
    """The pairs in the tiles that a piece visits, at the share of rows that its residue classes leave."""
    return _columns(piece, sweep, length) * _rows_run(sweep.rows, piece, length)


def _rows_run(rows: Lattice, piece: Piece, length: int) -> float:
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


def _columns(piece: Piece, sweep: Sweep, length: int) -> float:
    """Mean number of columns that a tile of rows visits: the union over its rows."""
    if piece.listing is None:
        return _in_range(piece, sweep.rows, length)
    if sweep.order is not None:
        boxes = boxes_in(piece.listing.literals)
        return sum(tiles_a_row(box, sweep.order) * ORDERED_BLOCK for box in boxes)
    return _in_range(piece, sweep.rows, length) * listed_share(piece.listing, length)


def listed_share(listing: Listing, length: int = LENGTH) -> float:
    """The share of all blocks that a listing holds, assuming that its selections are independent."""
    share = 1.0
    for literal in listing.literals:
        held = _selected_share(selection(literal), length)
        share *= 1 - held if isinstance(literal, Not) else held
    return share


def _selected_share(atom: Selection, length: int) -> float:
    match atom:
        case Random(block, _, count, None) | TopK(block, count):
            return min(1.0, (count or 0) * block / length)
        case Picked():
            return min(1.0, PICKED / length)
        case Random(threshold=threshold):
            return (threshold or 0) / HASHES
        case Table():
            return sum(byte.bit_count() for byte in atom.bits) / (atom.heads * atom.rows * atom.columns)
        case _:
            assert_never(atom)


def _in_range(piece: Piece, rows: Lattice, length: int) -> float:
    lows, highs = (AtLeast(Side.KEY, bound) for bound in piece.lows), (Below(Side.KEY, bound) for bound in piece.highs)
    return mean_width((*lows, *highs), TILE * rows.dilation, rows.segment, length) / piece.columns.dilation
