"""Whether two patterns mean the same: proven, or tested on many calls; or the first call, row and key that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum

import numpy as np

from patternc.differences.proofs import proven_equal
from patternc.differences.row_results import Both, Numbers, both_in
from patternc.differences.statement_changes import Change, changes
from patternc.differences.trials import SEEDS, SHORT, Trial, heads_that_differ, trials
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs


class Basis(Enum):
    """The basis of a verdict."""

    PROVEN = "proven"
    TESTED = "tested"
    SHOWN = "shown"
    CONSTANTS = (
        "constants"  # numbers of the masks differ: no call showed it, but nothing proves that it changes nothing
    )
    UNTRIED = "untried"  # there is no call that both take


@dataclass(frozen=True, slots=True)
class Tried:
    """The calls that were compared: all lengths up to `short`, the lengths `whole`, and some rows of the `longer` ones.

    `seeds`: those of the runtime inputs.
    """

    calls: int
    short: int
    whole: tuple[int, ...]
    longer: tuple[int, ...]
    heads: tuple[int, ...]
    seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A row whose result differs, and a key with the number of times that it counts `before` and `after`.

    `key` None: every key counts equally often, but the branches are combined differently.
    """

    trial: Trial
    head: int
    query: int
    key: int | None
    before: int
    after: int
    inputs: tuple[Inputs, Inputs]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The comparison of two patterns.

    `keys`: the basis for saying that rows compute the same, or `SHOWN` with a `difference`. `changes`: the statements
    that differ, and whether each difference matters.
    """

    keys: Basis
    difference: Difference | None
    tried: Tried | None
    changes: tuple[Change, ...]

    @property
    def same(self) -> bool:
        """Whether every call gives the same results, as far as is proven or was tried."""
        return self.keys in (Basis.PROVEN, Basis.TESTED) and not any(one.matters for one in self.changes)

    @property
    def basis(self) -> Basis:
        """The basis of the whole verdict."""
        if any(one.matters for one in self.changes):
            return Basis.SHOWN
        return Basis.TESTED if self.same and any(one.tested for one in self.changes) else self.keys


Subject = tuple[Pattern, Pattern]
"""A pattern as written, and in the normal form of the passes."""


def verdict(before: Subject, after: Subject) -> Verdict:
    """Compare two patterns: try to prove that they are equal, then compare calls."""
    found = changes(before[0], after[0])
    if before[0].grid == after[0].grid and proven_equal(before, after):
        return Verdict(Basis.PROVEN, None, None, found)
    several = tuple(trials(before[0], after[0]))
    if not several:
        return Verdict(Basis.UNTRIED, None, None, found)
    difference = next((one for trial in several for one in differences(before[0], after[0], trial)), None)
    untold = Basis.CONSTANTS if _differ_in_constants(before[0], after[0]) else Basis.TESTED
    basis = untold if difference is None else Basis.SHOWN
    return Verdict(basis, difference, _tried(several), found)


def _tried(several: tuple[Trial, ...]) -> Tried:
    seeds = tuple(sorted({trial.seed for trial in several}))
    return Tried(
        calls=len(several),
        short=SHORT if any(trial.n <= SHORT for trial in several) else 0,
        whole=tuple(sorted({trial.n for trial in several if trial.rows is None and trial.n > SHORT})),
        longer=tuple(sorted({trial.n for trial in several if trial.rows is not None})),
        heads=tuple(sorted({trial.heads for trial in several})),
        seeds=seeds if len(seeds) == len(SEEDS) else (),
    )


def differences(before: Pattern, after: Pattern, trial: Trial) -> Iterator[Difference]:
    """The first differing row of each head of a call."""
    both = both_in(before, after, trial.n, trial.heads, trial.seed)
    for head in heads_that_differ(before, after, trial.heads):
        difference = _of_head(both, trial, head)
        if difference is not None:
            yield difference


def _of_head(both: Both, trial: Trial, head: int) -> Difference | None:
    rows, columns = trial.queries, trial.columns
    step = max(1, (1 << 20) // columns.size)
    for at in range(0, rows.size, step):
        part: Numbers = rows[at : at + step]
        old, new, different = both.compared(head, part, columns)
        wrong = np.flatnonzero(different)
        if wrong.size:
            row = int(wrong[0])
            counts = old.total[row], new.total[row]
            keys = np.flatnonzero(counts[0] != counts[1])
            key = int(columns[keys[0]]) if keys.size else None
            numbers = (int(counts[0][keys[0]]), int(counts[1][keys[0]])) if keys.size else (0, 0)
            return Difference(trial, head, int(part[row]), key, *numbers, both.inputs)
    return None


def _differ_in_constants(before: Pattern, after: Pattern) -> bool:
    """Whether the branches of two patterns, as written, are equal except for numbers: trials may not show 2**40."""
    return before.groups != after.groups and _alike(before.groups, after.groups)


def _alike(before: object, after: object) -> bool:
    if type(before) is not type(after):
        return False
    if isinstance(before, tuple) and isinstance(after, tuple):
        return len(before) == len(after) and all(map(_alike, before, after))
    if is_dataclass(before):
        named = (one.name for one in fields(before) if one.compare)
        return all(_alike(getattr(before, name), getattr(after, name)) for name in named)
    return type(before) is int or before == after
