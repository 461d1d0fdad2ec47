"""Windows, whose rows are taken in blocks with the columns around them."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import build
from torch_cases import SHAPES, hold, hold_gradients

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims

WINDOWS = {
    "two sides": "attend window(20, 3)",
    "two runs": "attend window(120) - window(40)",
    "sinks": "attend first(3) | window(17, 0)",
    "narrow": "attend window(2)",
    "twice": "attend window(20, 3); attend window(20, 3); combine lse",
    "mean": "attend window(30, 0); attend window(9); combine mean",
}
LONG = Shape("several blocks", 1, 4, 2, HeadDims.equal(16), 300, 310, 7, 3, 320)


@pytest.mark.long
@pytest.mark.parametrize("rows", [3, 64])
@pytest.mark.parametrize("name", WINDOWS)
def test_windows(name: str, rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The columns of blocks overlap, so that gradients add up; at the edges they are cut short."""
    text = WINDOWS[name].replace("; ", "\n    ")
    module, pattern = build(f"pattern windows {{\n    {text}\n}}\n", tmp_path)
    monkeypatch.setattr(module, "BLOCK_ROWS", rows)
    for shape in (*SHAPES[1:], LONG):
        hold(module, pattern, shape, "float32")
    hold_gradients(module, LONG, "float32")
    hold_gradients(module, LONG, "bfloat16")
