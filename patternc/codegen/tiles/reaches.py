"""The most columns that one row visits, where bounds say it at any length."""

from __future__ import annotations

from collections.abc import Sequence

from patternc.codegen.tiles.bounds import lattice_segment
from patternc.ir.bounds import normal
from patternc.ir.kernel import Piece, Sweep
from patternc.ir.mask import Bound, Constant, RelativePosition
from patternc.ir.tile import LIMIT


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
