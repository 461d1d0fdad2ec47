"""A bound that may fall, of which the compiler knows nothing but its facts: every pass and every count is right.

Bounds of `rows` and `columns` may fall, and several places name them. The tests add one more, a number for each
position in any order, by its meaning and its facts alone. So each place that takes a bound to be monotone without
asking for the fact is found here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from patternc.analysis.coverage import pattern_errors
from patternc.analysis.distances import by_distance_alone, farthest_back, is_causal
from patternc.counting.decided_pairs import decided_pairs
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.counting.row_keys import keys_per_row
from patternc.counting.tile_states import all_tried, tile_states
from patternc.ir import facts, semantics
from patternc.ir.block_tests import some_of, whole_of
from patternc.ir.bounds import at_most
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    Branch,
    Combine,
    Compare,
    Constant,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    Side,
    Uncovered,
)
from patternc.transforms import PASSES, is_test

Q, K = Side.QUERY, Side.KEY
N, CASES = 40, 60


class OfRow(OfBatch):
    """The position `input[x]`, in any order."""


def _facts(bound: Bound) -> facts.BoundFacts:
    found = bound_facts(bound)
    return replace(found, most=FromEnd(0), rises=False, step=1) if isinstance(bound, OfRow) else found


def _position(bound: Bound, x: Any, n: int, inputs: semantics.Inputs = semantics.NOTHING) -> Any:
    return np.broadcast_to(inputs[bound.input], n)[x] if isinstance(bound, OfRow) else position(bound, x, n, inputs)


bound_facts, position = facts.bound_facts, semantics.position


@pytest.fixture(autouse=True)
def _a_bound_more(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Modules read the facts and the meaning of the bound that these tests add."""
    known: tuple[tuple[str, Callable[..., Any], Callable[..., Any]], ...] = (
        ("bound_facts", bound_facts, _facts),
        ("position", position, _position),
    )
    for name, old, new in known:
        for module in [one for path, one in sys.modules.items() if path.startswith("patternc.")]:
            if vars(module).get(name) is old:
                monkeypatch.setattr(module, name, new)
    for cached in (facts.atom_facts, at_most):
        cached.cache_clear()
    yield
    for cached in (facts.atom_facts, at_most):
        cached.cache_clear()


ROWS: tuple[Mask, ...] = (AtLeast(K, OfRow("low")), Below(K, OfRow("high")), AtLeast(Q, OfRow("high")))
OTHERS: tuple[Mask, ...] = (
    Below(K, RelativePosition(1)),
    AtLeast(K, RelativePosition(-5)),
    Below(K, Constant(7)),
    Residue(K, 3, Fixed(1)),
    Random(8, 3, count=2),
    Compare("<", Arithmetic("%", Arithmetic("*", Name("q"), Name("k")), Number(5)), Number(3)),
    Compare("==", Arithmetic("%", Arithmetic("-", Name("q"), Name("k")), Number(5)), Number(4)),
)


def drawn(draws: np.random.Generator, depth: int = 2) -> Mask:
    """A mask of bounds that fall, of others and of a few operators."""
    if depth == 0:
        several = ROWS if draws.random() < 0.5 else OTHERS
        mask = several[int(draws.integers(len(several)))]
        return Not(mask) if draws.random() < 0.25 else mask
    masks = tuple(drawn(draws, depth - 1) for _ in range(2))
    return And(masks) if draws.random() < 0.6 else Or(masks)


def cases() -> Iterator[tuple[Mask, dict[str, list[int]]]]:
    draws = np.random.default_rng(7)
    for _ in range(CASES):
        yield drawn(draws), {name: draws.integers(0, N + 1, N).tolist() for name in ("low", "high")}


def pattern(mask: Mask, uncovered: Uncovered = Uncovered.ZERO) -> Pattern:
    return Pattern("made", (HeadGroup(HeadRange(0, None), (Branch(mask),), Combine.LSE, 1),), uncovered=uncovered)


def pairs(mask: Mask, inputs: semantics.Inputs) -> np.ndarray:
    places = np.arange(N)
    return np.broadcast_to(semantics.admits(mask, 0, places[:, None], places, N, 1, inputs), (N, N))


def test_passes_keep_the_pairs_and_rows_are_counted() -> None:
    for mask, inputs in cases():
        normal, wanted = pattern(mask), pairs(mask, inputs)
        for stage in PASSES:
            normal = stage.run(normal)
            assert (pairs(normal.groups[0].branches[0].mask, inputs) == wanted).all(), (stage.name, mask)
        assert keys_per_row(normal, 0, 1, N, inputs).tolist() == wanted.sum(axis=1).tolist()


def test_rectangles_of_pairs_are_bounded_and_squares_are_counted() -> None:
    edges = np.arange(0, N + 1, 8)
    rows, columns = (one.ravel() for one in np.meshgrid(edges[:-1], edges[:-1], indexing="ij"))
    parts, blocks = Rectangles((rows, rows + 7), (columns, columns + 7)), (N // 8, 8, N // 8, 8)
    for mask, inputs in cases():
        call, wanted = HeadOfCall(0, 1, N, inputs), pairs(mask, inputs).reshape(blocks)
        some, every = wanted.any(axis=(1, 3)).ravel(), wanted.all(axis=(1, 3)).ravel()
        possible, certain = pair_bounds(mask, parts, call)
        assert not (some & ~possible).any()
        assert not (certain & ~every).any()
        for block in (0, 8):
            assert not (some & ~pair_bounds(some_of((mask,), block), parts, call)[0]).any()
            assert not (pair_bounds(whole_of((mask,), block), parts, call)[1] & ~every).any()
        counts, known = decided_pairs(mask, call, edges, np.ones((5, 5), bool), 1 << 40)
        assert (counts == wanted.sum(axis=(1, 3)))[known].all()
        assert (tile_states(mask, call, 8).states == all_tried(mask, call, 8).states).all()


def test_a_rectangle_within_the_extremes_of_a_bound_is_full() -> None:
    """The extremes are exact: of three queries in the middle, neither those at the ends nor all queries decide."""
    inputs = {"high": [9, 2, 9, 30, 9, 30, 9, *[0] * (N - 7)]}
    ends = np.array([2, 2, 1]), np.array([4, 6, 2])
    for last, (possible, certain) in ((8, (1, 1)), (9, (1, 0)), (30, (0, 0))):
        keys = np.full(3, last if last == 30 else 0), np.full(3, last)
        found = pair_bounds(Below(K, OfRow("high")), Rectangles(ends, keys), HeadOfCall(0, 1, N, inputs))
        assert [int(one[0]) for one in found] == [possible, certain]


def test_nothing_is_proven_of_where_it_lies() -> None:
    rows = And((*ROWS[:2], Below(K, RelativePosition(4))))
    assert all(is_test(one) for one in (*ROWS, Not(ROWS[0])))
    assert not by_distance_alone(pattern(ROWS[0]))
    assert not is_causal(pattern(rows))
    assert farthest_back(pattern(rows)) is None
    assert (some_of(ROWS, 8), whole_of(ROWS, 8)) == (TRUE, FALSE)


def test_a_row_is_not_covered_by_a_range_that_falls() -> None:
    for mask in (ROWS[0], ROWS[1], And((ROWS[1], Below(K, RelativePosition(1))))):
        made = pattern(mask, Uncovered.ERROR)
        normal = made
        for stage in PASSES:
            normal = stage.run(normal)
        assert [one.code for one in pattern_errors(made, normal)] == ["P026"]
