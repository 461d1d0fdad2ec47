"""The order in which the programs of a launch take their turns, where it is not that of the grid."""

from __future__ import annotations

from math import prod
from typing import assert_never

from patternc.codegen.tiles.rows import longest_last
from patternc.ir.facts import bound_facts
from patternc.ir.index import ONE, ZERO, Expr, Lookup, Num, Var, greatest, modulo, over, plus, times
from patternc.ir.kernel import Sweep
from patternc.ir.mask import Curve, Layout, Schedule
from patternc.ir.tile import AXES, BLOCK_M, LaunchOrder, Let
from patternc.ir.traversal import boxes_in

_PLACE, _HEAD, _BATCH = (Var(axis.place) for axis in AXES)
_PLACES, _HEADS = Var(AXES[0].count), Var(AXES[1].count)


def order_of(sweep: Sweep) -> LaunchOrder | None:
    """The order of a sweep's programs; None where that of the grid is the same."""
    schedule = sweep.visits
    match schedule:
        case Schedule.LINEAR | Schedule.AUTO:
            return None
        case Schedule.LONGEST_FIRST:
            return LaunchOrder(schedule, backwards=_is_longest_at_end(sweep) != longest_last(sweep))
        case Schedule.HILBERT:
            width = _line(sweep)
            return None if width is None else LaunchOrder(schedule, width)
        case _:
            assert_never(schedule)


def _is_longest_at_end(sweep: Sweep) -> bool:
    """Whether later tiles take more columns; a few rows at one end that attend to all before or behind take most."""
    if any(piece.row_highs and not piece.highs for piece in sweep.pieces):
        return False
    lows = [bound for piece in sweep.pieces if not piece.lows for bound in piece.row_lows]
    return longest_last(sweep) or any("n" in bound_facts(bound).reads for bound in lows)


def _line(sweep: Sweep) -> Expr | None:
    """Tiles of rows to a line of a grid of cells; 0 where there is none; None along a curve, which linear order is."""
    boxes = [box for piece in sweep.pieces if piece.listing for box in boxes_in(piece.listing.literals)]
    if sweep.order is None or not boxes:
        return ZERO
    cells = _cells_of_line(sweep.order, boxes[0][-1].size)
    return None if cells is None else greatest(over(Num(cells), BLOCK_M), ONE)


def _cells_of_line(order: Layout, last: int) -> int | None:
    match order.curve:
        case Curve.NATURAL | Curve.AUTO:
            return last
        case Curve.TILED:
            apart = order.sizes[-1] * (order.steps[-1] if order.steps else 1)
            return -(-last // apart) * prod(order.sizes)
        case Curve.MORTON | Curve.HILBERT:
            return None
        case _:
            assert_never(order.curve)


# ---- in a program ----------------------------------------------------------------------------------------------------
def turn(sweep: Sweep) -> tuple[Let, ...]:
    """Statements that look up which place of the grid a program takes, where that is not its own."""
    if not reordered(sweep):
        return ()
    number = plus(times(plus(times(_BATCH, _HEADS), _HEAD), _PLACES), _PLACE)
    line = over(Var("turn"), _PLACES)
    places = modulo(Var("turn"), _PLACES), modulo(line, _HEADS), over(line, _HEADS)
    return (
        Let(("turn",), (Lookup("order", number),)),
        Let(("tile_place", "head_place", "batch_place"), places),
    )


def reordered(sweep: Sweep) -> bool:
    """Whether its programs run in another order than the grid's."""
    return order_of(sweep) is not None


def place_of_tile(sweep: Sweep) -> Var:
    """The place on the grid's first axis that a program takes."""
    return Var("tile_place") if reordered(sweep) else _PLACE


def place_of_head(sweep: Sweep) -> Var:
    """The place on the grid's second axis that a program takes."""
    return Var("head_place") if reordered(sweep) else _HEAD


def place_of_batch(sweep: Sweep) -> Var:
    """The place on the grid's third axis that a program takes."""
    return Var("batch_place") if reordered(sweep) else _BATCH
