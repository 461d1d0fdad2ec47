"""Sweeps over all rows, cut where blocks end: a tile of rows then lies in one block, and its bounds are numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from patternc.codegen.tiles.bounds import uniform
from patternc.ir.bounds import normal
from patternc.ir.kernel import DENSE, Lattice, Sweep
from patternc.ir.mask import OfDocument, RelativePosition

LEAST = 64
"""Rows of a tile that keep tensor cores busy: smaller blocks share a tile, whose rows are told apart pair by pair."""

MANY = 3
"""Pieces of a sweep. With more of them, columns of blocks among them, gradients of keys take more registers."""


def crowded(sweep: Sweep) -> bool:
    """Whether a sweep has many pieces, columns of blocks among them."""
    return len(sweep.pieces) > MANY and any(piece.columns.block > 1 for piece in sweep.pieces)


def in_blocks(sweep: Sweep) -> Sweep:
    """The sweep with rows in segments of a block, where its pieces speak of blocks and no bound differs within one."""
    blocky = any(piece.listing is not None or piece.columns.block > 1 for piece in sweep.pieces)
    if sweep.rows != DENSE or sweep.order is not None or not blocky:
        return sweep
    common = gcd(*_periods(sweep))
    return replace(sweep, rows=Lattice(common)) if common >= LEAST else sweep


def _periods(sweep: Sweep) -> Iterator[int]:
    """The sizes of the blocks in which the bounds and the list of every piece are alike."""
    for piece in sweep.pieces:
        if piece.listing is not None:
            yield piece.listing.block
        for bound in (*piece.lows, *piece.highs):
            match normal(bound):
                case _ if uniform(bound, DENSE):
                    pass
                case RelativePosition(_, 0, period):
                    yield period
                case OfDocument(block=block):
                    yield block
                case _:
                    yield 1
