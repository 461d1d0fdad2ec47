"""Numbers of pairs that a pattern admits in ranges of queries and of keys, without iterating over all queries."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from patternc.counting.head_of_call import HeadOfCall, Numbers
from patternc.counting.progressions import progressions
from patternc.counting.row_keys import in_closed_form, keys_per_row
from patternc.ir.chosen_blocks import Nearest
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Branch,
    Constant,
    HeadRange,
    Pattern,
    Residue,
    Side,
)
from patternc.ir.semantics import Inputs, group_of, offset_value
from patternc.ir.traversal import atoms, names_in
from patternc.transforms import Clause, clauses_of

LISTED = 1 << 27
"""The most evaluations (pairs of positions times conditions) for all clauses without a closed form."""


class Heads(Protocol):
    """Some heads of a call over n positions, with the inputs of distinct batch entries."""

    @property
    def n(self) -> int:
        """The length of the sequence."""

    @property
    def own_heads(self) -> range:
        """The heads that are counted."""

    @property
    def model_heads(self) -> int:
        """The heads of the whole model."""

    @property
    def entries(self) -> tuple[Inputs, ...]:
        """The runtime inputs of each batch entry."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a head, also as a `pattern` of its own. `times`: how often each head of the call has an equal one."""

    pattern: Pattern
    literals: Clause
    head: int
    times: tuple[int, ...] = field(compare=False)


def pair_sums(normal: Pattern, call: Heads, ends: Numbers, keys: range | None = None) -> tuple[int, ...] | None:
    """The admitted pairs of the queries between consecutive `ends`, over all heads, averaged over batch entries.

    A pair that c branches admit counts c times. None if that takes too long to count.

    Args:
        normal: a pattern in the normal form of the passes.
        call: the call.
        ends: positions in ascending order.
        keys: the keys that are counted; None means all.
    """
    found = pair_sums_of_shares(normal, call, ends, 1, keys)
    return None if found is None else found[0]


def pair_sums_of_shares(
    normal: Pattern, call: Heads, ends: Numbers, shares: int, keys: range | None = None
) -> tuple[tuple[int, ...], ...] | None:
    """The sums of pairs for each of `shares` equal shares of the heads."""
    clauses = _clauses(normal, call, keys)
    listed = [one.literals for one in clauses if not in_closed_form(one.literals)]
    if call.n**2 * len(call.entries) * sum(1 for each in listed for one in each for _ in atoms(one)) > LISTED:
        return None
    # The most queries whose keys are counted for all clauses with a closed form, which is what takes time at length.
    total, left = np.zeros((shares, ends.size - 1), object), 1 << 23
    for clause in clauses:
        for inputs in call.entries:
            found = _of_clause(clause, call, inputs, ends, left)
            if found is None:
                return None
            times = np.array(clause.times).reshape(shares, -1).sum(axis=1)
            total += times[:, None].astype(object) * found[0].astype(object)
            left -= found[1]
    return tuple(tuple(int(pairs) // len(call.entries) for pairs in share) for share in total)


def _clauses(normal: Pattern, call: Heads, keys: range | None) -> tuple[_Clause, ...]:
    """The clauses of all heads; those of equal heads once."""
    limits = () if keys is None else (AtLeast(Side.KEY, Constant(keys.start)), Below(Side.KEY, Constant(keys.stop)))
    times: dict[tuple[Clause, tuple[int, ...]], list[int]] = {}
    for place, head in enumerate(call.own_heads):
        for branch in group_of(normal, head, call.model_heads).branches:
            for clause in clauses_of(branch.mask):
                key = clause, tuple(_read(clause, head, call.model_heads))
                times.setdefault(key, [0] * len(call.own_heads))[place] += branch.multiplicity
    return tuple(
        _Clause(
            _as_pattern(normal, (*clause, *limits)),
            (*clause, *limits),
            call.own_heads[next(place for place, several in enumerate(each) if several)],
            tuple(each),
        )
        for (clause, _), each in times.items()
    )


def _read(clause: Clause, head: int, heads: int) -> Iterator[int]:
    """Numbers that are equal for heads for which a clause means the same."""
    for atom in (atom for literal in clause for atom in atoms(literal)):
        if isinstance(atom, Residue):
            yield offset_value(atom.offset, atom.dilation, head, heads)
        elif "head" in names_in(atom):
            yield head


def _as_pattern(normal: Pattern, clause: Clause) -> Pattern:
    group = replace(normal.groups[0], heads=HeadRange(0, None), branches=(Branch(And(clause)),))
    return replace(normal, groups=(group,))


def _of_clause(
    clause: _Clause, call: Heads, inputs: Inputs, ends: Numbers, most: int
) -> tuple[npt.NDArray[np.generic], int] | None:
    """The pairs of a clause, for one head, of the queries between consecutive ends, and of how many rows keys were
    counted; None: of more than `most`.
    """
    if not in_closed_form(clause.literals):
        named = sorted(frozenset().union(*map(names_in, clause.literals)) & inputs.keys())
        read = tuple((name, _Read(inputs[name])) for name in named)
        return np.diff(_below(clause, call.n, call.model_heads, read)[ends]), 0

    def count(rows: Numbers) -> Numbers:
        return keys_per_row(clause.pattern, clause.head, call.model_heads, call.n, inputs, rows)

    head = HeadOfCall(clause.head, call.model_heads, call.n, inputs)
    found = progressions((clause.literals,), head, range(int(ends[0]), int(ends[-1])), count, most)
    return None if found is None else (found.between(ends, object if call.n**2 >> 61 else int), found.first.size)


@dataclass(frozen=True, slots=True)
class _Read:
    """The value of a runtime input, hashable by its numbers."""

    value: object = field(compare=False)
    numbers: Hashable = field(init=False)

    def __post_init__(self) -> None:
        assumed = isinstance(self.value, Nearest)  # which is as long as all lists if it is an array
        numbers = self.value if assumed else tuple(np.ravel(self.value).tolist())  # type: ignore[call-overload]
        object.__setattr__(self, "numbers", numbers)


@lru_cache(maxsize=1 << 10)  # one of each head: together at most LISTED / n rows
def _below(clause: _Clause, n: int, heads: int, read: tuple[tuple[str, _Read], ...]) -> Numbers:
    """The pairs of all queries below each position [n + 1], cached for all ranks, layouts and transports."""
    inputs = {name: given.value for name, given in read}
    counts = keys_per_row(clause.pattern, clause.head, heads, n, inputs)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
