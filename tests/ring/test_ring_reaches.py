"""Reaches of clauses that no pattern file writes, but masks may hold, against the keys one by one."""

from __future__ import annotations

import pytest

from patternc.ir.mask import And, AtLeast, Below, Branch, Combine, Constant, HeadGroup, HeadRange, Pattern, Side
from patternc.ir.mask import RelativePosition as Relative
from patternc.ring.reaches import bounded_reaches

KEYS = 8


@pytest.mark.parametrize("n", [5, 12])
def test_a_shift_counts_without_a_period_and_keys_end_with_the_sequence(n: int) -> None:
    mask = And((AtLeast(Side.KEY, Relative(-3, 2)), Below(Side.KEY, Constant(KEYS))))
    pattern = Pattern("made", (HeadGroup(HeadRange(0, None), (Branch(mask),), Combine.LSE),))
    (reach,) = bounded_reaches(pattern)(0, 1, n)
    for q in range(n):
        low = max(reach.start, *(bound.at(q) for bound in reach.lows), 0)
        assert list(range(low, reach.stop)) == [k for k in range(n) if q + 2 - 3 <= k < KEYS]
