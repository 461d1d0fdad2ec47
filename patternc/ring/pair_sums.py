"""How many pairs a pattern admits in ranges of queries and of keys, without iterating over all queries.

If a clause's number of keys repeats along queries, one period gives the sum over any range. Otherwise, for queries one
period apart, the number of keys changes by a constant as long as the same bounds are the tightest. So queries are cut
where a bound with a long period steps, and around the positions where another bound may become the tightest
(`row_cuts`). Between two cuts, the first and the last query of each residue class give the sum over all.
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
    HeadRange,
    OfDocument,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.semantics import Inputs, admits, group_of, offset_value, position
from patternc.ir.traversal import atoms, names_in
from patternc.ring.combs import LONGEST, Numbers, Truths, turn
from patternc.ring.row_cuts import have_keys, period_of, row_cuts
from patternc.ring.settings import Sizes
from patternc.transforms import Clause, clauses_of

LISTED = 1 << 27
"""The most evaluations (pairs of positions times conditions) for all clauses without a closed form."""
ROWS = 1 << 23
"""The most queries whose keys are counted for all clauses with a closed form, which is what takes time at length."""
AT_ONCE = 1 << 20
"""The number of queries whose keys are counted at a time."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a head, also as a `pattern` of its own. `times`: how often each head of the call has an equal one."""

    pattern: Pattern
    literals: Clause
    head: int
    times: tuple[int, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Counted:
    """The pairs of a clause in each range of queries, for one head, and of how many `rows` keys were counted."""

    pairs: Numbers
    rows: int


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

    A pair that c branches admit counts c times. None if that takes too long to count.

    Args:
        normal: a pattern in the normal form of the passes.
        sizes: the call.
        ends: positions in ascending order.
        keys: the keys that are counted; None means all.
    """
    found = pair_sums_of_shares(normal, sizes, ends, 1, keys)
    return None if found is None else found[0]


def pair_sums_of_shares(
    normal: Pattern, sizes: Sizes, ends: Numbers, shares: int, keys: range | None = None
) -> tuple[tuple[int, ...], ...] | None:
    """The same for each of `shares` equal shares of the heads."""
    clauses = _clauses(normal, sizes, keys)
    listed = [one.literals for one in clauses if not in_closed_form(one.literals)]
    if sizes.n**2 * len(sizes.entries) * sum(1 for each in listed for one in each for _ in atoms(one)) > LISTED:
        return None
    total, left = np.zeros((shares, ends.size - 1), _kind(sizes)), ROWS
    for one in clauses:
        for inputs in sizes.entries:
            found = _of_clause(one, sizes, inputs, ends, left)
            if found is None:
                return None
            times = np.array(one.times).reshape(shares, -1).sum(axis=1)
            total += times[:, None].astype(total.dtype) * found.pairs
            left -= found.rows
    return tuple(tuple(int(pairs) // len(sizes.entries) for pairs in share) for share in total)


def _kind(sizes: Sizes) -> str:
    """The type of sums: 64 bits, or Python's integers at lengths where twice the pairs don't fit into them."""
    return "int64" if 2 * sizes.n**2 * sizes.heads * len(sizes.entries) < 1 << 62 else "object"


def _clauses(normal: Pattern, sizes: Sizes, keys: range | None) -> tuple[_Clause, ...]:
    """The clauses of all heads; those of equal heads once."""
    limits = () if keys is None else (AtLeast(Side.KEY, Constant(keys.start)), Below(Side.KEY, Constant(keys.stop)))
    times: dict[tuple[Clause, tuple[int, ...]], list[int]] = {}
    for place, head in enumerate(sizes.own_heads):
        for branch in group_of(normal, head, sizes.model_heads).branches:
            for clause in clauses_of(branch.mask):
                key = clause, tuple(_read(clause, head, sizes.model_heads))
                times.setdefault(key, [0] * sizes.heads)[place] += branch.multiplicity
    return tuple(
        _Clause(
            _as_pattern(normal, (*clause, *limits)),
            (*clause, *limits),
            sizes.own_heads[next(place for place, several in enumerate(each) if several)],
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


def _of_clause(one: _Clause, sizes: Sizes, inputs: Inputs, ends: Numbers, most: int) -> _Counted | None:
    """The pairs of a clause, for one head, of the queries between consecutive ends; None: of more than `most` rows."""
    if not in_closed_form(one.literals):
        named = sorted(frozenset().union(*map(names_in, one.literals)) & inputs.keys())
        read = tuple((name, _Read(inputs[name])) for name in named)
        return _Counted(np.diff(_below(one, sizes.n, sizes.model_heads, read)[ends]), 0)
    same = repeat(one.literals, sizes.n, inputs)
    if same is None:
        return _between_cuts(one, sizes, inputs, ends, most)
    before = _between_cuts(one, sizes, inputs, np.minimum(ends, same.start), most - same.period)
    if before is None:
        return None
    after = _between_cuts(one, sizes, inputs, np.maximum(ends, same.stop), most - same.period - before.rows)
    if after is None:
        return None
    counts = _counts(one, np.arange(same.start, same.start + same.period), sizes, inputs)
    pairs = before.pairs + after.pairs + same.sums(counts.astype(_kind(sizes)), ends)
    return _Counted(pairs, same.period + before.rows + after.rows)


@dataclass(frozen=True, slots=True)
class _Read:
    """The value of a runtime input, hashable by its numbers."""

    value: object = field(compare=False)
    numbers: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", tuple(np.ravel(self.value).tolist()))  # type: ignore[call-overload]


@lru_cache(maxsize=1 << 10)  # one of each head: together at most LISTED / n rows
def _below(one: _Clause, n: int, heads: int, read: tuple[tuple[str, _Read], ...]) -> Numbers:
    """The pairs of all queries below each position [n + 1], cached for all ranks, layouts and transports."""
    inputs = {name: given.value for name, given in read}
    counts = keys_per_row(one.pattern, one.head, heads, n, inputs)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def _between_cuts(one: _Clause, sizes: Sizes, inputs: Inputs, ends: Numbers, most: int) -> _Counted | None:
    """The pairs of the queries between consecutive ends, from few queries between the cuts."""
    period = period_of(one.literals)
    cuts = row_cuts(one.literals, period, sizes.n, inputs, ends)
    if cuts is None:
        return None
    every = _rows(cuts, period, have_keys(one.literals, sizes.n, inputs, cuts))
    looked = int(every.length.sum())
    if looked > most:
        return None
    twice = np.zeros(max(cuts.size - 1, 0), _kind(sizes))
    for part in _parts(every):
        ahead = np.cumsum(part.length) - part.length
        rows = np.repeat(part.start - ahead, part.length) + np.arange(int(part.length.sum()))
        counts = _counts(one, rows, sizes, inputs).astype(twice.dtype)
        np.add.at(twice, part.stretch, np.add.reduceat(counts, ahead) * part.twice)
    sums = np.concatenate([np.zeros(1, twice.dtype), np.cumsum(twice // 2)])
    return _Counted(np.diff(sums[np.searchsorted(cuts, ends)]), looked)


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


def _rows(cuts: Numbers, period: int, live: Truths) -> _Rows:
    """The queries whose weighted counts give the sum over each stretch between two cuts. `live`: those with keys."""
    start, length = cuts[:-1], np.where(live, np.diff(cuts), 0)
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


# ---- clauses whose key counts repeat ---------------------------------------------------------------------------------
# Far from the ends, queries one period apart have the same number of keys.


@dataclass(frozen=True, slots=True)
class Repeat:
    """In [start, stop), the number of keys of a query is a periodic function of the query."""

    start: int
    stop: int
    period: int

    def sums(self, counts: Numbers, ends: Numbers) -> Numbers:
        """The number of keys of the queries between consecutive ends; `counts`: of each query of the first period."""
        below = np.concatenate([np.zeros(1, counts.dtype), np.cumsum(counts)])
        turns, place = np.divmod(np.clip(ends, self.start, self.stop) - self.start, self.period)
        return np.asarray(np.diff(turns.astype(counts.dtype) * below[-1] + below[place]))


def repeat(clause: Clause, n: int, inputs: Inputs) -> Repeat | None:
    """Where the key counts of a clause in closed form repeat; None if that is for less than two periods.

    They repeat where the tightest lower and upper bounds are both relative to the query, not fixed positions.
    """
    bounds = [one for one in clause if isinstance(one, AtLeast | Below)]
    if any(isinstance(one.bound, OfDocument) for one in bounds):
        return None
    keys = [one for one in bounds if one.side is Side.KEY]
    lows, low = _apart([one.bound for one in keys if isinstance(one, AtLeast)], n, inputs)
    highs, high = _apart([one.bound for one in keys if isinstance(one, Below)], n, inputs)
    if not lows or not highs:
        return None
    classes = [atom for literal in clause for atom in atoms(literal) if isinstance(atom, Residue | SameResidue)]
    period = lcm(*(turn(one) for one in classes), *(one.period for one in (*lows, *highs)))
    start, stop = (int(value) for value in _queries(bounds, n, inputs))
    start = max(start, min(_first_above(one, max((0, *low)) - 1) for one in lows))
    stop = min(stop, max(_first_above(one, min((n, *high))) for one in highs))
    return Repeat(start, stop, period) if period <= LONGEST and stop - start >= 2 * period else None


def _apart(bounds: list[Bound], n: int, inputs: Inputs) -> tuple[list[RelativePosition], list[int]]:
    """The bounds that are relative to the query, and the positions of the fixed bounds."""
    rest = [int(position(one, 0, n, inputs)) for one in bounds if not isinstance(one, RelativePosition)]
    return [one for one in bounds if isinstance(one, RelativePosition)], rest


def _queries(bounds: list[AtLeast | Below], n: int, inputs: Inputs) -> tuple[int, int]:
    """The range of queries that the bounds on queries admit."""
    rows = [one for one in bounds if one.side is Side.QUERY]
    lows = [int(position(one.bound, 0, n, inputs)) for one in rows if isinstance(one, AtLeast)]
    highs = [int(position(one.bound, 0, n, inputs)) for one in rows if isinstance(one, Below)]
    return max((0, *lows)), min((n, *highs))


def _first_above(bound: RelativePosition, x: int) -> int:
    """The first query whose bound is above x."""
    return ((x - bound.offset) // bound.period + 1) * bound.period - bound.shift
