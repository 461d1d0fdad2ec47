"""A normal form of what a row computes: equal exactly if outputs, lse and gradients are equal for all tensors.

The branches of one softmax are the multiset of their keys. Under `lse(detach)`, if two branches differ, it also matters
which branch has which keys. Under `mean` and `sum`, a row is a weighted sum of softmaxes; branches without keys add
nothing to it. Softmaxes over different multisets are linearly independent functions of the scores.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, assert_never

import numpy as np
import numpy.typing as npt

from patternc.differences.trial_inputs import inputs_of_both
from patternc.ir.mask import Combine, HeadGroup, Pattern, Sink
from patternc.ir.semantics import Inputs, admits, group_of

Numbers: TypeAlias = npt.NDArray[np.int64]
Counts: TypeAlias = npt.NDArray[np.integer[Any]]
Truths: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RowCounts:
    """The number of times that each branch of a head admits the pairs of some rows: `counts` [branches, rows, n].

    A number has a byte if that holds the sum over all branches.
    """

    group: HeadGroup
    counts: Counts

    @property
    def total(self) -> Counts:
        """The count of each key over all branches [rows, n]."""
        return np.asarray(self.counts.sum(axis=0, dtype=self.counts.dtype))


def row_counts_of(
    pattern: Pattern, head: int, heads: int, rows: Numbers, n: int, inputs: Inputs, keys: Numbers | None = None
) -> RowCounts:
    """The counts of some rows of a head, from the meaning of the mask IR. `keys`: the keys to count; None: all."""
    columns, group = np.arange(n) if keys is None else keys, group_of(pattern, head, heads)
    kind = np.min_scalar_type(sum(branch.multiplicity for branch in group.branches))
    counts = np.empty((len(group.branches), rows.size, columns.size), kind)
    for own, branch in zip(counts, group.branches, strict=True):
        own[:] = admits(branch.mask, head, rows[:, None], columns[None, :], n, heads, inputs)
        own *= branch.multiplicity
    return RowCounts(group, counts)


def returns_lse(pattern: Pattern) -> bool:
    """Whether calls can return lse; they can't under `mean`, `sum` and `gate`, where a row has no single lse."""
    return not any(group.combine in (Combine.MEAN, Combine.SUM, Combine.GATE) for group in pattern.groups)


def in_absolute_numbers(before: Pattern, after: Pattern) -> bool:
    """Whether results depend on absolute counts (all keys counted twice differ from once): through lse, or a sink."""
    sinks = (isinstance(score, Sink) for pattern in (before, after) for score in pattern.scores)
    return all(map(returns_lse, (before, after))) or any(sinks)


def differing(before: RowCounts, after: RowCounts, absolute: bool) -> Truths:
    """A mask of the rows that compute different results [rows]."""
    rules = {before.group.combine, after.group.combine}
    if rules == {Combine.LSE} and absolute:
        return np.asarray((before.total != after.total).any(axis=1))
    found = np.zeros(before.counts.shape[1], bool)
    for row in np.flatnonzero(~_alike(before, after)):
        results = (_result(one.group, one.counts[:, row], absolute) for one in (before, after))
        found[row] = next(results) != next(results)
    return found


def _alike(before: RowCounts, after: RowCounts) -> Truths:
    """A mask of the rows that have the same counts branch by branch, under the same rule."""
    old, new = before.group, after.group
    same = (old.combine, old.divisor) == (new.combine, new.divisor) and before.counts.shape == after.counts.shape
    if not same:
        return np.zeros(before.counts.shape[1], bool)
    return np.asarray((before.counts == after.counts).all(axis=(0, 2)))


Result: TypeAlias = tuple[str, object]


def _result(group: HeadGroup, counts: Counts, absolute: bool) -> Result:
    """The normal form of one row, from its counts [branches, n]."""
    held = [row for row in counts if row.any()]
    match group.combine:
        case Combine.LSE:
            return _softmax(counts.sum(axis=0), absolute)
        case Combine.LSE_DETACH:
            parts = Counter(_key(row, absolute) for row in held)
            if len(parts) <= 1:
                return _softmax(counts.sum(axis=0), absolute)
            return "detached", frozenset(parts.items())
        case Combine.MEAN | Combine.SUM:
            weight = Fraction(1, group.divisor if group.combine is Combine.MEAN else 1)
            weights = Counter[bytes]()
            for row in held:
                weights[_key(row, True)] += weight  # type: ignore[assignment]  # fractions add up like integers
            if not weights:
                return _softmax(counts.sum(axis=0), absolute)
            if list(weights.values()) == [1]:
                return _softmax(held[0], absolute)
            return "weighted", frozenset(weights.items())
        case Combine.GATE:
            return "gated", tuple(_key(row, True) for row in counts)
        case _:
            assert_never(group.combine)


def _softmax(total: Counts, absolute: bool) -> Result:
    return "softmax", _key(total, absolute)


def _key(counts: Counts, absolute: bool) -> bytes:
    """The counts of a row as bytes, or only their ratios unless `absolute`."""
    common = 1 if absolute else int(np.gcd.reduce(counts)) or 1
    return np.asarray(counts // common, dtype=np.int64).tobytes()


# ---- both patterns in one call ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Both:
    """The two patterns in a call, each with its runtime inputs."""

    before: Pattern
    after: Pattern
    n: int
    heads: int
    inputs: tuple[Inputs, Inputs]

    def counts(self, head: int, rows: Numbers, keys: Numbers | None = None) -> tuple[RowCounts, RowCounts]:
        """The counts of some rows of a head, before and after. `keys`: the keys to count; None: all."""
        old, new = (
            row_counts_of(pattern, head, self.heads, rows, self.n, given, keys)
            for pattern, given in zip((self.before, self.after), self.inputs, strict=True)
        )
        return old, new

    def compared(self, head: int, rows: Numbers, keys: Numbers | None = None) -> tuple[RowCounts, RowCounts, Truths]:
        """The counts of some rows of a head, and which of the rows compute different results."""
        old, new = self.counts(head, rows, keys)
        return old, new, differing(old, new, in_absolute_numbers(self.before, self.after))


def both_in(before: Pattern, after: Pattern, n: int, heads: int, seed: int) -> Both:
    """The two patterns in a call with the runtime inputs of a seed."""
    return Both(before, after, n, heads, inputs_of_both(before, after, n, heads, seed))
