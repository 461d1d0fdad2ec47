"""Every pass keeps every multiplicity, and leaves what its docstring promises."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import MOST, causal, inputs_for, lengths, one_segment, patterns, wide_patterns, window

from patternc.ir.bounds import at_most, normal, transposed, typical_position
from patternc.ir.facts import bound_facts, in_document
from patternc.ir.mask import (
    FALSE,
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    Branch,
    Combine,
    Constant,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    InDocument,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Or,
    Pattern,
    RelativePosition,
    Residue,
    Side,
)
from patternc.ir.semantics import NOTHING, Inputs, admits, multiplicities, position
from patternc.transforms import PASSES, clauses_of, is_selection
from patternc.transforms.clauses import is_test
from patternc.transforms.disjoint_clauses import fused
from patternc.transforms.normalize import simplified


def total(pattern: Pattern, h: int, n: int, heads: int, inputs: Inputs = NOTHING) -> npt.NDArray[np.int64]:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    return sum((1 * m for m in multiplicities(pattern, h, q, k, n, heads, inputs)), np.zeros((n, n), np.int64))


@settings(max_examples=300, deadline=None)
@given(patterns(), st.integers(1, 45))
def test_every_pass_keeps_multiplicity(pattern: Pattern, n: int) -> None:
    keep_multiplicity(pattern, n, NOTHING)


def keep_multiplicity(pattern: Pattern, n: int, inputs: Inputs) -> None:
    """Every pass leaves the pairs of three heads as they were."""
    meant = [total(pattern, h, n, 3, inputs) for h in range(3)]
    for stage in PASSES:
        pattern = stage.run(pattern)
        for h in range(3):
            assert (total(pattern, h, n, 3, inputs) == meant[h]).all(), stage.name


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(wide_patterns(), st.data())
def test_every_pass_keeps_multiplicity_of_any_mask(pattern: Pattern, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    keep_multiplicity(pattern, n, data.draw(inputs_for(n, 3)))


@settings(max_examples=150, deadline=None)
@given(wide_patterns(), st.data())
def test_fused_clauses_of_any_mask_are_disjoint(pattern: Pattern, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    inputs = data.draw(inputs_for(n, 3))
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for branch in pattern.groups[0].branches:
        clauses = clauses_of(fused(simplified(branch.mask)))
        assert not any(_hides_a_selection(literal) for clause in clauses for literal in clause)
        times = sum((1 * admits(And(clause), 1, q, k, n, 3, inputs) for clause in clauses), np.zeros((n, n), int))
        assert times.max() <= 1


def _hides_a_selection(mask: Mask) -> bool:
    """No kernel can decide a selection pair by pair, so it must stand by itself."""
    match mask:
        case And(masks) | Or(masks):
            return any(_hides_a_selection(part) or is_selection(part) for part in masks)
        case Not(inner):
            return _hides_a_selection(inner)
        case _:
            return False


@settings(max_examples=300, deadline=None)
@given(patterns(), st.integers(1, 45))
def test_fused_clauses_are_disjoint(pattern: Pattern, n: int) -> None:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for branch in pattern.groups[0].branches:
        clauses = clauses_of(fused(simplified(branch.mask)))
        times = sum((1 * admits(And(clause), 1, q, k, n, 3) for clause in clauses), np.zeros((n, n), int))
        assert times.max() <= 1


DOCUMENTS = ((0, 12), (0, 5, 12), (0, 0, 3, 4, 11, 12), (0, 1, 2, 9, 9, 12))
"""Offsets of twelve positions."""
IN_DOCUMENTS: tuple[Bound, ...] = (
    *(in_document("offsets", Constant(value)) for value in range(-1, 5)),
    *(in_document("offsets", FromEnd(value, period)) for value in range(-4, 1) for period in (1, 2, 3)),
    *(
        InDocument("offsets", RelativePosition(offset, shift, period))
        for period in (2, 3, 4)
        for shift in range(period)
        for offset in range(-4, 6)
    ),
    *(OfDocument("offsets", end) for end in (False, True)),
)

bounds = st.one_of(
    st.builds(Constant, st.integers(-5, 30)),
    st.builds(FromEnd, st.integers(-30, 5), st.integers(1, 6)),
    st.builds(RelativePosition, st.integers(-20, 20), st.integers(-20, 20), st.integers(1, 12)),
    st.builds(OfBatch, st.just("lengths"), st.integers(1, 3)),
    st.builds(OfDocument, st.just("offsets"), st.booleans(), st.just(1)),
    st.builds(OfDocument, st.just("blocks"), st.booleans(), st.just(2)),
    st.sampled_from(IN_DOCUMENTS),
)


@settings(max_examples=400, deadline=None)
@given(bounds, bounds, st.integers(1, MOST), st.data())
def test_at_most_is_a_proof(a: Bound, b: Bound, n: int, data: st.DataObject) -> None:
    if at_most(a, b):
        given_, x = data.draw(inputs_for(n, 1)), np.arange(n)
        assert np.all(position(a, x, n, given_) <= position(b, x, n, given_))


KNOWN: tuple[Bound, ...] = (
    *(Constant(value) for value in range(-2, 8)),
    *(FromEnd(value, period) for value in range(-7, 3) for period in (1, 2, 3, 4, 6)),
    *(
        RelativePosition(offset, shift, period)
        for period in (1, 2, 3, 4, 6)
        for shift in range(period)
        for offset in range(-7, 8)
    ),
)
"""Every bound with small numbers: 300 of them."""


def test_at_most_of_every_two_small_bounds_is_a_proof() -> None:
    places = [(np.arange(n), n) for n in range(1, MOST + 1)]
    values = {
        bound: np.concatenate([np.broadcast_to(position(bound, x, n), x.shape) for x, n in places]) for bound in KNOWN
    }
    wrong = [(a, b) for a in KNOWN for b in KNOWN if at_most(a, b) and (values[a] > values[b]).any()]
    assert wrong == []


def in_all_documents(bound: Bound) -> np.ndarray:
    every = [position(bound, np.arange(12), 12, {"offsets": list(offsets)}) for offsets in DOCUMENTS]
    return np.concatenate([np.broadcast_to(one, (12,)) for one in every])


def test_bounds_in_documents_are_ordered_as_is_proven() -> None:
    """Beside each other, and beside bounds of the sequence."""
    others = (*KNOWN[::3], *(RelativePosition(offset) for offset in range(-7, 8)))
    values = {bound: in_all_documents(bound) for bound in (*IN_DOCUMENTS, *others)}
    pairs = [(a, b) for one in IN_DOCUMENTS for other in values for a, b in ((one, other), (other, one))]
    proven = [(a, b) for a, b in pairs if at_most(a, b)]
    assert len(proven) > 2000
    assert [(a, b) for a, b in proven if (values[a] > values[b]).any()] == []


def test_a_bound_in_documents_has_a_mirror_that_says_the_same_of_every_pair() -> None:
    places = np.arange(12)
    for bound in IN_DOCUMENTS:
        mirror = bound_facts(bound).mirror
        if mirror is None:
            assert not bound_facts(bound).rises  # what counts from the end of a document
            continue
        for offsets in DOCUMENTS:
            of_query, of_key = (
                position(one, places, 12, {"offsets": list(offsets)}) for one in (bound, normal(mirror))
            )
            assert ((places[None, :] < of_query[:, None]) == (places[:, None] >= of_key[None, :])).all(), bound
            assert (np.diff(of_query) >= 0).all()


def test_bounds_of_documents_are_known_to_hold_each_other() -> None:
    start, end = OfDocument("offsets", False, 4), OfDocument("offsets", True, 4)
    assert at_most(start, end)
    assert at_most(start, RelativePosition(0, 0, 4))
    assert at_most(RelativePosition(1), end)
    assert at_most(Constant(4), end)
    assert at_most(end, FromEnd(0, 4))
    assert at_most(FromEnd(-3), FromEnd(-3, 4))
    assert at_most(OfBatch("lengths"), FromEnd(0))
    assert not at_most(OfBatch("lengths", 2), FromEnd(0))
    assert not at_most(end, OfDocument("others", True, 4))
    assert not at_most(start, RelativePosition(-1, 0, 4))
    assert not at_most(start, RelativePosition(0, 0, 8))
    assert not at_most(RelativePosition(5, 0, 4), end)
    assert not at_most(Constant(5), end)


@settings(max_examples=100)
@given(bounds, st.integers(1, 40), st.data())
def test_value_is_the_position(bound: Bound, n: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, n - 1))
    if isinstance(bound, Constant | FromEnd | RelativePosition):
        assert typical_position(bound, x, n) == position(bound, x, n)


@settings(max_examples=300)
@given(st.sampled_from([AtLeast, Below]), st.sampled_from(Side), bounds, inputs_for(40, 1))
def test_transposed_atoms_admit_the_same_pairs(
    kind: type[AtLeast] | type[Below], side: Side, bound: Bound, inputs: Inputs
) -> None:
    n = 40
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    atom = kind(side, bound)
    assert np.all(admits(atom, 0, q, k, n, 1, inputs) == admits(transposed(atom), 0, q, k, n, 1, inputs))


KEYS = Side.KEY


def dilated(width: int, dilation: int, offset: int) -> Mask:
    """`segment(width, dilation=dilation, offset=offset)`."""
    return And((one_segment(width), *(Residue(side, dilation, Fixed(offset), width) for side in Side)))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        # two windows that overlap are one
        (
            Or((window(8, 0), window(0, 8))),
            And((AtLeast(KEYS, RelativePosition(-8)), Below(KEYS, RelativePosition(9)))),
        ),
        # a window inside another is dropped
        (
            Or((window(2, 2), window(8, 8))),
            And((AtLeast(KEYS, RelativePosition(-8)), Below(KEYS, RelativePosition(9)))),
        ),
        # causal & segment: the segment's end is implied by nothing, its start stays; causal is the nearer end
        (
            And((causal(), one_segment(8))),
            And((Below(KEYS, RelativePosition(1)), AtLeast(KEYS, RelativePosition(0, 0, 8)))),
        ),
        # sinks and a causal window: two runs that share no key
        (
            And((Or((Below(KEYS, Constant(4)), window(8, 0))), causal())),
            Or(
                (
                    And((Below(KEYS, Constant(4)), Below(KEYS, RelativePosition(1)))),
                    And(
                        (
                            AtLeast(KEYS, RelativePosition(-8)),
                            Below(KEYS, RelativePosition(1)),
                            AtLeast(KEYS, Constant(4)),
                        )
                    ),
                )
            ),
        ),
        # contradictions vanish
        (And((window(4, 4), AtLeast(KEYS, RelativePosition(5)))), FALSE),
        (And((Residue(KEYS, 4, Fixed(1)), Residue(KEYS, 4, Fixed(2)))), FALSE),
        (AtLeast(KEYS, FromEnd(0)), FALSE),
    ],
)
def test_fused_by_hand(written: Mask, expected: Mask) -> None:
    assert fused(simplified(written)) == expected


def test_equal_branches_count_twice() -> None:
    twice = HeadGroup(HeadRange(0, None), (Branch(window(4, 4)), Branch(window(4, 4))), Combine.LSE, 2)
    pattern = Pattern("twice", (twice,))
    for stage in PASSES:
        pattern = stage.run(pattern)
    (branch,) = pattern.groups[0].branches
    assert branch.multiplicity == 2


@pytest.mark.parametrize(
    "union",
    [
        # two dilated segments: what is left of the second differs from the first by queries, by keys, or by both
        Or((dilated(6, 2, 0), dilated(9, 3, 1))),
        Or((dilated(8, 2, 0), dilated(8, 4, 1), window(3, 2))),
        Or((dilated(10, 5, 2), And((dilated(12, 3, 1), causal())), dilated(14, 2, 1))),
    ],
)
def test_residue_classes_that_overlap_are_split_once(union: Mask) -> None:
    n = 60
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    clauses = clauses_of(fused(simplified(union)))
    assert len(clauses) > len(union.masks if isinstance(union, Or) else ())
    times = sum((1 * admits(And(clause), 1, q, k, n, 3) for clause in clauses), np.zeros((n, n), int))
    assert (times == admits(union, 1, q, k, n, 3)).all()


@pytest.mark.parametrize("negated", [False, True])
def test_boxes_of_one_dimension_have_closed_forms(negated: bool) -> None:
    """Every box of 1 to 12 cells, 1 to 4 apart: its clauses hold for each pair once, and list and test nothing.

    Only where queries share cells in classes of two lengths, these are told apart by a test.
    """
    fitting = [(n, e, r) for n in range(1, 13) for r in range(1, 5) for e in range(1, n // r + 1)]
    shared = [
        (*one, step, before) for one in fitting for step in range(1, one[1] + 1) for before in befores(*one, step)
    ]
    for size, extent, dilation, step, before in shared:
        box = Box((size,), (extent,), (dilation,), (step,), (before,))
        written = Not(box) if negated else box
        clauses = clauses_of(fused(simplified(written)))
        q, k = np.arange(size)[:, None], np.arange(size)[None, :]
        times = sum((1 * admits(And(clause), 0, q, k, size, 1) for clause in clauses), np.zeros((size, size), int))
        assert (times == admits(written, 0, q, k, size, 1)).all(), box
        assert not any(isinstance(literal, Box) for clause in clauses for literal in clause)
        tested = any(is_test(literal) for clause in clauses for literal in clause)
        assert not tested or (step > 1 and size % dilation)


def befores(_size: int, extent: int, _dilation: int, step: int) -> set[int]:
    """How many cells of a neighbourhood of one dimension may come before its queries: around them, or if causal."""
    return {extent // 2 - step // 2, extent - step}
