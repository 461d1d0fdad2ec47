"""Cycles: which queries of bounds and classes that repeat attend to any keys, and which keys they attend to."""

import bisect
import functools
import math
from typing import NamedTuple

import torch
from torch import Tensor

from .ring_bounds import Follow, Lattice
from .ring_runs import MOST_BITS


class Cycle(NamedTuple):
    """What repeats in a reach: the queries that attend to keys, and as `bits` the keys that any does; None: all."""

    period: int
    live: tuple[int, ...]
    bits: int | None

    def after(self, q: int) -> int:
        """The first live query from q on."""
        turn, place = divmod(q, self.period)
        at = bisect.bisect_left(self.live, place)
        more, at = divmod(at, len(self.live)) if self.live else (2**62, 0)
        return (turn + more) * self.period + (self.live[at] if self.live else 0)

    def before(self, q: int) -> int:
        """The last live query up to q."""
        turn, place = divmod(q, self.period)
        at = bisect.bisect_right(self.live, place) - 1
        return (turn - (at < 0)) * self.period + (self.live[at] if self.live else 0)


@functools.lru_cache(maxsize=4096)
def _cycle(lows: tuple[Follow, ...], highs: tuple[Follow, ...], queries: tuple[Lattice, ...]) -> Cycle:
    """The cycle of bounds and classes of queries, without those that make it longer than `MOST_BITS`.

    Keys that no query attends to lie between the bounds of two queries with no live one between them.
    """
    period = 1
    for turn in sorted(one.turn for one in lows + highs + queries):
        if math.lcm(period, turn) <= MOST_BITS:
            period = math.lcm(period, turn)
    lows, highs = (tuple(one for one in some if period % one.turn == 0) for some in (lows, highs))
    queries = tuple(one for one in queries if period % one.turn == 0)
    q = torch.arange(period)
    live = torch.ones(period, dtype=torch.bool)
    for lattice in queries:
        live &= _of_lattice(lattice, q)
    if not lows or not highs:
        return Cycle(period, tuple(q[live].tolist()), None)
    low = functools.reduce(torch.maximum, (_bound_at(bound, q) for bound in lows))
    high = functools.reduce(torch.minimum, (_bound_at(bound, q) for bound in highs))
    short = live & (low < high)
    start, stop = high[short], torch.cat([low[short][1:], low[short][:1] + period])
    if not bool((start < stop).any()):
        if period > 1 and bool((short == live).all()):  # bounds leave nothing out
            return _cycle((), (), queries)
        return Cycle(period, tuple(q[short].tolist()), None)
    start, stop = start[start < stop], stop[start < stop]
    ends = torch.zeros(2 * period + 1, dtype=torch.int64)
    ends.index_add_(0, start % period, torch.ones_like(start))
    ends.index_add_(0, start % period + stop - start, -torch.ones_like(start))
    outside = ends.cumsum(0)[:-1].view(2, period).sum(0) > 0
    bits = int("".join("01"[not out] for out in reversed(outside.tolist())), 2)
    return Cycle(period, tuple(q[short].tolist()), bits)


def _of_lattice(lattice: Lattice, positions: Tensor) -> Tensor:
    """Which positions are of a lattice."""
    place = positions // lattice.block
    place = place % lattice.segment if lattice.segment else place
    return (place % lattice.dilation == lattice.residue) != lattice.excluded


def _bound_at(bound: Follow, q: Tensor) -> Tensor:
    """A bound for queries."""
    return (q + bound.shift) // bound.period * bound.period + bound.offset
