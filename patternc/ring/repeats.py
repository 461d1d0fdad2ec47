"""Clauses whose key counts repeat: far from the ends, queries one period apart have the same number of keys."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

import numpy as np

from patternc.ir.mask import AtLeast, Below, Bound, OfDocument, RelativePosition, Residue, SameResidue, Side
from patternc.ir.semantics import Inputs, position
from patternc.ir.traversal import atoms
from patternc.ring.combs import LONGEST, Numbers
from patternc.ring.reached import turn
from patternc.transforms import Clause


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
