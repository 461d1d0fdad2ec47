"""The number of keys per row of a pattern (mean, extremes, 95th percentile, empty rows) at any sequence length.

Counts of clauses in closed form are held as arithmetic progressions, which few rows determine. For other conditions,
rows are drawn at random, and the result says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import BLOCKS, EFFORT, LESS, pair_effort, slowness
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.progressions import progressions
from patternc.counting.row_keys import bounds_of_keys, in_closed_form, keys_per_row, pairs_per_row
from patternc.counting.sample import FEWEST, LEAST, draw_below
from patternc.ir.mask import And, Branch, Or, Pattern
from patternc.ir.semantics import NOTHING, Inputs, group_of
from patternc.ir.traversal import boxes_in
from patternc.schedule.listing import listing_of
from patternc.transforms import Clause, clauses_of

Numbers: TypeAlias = npt.NDArray[np.int64]

SINGLE_ROWS = EFFORT // BLOCKS
"""The most rows counted one by one, as in closed form where they repeat too late for runs; of more, DRAWN are drawn."""
DRAWN = 1 << 16  # rows


@dataclass(frozen=True, slots=True)
class Runs:
    """Arithmetic progressions of key counts: entry i is `length[i]` counts first[i], first[i] + step[i], ..."""

    first: Numbers
    step: Numbers
    length: Numbers


@dataclass(frozen=True, slots=True)
class HeadRowCounts:
    """The key counts of one head's rows, or of rows drawn at random; the mean and its standard error (0: exact)."""

    runs: Runs
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class KeysPerRow:
    """Keys per row over some heads. A key that c branches admit counts c times.

    `p95`: the smallest number that at least 95 % of the rows do not exceed. `without`: the share of rows without a key.
    `rows`: the number of rows that were counted per head. `error`: the standard error of the mean, 0 if all were.
    """

    mean: float
    least: int
    most: int
    p95: int
    without: float
    rows: int
    error: float


def mean_over_heads(
    normal: Pattern,
    heads: Iterable[tuple[int, int]],
    total: int,
    n: int,
    inputs: Inputs = NOTHING,
) -> float:
    """The mean number of keys per row over some heads.

    Args:
        normal: a pattern in the normal form of the passes.
        heads: (head, number of heads that it stands for), as from `distinct_heads`.
        total: the number of heads of the model.
        n: the length of the sequence.
        inputs: the runtime inputs of one batch entry.
    """
    several = tuple(heads)
    found = counts_of_heads(normal, (head for head, _ in several), total, n, inputs)
    return _mean([(times, found[head]) for head, times in several])


def counts_of_heads(
    normal: Pattern, heads: Iterable[int], total: int, n: int, inputs: Inputs = NOTHING
) -> dict[int, HeadRowCounts]:
    """The key counts of the rows of some heads, which share the effort."""
    several = tuple(heads)
    share = EFFORT // max(1, len(several))
    return {head: row_counts(normal, head, total, n, inputs, share) for head in several}


def summary(weighted: list[tuple[int, HeadRowCounts]], n: int) -> KeysPerRow:
    """Summarize the key counts of heads, each of which stands for some number of heads."""
    total = sum(times for times, _ in weighted)
    every = [(times * n / _size(one.runs), one.runs) for times, one in weighted]
    rows = total * n
    return KeysPerRow(
        mean=_mean(weighted),
        least=min(int(_ends(one.runs).min()) for _, one in weighted),
        most=max(int(_ends(one.runs).max()) for _, one in weighted),
        p95=_percentile(every, 0.95 * rows),
        without=_up_to(every, 0) / rows,
        rows=min((_size(one.runs) for _, one in weighted), default=0),
        error=sqrt(sum((one.error * times / total) ** 2 for times, one in weighted)),
    )


def _mean(weighted: list[tuple[int, HeadRowCounts]]) -> float:
    total = sum(times for times, _ in weighted)
    return sum(one.mean * times / total for times, one in weighted)


def _size(runs: Runs) -> int:
    return int(runs.length.sum())


def _sum(runs: Runs) -> int:
    return int((runs.first * runs.length + runs.step * (runs.length * (runs.length - 1) // 2)).sum())


def _ends(runs: Runs) -> Numbers:
    return np.concatenate([runs.first, runs.first + runs.step * (runs.length - 1)])


def _up_to(every: list[tuple[float, Runs]], most: int) -> float:
    """The number of rows with at most `most` keys."""
    return sum(weight * int(_at_most(runs, most).sum()) for weight, runs in every)


def _at_most(runs: Runs, most: int) -> Numbers:
    """The number of counts of each run that are at most `most`."""
    last = runs.first + runs.step * (runs.length - 1)
    low, step = np.minimum(runs.first, last), np.abs(runs.step)
    found = (most - low) // np.maximum(step, 1) + 1
    found = np.where(step == 0, np.where(low <= most, runs.length, 0), found)
    return np.asarray(np.clip(found, 0, runs.length))


def _percentile(every: list[tuple[float, Runs]], rows: float) -> int:
    low, high = 0, max(int(_ends(runs).max()) for _, runs in every)
    while low < high:
        middle = (low + high) // 2
        if _up_to(every, middle) >= rows - 0.5e-9 * rows:
            high = middle
        else:
            low = middle + 1
    return low


# ---- the rows of a head ----------------------------------------------------------------------------------------------
def row_counts(
    normal: Pattern, head: int, total: int, n: int, inputs: Inputs = NOTHING, effort: int = EFFORT
) -> HeadRowCounts:
    """Count the keys of a head's rows; `effort`: the most pairs of positions that are evaluated."""
    call = HeadOfCall(head, total, n, inputs)
    drawn, most = _drawn(_clauses(normal, call), call, effort)
    exact, others = (normal, None) if drawn is None else _parts(normal)
    runs = _runs(exact, call)
    if runs is None:
        drawn = draw_below(n, DRAWN, head).places if drawn is None else drawn
        found = keys_per_row(normal, head, total, n, inputs, drawn, most)
        return HeadRowCounts(_single_runs(found), float(found.mean()), _error(found, n))
    if drawn is None or others is None:
        return HeadRowCounts(runs, _sum(runs) / n, 0.0)
    found = keys_per_row(others, head, total, n, inputs, drawn, most)
    both = found + keys_per_row(exact, head, total, n, inputs, drawn)
    return HeadRowCounts(_single_runs(both), _sum(runs) / n + float(found.mean()), _error(found, n))


def _error(found: Numbers, n: int) -> float:
    """The standard error of the mean of rows drawn at random."""
    return float(found.std(ddof=1)) * sqrt((1 - found.size / n) / found.size)


def _parts(normal: Pattern) -> tuple[Pattern, Pattern]:
    """The pattern with only its clauses in closed form, and with only the others, for which rows are drawn."""
    closed, others = (
        tuple(replace(group, branches=tuple(_only(one, wanted) for one in group.branches)) for group in normal.groups)
        for wanted in (True, False)
    )
    return replace(normal, groups=closed), replace(normal, groups=others)


def _only(branch: Branch, closed: bool) -> Branch:
    kept = (clause for clause in clauses_of(branch.mask) if in_closed_form(clause) is closed)
    return replace(branch, mask=Or(tuple(map(And, kept))))


def _clauses(normal: Pattern, call: HeadOfCall) -> list[Clause]:
    return [one for branch in group_of(normal, call.head, call.heads).branches for one in clauses_of(branch.mask)]


def _runs(normal: Pattern, call: HeadOfCall) -> Runs | None:
    """The counts of all rows of a head; None if more than SINGLE_ROWS rows would have to be counted one by one."""

    def count(rows: Numbers) -> Numbers:
        return keys_per_row(normal, call.head, call.heads, call.n, call.inputs, rows)

    clauses = _clauses(normal, call)
    if not all(map(in_closed_form, clauses)):
        return _single_runs(count(np.arange(call.n, dtype=np.int64)))
    found = progressions(clauses, call, range(call.n), count, SINGLE_ROWS)
    if found is None:
        return None
    level = found.step == 0
    equal, risen = _single_runs(found.first[level], found.length[level]), ~level
    parts = equal, Runs(found.first[risen], found.step[risen], found.length[risen])
    return Runs(*(np.concatenate([getattr(one, name) for one in parts]) for name in ("first", "step", "length")))


def _single_runs(found: Numbers, times: Numbers | None = None) -> Runs:
    """Equal counts as one run: the order of rows is of no interest, and a call has many times more rows than counts.

    `times`: how many rows have each count; None: one has.
    """
    counts, place = np.unique(found, return_inverse=True)
    length = np.zeros(counts.size, np.int64)
    np.add.at(length, place, 1 if times is None else times)
    return Runs(counts, np.zeros_like(counts), length)


# ---- rows drawn at random --------------------------------------------------------------------------------------------
def _drawn(clauses: list[Clause], call: HeadOfCall, effort: int) -> tuple[Numbers | None, int | None]:
    """The rows to count, in ascending order, and the most pairs to evaluate per row of a clause; None: all of them."""
    if all(map(in_closed_form, clauses)):
        return None, None
    pairs = [(_effort(clause, call), slowness(sum(map(pair_effort, clause)))) for clause in clauses]
    efforts = [one for one in pairs if one[0]]
    rows = max(LEAST, ceil(effort / sum(one * slow for one, slow in efforts))) if efforts else call.n
    if call.n > SINGLE_ROWS:
        rows = min(rows, DRAWN)
    if rows >= call.n:
        return None, None
    rows, effort = max(LEAST, rows // LESS), effort // LESS
    most = None if rows > LEAST else max(FEWEST, int(effort / (rows * len(efforts) * max(slow for _, slow in efforts))))
    return draw_below(call.n, rows, call.head).places, most


def _effort(clause: Clause, call: HeadOfCall) -> float:
    """The number of pairs to evaluate for one row of a clause."""
    if in_closed_form(clause):
        return 0
    listing = listing_of(clause)
    if listing is None:
        low, high = bounds_of_keys(clause, np.linspace(0, call.n - 1, 64).astype(np.int64), call)
        return float((high - low).max(initial=0))
    if len(clause) == len(boxes_in(clause)) == 1:
        return 0
    return pairs_per_row(clause, listing, call, BLOCKS)
