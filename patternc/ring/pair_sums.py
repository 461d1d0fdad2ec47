"""How many pairs a pattern admits in ranges of queries and of keys, without iterating over all queries.

If a clause's number of keys repeats along queries, one period gives the sum over any range. Otherwise, for queries one
period apart, the number of keys changes by a constant as long as the same bounds are the tightest. So queries are cut
where a bound with a long period steps, and around the positions where another bound may become the tightest. Between
two cuts, the first and the last query of each residue class give the sum over all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import lcm

import numpy as np

from patternc.analysis.work import in_closed_form, keys_per_row
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Branch,
    Constant,
    FromEnd,
    HeadRange,
    OfBatch,
    OfDocument,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.semantics import Inputs, admits, group_of, offset_value, position
from patternc.ir.traversal import atoms, names_in
from patternc.ring.combs import Numbers, Truths
from patternc.ring.reached import turn
from patternc.ring.repeats import repeat
from patternc.ring.settings import Sizes
from patternc.transforms import Clause, clauses_of

SHORT = 1 << 12
"""Bounds with periods up to this one contribute to the common period; for the others, queries are cut."""
LISTED = 1 << 27
"""The most evaluations (pairs of positions times conditions) for all clauses without a closed form."""
AT_ONCE = 1 << 20
"""The number of queries whose keys are counted at a time."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a head, also as a `pattern` of its own; `times`: its multiplicity times the number of equal heads."""

    pattern: Pattern
    literals: Clause
    head: int
    times: int


@dataclass(frozen=True, slots=True)
class _Rows:
    """Runs of consecutive queries from `start` on. `twice`: twice the weight of each query; `stretch`: its stretch."""

    start: Numbers
    length: Numbers
    twice: Numbers
    stretch: Numbers

    def only(self, chosen: Truths | slice) -> _Rows:
        """The chosen runs."""
        return _Rows(self.start[chosen], self.length[chosen], self.twice[chosen], self.stretch[chosen])


def pair_sums(normal: Pattern, sizes: Sizes, ends: Numbers, keys: range | None = None) -> tuple[int, ...] | None:
    """The admitted pairs of the queries between consecutive `ends`, over all heads, averaged over batch entries.

    A pair that c branches admit counts c times. None if clauses without a closed form take too long to count.

    Args:
        normal: a pattern in the normal form of the passes.
        sizes: the call.
        ends: positions in ascending order.
        keys: the keys that are counted; None means all.
    """
    total = [0] * (ends.size - 1)
    clauses = _clauses(normal, sizes, keys)
    listed = [one.literals for one in clauses if not in_closed_form(one.literals)]
    if sizes.n**2 * len(sizes.entries) * sum(1 for each in listed for one in each for _ in atoms(one)) > LISTED:
        return None
    for one in clauses:
        for inputs in sizes.entries:
            found = _of_clause(one, sizes, inputs, ends)
            total = [before + one.times * own for before, own in zip(total, found.tolist(), strict=True)]
    return tuple(one // len(sizes.entries) for one in total)


def _clauses(normal: Pattern, sizes: Sizes, keys: range | None) -> tuple[_Clause, ...]:
    """The clauses of all heads; those of equal heads once."""
    limits = () if keys is None else (AtLeast(Side.KEY, Constant(keys.start)), Below(Side.KEY, Constant(keys.stop)))
    times: dict[tuple[Clause, tuple[int, ...]], tuple[int, int]] = {}
    for head in sizes.own_heads:
        for branch in group_of(normal, head, sizes.model_heads).branches:
            for clause in clauses_of(branch.mask):
                known = times.setdefault((clause, tuple(_read(clause, head, sizes.model_heads))), (head, 0))
                times[clause, tuple(_read(clause, head, sizes.model_heads))] = known[0], known[1] + branch.multiplicity
    return tuple(
        _Clause(_as_pattern(normal, (*clause, *limits)), (*clause, *limits), head, several)
        for (clause, _), (head, several) in times.items()
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


def _of_clause(one: _Clause, sizes: Sizes, inputs: Inputs, ends: Numbers) -> Numbers:
    """The pairs of a clause, for one head, of the queries between consecutive ends."""
    if not in_closed_form(one.literals):
        named = sorted(frozenset().union(*map(names_in, one.literals)) & inputs.keys())
        read = tuple((name, _Read(inputs[name])) for name in named)
        return np.diff(_below(one, sizes.n, sizes.model_heads, read)[ends])
    same = repeat(one.literals, sizes.n, inputs)
    if same is None:
        return _between_cuts(one, sizes, inputs, ends)
    counts = _counts(one, np.arange(same.start, same.start + same.period), sizes, inputs)
    before, after = np.minimum(ends, same.start), np.maximum(ends, same.stop)
    rest = _between_cuts(one, sizes, inputs, before) + _between_cuts(one, sizes, inputs, after)
    return np.asarray(rest + same.sums(counts, ends))


@dataclass(frozen=True, slots=True)
class _Read:
    """The value of a runtime input, hashable by its numbers."""

    value: object = field(compare=False)
    numbers: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", tuple(np.ravel(self.value).tolist()))  # type: ignore[call-overload]


@lru_cache(maxsize=64)
def _below(one: _Clause, n: int, heads: int, read: tuple[tuple[str, _Read], ...]) -> Numbers:
    """The pairs of all queries below each position [n + 1], cached for all ranks, layouts and transports."""
    inputs = {name: given.value for name, given in read}
    counts = keys_per_row(one.pattern, one.head, heads, n, inputs)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def _between_cuts(one: _Clause, sizes: Sizes, inputs: Inputs, ends: Numbers) -> Numbers:
    """The pairs of the queries between consecutive ends, from few queries between the cuts."""
    period = _period(one.literals)
    cuts = _cuts(one.literals, period, sizes.n, inputs, ends)
    twice = np.zeros(max(cuts.size - 1, 0), np.int64)
    for part in _parts(_rows(cuts, period)):
        ahead = np.cumsum(part.length) - part.length
        rows = np.repeat(part.start - ahead, part.length) + np.arange(int(part.length.sum()))
        counts = _counts(one, rows, sizes, inputs)
        np.add.at(twice, part.stretch, np.add.reduceat(counts, ahead) * part.twice)
    sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(twice // 2)])
    return np.diff(sums[np.searchsorted(cuts, ends)])


def _counts(one: _Clause, rows: Numbers, sizes: Sizes, inputs: Inputs) -> Numbers:
    """The number of keys of some queries; queries outside the clause's residue class are skipped."""
    n, heads = sizes.n, sizes.model_heads
    live = np.ones(rows.size, bool)
    for literal in one.literals:
        if isinstance(literal, Residue) and literal.side is Side.QUERY:
            live &= admits(literal, one.head, rows, rows, n, heads)
    counts = np.zeros(rows.size, np.int64)
    counts[live] = keys_per_row(one.pattern, one.head, heads, n, inputs, rows[live])
    return counts


def _rows(cuts: Numbers, period: int) -> _Rows:
    """The queries whose weighted counts give the sum over each stretch between two cuts."""
    start, length = cuts[:-1], np.diff(cuts)
    stretch, turns = np.arange(start.size), length // period
    short = length <= 2 * period + 4
    turns = np.where(short, 0, turns)
    rest, whole = turns * period, np.where(short, 0, period)
    last = start + np.maximum(turns - 1, 0) * period
    parts = (
        _Rows(start, whole, turns, stretch),
        _Rows(last, whole, turns, stretch),
        _Rows(start + rest, length - rest, np.full_like(start, 2), stretch),
    )
    every = _Rows(*(np.concatenate([getattr(part, name) for part in parts]) for name in _Rows.__slots__))
    return every.only(every.length > 0)


def _parts(rows: _Rows) -> Iterator[_Rows]:
    """The runs in parts of limited size."""
    done = np.cumsum(rows.length)
    at = 0
    while at < done.size:
        before = int(done[at - 1]) if at else 0
        end = max(at + 1, int(np.searchsorted(done, before + AT_ONCE, side="right")))
        yield rows.only(slice(at, end))
        at = end


def _cuts(clause: Clause, period: int, n: int, inputs: Inputs, ends: Numbers) -> Numbers:
    """Positions between which the number of keys changes by a constant from one period to the next."""
    bounds = [one.bound for one in clause if isinstance(one, AtLeast | Below)]
    steps = [_steps(bound, period, ends, inputs) for bound in bounds]
    own = [one.bound for one in clause if isinstance(one, AtLeast | Below) and one.side is Side.QUERY]
    named = [np.array([int(position(bound, 0, n, inputs))]) for bound in own]
    coarse = _distinct(np.concatenate([ends, *steps, *named]))
    coarse = coarse[(coarse >= ends[0]) & (coarse <= ends[-1])]
    first, last = coarse[:-1], coarse[1:]
    fine = [bound for bound in bounds if isinstance(bound, RelativePosition) and period % bound.period == 0]
    level = [np.zeros_like(first), np.full_like(first, n)]
    level += [position(bound, first, n, inputs) + 0 * first for bound in bounds if bound not in fine]
    found = [coarse]
    for bound in dict.fromkeys(fine):
        for value in level:  # near here the bound may become the tightest, or stop being it
            near = value - bound.offset - bound.shift
            found += [np.clip(near - 1, first, last), np.clip(near + bound.period + 2, first, last)]
    return _distinct(np.concatenate(found))


def _distinct(positions: Numbers) -> Numbers:
    """The distinct positions in ascending order; `np.unique` takes several times as long, because it hashes."""
    found = np.sort(positions, kind="stable")
    return found[np.append(True, found[1:] != found[:-1])] if found.size else found


def _steps(bound: Bound, period: int, ends: Numbers, inputs: Inputs) -> Numbers:
    """The queries between the ends at which a bound steps, unless its period divides `period`."""
    match bound:
        case RelativePosition(_, shift, own) if period % own:
            return np.arange(-(-(ends[0] + shift) // own) * own - shift, ends[-1], own, dtype=np.int64)
        case OfDocument(name, _, block):
            return np.array([int(offset) * block for offset in inputs[name]], np.int64)
        case RelativePosition() | Constant() | FromEnd() | OfBatch():
            return np.zeros(0, np.int64)


def _period(clause: Clause) -> int:
    """A common multiple of the periods of residue classes, and of the periods of bounds up to SHORT."""
    classes = [atom for literal in clause for atom in atoms(literal) if isinstance(atom, Residue | SameResidue)]
    period = lcm(*(turn(atom) for atom in classes))
    bounds = [one.bound for one in clause if isinstance(one, AtLeast | Below)]
    for bound in sorted({bound.period for bound in bounds if isinstance(bound, RelativePosition)}):
        if lcm(period, bound) <= max(period, SHORT):
            period = lcm(period, bound)
    return period
