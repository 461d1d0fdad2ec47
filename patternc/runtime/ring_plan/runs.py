"""Runs: the positions of a stretch that are in some residue classes."""

import functools
import itertools
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

MOST_BITS = 1 << 20  # of a run: where a set repeats later than that, a run holds some more


class Run(NamedTuple):
    """The positions from `start` on and below `stop` whose bit `position % period` is set in `bits`."""

    start: int
    stop: int
    period: int = 1
    bits: int = 1

    @property
    def size(self) -> int:
        """The number of its positions."""
        if self.period == 1:
            return (self.stop - self.start) * self.bits
        whole, rest = divmod(self.stop - self.start, self.period)
        turned = _rotated(self.bits, self.period, -self.start)
        return whole * self.bits.bit_count() + (turned & (1 << rest) - 1).bit_count()

    def below(self, ends: Iterable[int]) -> list[int]:
        """The number of positions of its classes below each of some ends."""
        period, bits, each = self.period, self.bits, self.bits.bit_count()
        return [x // period * each + (bits & (1 << x % period) - 1).bit_count() for x in ends]

    def within(self, other: "Run") -> "Run":
        """The intersection with another run."""
        start, stop = max(self.start, other.start), min(self.stop, other.stop)
        period = math.lcm(self.period, other.period)
        if period > MOST_BITS:
            return min(self, other, key=lambda run: run.bits.bit_count() / run.period)._replace(start=start, stop=stop)
        bits = _repeated(self.bits, self.period, period) & _repeated(other.bits, other.period, period)
        return Run(start, stop, period, bits)


def _rotated(bits: int, period: int, by: int) -> int:
    """Add `by` to each residue of a set."""
    by %= period
    return (bits << by | bits >> period - by) & (1 << period) - 1


def _repeated(bits: int, own: int, period: int) -> int:
    """Repeat a set of residues of the period `own`, to one of a multiple of it."""
    return bits if own == period else bits * (((1 << period) - 1) // ((1 << own) - 1))


def _bits_of(ranges: Iterable[range], period: int) -> int:
    """The set of residues that are in some of the ranges."""
    text = bytearray(b"0") * period
    for part in ranges:
        text[part.start : part.stop] = b"1" * len(part)
    return int(text[::-1], 2)


def _union(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The union of runs, as disjoint runs in order."""
    waiting = sorted({run for run in runs if run.start < run.stop}, reverse=True)
    if len(waiting) < 2:
        shortest = (Run(*run[:2], *_any_of(frozenset((run[2:],)))) for run in waiting)
        return tuple(run for run in shortest if run.size)
    found: list[Run] = []
    active: list[Run] = []
    for start, stop in itertools.pairwise(sorted({end for run in waiting for end in run[:2]})):
        active = [run for run in active if run.stop > start]
        while waiting and waiting[-1].start == start:
            active.append(waiting.pop())
        if not active:
            continue
        run = Run(start, stop, *_any_of(frozenset(run[2:] for run in active)))
        if found and found[-1].stop == start and found[-1][2:] == run[2:]:
            found[-1] = found[-1]._replace(stop=stop)
        elif run.size:
            found.append(run)
    return tuple(found)


@functools.lru_cache(maxsize=1024)
def _any_of(sets: frozenset[tuple[int, int]]) -> tuple[int, int]:
    """The (period, bits) of a union of sets of residues."""
    period, bits = math.lcm(*(own for own, _ in sets)), 0
    if period > MOST_BITS:
        return 1, 1
    for own, some in sets:
        bits |= _repeated(some, own, period)
    return _shortest(period, bits)


def _shortest(period: int, bits: int) -> tuple[int, int]:
    """The same set of residues with its shortest period."""
    factor, rest = 2, period
    while rest > 1:
        factor = factor if factor * factor <= rest else rest
        if rest % factor:
            factor += 1
            continue
        rest //= factor
        if _rotated(bits, period, period // factor) == bits:
            period //= factor
            bits &= (1 << period) - 1
    return period, bits


def _common(runs: Iterable[Run], others: Iterable[Run]) -> Iterator[Run]:
    """The intersection of two unions, each of disjoint runs in order."""
    runs, others = list(runs), list(others)
    here = there = 0
    while here < len(runs) and there < len(others):
        run, other = runs[here], others[there]
        if max(run.start, other.start) < min(run.stop, other.stop):
            yield run.within(other)
        here, there = (here + 1, there) if run.stop <= other.stop else (here, there + 1)
