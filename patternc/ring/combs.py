"""Periodic sets of positions, and how many positions a union of stretches of them has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]

LONGEST = 1 << 20
"""The longest period, in positions, that is held as a table."""


@dataclass(frozen=True, slots=True)
class Comb:
    """The positions x whose bit `x % period` is 1; the first bit is the highest of the first byte."""

    period: int
    held: bytes

    @property
    def table(self) -> Truths:
        """Which positions of one period are in it."""
        return np.unpackbits(np.frombuffer(self.held, np.uint8), count=self.period).view(bool)


EVERY = Comb(1, b"\x80")
Stretch: TypeAlias = tuple[int, int, Comb]
"""The positions of a comb from a first one on and below a last one."""


def comb(table: Truths) -> Comb:
    """The comb that repeats a table of one period, [period] bool; the comb of all positions if every entry is true."""
    return EVERY if table.all() else Comb(table.size, np.packbits(table).tobytes())


@lru_cache(maxsize=1 << 13)  # of each pair of classes: thousands
def common(combs: frozenset[Comb]) -> Comb:
    """What combs share; of those that would make the period longer than `LONGEST`, all positions."""
    found = EVERY
    for one in sorted(combs, key=lambda one: (one.period, one.held)):
        period = lcm(found.period, one.period)
        if period <= LONGEST:
            found = comb(_repeated(found, period) & _repeated(one, period))
    return found


def _repeated(one: Comb, period: int) -> Truths:
    return np.tile(one.table, period // one.period)


@lru_cache(maxsize=1 << 13)  # of each class of queries: thousands, all of which have as many as one period
def places(one: Comb) -> Numbers:
    """The positions of one period that are in a comb."""
    return np.flatnonzero(one.table)


def sizes(one: Comb, starts: Numbers, stops: Numbers) -> Numbers:
    """How many positions of a comb are in each stretch."""
    if one == EVERY:
        return stops - starts
    ends = _ends(one)
    return np.asarray(_below(ends, stops) - _below(ends, starts))


@lru_cache(maxsize=256)
def _ends(one: Comb) -> Numbers:
    """How many positions of one period are below each place of it, and below its end."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(one.table, dtype=np.int64)])


def _below(ends: Numbers, x: Numbers) -> Numbers:
    period = ends.size - 1
    return np.asarray(x // period * ends[-1] + ends[x % period])


def union_size(stretches: Iterable[Stretch]) -> int:
    """How many positions are in some stretch."""
    several = list(stretches)
    total = 0
    for start, stop in pairwise(sorted({end for one in several for end in one[:2]})):
        here = frozenset(one for first, last, one in several if first <= start and stop <= last)
        total += _size(here, start, stop)
    return total


def _size(combs: frozenset[Comb], start: int, stop: int) -> int:
    """How many positions from `start` on and below `stop` are in some comb."""
    if not combs:
        return 0
    found = either(combs)
    if found is not None:
        return int(sizes(found, np.array(start), np.array(stop)))
    return sum(
        int(np.any([one.table[np.arange(first, min(stop, first + LONGEST)) % one.period] for one in combs], 0).sum())
        for first in range(start, stop, LONGEST)
    )


@lru_cache(maxsize=4096)
def either(combs: frozenset[Comb]) -> Comb | None:
    """The positions of some of the combs; None where they repeat after more than `LONGEST`."""
    if EVERY in combs:
        return EVERY
    period = lcm(*(one.period for one in combs))
    if period > LONGEST:
        return None
    return comb(np.any([_repeated(one, period) for one in combs], axis=0))
