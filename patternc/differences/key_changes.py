"""The keys that rows gain and lose between two patterns in a call: how many, in which rows, and as a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import AT_ONCE, LESS, most_pairs, pair_effort
from patternc.counting.sample import draw_below
from patternc.differences.row_results import Both, Counts, Numbers, both_in
from patternc.differences.trials import heads_that_differ
from patternc.ir.mask import Pattern


@dataclass(frozen=True, slots=True)
class Gains:
    """Changed keys per row: the mean over all rows, and the most of a single row."""

    mean: float
    most: int


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row with the keys that it gains, that it loses, and that it counts a different number of times."""

    head: int
    query: int
    gained: tuple[int, ...]
    lost: tuple[int, ...]
    recounted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeyChanges:
    """The changed keys in a call of n positions with the runtime inputs of a seed, over representative heads.

    `rows`: the number of compared rows per head; `share`: the share of these rows whose results differ. `recounted`:
    keys that both patterns admit, but a different number of times. `head`: the head with the most changes.
    """

    n: int
    heads: int
    seed: int
    rows: int
    share: float
    gained: Gains
    lost: Gains
    recounted: Gains
    head: int
    examples: tuple[RowChange, ...]


@dataclass(frozen=True, slots=True)
class _Head:
    """`numbers` [3, rows]: gained, lost and recounted keys of each row. `wrong`: which rows differ, with examples."""

    head: int
    numbers: Numbers
    wrong: npt.NDArray[np.bool_]
    examples: tuple[RowChange, ...]


def key_changes(before: Pattern, after: Pattern, n: int, heads: int, seed: int) -> KeyChanges:
    """Count the keys that rows gain and lose."""
    several = heads_that_differ(before, after, heads)
    slow = sum(pair_effort(branch.mask) for one in (before, after) for group in one.groups for branch in group.branches)
    groups = max(len(before.groups), len(after.groups))
    whole = most_pairs(slow // (2 * groups), n * len(several))
    # The fewest rows that are compared, over all heads.
    rows = draw_below(n, whole if n <= whole else max(2, 8 // len(several), whole // LESS)).places
    both = both_in(before, after, n, heads, seed)
    found = [_of_head(both, head, rows) for head in several]
    numbers = np.concatenate([one.numbers for one in found], axis=1)
    most = max(found, key=lambda one: (int(one.wrong.sum()), int(one.numbers.sum())))
    gained, lost, recounted = (Gains(float(one.mean()), int(one.max())) for one in numbers)
    wrong = float(np.concatenate([one.wrong for one in found]).mean())
    return KeyChanges(n, heads, seed, rows.size, wrong, gained, lost, recounted, most.head, most.examples)


def _of_head(both: Both, head: int, rows: Numbers) -> _Head:
    step = max(1, AT_ONCE // both.n)
    parts = [_part(both, head, rows[at : at + step]) for at in range(0, rows.size, step)]
    numbers, wrong = (np.concatenate([part[i] for part in parts], axis=-1) for i in (0, 1))
    examples = tuple(one for part in parts for one in part[2])
    # The keys of at most three rows are shown.
    places = [0, len(examples) // 2, len(examples) - 1] if len(examples) > 3 else range(len(examples))
    return _Head(head, numbers, wrong, tuple(examples[place] for place in places))


def _part(both: Both, head: int, rows: Numbers) -> tuple[Numbers, npt.NDArray[np.bool_], list[RowChange]]:
    old, new, wrong = both.compared(head, rows)
    kinds = _kinds(old.total, new.total)
    numbers = np.stack([kind.sum(axis=1) for kind in kinds])
    wanted = np.flatnonzero(wrong)
    chosen = dict.fromkeys(wanted[[0, wanted.size // 2, -1]].tolist()) if wanted.size else ()
    examples = [
        RowChange(head, int(rows[row]), *(tuple(np.flatnonzero(kind[row]).tolist()) for kind in kinds))
        for row in chosen
    ]
    return numbers, wrong, examples


def _kinds(old: Counts, new: Counts) -> tuple[npt.NDArray[np.bool_], ...]:
    """The keys that are gained, lost, and counted a different number of times, each [rows, n]."""
    return (old == 0) & (new > 0), (old > 0) & (new == 0), (old > 0) & (new > 0) & (old != new)


# ---- the picture -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Squares:
    """A picture of one head, each [size, size]: where pairs are gained, lost, recounted and kept."""

    gained: npt.NDArray[np.bool_]
    lost: npt.NDArray[np.bool_]
    recounted: npt.NDArray[np.bool_]
    kept: npt.NDArray[np.bool_]


def squares(before: Pattern, after: Pattern, changed: KeyChanges, most: int) -> Squares:
    """A picture of at most `most` squares per side; for a square of many rows, only some of them are compared."""
    n = changed.n
    size = n if n <= most else 1 << (most.bit_length() - 1)
    edges = np.linspace(0, n, size + 1).astype(np.int64)
    # For a line of the picture at most 8 rows are compared, and 32768 pairs.
    looked = max(1, min(8, (1 << 15) // n))
    both = both_in(before, after, n, changed.heads, changed.seed)
    spans = zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    rows = [np.unique(np.linspace(start, stop - 1, looked).astype(np.int64)) for start, stop in spans]
    parts, step = [], max(1, AT_ONCE // (looked * n))
    for at in range(0, size, step):
        own = rows[at : at + step]
        old, new = (one.total for one in both.counts(changed.head, np.concatenate(own)))
        starts = np.cumsum([0, *map(len, own[:-1])])
        every = (*_kinds(old, new), (old > 0) & (old == new))
        parts.append(
            [np.logical_or.reduceat(np.logical_or.reduceat(kind, starts), edges[:-1], axis=1) for kind in every]
        )
    return Squares(*(np.concatenate(kind) for kind in zip(*parts, strict=True)))
