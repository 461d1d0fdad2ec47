"""Clauses whose rows repeat: far enough from the ends of the keys, queries a period apart have as many keys."""

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
    """The queries from `start` on and below `stop` have as many keys as those `period` before them."""

    start: int
    stop: int
    period: int

    def sums(self, counts: Numbers, ends: Numbers) -> Numbers:
        """The keys of queries between each two of the ends; `counts`: those of each query of the first period."""
        below = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        place = np.clip(ends, self.start, self.stop) - self.start
        return np.asarray(np.diff(place // self.period * below[-1] + below[place % self.period]))


def repeat(clause: Clause, n: int, inputs: Inputs) -> Repeat | None:
    """Where the rows of a clause in closed form repeat; None where that is for less than two periods.

    They do where a bound that follows the query decides on both sides, and not one that stands still.
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
    """Bounds that follow the query, and the positions of those that do not."""
    rest = [int(position(one, 0, n, inputs)) for one in bounds if not isinstance(one, RelativePosition)]
    return [one for one in bounds if isinstance(one, RelativePosition)], rest


def _queries(bounds: list[AtLeast | Below], n: int, inputs: Inputs) -> tuple[int, int]:
    """From which query on, and below which, bounds of queries admit them."""
    rows = [one for one in bounds if one.side is Side.QUERY]
    lows = [int(position(one.bound, 0, n, inputs)) for one in rows if isinstance(one, AtLeast)]
    highs = [int(position(one.bound, 0, n, inputs)) for one in rows if isinstance(one, Below)]
    return max((0, *lows)), min((n, *highs))


def _first_above(bound: RelativePosition, x: int) -> int:
    """The first query whose bound is above x."""
    return ((x - bound.offset) // bound.period + 1) * bound.period - bound.shift
