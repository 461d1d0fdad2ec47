"""Errors and warnings that need the whole pattern: uncovered rows, redundant clauses, avoidable work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Goldens
from hypothesis import given, settings
from masks import causal, document, one_segment, patterns, wide_patterns, window

from patternc.analysis.coverage import Row, uncovered_row
from patternc.analysis.findings import audit
from patternc.analysis.tile_fill import padded
from patternc.diagnostics import render
from patternc.driver import analyse, read
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Branch,
    ByHead,
    Combine,
    Compare,
    Constant,
    Fixed,
    HeadGroup,
    HeadRange,
    Mask,
    Name,
    Not,
    Number,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Uncovered,
)
from patternc.ir.semantics import multiplicities
from patternc.source import Source
from patternc.transforms import PASSES


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


def every_second_block(offset: int) -> Mask:
    """`blocks(4, queries(every=2, offset=offset) & window(1))`"""
    near = And((AtLeast(Side.KEY, RelativePosition(-4, 0, 4)), Below(Side.KEY, RelativePosition(8, 0, 4))))
    return And((Residue(Side.QUERY, 2, Fixed(offset), None, 4), near))


@pytest.mark.parametrize(
    "covered",
    [
        (causal(),),
        (window(3, 0),),
        (Below(Side.KEY, Constant(1)),),
        (one_segment(8),),
        (And((one_segment(9), SameResidue(2, 9))),),
        (And((document(), causal())),),
        (every_second_block(0), every_second_block(1)),
        (dilated(Fixed(0)), dilated(Fixed(1))),
    ],
)
def test_patterns_proven_to_cover(covered: tuple[Mask, ...]) -> None:
    assert codes(pattern_of(*covered)) == []


@pytest.mark.parametrize(
    "open_rows",
    [
        (dilated(Fixed(0)),),
        (dilated(ByHead()),),
        (Below(Side.KEY, RelativePosition(0)),),
        (every_second_block(0),),
        (every_second_block(0), And((Residue(Side.QUERY, 2, Fixed(1)), window(1, 1)))),  # of blocks, and of positions
    ],
)
def test_a_row_is_named(open_rows: tuple[Mask, ...]) -> None:
    pattern = pattern_of(*open_rows)
    assert codes(pattern) == ["P026"]
    row = uncovered_row(pattern)
    assert row is not None
    keys = np.arange(row.n)
    assert not any(np.any(m) for m in multiplicities(pattern, row.head, row.query, keys, row.n, row.heads))


@pytest.mark.parametrize(("stop", "n"), [(30, 34), (70, 89), (150, 200)])
def test_rows_far_from_the_first_are_tried(stop: int, n: int) -> None:
    """`when(q * q < stop * stop)`: every row below `stop` has a key."""
    squares = [Arithmetic("*", one, one) for one in (Name("q"), Number(stop))]
    assert uncovered_row(pattern_of(Compare("<", *squares))) == Row(0, 1, stop, n)


def test_the_first_row_is_named_where_heads_differ() -> None:
    """Fewest heads first, then the shortest sequence: heads that are alike are tried once."""
    some = Compare("<", Name("h"), Number(3))
    assert uncovered_row(pattern_of(some)) == Row(3, 4, 0, 1)
    assert uncovered_row(pattern_of(And((Not(some), Compare("<", Name("h"), Number(9)))))) == Row(0, 1, 0, 1)
    odd = And((Residue(Side.QUERY, 5, ByHead(), 5), Below(Side.KEY, Constant(4))))
    assert uncovered_row(pattern_of(odd, one_segment(4), And((window(0, 0), some)))) is None
    assert uncovered_row(pattern_of(odd, And((window(0, 0), Not(Compare("==", Name("h"), Number(7))))))) == Row(
        7, 8, 0, 1
    )


def test_a_branch_that_admits_nothing() -> None:
    assert codes(pattern_of(causal(), And((window(2, 2), Below(Side.KEY, RelativePosition(-2)))))) == ["P019"]


def test_more_branches_than_a_kernel_should_hold() -> None:
    assert codes(pattern_of(*(window(width, 0) for width in range(257)))) == ["P028"]
    assert codes(pattern_of(*(window(width, 0) for width in range(256)))) == []


@settings(max_examples=120, deadline=None)
@given(patterns())
def test_no_proof_is_wrong(pattern: Pattern) -> None:
    """Where the audit passes a pattern, no small sequence has an uncovered row."""
    pattern = replace(pattern, uncovered=Uncovered.ERROR)
    if not codes(pattern):
        assert uncovered_row(pattern) is None


@settings(max_examples=120, deadline=None)
@given(wide_patterns())
def test_no_proof_about_any_mask_is_wrong(pattern: Pattern) -> None:
    pattern = replace(pattern, uncovered=Uncovered.ERROR)
    if not codes(pattern):
        assert uncovered_row(pattern) is None


LINTS = Path(__file__).resolve().parent / "lints"


@pytest.mark.parametrize("name", ["inefficient", "lookahead", "redundant", "slower_than_dense"])
def test_what_is_warned_of_is_pinned(name: str, golden: Goldens) -> None:
    source = Source(f"{name}.pat", (LINTS / f"{name}.pat").read_text(encoding="utf-8"))
    found = analyse(source, {}).warnings
    assert found
    golden(Path("tests/frontend/lints") / f"{name}.txt", render(found, source))


def test_no_false_alarms() -> None:
    assert analyse(read(LINTS / "plain.pat"), {}).warnings == ()


def test_presets_are_not_warned_of() -> None:
    presets = sorted((ROOT / "patternc" / "presets").glob("*.pat"))
    assert len(presets) > 8
    for preset in presets:
        assert analyse(read(preset), {}).warnings == (), preset.name


@pytest.mark.parametrize(("block", "columns"), [(16, 16), (17, 32), (48, 64), (64, 64), (100, 128), (192, 192)])
def test_tiles_of_a_block(block: int, columns: int) -> None:
    assert padded(block) == columns
