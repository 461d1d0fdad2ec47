"""Pictures and costs of tiles of a grid: what stands beyond a border is no cell."""

from __future__ import annotations

from itertools import product

from patternc.cost.sample_inputs import described, inputs_of
from patternc.driver import analyse
from patternc.ir.inputs import numbers_of
from patternc.ir.mask import Pattern
from patternc.ir.semantics import admits
from patternc.source import Source


def part_of(body: str) -> Pattern:
    (part,) = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).meanings
    return part


def test_cells_are_those_of_the_grid() -> None:
    part = part_of("grid 5 x 7; attend tiles(2, 4, box(2, 1))")
    inputs = inputs_of(part, {}, 48, 4)
    tiles = product(range(3), range(2))
    places = [(2 * y + i, 4 * x + j) for y, x in tiles for i, j in product(range(2), range(4))]
    held = [y < 5 and x < 7 for y, x in places]
    assert [bool(one) for one in numbers_of(inputs["cells_of_tiles"])] == held
    assert not list(described(part, inputs))
    row = places.index((3, 2))  # in the second row of tiles, which sees the first too
    seen = {places[k] for k in range(48) if admits(part.groups[0].branches[0].mask, 0, row, k, 48, 4, inputs)}
    assert seen == {(y, x) for y in range(4) for x in range(4)}
    last = places.index((4, 6))
    seen = {places[k] for k in range(48) if admits(part.groups[0].branches[0].mask, 0, last, k, 48, 4, inputs)}
    assert seen == {(y, x) for y in (2, 3, 4) for x in (4, 5, 6)}


def test_tiles_that_fit_need_no_input() -> None:
    part = part_of("grid 6 x 8; attend tiles(2, 4, box(3, 1))")
    assert part.inputs == ()
    assert list(described(part, inputs_of(part, {}, 48, 4))) == []
