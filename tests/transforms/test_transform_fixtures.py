"""What each transform makes of a pattern, as text: `tests/transforms/NAME/*.txt` hold an input and what becomes of it.

The text shows the rule; that the rule keeps the meaning is counted, pair by pair.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from conftest import Goldens
from pattern_text import parse_pattern

from patternc.ir.dump.masks import dump_pattern
from patternc.ir.mask import OfBatch, OfDocument, Pattern
from patternc.ir.semantics import Inputs, multiplicities
from patternc.ir.traversal import pattern_bounds, topk_of
from patternc.transforms import PASSES

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.rglob("*.txt"))
RUN = {stage.name: stage.run for stage in PASSES}
HEADS = 4


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def sections(path: Path) -> tuple[str, str]:
    """What a fixture shows, and its input."""
    about, rest = path.read_text(encoding="utf-8").split("-- input\n")
    return about, rest.split("-- output\n")[0]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_transform_prints(path: Path, golden: Goldens) -> None:
    about, text = sections(path)
    before = parse_pattern(text)
    after = RUN[path.parent.name](before)
    golden(path, f"{about}-- input\n{dump_pattern(before)}-- output\n{dump_pattern(after)}")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_transform_keeps_every_pair(path: Path) -> None:
    before = parse_pattern(sections(path)[1])
    after = RUN[path.parent.name](before)
    for n in (24,) if before.grid else (1, 7, 24, 37):
        for h in range(HEADS):
            one, other = counts(before, h, n), counts(after, h, n)
            assert (one.sum(0) == other.sum(0)).all()
            if len(one) == len(other):
                assert (one == other).all()


def counts(pattern: Pattern, h: int, n: int) -> npt.NDArray[np.int64]:
    """[branches, n, n]: how often each branch of a head's group admits each pair."""
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    found = multiplicities(pattern, h, q, k, n, HEADS, inputs_of(pattern, n))
    return np.array([np.broadcast_to(one, (n, n)) for one in found], np.int64)


def inputs_of(pattern: Pattern, n: int) -> Inputs:
    """Three documents, one of them empty; half of the sequence; the first blocks of every row."""
    given: dict[str, object] = {}
    for bound in pattern_bounds(pattern):
        match bound:
            case OfDocument(name, _, block):
                count = -(-n // block)
                given[name] = [0, count // 3, count // 3, count]
            case OfBatch(name):
                given[name] = n // 2
            case _:
                pass
    topk = topk_of(pattern)
    if topk is not None:
        rows = -(-n // topk.block)
        given["selection"] = np.tile(np.arange(topk.count), (HEADS, rows, 1))
    return given


@pytest.mark.parametrize("name", RUN)
def test_every_transform_has_fixtures_that_change(name: str) -> None:
    paths = [path for path in FILES if path.parent.name == name]
    assert len(paths) >= 6
    inputs = [parse_pattern(sections(path)[1]) for path in paths]
    assert sum(RUN[name](before) != before for before in inputs) >= 5
