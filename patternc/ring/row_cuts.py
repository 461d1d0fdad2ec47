"""Cuts of a clause's queries, between which its number of keys changes by a constant from one period to the next.

Bounds with a short period contribute to the common period; bounds with a longer one cut the queries where they step. A
step is left out if the bound is the tightest on neither side of it, or if no keys are admitted on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import lcm

import numpy as np

from patternc.ir.mask import (
    AtLeast,
    Below,
    Bound,
    Constant,
    FromEnd,
    OfBatch,
    OfDocument,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.semantics import Inputs, position
from patternc.ir.traversal import atoms
from patternc.ring.combs import Numbers, Truths, turn
from patternc.transforms import Clause

SHORT = 1 << 12
"""Bounds with periods up to this one contribute to the common period."""
STEPS = 1 << 18
"""The most steps of the bounds of a clause at which its queries may be cut."""


@dataclass(frozen=True, slots=True)
class _Limits:
    """The bounds of a clause in a call of n positions: on keys, and the queries in [first, end)."""

    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    first: int
    end: int
    n: int
    inputs: Inputs

    def low(self, q: Numbers, without: Bound | None = None) -> Numbers:
        """The first admitted key of some queries. `without`: a bound that is left out."""
        rest = (self._at(bound, q) for bound in self.lows if bound != without)
        return reduce(np.maximum, rest, np.zeros_like(q))

    def high(self, q: Numbers, without: Bound | None = None) -> Numbers:
        """The end of the admitted keys of some queries. `without`: a bound that is left out."""
        rest = (self._at(bound, q) for bound in self.highs if bound != without)
        return reduce(np.minimum, rest, np.full_like(q, self.n))

    def _at(self, bound: Bound, q: Numbers) -> Numbers:
        return np.asarray(position(bound, q, self.n, self.inputs))

    def admits_none(self, first: Numbers, last: Numbers) -> Truths:
        """Whether no query from `first` to `last` has keys: no bound falls from a query to the next."""
        outside = (last < self.first) | (first >= self.end)
        return np.asarray(outside | (self.low(first) >= self.high(last)))

    def binds(self, bound: Bound, first: Numbers, last: Numbers) -> Truths:
        """Whether a bound, which is constant from `first` to `last`, may be the tightest for some of these queries."""
        own = self._at(bound, first)
        below = (own <= self.high(last, bound)) if bound in self.highs else np.zeros(first.size, bool)
        above = (own >= self.low(first, bound)) if bound in self.lows else np.zeros(first.size, bool)
        return np.asarray(below | above)


def period_of(clause: Clause) -> int:
    """A common multiple of the periods of residue classes, and of the periods of bounds up to SHORT."""
    classes = [atom for literal in clause for atom in atoms(literal) if isinstance(atom, Residue | SameResidue)]
    period = lcm(*(turn(atom) for atom in classes))
    for bound in sorted({bound.period for bound in _bounds(clause) if isinstance(bound, RelativePosition)}):
        if lcm(period, bound) <= max(period, SHORT):
            period = lcm(period, bound)
    return period


def row_cuts(clause: Clause, period: int, n: int, inputs: Inputs, ends: Numbers) -> Numbers | None:
    """The cuts, which include the ends; None if bounds have more than STEPS steps between the first and last end."""
    bounds, limits = _bounds(clause), _limits(clause, n, inputs)
    span = int(ends[-1] - ends[0])
    if sum(span // one.period for one in bounds if isinstance(one, RelativePosition) and period % one.period) > STEPS:
        return None
    steps = [_steps(bound, period, ends, limits) for bound in bounds]
    named = np.array([limits.first, limits.end])
    coarse = _distinct(np.concatenate([ends, *steps, named]))
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


def have_keys(clause: Clause, n: int, inputs: Inputs, cuts: Numbers) -> Truths:
    """Between which consecutive cuts the bounds of a clause may admit keys."""
    return ~_limits(clause, n, inputs).admits_none(cuts[:-1], cuts[1:] - 1)


def _bounds(clause: Clause) -> list[Bound]:
    return [one.bound for one in clause if isinstance(one, AtLeast | Below)]


def _limits(clause: Clause, n: int, inputs: Inputs) -> _Limits:
    lows, highs = (
        {side: tuple(one.bound for one in clause if isinstance(one, kind) and one.side is side) for side in Side}
        for kind in (AtLeast, Below)
    )
    first, end = ([int(position(bound, 0, n, inputs)) for bound in some[Side.QUERY]] for some in (lows, highs))
    return _Limits(lows[Side.KEY], highs[Side.KEY], max((0, *first)), min((n, *end)), n, inputs)


def _distinct(positions: Numbers) -> Numbers:
    """The distinct positions in ascending order; `np.unique` takes several times as long, because it hashes."""
    found = np.sort(positions, kind="stable")
    return found[np.append(True, found[1:] != found[:-1])] if found.size else found


def _steps(bound: Bound, period: int, ends: Numbers, limits: _Limits) -> Numbers:
    """The queries between the ends at which a bound steps, unless its period divides `period`."""
    match bound:
        case RelativePosition(_, shift, own) if period % own:
            every = np.arange(-(-(ends[0] + shift) // own) * own - shift, ends[-1], own, dtype=np.int64)
            return _that_matter(bound, every, ends, limits)
        case OfDocument(name, _, block):
            return np.array([int(offset) * block for offset in limits.inputs[name]], np.int64)
        case RelativePosition() | Constant() | FromEnd() | OfBatch():
            return np.zeros(0, np.int64)


def _that_matter(bound: Bound, steps: Numbers, ends: Numbers, limits: _Limits) -> Numbers:
    """The steps on a side of which the bound binds and keys are admitted, and where what holds of it changes."""
    first, last = np.concatenate([ends[:1], steps]), np.append(steps, ends[-1]) - 1
    binds = limits.binds(bound, first, last)
    counts = binds & ~limits.admits_none(first, last)
    changes = (binds[1:] != binds[:-1]) | counts[1:] | counts[:-1]
    return np.asarray(steps[changes])
