"""The picture's counts: in closed form, and by trying every pair, they are the same."""

from __future__ import annotations

from math import prod
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

from patternc import viewer
from patternc.cli.inputs import inputs_of
from patternc.driver import analyse, read

PATTERNS = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))


@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_closed_forms_count_what_is_there(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pattern,) = analyse(read(path), {}).meanings
    n = prod(pattern.grid) if pattern.grid else 1200
    inputs = inputs_of(pattern, {}, n, 8)
    for head in (0, 3, 7):
        tried = viewer.count(pattern, head, 8, n, 64, inputs)
        with monkeypatch.context() as patch:
            patch.setattr(viewer, "TRIED", 0)
            closed = viewer.count(pattern, head, 8, n, 64, inputs)
        assert tried.exact
        assert np.array_equal(tried.admitted, closed.admitted)
        assert np.array_equal(tried.area, closed.area)
        assert closed.area.sum() == n * n


def test_a_picture_is_as_wide_as_asked_and_has_no_blank_ends() -> None:
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "longformer.pat"), {}).meanings
    counts = viewer.count(pattern, 0, 8, 4096, 70)
    lines = viewer.draw(counts, colour=False).splitlines()
    assert len(lines) == 32
    assert len(lines[0]) == 64
    assert lines[16].startswith("█ ")
    assert all(len(line) <= 64 and line == line.rstrip() for line in lines)


def test_colours_are_reset_at_every_line_end() -> None:
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "longnet.pat"), {}).meanings
    for line in viewer.draw(viewer.count(pattern, 0, 8, 9, 64), colour=True).splitlines():
        assert line.endswith("\033[0m")
        assert line.count("▀") == 9
