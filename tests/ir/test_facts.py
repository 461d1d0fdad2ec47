"""Facts of bounds and atoms, compared with the meaning: positions and pairs are evaluated one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from patternc.cost_constants import DOCUMENT
from patternc.ir.bounds import transposed
from patternc.ir.facts import Form, atom_facts, bound_facts, document_ends, form, scaled
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Fixed,
    FromEnd,
    InputKind,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.semantics import admits, position
from patternc.ir.traversal import around, bounds_in, boxes_in, key_limits

Q, K = Side.QUERY, Side.KEY
LENGTH, HEADS = 48, 4
INPUTS: dict[str, Any] = {"lengths": 5, "documents": [0, 2, 2, 5, 24], "selection": None}

BOUNDS: tuple[Bound, ...] = (
    Constant(7),
    FromEnd(-3),
    FromEnd(-8, 8),
    RelativePosition(3),
    RelativePosition(-4, 0, 4),
    RelativePosition(0, 3, 6),
    RelativePosition(0, 12, 6),
    OfBatch("lengths"),
    OfBatch("lengths", 3),
    OfDocument("documents", False, 2),
    OfDocument("documents", True, 2),
)
ATOMS: tuple[Atom, ...] = (
    *(AtLeast(K, bound) for bound in BOUNDS),
    *(Below(Q, bound) for bound in BOUNDS),
    Residue(Q, 3, Fixed(1)),
    Residue(K, 4, ByHead(), 6),
    Residue(K, 2, ByHeadBlock(), 8, 2),
    SameResidue(4),
    SameResidue(4, 6, 2),
    Random(4, 1, count=2),
    Random(3, 1, threshold=1 << 31),
    Table(8, "t", 1, 6, 6, bytes([0b10110100, 0b01101101, 0b11001010, 0b00110101, 0b10000000])),
    Table(8, "t", 4, 6, 6, bytes(range(37, 55))),
    TopK(8, 2),
    Box((6, 8), (3, 3), (1, 2)),
    Box((6, 8), (3, 3), (1, 2), (3, 2), (0, 0)),
    Compare("<", Arithmetic("%", Name("q"), Number(5)), Name("h")),
    Compare("==", Arithmetic("+", Name("q"), Name("k")), Name("n")),
)


def places(bound: Bound, n: int = LENGTH) -> list[int]:
    return [int(position(bound, x, n, INPUTS)) for x in range(LENGTH)]


def pairs(atom: Atom, head: int = 1, heads: int = HEADS, n: int = LENGTH, **inputs: object) -> np.ndarray:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    blocks = np.random.default_rng(0).permuted(np.tile(np.arange(6), (HEADS, 6, 1)), axis=-1)[:, :, :2]
    given = {**INPUTS, "selection": blocks, **inputs}
    return np.broadcast_to(admits(atom, head, q, k, n, heads, given), (n, n))


@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_a_bound_never_falls_and_is_the_same_within_its_steps(bound: Bound) -> None:
    found, step = places(bound), bound_facts(bound).step
    assert bound_facts(bound).rises
    assert found == sorted(found)
    changes = [x for x in range(1, LENGTH) if found[x] != found[x - 1]]
    assert all(step and x % step == 0 for x in changes)
    assert bound_facts(bound).by_position == bool(changes)


@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_a_bound_reaches_the_simpler_ones_that_it_lies_between(bound: Bound) -> None:
    """Neither is off by one: somewhere the bound is as low, and somewhere as high."""
    facts, x = bound_facts(bound), np.arange(LENGTH)
    calls = [(n, {**INPUTS, "lengths": length}) for n in range(LENGTH, LENGTH + 9) for length in (0, 5, n)]
    least, exact, most = (
        np.stack([np.broadcast_to(position(one, x, n, inputs), LENGTH) for n, inputs in calls])
        for one in (facts.least, bound, facts.most)
    )
    assert (exact - least).min() == (most - exact).min() == 0


@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_a_typical_bound_is_one_of_long_documents_and_whole_sequences(bound: Bound) -> None:
    typical, n = bound_facts(bound).typical, 6 * DOCUMENT
    inputs = {
        "documents": list(range(0, n // 2 + 1, DOCUMENT // 2)),
        "lengths": n // (bound.scale if isinstance(bound, OfBatch) else 1),
    }
    for x in range(0, n, 77):
        assert position(typical, x, n) == position(bound, x, n, inputs)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_the_mirror_of_a_bound_says_the_same(bound: Bound, side: Side) -> None:
    assert (bound_facts(bound).mirror is not None) == bound_facts(bound).by_position
    for atom in (AtLeast(side, bound), Below(side, bound)):
        assert (pairs(transposed(atom)) == pairs(atom)).all()
        assert (transposed(atom).side is side) == (bound_facts(bound).mirror is None)


@pytest.mark.parametrize("end", [False, True])
def test_what_depends_on_distances_moves_with_positions_and_documents(end: bool) -> None:
    document = OfDocument("documents", end)
    assert bound_facts(document).by_distance
    assert not bound_facts(OfDocument("documents", end, 2)).by_distance
    near, far = (pairs(Below(K, document), n=40 + by, documents=[0, 3 + by, 9 + by, 40 + by]) for by in (0, 1))
    assert (near == far[1:, 1:]).all()
    for atom in ATOMS:
        if not any(bound_facts(one).input for one in bounds_in(atom)) and atom_facts(atom).form is not Form.TEST:
            found = pairs(atom)
            assert atom_facts(atom).by_distance == bool((found[1:, 1:] == found[:-1, :-1]).all()), atom


@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_a_bound_repeats_after_its_period(bound: Bound) -> None:
    facts = bound_facts(bound)
    if "n" in facts.reads:
        assert places(bound, LENGTH + facts.period)[0] == places(bound)[0] + facts.period
    elif facts.by_position and facts.input is None:
        found = places(bound)
        assert [place + facts.period for place in found[: -facts.period]] == found[facts.period :]


@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_a_bound_reads_what_changes_it(bound: Bound) -> None:
    facts = bound_facts(bound)
    assert ("n" in facts.reads) == (places(bound, 3 * LENGTH) != places(bound))
    if facts.input is not None:
        kinds = {"lengths": InputKind.LENGTHS, "documents": InputKind.OFFSETS}
        assert facts.reads == {facts.input.name}
        assert facts.input.kind is kinds[facts.input.name]
        assert all(place % facts.input.unit == 0 for place in places(bound))


@pytest.mark.parametrize("block", [1, 4])
@pytest.mark.parametrize("bound", BOUNDS, ids=repr)
def test_a_bound_on_blocks_is_a_bound_on_positions(bound: Bound, block: int) -> None:
    n = LENGTH // block
    wanted = [int(position(bound, x // block, n, INPUTS)) * block for x in range(LENGTH)]
    assert places(scaled(bound, block)) == wanted


def test_the_ends_of_a_document_hold_its_positions() -> None:
    start, end = document_ends("documents", 2)
    assert all(low <= x < high for x, (low, high) in enumerate(zip(places(start), places(end), strict=True)))


@pytest.mark.parametrize("atom", ATOMS, ids=repr)
def test_an_atom_reads_sides_and_heads_that_change_it(atom: Atom) -> None:
    facts, found = atom_facts(atom), pairs(atom)
    assert (K in facts.sides) == bool((found != found[:, :1]).any())
    assert (Q in facts.sides) == bool((found != found[:1]).any())
    assert ("head" in facts.reads) == any((pairs(atom, head) != found).any() for head in range(HEADS))
    if "heads" in facts.reads:
        assert (pairs(atom, 1, 2) != found).any()


@pytest.mark.parametrize("atom", ATOMS, ids=repr)
def test_an_atom_is_the_same_withscaled_and_repeats_after_its_period(atom: Atom) -> None:
    facts, found = atom_facts(atom), pairs(atom)
    first = np.arange(LENGTH) // facts.block * facts.block
    assert (found == found[first][:, first]).all()
    if facts.form is Form.CLASSES:
        assert (found[facts.period :, facts.period :] == found[: -facts.period, : -facts.period]).all()
        assert (found[:, facts.period :] == found[:, : -facts.period]).all()


def test_the_form_of_a_literal_is_that_of_its_atom() -> None:
    box = Box((6, 8), (3, 3), (1, 1))
    forms: dict[Atom, Form] = {Residue(Q, 2, Fixed(0)): Form.CLASSES, TopK(8, 2): Form.SELECTION, box: Form.BOX}
    assert all(form(atom) is form(Not(atom)) is wanted for atom, wanted in forms.items())
    assert form(And((box, box))) is form(Not(And(()))) is Form.TEST


@pytest.mark.parametrize("steps", [(), ((3, 2), (0, 1)), ((2, 3), (1, 0))])
def test_bounds_around_a_box_hold_its_pairs(steps: tuple[tuple[int, ...], ...]) -> None:
    box = Box((6, 8), (3, 3), (1, 2), *steps)
    held = pairs(box)
    (axes,) = boxes_in((box,))
    assert not any((held & ~pairs(bound)).any() for bound in around(axes))


def test_limits_of_keys_hold_the_pairs_of_a_clause() -> None:
    clause = Box((6, 8), (3, 3), (1, 2)), AtLeast(K, Constant(5)), Below(Q, Constant(40)), Below(K, RelativePosition(3))
    held = np.logical_and.reduce([pairs(literal) for literal in clause])
    lows, highs = key_limits(clause)
    assert (len(lows), len(highs)) == (2, 2)
    bounds = [pairs(AtLeast(K, low)) for low in lows] + [pairs(Below(K, high)) for high in highs]
    assert not any((held & ~bound).any() for bound in bounds)
