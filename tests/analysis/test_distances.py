"""Bounds of q - k, and proofs that only distances matter, are compared with the meaning."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ROOT

from patternc.analysis.distances import by_distance_alone, farthest_back
from patternc.driver import analyse, read
from patternc.ir import semantics
from patternc.ir.mask import Pattern
from patternc.source import Source

N, HEADS = 96, 4
MASKS = {
    "window(7, 0)": (True, 7),
    "causal": (True, None),
    "full": (True, None),
    "window(9, 2) & stride(3)": (True, 9),
    "window(9, 0) | window(4, 4)": (True, 9),
    "window(9, 0) & window(4, 4)": (True, 4),
    "!window(5, 200)": (True, None),
    "!(!window(5, 200))": (True, 5),
    "first(2) | window(3, 0)": (False, None),
    "segment(16) & causal": (False, 15),
    "blocks(8, window(1, 0))": (False, 15),
    "when(q - k < 6)": (True, 5),
    "when(q // 8 == k // 8 + 1)": (False, 15),
    "window(3, 0) & last(5)": (False, 3),
}


def pattern(mask: str) -> Pattern:
    (found,) = analyse(Source("p.pat", f"pattern p {{\n    attend {mask}\n}}\n"), {}, targets=()).meanings
    return found


@pytest.mark.parametrize("mask", MASKS)
def test_what_is_proven(mask: str) -> None:
    alone, back = MASKS[mask]
    assert (by_distance_alone(pattern(mask)), farthest_back(pattern(mask))) == (alone, back)
    hold(pattern(mask))


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "patterns").glob("*.pat")), ids=lambda path: path.stem)
def test_patterns(path: object) -> None:
    (meaning,) = analyse(read(path), {}, targets=()).meanings  # type: ignore[arg-type]
    if not meaning.inputs and "topk" not in path.read_text():  # type: ignore[attr-defined]
        hold(meaning)


def hold(meaning: Pattern) -> None:
    """Compare with the pairs that the pattern admits."""
    n = int(np.prod(meaning.grid)) if meaning.grid else N
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for head in range(HEADS):
        counted = semantics.multiplicities(meaning, head, q, k, n, HEADS)
        seen = np.any([one * np.ones((n, n), int) for one in counted], axis=0)
        back = farthest_back(meaning)
        assert back is None or not (seen & (q - k > back)).any()
        if by_distance_alone(meaning):
            assert (seen[1:, 1:] == seen[:-1, :-1]).all()
