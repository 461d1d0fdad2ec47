"""The cell order that `layout auto` chooses, by counted tiles and looked-up positions; the table of orders."""

from __future__ import annotations

import subprocess
import sys
from math import prod

import numpy as np
import pytest
from conftest import ROOT

from patternc.cli import run
from patternc.cost_constants import LOOKUP
from patternc.ir.grid_axes import grid_axes
from patternc.ir.kernel import Columns
from patternc.ir.mask import Box, Curve, Layout
from patternc.schedule import grid_layout
from patternc.schedule.grid_layout import candidates, choose_layout, layout_choice, layout_costs, numbering
from patternc.schedule.listing import ORDERED_BLOCK

SCRIPT = ROOT / "benchmarks" / "layouts.py"
GRIDS = [((64, 64), (7, 7)), ((64, 64), (25, 25)), ((96, 60), (7, 7)), ((13, 30, 52), (5, 7, 7))]


def visited(order: np.ndarray[tuple[int], np.dtype[np.int64]], box: Box) -> int:
    """Blocks of columns that all blocks of rows visit, found from each pair of cells in every dimension."""
    places = np.stack(np.unravel_index(order, box.grid))
    starts = [
        np.clip(own - extent // 2, 0, size - extent)
        for own, extent, size in zip(places, box.extents, box.grid, strict=True)
    ]
    total = 0
    for at in range(0, order.size, ORDERED_BLOCK):
        near = np.ones((min(ORDERED_BLOCK, order.size - at), order.size), bool)
        for own, start, extent in zip(places, starts, box.extents, strict=True):
            low = start[at : at + ORDERED_BLOCK, None]
            near &= (own >= low) & (own < low + extent)
        total += int(np.logical_or.reduceat(near.any(axis=0), np.arange(0, order.size, ORDERED_BLOCK)).sum())
    return total


@pytest.mark.parametrize(("grid", "extents"), GRIDS[:3])
def test_the_table_is_what_pairs_of_cells_say(grid: tuple[int, ...], extents: tuple[int, ...]) -> None:
    """The row of docs/cost.md, held against all pairs of cells, in row-major order and the best tiles."""
    box = Box(grid, extents, (1,) * len(grid))
    useful = prod(grid) * prod(extents) / ORDERED_BLOCK**2
    tiled = [one for one in candidates(grid) if one.curve is Curve.TILED]
    numbers = [visited(numbering(one, grid), box) / useful for one in (Layout(Curve.NATURAL), *tiled)]
    page = (ROOT / "docs" / "cost.md").read_text(encoding="utf-8")
    name = " | ".join(" x ".join(map(str, one)) for one in (grid, extents))
    (line,) = [one for one in page.splitlines() if one.startswith(f"| {name} |")]
    cells = [cell.strip() for cell in line.split("|")]
    assert (cells[3], cells[6]) == (f"{numbers[0]:.2f}", f"{min(numbers[1:]):.2f}")


@pytest.mark.long
def test_the_page_has_the_table_of_the_script() -> None:
    made = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=True, cwd=ROOT)
    assert made.stdout.count("\n") == 10
    assert made.stdout in (ROOT / "docs" / "cost.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("grid", "extents"), GRIDS)
def test_auto_is_the_cheapest(grid: tuple[int, ...], extents: tuple[int, ...]) -> None:
    boxes = (grid_axes(grid, extents, (1,) * len(grid)),)
    found = layout_choice(Layout(), grid, boxes, Columns.TILES)
    assert found is not None
    several = layout_costs(candidates(grid), grid, boxes, Columns.TILES)
    assert found.used.layout == choose_layout(Layout(), grid, boxes, Columns.TILES)
    assert found.used.price == min(one.price for one in several) <= found.best.price
    for one in several:
        assert one.price == one.visited * (1 if one.layout.curve is Curve.NATURAL else 1 + LOOKUP)


def test_a_gain_smaller_than_the_look_ups_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles that save 1 % of the visits would cost 1.6 % of them."""
    box = grid_axes((64, 64), (7, 7), (1, 1))
    counts = {Layout(Curve.NATURAL): 10.0, Layout(Curve.TILED, (8, 8)): 9.9}
    monkeypatch.setattr(grid_layout, "tiles_a_row", lambda _, layout: counts.get(layout, 20.0))
    assert choose_layout(Layout(), (64, 64), (box,), Columns.TILES).curve is Curve.NATURAL
    counts[Layout(Curve.TILED, (8, 8))] = 9.8
    assert choose_layout(Layout(), (64, 64), (box,), Columns.TILES) == Layout(Curve.TILED, (8, 8))


def test_cost_and_explain_print_the_choice(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "patternc" / "presets" / "natten-3d.pat")
    assert run(["cost", path, "--target", "sm_90"]) == 0
    cost = capsys.readouterr().out
    assert run(["explain", path, "--after", "check", "--backend", "triton"]) == 0
    explained = capsys.readouterr().out
    (line,) = [one for one in cost.splitlines() if one.startswith("  layout ")]
    assert f"# layout {line.removeprefix('  layout').strip()}\n" in explained
    assert "tiles of 64 cells a tile of rows; natural: " in line
