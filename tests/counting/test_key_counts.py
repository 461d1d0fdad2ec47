"""Closed-form key counts are what the meaning counts."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import GRID, inputs_for, patterns, wide_patterns

from patternc.counting.row_keys import keys_per_row
from patternc.ir.mask import And, Below, Branch, Combine, HeadGroup, HeadRange, Pattern, Random, RelativePosition, Side
from patternc.ir.semantics import multiplicities
from patternc.transforms import PASSES


@settings(max_examples=200, deadline=None)
@given(patterns(), st.integers(1, 45), st.integers(0, 2))
def test_keys_per_row(pattern: Pattern, n: int, head: int) -> None:
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    times = sum((1 * count for count in multiplicities(pattern, head, q, k, n, 3)), np.zeros((n, n), int))
    meant = times.sum(axis=1)
    assert (keys_per_row(normal, head, 3, n) == meant).all()


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(wide_patterns(), st.integers(0, 2), st.data())
def test_keys_per_row_of_any_mask(pattern: Pattern, head: int, data: st.DataObject) -> None:
    n = prod(GRID)
    inputs = data.draw(inputs_for(n, 3))
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    counts = multiplicities(pattern, head, q, k, n, 3, inputs)
    meant = sum((1 * count for count in counts), np.zeros((n, n), int)).sum(axis=1)
    assert (keys_per_row(normal, head, 3, n, inputs) == meant).all()


def test_listed_keys_are_counted_block_by_block() -> None:
    """Pair by pair, 64K tokens would take a minute."""
    n = 1 << 16
    listed = And((Random(64, 7, count=3), Below(Side.KEY, RelativePosition(1))))
    pattern = Pattern("listed", (HeadGroup(HeadRange(0, None), (Branch(listed),), Combine.LSE),))
    counts = keys_per_row(pattern, 0, 1, n)
    blocks = counts.reshape(-1, 64)
    assert (blocks[:, -1] % 64 == 0).all()
    assert blocks[-1, -1] == 3 * 64
