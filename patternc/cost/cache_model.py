"""A model of a least-recently-used cache that is shared by the programs of a launch: which loads miss the cache.

The model: running programs load one unit each in turn, and when a program ends, the next one begins in its place. Rows
that only one program reads or writes are left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapreplace
from itertools import chain

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Misses:
    """The number of loads, and how many of them missed the cache."""

    loads: int
    missed: int

    @property
    def ratio(self) -> float:
        """The share of loads that missed; 0 if there are none."""
        return self.missed / self.loads if self.loads else 0.0


def misses(programs: Sequence[Sequence[int]], slots: int, capacity: int, uncounted: int = 0) -> Misses:
    """Simulate the cache.

    Args:
        programs: the units that each program loads; programs begin in this order.
        slots: how many programs run at once.
        capacity: how many units the cache holds.
        uncounted: the number of first loads that fill the cache and are not counted.
    """
    units = _in_turn(programs, slots)
    if not uncounted and (distinct := np.unique(units).size) <= capacity:
        return Misses(units.size, distinct)
    held: OrderedDict[int, None] = OrderedDict()
    loads = missed = 0
    for unit in units.tolist():
        loads += 1
        if unit in held:
            held.move_to_end(unit)
            continue
        missed += loads > uncounted
        held[unit] = None
        if len(held) > capacity:
            held.popitem(last=False)
    return Misses(max(0, loads - uncounted), missed)


def _in_turn(programs: Sequence[Sequence[int]], slots: int) -> npt.NDArray[np.int64]:
    """The units of all programs in the order of their loads: turn by turn, in each turn slot by slot."""
    sizes = np.array([len(program) for program in programs], np.int64)
    free = [(0, slot) for slot in range(slots)]  # already a heap
    begins = np.zeros((sizes.size, 2), np.int64)
    for number, size in enumerate(sizes.tolist()):
        turn, slot = free[0]
        begins[number] = turn, slot
        if size:
            heapreplace(free, (turn + size, slot))
    turns = np.repeat(begins[:, 0] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    order = np.argsort(turns * slots + np.repeat(begins[:, 1], sizes), kind="stable")
    return np.fromiter(chain.from_iterable(programs), np.int64, order.size)[order]


def makespan(steps: Sequence[int], slots: int) -> int:
    """The steps until all programs have ended, if `slots` of them run at once and `steps` are those of each program."""
    if len(set(steps)) == 1:
        return steps[0] * -(-len(steps) // slots)
    busy = [0] * slots  # already a heap
    for count in steps:
        heapreplace(busy, busy[0] + count)
    return max(busy)
