"""Closed-form key counts are what the meaning counts."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import patterns

from patternc.cost import keys_per_row
from patternc.mask_ir import Pattern
from patternc.passes import PASSES
from patternc.semantics import multiplicities


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
