"""A model of what a softmax costs on a device: arithmetic, not a measurement. It ranks lowerings, nothing else."""

from __future__ import annotations

from patternc.bounds import value
from patternc.kernel_ir import EveryClass, Lattice, Piece, Softmax, Sweep
from patternc.targets import Target

LENGTH, HEAD_DIM, HEADS, TILE = 32768, 64, 64, 128
LAUNCH = 4e-6
"""Seconds; all heads share one."""


def seconds(softmax: Softmax, target: Target) -> float:
    """Predicted time of one head's forward and backward over LENGTH tokens: 3.5 and 2.5 times the forward's work."""
    flops = sum(
        4 * HEAD_DIM * visited(piece, sweep.rows) * _rows(sweep.rows, piece)
        for sweep in softmax.queries
        for piece in sweep.pieces
    )
    moved = 2 * HEAD_DIM * LENGTH * sum(_tensors(sweep) for sweep in softmax.queries)
    return 3.5 * flops / target.flops + 2.5 * moved / target.bandwidth + 3 * LAUNCH * len(softmax.queries) / HEADS


def _packed(sweep: Sweep) -> bool:
    return sweep.rows.dilation > 1 and not isinstance(sweep.rows.offset, EveryClass)


def _tensors(sweep: Sweep) -> float:
    """How many times a whole tensor's 16-bit bytes a sweep moves: query, key, value, and its output.

    A packed sweep writes an fp32 partial that the dense one reads again.
    """
    keys = sum(2 / piece.columns.dilation for piece in sweep.pieces)
    return keys + (5 / sweep.rows.dilation if _packed(sweep) else 2)


def _rows(rows: Lattice, piece: Piece) -> float:
    """Rows that run the piece, padding of short segments included."""
    share = 1.0
    for active in piece.active:
        share /= active.dilation
    if rows.dilation > 1 and not isinstance(rows.offset, EveryClass):
        share /= rows.dilation
    held = (rows.segment or LENGTH) / rows.dilation
    padding = -(-held // TILE) * TILE / held
    return LENGTH * share * padding


def visited(piece: Piece, rows: Lattice) -> float:
    """Mean columns a row tile visits: the useful ones, and those its other rows need."""
    span = TILE * rows.dilation
    width, samples = 0.0, 61  # a prime: samples fall anywhere in a segment
    for i in range(samples):
        first = i * LENGTH // samples // span * span
        last = min(first + span, _segment_end(first, rows)) - 1
        low = max([0, *(value(bound, _clamp(first), LENGTH) for bound in piece.lows)])
        high = min([LENGTH, *(value(bound, _clamp(last), LENGTH) for bound in piece.highs)])
        width += max(0, high - low)
    return width / samples / piece.columns.dilation


def _segment_end(first: int, rows: Lattice) -> int:
    return LENGTH if rows.segment is None else min(LENGTH, (first // rows.segment + 1) * rows.segment)


def _clamp(position: int) -> int:
    return min(max(position, 0), LENGTH - 1)
