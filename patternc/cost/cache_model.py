"""A cache of least recently used units, shared by programs that run some at a time: which loads miss it.

Exact for what it models: every program takes one unit a step, all that run take turns, and where one ends the next
begins. Rows that a program alone reads or writes are left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from operator import length_hint


@dataclass(frozen=True, slots=True)
class Misses:
    """Loads of units, and those of them that the cache did not hold."""

    loads: int
    missed: int

    @property
    def ratio(self) -> float:
        """The share that missed; 0 of none."""
        return self.missed / self.loads if self.loads else 0.0


def misses(programs: Sequence[Sequence[int]], slots: int, capacity: int, uncounted: int = 0) -> Misses:
    """The misses of programs.

    Args:
        programs: the units that each takes, in the order in which they begin.
        slots: how many run at once.
        capacity: units that the cache holds.
        uncounted: loads at the beginning that fill the cache and do not count.
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
    """The units of all programs in the order in which they are loaded."""
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
    """Steps until programs that take so many each have all ended, `slots` of them at once, each slot the next one."""
    busy = [0] * slots
    heapify(busy)
    for count in steps:
        heapreplace(busy, busy[0] + count)
    return max(busy)
