"""Batches, run by NumPy, count what the meaning counts: every loop, view, bound and list, at any cut of a call."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import GRID, MOST, inputs_for, lengths, patterns, wide_patterns
from walks import HEADS, lower

from patternc.codegen.torch import TORCH
from patternc.codegen.torch.legalize import legalize
from patternc.ir.batch import Batches
from patternc.ir.evaluate_batches import Call, Sizes, Visits, evaluate_batches
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Combine, Pattern
from patternc.ir.semantics import Inputs, multiplicities
from patternc.schedule.grid_layout import candidates, numbering

TOTAL = HEADS  # tables of some masks have as many
ORDERS = {layout: numbering(layout, GRID) for layout in candidates(GRID)}


@st.composite
def calls(draw: st.DrawFn, n: int, inputs: Inputs) -> Call:
    """A part of the queries, of the keys and of the heads."""
    ends = sorted(draw(st.sets(st.integers(0, n), min_size=2, max_size=2))) if draw(st.booleans()) else [0, n]
    cuts = sorted(draw(st.sets(st.integers(0, n), min_size=2, max_size=2))) if draw(st.booleans()) else [0, n]
    first = draw(st.integers(0, TOTAL - 1))
    heads = draw(st.integers(1, TOTAL - first))
    return Call(n, range(*ends), range(*cuts), heads, first, TOTAL, inputs, ORDERS)


sizes = st.builds(Sizes, st.integers(1, 9), st.integers(1, 20), st.sampled_from([1, 16, 40]), st.booleans())


def meant(pattern: Pattern, kernel: Kernel, call: Call) -> np.ndarray:
    """How often the branches of each softmax count each pair."""
    (group,) = kernel.groups
    q, k = np.array(call.queries)[:, None], np.array(call.keys)[None, :]
    found = np.zeros((len(group.softmaxes), call.heads, len(call.queries), len(call.keys)), int)
    for head in range(call.heads):
        counts = multiplicities(pattern, call.head_offset + head, q, k, call.n, call.num_heads, call.inputs)
        for index, softmax in enumerate(group.softmaxes):
            own = counts if group.combine is Combine.LSE else [counts[branch] for branch in softmax.branches]
            found[index, head] = sum(np.asarray(one, int) for one in own)
    return found


def hold(pattern: Pattern, call: Call, size: Sizes) -> tuple[Batches, Visits]:
    kernel = lower(pattern, TORCH.lowerings, TORCH.columns)
    batches = legalize(kernel)
    found = evaluate_batches(batches, call, size)
    assert np.array_equal(found.counts, meant(pattern, kernel, call))
    assert found.executed >= found.useful
    return batches, found


@settings(max_examples=300, deadline=None)
@given(patterns(), st.integers(1, MOST), sizes, st.data())
def test_batches_count_what_the_meaning_counts(pattern: Pattern, n: int, size: Sizes, data: st.DataObject) -> None:
    hold(pattern, data.draw(calls(n, {})), size)


@settings(max_examples=200, deadline=None)
@given(wide_patterns(), sizes, st.data())
def test_batches_count_what_any_mask_counts(pattern: Pattern, size: Sizes, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    hold(pattern, data.draw(calls(n, data.draw(inputs_for(n, TOTAL)))), size)
