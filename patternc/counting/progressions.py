"""The number of keys per row of clauses in closed form, of all rows from few of them.

Let P be a common multiple of the periods of residue classes and of bounds with short periods. For rows P apart, the
number of keys changes by a constant as long as the same bounds are the tightest. So rows are cut where a bound with a
longer period steps, and around the positions where another bound may become the tightest. Between two cuts, two rows of
each residue class mod P determine the others: the counts of a class are an arithmetic progression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import AT_ONCE
from patternc.counting.head_of_call import HeadOfCall, Numbers, Truths
from patternc.counting.sample import counted_up
from patternc.ir.facts import atom_facts, inputs_read
from patternc.ir.mask import Bound, InDocument, InEntries, InputKind, RelativePosition, Side
from patternc.ir.traversal import atoms, bounds_in, classes_in, limits
from patternc.transforms import Clause

Stretches: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""The first row of each stretch, the period of its counts in rows, and how many periods it has."""

SHORT, LONGEST = 1 << 12, 1 << 20
"""Periods of bounds contribute to a common period up to the first; up to the second, if that saves rows."""
FEW = 1 << 16
"""Up to this many rows to count, or steps of bounds, longer periods are not tried, or not first."""


@dataclass(frozen=True, slots=True)
class Progressions:
    """Key counts of consecutive rows, in stretches [S] of `turns` periods each.

    `start`, `period`, `turns` [S]; `at` [S]: where the stretch's classes begin in `first` and `step` [sum of periods].
    Row `start + t * period + i` of a stretch has `first[at + i] + t * step[at + i]` keys.
    """

    start: Numbers
    period: Numbers
    turns: Numbers
    at: Numbers
    first: Numbers
    step: Numbers

    @property
    def length(self) -> Numbers:
        """The number of rows of each class, [sum of periods]."""
        return np.repeat(self.turns, self.period)

    def between(self, ends: Numbers, kind: type) -> npt.NDArray[np.generic]:
        """The sums of the counts between consecutive ends; `kind`: `object` where they don't fit into 64 bits."""
        if not self.start.size:
            return np.zeros(ends.size - 1, kind)
        below, rising = (np.append(0, np.cumsum(one.astype(kind))) for one in (self.first, self.step))
        at, last = self.at, self.at + self.period

        def sums(turns: Numbers, stretch: Numbers | slice, place: Numbers | int) -> npt.NDArray[np.generic]:
            first, stop = at[stretch], at[stretch] + place
            whole = turns * (below[last[stretch]] - below[first])
            whole += turns * (turns - 1) // 2 * (rising[last[stretch]] - rising[first])
            return np.asarray(whole + below[stop] - below[first] + turns * (rising[stop] - rising[first]))

        before = np.append(0, np.cumsum(sums(self.turns.astype(kind), slice(None), 0)))
        stretch = np.maximum(np.searchsorted(self.start, ends, side="right") - 1, 0)
        turns, place = np.divmod(ends - self.start[stretch], self.period[stretch])
        return np.asarray(np.diff(before[stretch] + sums(turns.astype(kind), stretch, place)))


def progressions(
    clauses: Iterable[Clause], call: HeadOfCall, rows: range, count: Callable[[Numbers], Numbers], most: int
) -> Progressions | None:
    """The counts of some rows of a call; None if more than `most` rows would have to be counted.

    Args:
        clauses: the clauses whose keys are counted, all in closed form.
        call: the head, and the call's length and inputs.
        rows: consecutive rows.
        count: returns the number of keys of some rows.
        most: the most rows to count.
    """
    plans = _plans(tuple(clauses), call, rows)
    chosen = min(plans, key=_rows_counted, default=None)
    if chosen is None or _rows_counted(chosen) > most:
        return None
    start, size, turns = chosen
    counted = size * np.minimum(turns, 2)
    found = _at_once(count, np.repeat(start, counted) + counted_up(counted))
    begins = np.repeat(np.cumsum(counted) - counted, size) + counted_up(size)
    later = begins + np.repeat(np.where(turns > 1, size, 0), size)
    lower = found[begins]
    return Progressions(start, size, turns, np.cumsum(size) - size, lower, found[later] - lower)


def _plans(clauses: tuple[Clause, ...], call: HeadOfCall, rows: range) -> Iterator[Stretches]:
    """The stretches where bounds with long periods cut rows, and if these are many rows, those of longer periods.

    Where bounds have many steps, those of longer periods come first.
    """
    periods = [_period(clauses, longest) for longest in (SHORT, LONGEST)]
    if sum(_steps_at_most(clause, periods[0], rows) for clause in clauses) > FEW:
        periods.reverse()
    for period in dict.fromkeys(periods):
        cuts = _cuts(clauses, period, call, rows)
        if cuts is not None:
            found = _stretches(clauses, cuts, period, call)
            yield found
            if _rows_counted(found) <= FEW:
                return


def _rows_counted(found: Stretches) -> int:
    _, size, turns = found
    return int((size * np.minimum(turns, 2)).sum())


def _stretches(clauses: tuple[Clause, ...], cuts: Numbers, period: int, call: HeadOfCall) -> Stretches:
    """Between two cuts, whole periods, then what is left, which has one turn."""
    first, length = cuts[:-1], np.diff(cuts)
    none = np.ones(first.size, bool)
    for clause in clauses:
        none &= _limits(clause, call).admits_none(first, cuts[1:] - 1)
    short = (length <= 2 * period + 4) & ~none  # the rows around a position where another bound becomes the tightest
    period_ = np.where(none, 1, np.where(short, length, period))
    turns = length // period_
    rest = length - turns * period_
    parts = [first, period_, turns], [first + turns * period_, rest, np.ones_like(rest)]
    start, size, times = np.stack(parts, axis=2).reshape(3, -1)
    return start[size > 0], size[size > 0], times[size > 0]


def _at_once(count: Callable[[Numbers], Numbers], rows: Numbers) -> Numbers:
    parts = [count(rows[at : at + AT_ONCE]) for at in range(0, rows.size, AT_ONCE)]
    return np.concatenate([np.zeros(0, np.int64), *parts])


# ---- cuts ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Limits:
    """The bounds of a clause in a call: on keys, and the queries in [first, end)."""

    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    first: int
    end: int
    call: HeadOfCall

    def admits_none(self, first: Numbers, last: Numbers) -> Truths:
        """Whether no query from `first` to `last` has keys: no bound falls from a query to the next."""
        outside = (last < self.first) | (first >= self.end)
        return np.asarray(outside | (self.call.low(self.lows, first) >= self.call.high(self.highs, last)))

    def binds(self, bound: Bound, first: Numbers, last: Numbers) -> Truths:
        """Whether a bound, which is constant from `first` to `last`, may be the tightest for some of these queries."""
        own, none = self.call.bound(bound, first), np.zeros(first.size, bool)
        below = own <= self.call.high(self.highs, last) if bound in self.highs else none
        above = own >= self.call.low(self.lows, first) if bound in self.lows else none
        return np.asarray(below | above)


def _limits(clause: Clause, call: HeadOfCall) -> _Limits:
    lows, highs = limits(clause, Side.KEY)
    first, end = limits(clause, Side.QUERY)
    start = np.zeros(1, np.int64)  # these bounds are the same for every key
    return _Limits(lows, highs, int(call.low(first, start)[0]), int(call.high(end, start)[0]), call)


def _period(clauses: tuple[Clause, ...], longest: int) -> int:
    """A common multiple of the periods of residue classes, and of those periods of bounds that leave it short."""
    literals = [atom for clause in clauses for literal in clause for atom in atoms(literal)]
    period = lcm(*(atom_facts(atom).period for atom in classes_in(literals)))
    for bound in sorted({one.period for literal in literals for one in _moving(bounds_in(literal))}):
        if lcm(period, bound) <= max(period, longest):
            period = lcm(period, bound)
    return period


@dataclass(frozen=True, slots=True)
class _Moving:
    """A bound that moves with the query: by `period` / `ratio` in `period` queries. `inner`: what is divided by it."""

    bound: Bound
    inner: RelativePosition
    ratio: int

    @property
    def period(self) -> int:
        return lcm(self.inner.period, self.ratio)


def _moving(bounds: Iterable[Bound]) -> list[_Moving]:
    """The bounds that are relative to the query, or entries of a source that stand before such a position."""
    inner = ((one, one.bound, one.ratio) if isinstance(one, InEntries) else (one, one, 1) for one in bounds)
    return [_Moving(one, known, ratio) for one, known, ratio in inner if isinstance(known, RelativePosition)]


def _steps_at_most(clause: Clause, period: int, rows: range) -> int:
    """How often the bounds of a clause step among the rows, but for those whose period divides `period`."""
    bounds = [bound for literal in clause for bound in bounds_in(literal)]
    inner = (bound.bound for bound in bounds if isinstance(bound, InDocument))
    steps = (*(one for one in _moving(bounds) if period % one.period), *_moving(inner))
    return sum(len(rows) // max(one.inner.period, one.ratio) for one in steps)


def _cuts(clauses: tuple[Clause, ...], period: int, call: HeadOfCall, rows: range) -> Numbers | None:
    """The cuts, which include the ends; None if the bounds of a clause have too many steps among the rows."""
    ends = np.array([rows.start, rows.stop], np.int64)
    found = [ends]
    for clause in clauses:
        bounds = [bound for literal in clause for bound in bounds_in(literal)]
        # The most steps of the bounds of a clause at which its rows may be cut.
        if _steps_at_most(clause, period, rows) > 1 << 18:
            return None
        found.append(_cuts_of(bounds, _limits(clause, call), period, ends))
    return _distinct(np.concatenate(found))


def _cuts_of(bounds: list[Bound], own: _Limits, period: int, ends: Numbers) -> Numbers:
    """The cuts of a clause."""
    steps = [_steps(bound, period, ends, own) for bound in bounds]
    coarse = _distinct(np.clip(np.concatenate([ends, *steps, [own.first, own.end]]), *ends))
    first, last = coarse[:-1], coarse[1:]
    fine = [one for one in _moving(bounds) if period % one.period == 0]
    level = [np.zeros_like(first), np.full_like(first, own.call.n)]
    level += [own.call.bound(bound, first) + 0 * first for bound in bounds if bound not in [one.bound for one in fine]]
    found = [coarse]
    for one in dict.fromkeys(fine):
        for value in level:  # near here the bound may become the tightest, or stop being it
            near = value * one.ratio - one.inner.offset - one.inner.shift
            after = one.inner.period + one.ratio + 1
            found += [np.clip(near - 1, first, last), np.clip(near + after, first, last)]
    return np.concatenate(found)


def _distinct(positions: Numbers) -> Numbers:
    """The distinct positions in ascending order; `np.unique` takes several times as long, because it hashes."""
    found = np.sort(positions, kind="stable")
    return found[np.append(True, found[1:] != found[:-1])] if found.size else found


def _steps(bound: Bound, period: int, ends: Numbers, own: _Limits) -> Numbers:
    """The queries between the ends at which a bound steps, unless its period divides `period`."""
    read = inputs_read([bound], InputKind.OFFSETS)
    found = [np.array([int(offset) * one.unit for one in read for offset in own.call.inputs[one.name]], np.int64)]
    match bound:
        case InDocument(_, RelativePosition(_, shift, own_period)):
            (starts,) = found
            inside = [np.arange(start - shift, end, own_period) for start, end in pairwise(starts)]
            found += [steps[steps >= ends[0]] for steps in inside]
        case _:
            pass
    for one in _moving([bound]):
        if period % one.period:
            shift, turn = one.inner.shift, one.inner.period
            if turn == 1:  # it steps where the position that is divided is a multiple
                shift, turn = shift + one.inner.offset, one.ratio
            every = np.arange(-(-(ends[0] + shift) // turn) * turn - shift, ends[1], turn)
            found.append(_that_matter(bound, every, ends, own))
    return np.concatenate(found)


def _that_matter(bound: Bound, steps: Numbers, ends: Numbers, own: _Limits) -> Numbers:
    """The steps on a side of which the bound binds and keys are admitted, and where what holds of it changes."""
    first, last = np.concatenate([ends[:1], steps]), np.append(steps, ends[-1]) - 1
    binds = own.binds(bound, first, last)
    counts = binds & ~own.admits_none(first, last)
    changes = (binds[1:] != binds[:-1]) | counts[1:] | counts[:-1]
    return np.asarray(steps[changes])
