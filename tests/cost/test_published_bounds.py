"""The published speed-up bounds of neighbourhood attention, and what `patternc cost` counts for the same boxes.

Hassani et al., "Generalized Neighborhood Attention", arXiv 2504.16922: all tiles of keys over those that a query tile
visits. A stride makes groups of queries share the neighbourhood of their middle one.
"""

from __future__ import annotations

import re
from math import ceil, prod

import pytest
from conftest import ROOT

from patternc.cost.device_time import Call
from patternc.cost.target_cost import cost_on_target, plan_for
from patternc.driver import analyse, quoting
from patternc.source import Source
from patternc.targets import target_named

FLUX, FLUX_BOX = (256, 256), (80, 80)
HUNYUAN, HUNYUAN_BOX = (30, 48, 80), (18, 24, 24)
PUBLISHED = (
    # grid, box, stride, query tile, key tile, the bound that is published
    (FLUX, FLUX_BOX, (1, 1), (16, 16), (16, 8), 6.1),
    (FLUX, FLUX_BOX, (16, 16), (16, 16), (16, 8), 10.2),
    (HUNYUAN, HUNYUAN_BOX, (1, 1, 1), (4, 8, 8), (2, 8, 8), 3.3),
    (HUNYUAN, HUNYUAN_BOX, (16, 8, 8), (4, 8, 8), (2, 8, 8), 11.1),
)


def visited(size: int, extent: int, stride: int, rows: int, columns: int) -> list[int]:
    """In one dimension, how many tiles of columns each tile of rows visits."""
    middles = (min(cell // stride * stride + stride // 2, size - 1) for cell in range(size))
    starts = [min(max(middle - extent // 2, 0), size - extent) for middle in middles]
    found = []
    for first in range(0, size, rows):
        own = starts[first : first + rows]
        found.append((max(own) + extent - 1) // columns - min(own) // columns + 1)
    return found


def bounds(
    grid: tuple[int, ...], box: tuple[int, ...], stride: tuple[int, ...], *tiles: tuple[int, ...]
) -> list[float]:
    """The bound of the query tile that visits most, and that of all query tiles together."""
    counts = [visited(*one) for one in zip(grid, box, stride, *tiles, strict=True)]
    every = prod(ceil(size / columns) for size, columns in zip(grid, tiles[1], strict=True))
    return [every / prod(max(one) for one in counts), every / prod(sum(one) / len(one) for one in counts)]


@pytest.mark.parametrize(("grid", "box", "stride", "rows", "columns", "published"), PUBLISHED)
def test_published(
    grid: tuple[int, ...],
    box: tuple[int, ...],
    stride: tuple[int, ...],
    rows: tuple[int, ...],
    columns: tuple[int, ...],
    published: float,
) -> None:
    fullest, mean = bounds(grid, box, stride, rows, columns)
    assert round(fullest, 1) == published
    assert mean >= fullest


def test_the_page_states_them() -> None:
    page = (ROOT / "docs" / "cost.md").read_text(encoding="utf-8")
    stated = re.findall(r"^\| (?:FLUX|Hunyuan)[^|]*\| *([\d.]+) *\| *([\d.]+) *\| *([\d.]+) *\|", page, re.MULTILINE)
    found = [(one[-1], *bounds(*one[:-1])) for one in PUBLISHED]
    assert [tuple(map(float, row)) for row in stated] == [
        tuple(round(x, d) for x, d in zip(one, (1, 2, 2), strict=True)) for one in found
    ]


@pytest.mark.parametrize("stride", [1, 16])
def test_counts_agree(stride: int) -> None:
    """Blocks of 64 cells, one tile wide: counted by some lines of their lists, within 2 % of counts by dimensions."""
    sizes, box, tile = FLUX, FLUX_BOX, (8, 8)
    text = f"pattern p {{ grid 256 x 256; attend box(80, 80, stride={stride}) }}"
    analysis = analyse(Source("p.pat", text), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    target = target_named("sm_90")
    assert target is not None
    plan = plan_for((meaning, normal), quoting(analysis.source, meaning), target)
    made = cost_on_target(plan, Call(prod(sizes), 1, 1), {}, float(prod(box)))
    forward = made.work[0]
    _, mean = bounds(sizes, box, (stride, stride), tile, tile)
    assert (forward.block_m, forward.block_n) == (64, 64)
    assert forward.dense / forward.visited == pytest.approx(mean, rel=0.02)
