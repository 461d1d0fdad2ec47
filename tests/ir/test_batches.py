"""Batch IR, run in NumPy, counts pairs as the meaning does: every loop, view, bound and list, in any call."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import (
    BOXES,
    GRID,
    MOST,
    RULES,
    by_blocks,
    causal,
    inputs_for,
    lengths,
    one_segment,
    patterns,
    residue_masks,
    small,
    wide_patterns,
    window,
)
from oracles.evaluate_batches import Call, Sizes, evaluate_batches
from walks import HEADS, LISTING, lower

from patternc.codegen.torch import TORCH
from patternc.codegen.torch.legalize import legalize
from patternc.ir.batch import HEAD, AllHeads, Batch, Batches, Group, Nest, Strip
from patternc.ir.dump.batches import dump_batches
from patternc.ir.kernel import Kernel
from patternc.ir.mask import (
    TRUE,
    And,
    AtLeast,
    Below,
    Branch,
    ByHead,
    Combine,
    Constant,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    Mask,
    Not,
    Or,
    Pattern,
    Residue,
    Side,
)
from patternc.ir.semantics import Inputs, multiplicities
from patternc.ir.traversal import boxes_in
from patternc.ir.verify_batches import verify_batches
from patternc.schedule.grid_layout import candidates, numbering

TOTAL = 7
ORDERS = {layout: numbering(layout, GRID) for layout in candidates(GRID, boxes_in(BOXES))}


@st.composite
def calls(draw: st.DrawFn, n: int, inputs: Inputs, total: int = TOTAL) -> Call:
    """A part of the queries, of the keys and of the heads."""
    ends = sorted(draw(st.sets(st.integers(0, n), min_size=2, max_size=2))) if draw(st.booleans()) else [0, n]
    cuts = sorted(draw(st.sets(st.integers(0, n), min_size=2, max_size=2))) if draw(st.booleans()) else [0, n]
    first = draw(st.integers(0, total - 1))
    heads = draw(st.integers(1, total - first))
    return Call(n, range(*ends), range(*cuts), heads, first, total, inputs, ORDERS)


sizes = st.builds(
    Sizes,
    st.integers(1, 9),
    st.integers(1, 20),
    st.sampled_from([1, 16, 40]),
    st.booleans(),
    st.sampled_from([1, 12]),
)


def by_branch(pattern: Pattern, call: Call) -> list[list[np.ndarray]]:
    """How often each branch counts each pair, head by head."""
    q, k = np.array(call.queries)[:, None], np.array(call.keys)[None, :]
    heads = range(call.head_offset, call.head_offset + call.heads)
    every = (multiplicities(pattern, head, q, k, call.n, call.num_heads, call.inputs) for head in heads)
    return [[np.asarray(one, int) for one in counts] for counts in every]


def meant(by_head: list[list[np.ndarray]], kernel: Kernel, call: Call) -> np.ndarray:
    """How often the branches of each softmax count each pair."""
    (group,) = kernel.groups
    found = np.zeros((len(group.softmaxes), call.heads, len(call.queries), len(call.keys)), int)
    for (head, counts), (index, softmax) in product(enumerate(by_head), enumerate(group.softmaxes)):
        own = counts if group.combine is Combine.LSE else [counts[branch] for branch in softmax.branches]
        found[index, head] = sum(own)
    return found


def hold(pattern: Pattern, call: Call, size: Sizes) -> None:
    counts = by_branch(pattern, call)
    for lowerings in (TORCH.lowerings, LISTING):  # counted pair by pair where that is cheap, and never
        kernel = lower(pattern, lowerings, TORCH.columns)
        batches = legalize(kernel)
        assert verify_batches(batches) == ()
        assert dump_batches("made", batches).startswith("batches made\n")
        found = evaluate_batches(batches, call, size)
        assert np.array_equal(found.counts, meant(counts, kernel, call))
        assert found.executed >= found.useful


@settings(max_examples=200, deadline=None)
@given(patterns(), st.integers(1, MOST), sizes, st.data())
def test_batches_count_what_the_meaning_counts(pattern: Pattern, n: int, size: Sizes, data: st.DataObject) -> None:
    hold(pattern, data.draw(calls(n, {})), size)


narrowing: st.SearchStrategy[Mask] = st.one_of(
    st.just(TRUE),
    st.just(causal()),
    st.builds(window, small, small),
    st.builds(lambda side, c: Below(side, Constant(c)), st.sampled_from(Side), st.integers(1, MOST)),
    st.builds(lambda side, c: AtLeast(side, FromEnd(-c)), st.sampled_from(Side), st.integers(1, MOST)),
)
regular: st.SearchStrategy[Pattern] = st.builds(
    lambda masks, combine: Pattern("regular", (HeadGroup(HeadRange(0, None), masks, combine, len(masks)),)),
    st.lists(
        st.builds(lambda a, b, times: Branch(And((a, b)), times), residue_masks(), narrowing, st.integers(1, 2)),
        min_size=1,
        max_size=3,
    ).map(tuple),
    st.sampled_from(RULES),
)


@settings(max_examples=200, deadline=None)
@given(regular, st.integers(1, 4 * MOST), sizes, st.data())
def test_batches_count_segments_and_residues(pattern: Pattern, n: int, size: Sizes, data: st.DataObject) -> None:
    hold(pattern, data.draw(calls(n, {})), size)


windows = st.builds(
    lambda wide, inner, fixed, outside: Pattern(
        "windows",
        (HeadGroup(HeadRange(0, None), (Branch(And((wide, Not(inner) if outside else TRUE, fixed))),), Combine.LSE),),
    ),
    st.builds(window, small, small),
    st.builds(window, small, small),
    narrowing,
    st.booleans(),
)


@settings(max_examples=140, deadline=None)
@given(windows, st.integers(1, 4 * MOST), sizes, st.data())
def test_batches_count_windows(pattern: Pattern, n: int, size: Sizes, data: st.DataObject) -> None:
    hold(pattern, data.draw(calls(n, {})), size)


@settings(max_examples=140, deadline=None)
@given(wide_patterns(), sizes, st.data())
def test_batches_count_what_any_mask_counts(pattern: Pattern, size: Sizes, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    hold(pattern, data.draw(calls(n, data.draw(inputs_for(n, HEADS)), HEADS)), size)


def test_classes_of_wide_blocks() -> None:
    """blocks(64, window(2) | queries(every=4) & window(8) | queries(every=16)): small blocks are tested instead."""
    classes = [And((Residue(Side.QUERY, step, Fixed(0), None, 64), by_blocks(64, *reach))) for step, reach in HIERARCHY]
    pattern = Pattern("hierarchy", (HeadGroup(HeadRange(0, None), (Branch(Or(tuple(classes))),), Combine.LSE),))
    for call in (Call(600, range(600), range(600), 1, 0, 1), Call(600, range(70, 590), range(3, 500), 1, 0, 1)):
        hold(pattern, call, Sizes(50, 40))


HIERARCHY = ((1, (2, 2)), (4, (8, 8)), (2, (20, 20)))


def test_a_variable_that_no_loop_gives() -> None:
    nest = Nest(AllHeads(), Batch(Strip(residue=HEAD, step=2), Strip(confined=True), softmax=1))
    batches = Batches((Group(HeadRange(0, None), (nest,), 1, Combine.LSE, 1),))
    assert verify_batches(batches) == (
        "nest 1: reads head, which no loop gives",
        "nest 1: a view is confined to a segment, and no loop gives one",
        "nest 1: softmax 1 of 1",
    )


def test_the_printed_batches_of_a_window_beside_sinks() -> None:
    mask = And((window(511, 0), AtLeast(Side.KEY, Constant(4))))
    pattern = Pattern("window", (HeadGroup(HeadRange(0, None), (Branch(mask),), Combine.LSE),))
    assert dump_batches("window", legalize(lower(pattern, LISTING, TORCH.columns))) == DUMP_OF_WINDOW


DUMP_OF_WINDOW = """\
batches window
  heads 0..: lse, softmaxes 1
    for all heads at once
      batch of softmax 0
        queries strip, x >= 4
        keys strip, x >= 4
        k >= q - 511
        k < q + 1
"""


def test_the_printed_batches_of_a_dilated_segment() -> None:
    mask = And((one_segment(8), Residue(Side.KEY, 2, ByHead(), 8), Residue(Side.QUERY, 2, ByHead(), 8), causal()))
    pattern = Pattern("dilated", (HeadGroup(HeadRange(0, None), (Branch(mask),), Combine.LSE),))
    assert dump_batches("dilated", legalize(lower(pattern, LISTING, TORCH.columns))) == DUMP


DUMP = """\
batches dilated
  heads 0..: lse, softmaxes 1
    for heads by residue mod 2
      for bands of segments of 8
        batch of softmax 0, one call where it can be
          queries strip of the segment at residue mod 2
          keys strip of the segment at residue mod 2
          k < q + 1
"""
