"""Slabs of windows: equally many rows with the columns around them, or in the backward pass columns with their rows."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from built import build
from torch_cases import SHAPES, hold, hold_gradients

from patternc.testing.calls import Shape

SLABS = {
    "two sides": "attend window(20, 3)",
    "two runs": "attend window(120) - window(40)",
    "sinks": "attend first(3) | window(17, 0)",
    "narrow": "attend window(2)",
    "twice": "attend window(20, 3); attend window(20, 3); combine lse",
    "mean": "attend window(30, 0); attend window(9); combine mean",
}
LONG = Shape("several slabs", 1, 4, 2, 16, 300, 310, 7, 3, 320)


@pytest.mark.parametrize("columns", [True, False], ids=["gradients by columns", "gradients by rows"])
@pytest.mark.parametrize("rows", [1, 3, 64])
@pytest.mark.parametrize("name", SLABS)
def test_slabs(name: str, rows: int, columns: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What slabs of rows, or of columns, are near overlaps, so that gradients add up; at the edges it is cut short."""
    text = SLABS[name].replace("; ", "\n    ")
    module, pattern = build(f"pattern slabs {{\n    {text}\n}}\n", tmp_path)
    for size in ("SLAB_ROWS", "FUSED_SLAB_ROWS"):
        monkeypatch.setattr(module, size, rows)
    monkeypatch.setattr(module, "SLAB_SCORES", 3000)
    called: list[int] = []
    of_columns = module._attend_columns_backward

    def noted(*inputs: object) -> None:
        called.append(1)
        of_columns(*inputs)

    monkeypatch.setattr(module, "_attend_columns_backward", noted)
    if not columns:
        monkeypatch.setattr(module, "_by_columns", lambda _: 0)
    for shape in (*SHAPES[1:], LONG):
        hold(module, pattern, shape, "float32")
    assert bool(called) == columns
    hold_gradients(module, LONG, "float32")
    hold_gradients(module, LONG, "bfloat16")


@pytest.mark.parametrize(("large", "expected"), [(True, {300: True, 600: False}), (False, {300: True, 600: True})])
def test_which_slabs_are_of_columns(
    large: bool, expected: dict[int, bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the backward pass all, but those that are large blocks where oneDNN computes these."""
    for reach, by_columns in expected.items():
        folder = tmp_path / str(reach)
        folder.mkdir()
        module, _ = build(f"pattern window {{\n    attend window({reach}, 0)\n}}\n", folder)
        monkeypatch.setattr(module, "_has_large_products", lambda _: large)
        query = torch.zeros(1, 1, 3000, 16)
        runs = module._runs(query, query, range(1), 0, 0, module.SLAB_ROWS, module._by_columns(query))
        assert any(block.by_columns for block in module._blocks(runs)) == by_columns
