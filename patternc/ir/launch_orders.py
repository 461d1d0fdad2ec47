"""Launch orders: of one call, from the order that the tile IR states and the numbers of the call; and each by itself.

An order is a permutation of the programs of a launch, which are numbered `place + places * line`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from patternc.ir.index import evaluate
from patternc.ir.mask import Schedule
from patternc.ir.tile import LaunchOrder
from patternc.ir.tile_functions import LIBRARY
from patternc.runtime.tiles.turns import _turns_along_curve

if TYPE_CHECKING:
    from patternc.ir.index import Value


def launch_order_table(order: LaunchOrder | None, names: Mapping[str, Value], places: int, lines: int) -> Sequence[int]:
    """The programs `place + places * line` of a launch in their order; `names`: the launch's arguments by name."""
    if order is None:
        return linear(places, lines)
    width = int(evaluate(order.width, names, LIBRARY))
    match order.schedule:
        case Schedule.LINEAR | Schedule.AUTO:
            return linear(places, lines)
        case Schedule.LONGEST_FIRST:
            return across_heads(places, lines, order.backwards)
        case Schedule.HILBERT:
            return _along_curve(places, lines, width)
        case _:
            assert_never(order.schedule)


@lru_cache(maxsize=16)  # launches of a pattern are mostly of one size
def _along_curve(places: int, lines: int, width: int) -> tuple[int, ...]:
    return tuple(_turns_along_curve(places, lines, width))


# ---- orders ----------------------------------------------------------------------------------------------------------
def linear(places: int, lines: int) -> list[int]:
    """Line after line: the order of the grid."""
    return list(range(places * lines))


def across_heads(places: int, lines: int, backwards: bool = False) -> list[int]:
    """Place after place, and of each place all lines: the longest programs of all lines run first.

    `backwards`: start from the last place, if the last places have the longest programs.
    """
    own = range(places)[::-1] if backwards else range(places)
    return [place + places * line for place in own for line in range(lines)]
