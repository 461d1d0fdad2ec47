"""A model of a least-recently-used cache that is shared by the programs of a launch: which loads miss the cache.

The model: running programs load one unit each in turn, and when a program ends, the next one begins in its place. Rows
that only one program reads or writes are left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from operator import length_hint


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
    held: OrderedDict[int, None] = OrderedDict()
    loads = missed = 0
    for unit in _in_turn(programs, slots):
        loads += 1
        if unit in held:
            held.move_to_end(unit)
            continue
        missed += loads > uncounted
        held[unit] = None
        if len(held) > capacity:
            held.popitem(last=False)
    return Misses(max(0, loads - uncounted), missed)


def _in_turn(programs: Sequence[Sequence[int]], slots: int) -> Iterator[int]:
    """The units of all programs in the order of their loads."""
    waiting = iter([iter(program) for program in programs if len(program)])
    running = [one for _, one in zip(range(slots), waiting, strict=False)]
    while running:
        ended = False
        for place, one in enumerate(running):
            unit = next(one, -1)
            while unit < 0:  # the program has ended: the next one begins in its place
                following = next(waiting, None)
                if following is None:
                    ended = True
                    break
                running[place] = following
                unit = next(following, -1)
            else:
                yield unit
        if ended:
            running = [one for one in running if length_hint(one)]


def makespan(steps: Sequence[int], slots: int) -> int:
    """The steps until all programs have ended, if `slots` of them run at once and `steps` are those of each program."""
    busy = [0] * slots
    heapify(busy)
    for count in steps:
        heapreplace(busy, busy[0] + count)
    return max(busy)
