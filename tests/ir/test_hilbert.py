"""The curve through the cells of grids, which layouts, orders of tiles and generated files share."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patternc.runtime.hilbert import _cells_along_curve


def distances(grid: tuple[int, ...]) -> list[int]:
    """Of the steps of the curve, which visits every cell once, the sum over all dimensions."""
    cells = _cells_along_curve(grid)
    assert sorted(cells) == list(range(math.prod(grid)))
    strides = [math.prod(grid[axis + 1 :]) for axis in range(len(grid))]
    places = [[cell // stride % size for stride, size in zip(strides, grid, strict=True)] for cell in cells]
    return [sum(abs(x - y) for x, y in zip(a, b, strict=True)) for a, b in pairwise(places)]


@pytest.mark.parametrize("rows", range(26))
def test_every_step_goes_to_a_neighbour(rows: int) -> None:
    for columns in range(26):
        assert set(distances((rows, columns))) <= {1}


@pytest.mark.long
@settings(max_examples=60)
@given(rows=st.integers(1, 300), columns=st.integers(1, 300))
def test_every_step_goes_to_a_neighbour_in_large_grids(rows: int, columns: int) -> None:
    assert set(distances((rows, columns))) <= {1}


@pytest.mark.parametrize("grid", [(7,), (8, 1, 6), (5, 4, 1), (1, 1), (4, 4, 4), (8, 8, 8), (4, 6, 8), (16, 2, 6)])
def test_every_step_goes_to_a_neighbour_in_lines_and_even_boxes(grid: tuple[int, ...]) -> None:
    assert set(distances(grid)) <= {1}


@pytest.mark.parametrize("grid", [(3, 9, 4), (13, 30, 52), (5, 5, 5), (2, 3, 7)])
def test_odd_boxes_are_visited_whole(grid: tuple[int, ...]) -> None:
    """Few steps go to a diagonal cell, none farther than three cells."""
    steps = distances(grid)
    assert max(steps) <= 3
    assert sum(step > 1 for step in steps) <= len(steps) // 10


def test_small_curves() -> None:
    assert _cells_along_curve((2, 2)) == [0, 1, 3, 2]
    assert _cells_along_curve((3, 2)) == [0, 2, 4, 5, 3, 1]
    assert _cells_along_curve((2, 2, 2)) == [0, 2, 3, 1, 5, 7, 6, 4]
