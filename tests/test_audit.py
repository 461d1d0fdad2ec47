"""What only a whole pattern can tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from masks import causal, one_segment, patterns, window

from patternc.audit import audit, uncovered_row
from patternc.mask_ir import (
    And,
    Below,
    Branch,
    ByHead,
    Combine,
    Constant,
    Fixed,
    Follow,
    HeadGroup,
    HeadRange,
    Mask,
    Pattern,
    Residue,
    SameResidue,
    Side,
    Uncovered,
)
from patternc.passes import PASSES
from patternc.semantics import multiplicities


def pattern_of(*masks: Mask) -> Pattern:
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in masks), Combine.LSE, len(masks))
    return Pattern("made", (group,), uncovered=Uncovered.ERROR)


def codes(pattern: Pattern) -> list[str]:
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    return [finding.code for finding in audit(pattern, normal)]


def dilated(offset: Fixed | ByHead) -> Mask:
    return And((one_segment(8), *(Residue(side, 2, offset, 8) for side in Side)))


@pytest.mark.parametrize(
    "covered",
    [
        (causal(),),
        (window(3, 0),),
        (Below(Side.KEY, Constant(1)),),
        (one_segment(8),),
        (And((one_segment(9), SameResidue(2, 9))),),
        (dilated(Fixed(0)), dilated(Fixed(1))),
    ],
)
def test_patterns_proven_to_cover(covered: tuple[Mask, ...]) -> None:
    assert codes(pattern_of(*covered)) == []


@pytest.mark.parametrize("open_rows", [(dilated(Fixed(0)),), (dilated(ByHead()),), (Below(Side.KEY, Follow(0)),)])
def test_a_row_is_named(open_rows: tuple[Mask, ...]) -> None:
    pattern = pattern_of(*open_rows)
    assert codes(pattern) == ["P026"]
    row = uncovered_row(pattern)
    assert row is not None
    keys = np.arange(row.n)
    assert not any(np.any(m) for m in multiplicities(pattern, row.head, row.query, keys, row.n, row.heads))


def test_a_branch_that_admits_nothing() -> None:
    assert codes(pattern_of(causal(), And((window(2, 2), Below(Side.KEY, Follow(-2)))))) == ["P019"]


def test_more_branches_than_a_kernel_should_hold() -> None:
    assert codes(pattern_of(*(window(width, 0) for width in range(257)))) == ["P028"]
    assert codes(pattern_of(*(window(width, 0) for width in range(256)))) == []


@settings(max_examples=200, deadline=None)
@given(patterns())
def test_no_proof_is_wrong(pattern: Pattern) -> None:
    """Where the audit passes a pattern, no small sequence has an uncovered row."""
    pattern = replace(pattern, uncovered=Uncovered.ERROR)
    if not codes(pattern):
        assert uncovered_row(pattern) is None
