"""The launch order of one call, from the order that the tile IR states and the numbers of the call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

import numpy as np

from patternc.ir.index import evaluate
from patternc.ir.launch_orders import across_heads, by_class, linear
from patternc.ir.mask import Schedule
from patternc.ir.tile import LaunchOrder
from patternc.ir.tile_functions import LIBRARY
from patternc.runtime.triton.turns import _turns_along_curve, _turns_by_similarity

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
        case Schedule.CLASS_MAJOR:
            return by_class(places, lines, width)
        case Schedule.HILBERT:
            return _along_curve(places, lines, width)
        case Schedule.SIMILAR:
            return _turns_by_similarity(_entries(order, names, lines), places, width)
        case _:
            assert_never(order.schedule)


@lru_cache(maxsize=16)  # launches of a pattern are mostly of one size
def _along_curve(places: int, lines: int, width: int) -> tuple[int, ...]:
    return tuple(_turns_along_curve(places, lines, width))


def _entries(order: LaunchOrder, names: Mapping[str, Value], lines: int) -> list[list[list[int]]]:
    """The list entries [line][tile]; a list of a single batch entry serves all batch entries."""
    name = f"list_{order.number}"
    starts, _, entries, _ = (np.asarray(table) for table in names[name])  # type: ignore[union-attr]
    tiles = int(names[f"{name}_head"]) or len(starts) - 1
    found = [entries[start:stop].tolist() for start, stop in pairwise(starts)]
    own = [found[start : start + tiles] for start in range(0, len(found), tiles)]
    return [own[line % len(own)] for line in range(lines)]
