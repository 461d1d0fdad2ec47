"""The keys of each row as intervals, by halving: exact for every mask, without evaluating pairs that bounds decide."""

from __future__ import annotations

import numpy as np

from patternc.counting.effort import AT_ONCE
from patternc.counting.head_of_call import HeadOfCall, Numbers
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.ir.mask import Mask


class TooManyIntervalsError(ValueError):
    """A row has more intervals than asked for: `row`, and how many it has."""

    def __init__(self, row: int, count: int) -> None:
        super().__init__(f"row {row} has {count} intervals of keys")
        self.row, self.count = row, count


def key_endpoints(mask: Mask, call: HeadOfCall, most: int) -> Numbers:
    """[n, 2 * most + 1]: the endpoints of each row's keys, which are [0, e0), [e1, e2), [e3, e4), ...

    They never fall, and are n behind the last interval. `e0` is 0 unless the row has the first key.

    Raises:
        TooManyIntervalsError: some row has more than `most` intervals behind one that begins at the first key.
    """
    step = AT_ONCE // 4096  # rows at a time: few, so that one with too many intervals is found out soon
    parts = (np.arange(first, min(first + step, call.n)) for first in range(0, call.n, step))
    return np.concatenate(
        [np.zeros((0, 2 * most + 1), np.int64), *(_of_rows(mask, call, rows, most) for rows in parts)]
    )


def _of_rows(mask: Mask, call: HeadOfCall, rows: Numbers, most: int) -> Numbers:
    places, lows, highs = _intervals(mask, call, rows)
    apart = (places[1:] != places[:-1]) | (lows[1:] > highs[:-1] + 1)  # intervals that touch are one
    first, last = np.append(True, apart)[: places.size], np.append(apart, True)[: places.size]
    places, lows, ends = places[first], lows[first], highs[last] + 1
    found = np.full((rows.size, 2 * most + 1), call.n, np.int64)
    begins = lows == 0
    found[:, 0] = 0
    found[places[begins], 0] = ends[begins]
    places, lows, ends = places[~begins], lows[~begins], ends[~begins]
    order = np.arange(places.size) - np.searchsorted(places, places)  # among those of the row
    if order.max(initial=-1) >= most:
        row = int(places[order.argmax()])
        raise TooManyIntervalsError(int(rows[row]), int(order.max()) + 1)
    found[places, 2 * order + 1], found[places, 2 * order + 2] = lows, ends
    return found


def _intervals(mask: Mask, call: HeadOfCall, rows: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Intervals of keys, first and last, by the places of their rows; in order, and some of them touch."""
    places, lows, highs = np.arange(rows.size), np.zeros(rows.size, np.int64), np.full(rows.size, call.n - 1)
    found = []
    while places.size:
        held = rows[places]
        possible, certain = pair_bounds(mask, Rectangles((held, held), (lows, highs)), call)
        found.append((places[certain], lows[certain], highs[certain]))
        open_ = possible & ~certain
        places, lows, highs = places[open_], lows[open_], highs[open_]
        middle = (lows + highs) // 2
        places = np.concatenate([places, places])
        lows, highs = np.concatenate([lows, middle + 1]), np.concatenate([middle, highs])
    every = [np.concatenate(one) for one in zip(*found, strict=True)]
    order = np.lexsort((every[1], every[0]))
    return every[0][order], every[1][order], every[2][order]
