"""Sweeps that test or count pairs one by one: they visit the right pairs, and are chosen where faster."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fused_classes import clauses
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import causal, inputs_for, lengths, wide_patterns
from walks import HEADS, check, lower, pattern_of

from patternc.ir.kernel import Lowering
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Box,
    Fixed,
    Mask,
    Not,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    Side,
)
from patternc.schedule.dense_lowerings import counting_sweep, relative_time
from patternc.schedule.sweeps import chained


@pytest.mark.long
@settings(max_examples=120, deadline=None)
@given(wide_patterns(), st.data())
def test_dense_sweeps_visit_what_any_mask_admits(pattern: Pattern, data: st.DataObject) -> None:
    """Nothing listed, and everything counted in one sweep."""
    n = data.draw(lengths(pattern))
    inputs = data.draw(inputs_for(n, HEADS))
    found = tuple(replace(one, tested=True) for one in clauses(pattern))
    branches = tuple(range(len(pattern.groups[0].branches)))
    for softmax in (chained(branches, found, pattern.layout), *([counting_sweep(branches, found)] if found else [])):
        check(pattern, softmax, branches, n, inputs)
        assert not any(piece.listing for sweep in (*softmax.queries, *softmax.keys) for piece in sweep.pieces)


def dense(share: float, block: int) -> Mask:
    return Random(block, 1, threshold=round(share * 2**32))


@pytest.mark.parametrize(
    ("mask", "is_listed"),
    [
        (dense(0.5, 1), False),
        (dense(0.01, 1), True),
        (And((dense(0.5, 2), causal())), False),
        (dense(0.5, 16), True),
        (dense(0.5, 64), True),
        (Not(Random(64, 1, count=3)), True),
        (Random(64, 1, count=3), True),
    ],
)
def test_full_lists_are_tested_pair_by_pair(mask: Mask, is_listed: bool) -> None:
    (group,) = lower(pattern_of(mask), tuple(Lowering)).groups
    (piece,) = group.softmaxes[0].queries[0].pieces
    assert (piece.listing is not None, bool(piece.residual)) == (is_listed, not is_listed)
    assert relative_time(group.softmaxes[0]) < 2


def test_branches_that_hold_most_pairs_are_counted_in_one_sweep() -> None:
    masks = [Not(Residue(Side.KEY, 16, Fixed(i))) for i in range(8)]
    (group,) = lower(pattern_of(*masks, masks[0]), tuple(Lowering)).groups
    assert group.lowering is Lowering.COUNTED
    ((piece,),) = (sweep.pieces for sweep in group.softmaxes[0].queries)
    assert [number for _, number in piece.counted] == [2, 1, 1, 1, 1, 1, 1, 1]
    near = [And((AtLeast(Side.KEY, RelativePosition(-900 - i)), causal())) for i in range(8)]
    (group,) = lower(pattern_of(*near), tuple(Lowering)).groups
    ((piece,),) = (sweep.pieces for sweep in group.softmaxes[0].queries)
    assert (piece.lows, piece.highs) == ((RelativePosition(-907),), (RelativePosition(1),))
    apart = [
        And((AtLeast(Side.KEY, RelativePosition(0, 0, w)), Below(Side.KEY, RelativePosition(w, 0, w))))
        for w in (512, 4096)
    ]
    (group,) = lower(pattern_of(*apart), tuple(Lowering)).groups
    assert group.lowering is Lowering.SINGLE


def test_boxes_of_most_of_the_grid_are_tested() -> None:
    for extents, is_listed in (((63, 63), False), ((9, 9), True)):
        (group,) = lower(pattern_of(Box((64, 64), extents, (1, 1)), grid=(64, 64)), tuple(Lowering)).groups
        (sweep,) = group.softmaxes[0].queries
        assert (sweep.order is not None) == is_listed
