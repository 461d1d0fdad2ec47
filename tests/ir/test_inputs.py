"""Facts and values of inputs: which values exclude nothing, stand in for others, or are refused."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternc.ir.facts import document_ends
from patternc.ir.inputs import (
    DECLARED,
    as_numbers,
    drawn,
    drawn_lists,
    input_facts,
    numbers_of,
    spread,
    value_of,
    whole_inputs,
)
from patternc.ir.interface import Argument
from patternc.ir.mask import And, AtLeast, Below, InputKind, OfBatch, Owner, Side
from patternc.ir.semantics import admits
from patternc.ir.traversal import inputs_in

OFFSETS, LENGTHS, LABELS, TABLE = InputKind.OFFSETS, InputKind.LENGTHS, InputKind.LABELS, InputKind.TABLE
COUNTED = tuple(kind for kind in InputKind if input_facts(kind).rule and kind is not InputKind.PICKS)


@pytest.mark.parametrize("unit", [1, 4])
def test_whole_inputs_exclude_no_pair(unit: int) -> None:
    n = 30
    start, end = document_ends("documents", unit)
    atoms = AtLeast(Side.KEY, start), Below(Side.KEY, end), Below(Side.KEY, OfBatch("lengths", unit))
    inputs = whole_inputs(inputs_in(And(atoms)), n)
    assert inputs.keys() == {"documents", "lengths"}
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    assert all(np.all(admits(atom, 0, q, k, n, 1, inputs)) for atom in atoms)


def test_values_are_spread_over_a_sequence() -> None:
    assert spread(OFFSETS, 10, 3, 1) == [0, 3, 6, 10]
    assert spread(LENGTHS, 10, 3, 2) == 5


@pytest.mark.parametrize("kind", COUNTED)
@given(count=st.integers(1, 9), data=st.data())
def test_drawn_and_spread_values_are_accepted(kind: InputKind, count: int, data: st.DataObject) -> None:
    found = drawn(kind, count, lambda most: data.draw(st.integers(0, most)))
    assert len(found) == len(drawn(kind, count, lambda _: 0))
    for numbers in (found, numbers_of(spread(kind, count, 1, 1))):
        assert numbers_of(value_of(kind, numbers, count)) == numbers


@pytest.mark.parametrize("kind", COUNTED)
def test_some_drawn_values_are_at_the_edges(kind: InputKind) -> None:
    """Documents: one of the whole sequence, empty ones, single positions; lengths: none, all, and some positions.

    Labels: equal ones beside each other, negative ones, and such as need more than 32 bits.
    """
    draws = np.random.default_rng(0)
    values = [np.diff([0, *drawn(kind, 9, lambda most: int(draws.integers(most + 1)))]) for _ in range(50)]
    if kind is LABELS:
        assert {0, 1 << 40} <= {abs(int(step)) for value in values for step in value}
        assert min(min(value) for value in values) < 0
        return
    assert {0, 9} | (set(range(1, 9)) if kind is OFFSETS else {4}) <= {int(size) for value in values for size in value}


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        *((kind, []) for kind in COUNTED),
        *((kind, numbers) for kind in (OFFSETS, LENGTHS) for numbers in ([-1], [9])),
        *((kind, [1, 2]) for kind in COUNTED if input_facts(kind).each),
        *((LABELS, [number]) for number in (1 << 62, -(1 << 62) - 1)),
        *((OFFSETS, numbers) for numbers in ([1, 8], [0, 7], [0, 5, 4, 8], [0, 9])),
        (LENGTHS, [1, 2]),
        (TABLE, [1]),
    ],
)
def test_values_that_no_call_accepts_are_refused(kind: InputKind, numbers: list[int]) -> None:
    with pytest.raises(ValueError, match=r"must|no bound reads"):
        value_of(kind, numbers, 8)


def test_lists_are_as_long_as_an_option_says() -> None:
    assert value_of(InputKind.PICKS, [3], 8) == 3
    for numbers in ([0], [9], [1, 2]):
        with pytest.raises(ValueError, match="1 to 8"):
            value_of(InputKind.PICKS, numbers, 8)
    random.seed(1)
    lists = np.array(drawn_lists((2, 50, 6), 9, lambda most: random.randint(0, most)))
    assert lists.shape == (2, 50, 6)
    assert (lists.min(), lists.max()) == (-1, 8)
    assert (lists == -1).all(2).any()
    assert any(len({*row} - {-1}) < np.sum(row != -1) for row in lists[0])


def test_arrays_become_numbers() -> None:
    assert as_numbers((np.int64(0), np.int64(4))) == [0, 4]
    assert as_numbers(np.int64(3)) == 3


def test_kinds_that_are_not_declared_have_no_values() -> None:
    assert {*COUNTED, TABLE, InputKind.PICKS, InputKind.GATE, InputKind.PAIRS} == {*DECLARED} > {OFFSETS, LENGTHS}
    for kind in set(InputKind) - set(COUNTED):
        with pytest.raises(ValueError, match=kind.value):
            spread(kind, 8, 1, 1)
        with pytest.raises(ValueError, match=kind.value):
            drawn(kind, 8, lambda most: most)
    assert [kind for kind in InputKind if input_facts(kind).counts] == [*COUNTED, InputKind.PICKS, InputKind.TOPK]


@pytest.mark.parametrize(
    ("argument", "sizes"),
    [
        (Argument("cuts", InputKind.OFFSETS), (2, 4)),
        (Argument("lengths", InputKind.LENGTHS), (2,)),
        (Argument("slopes", InputKind.TABLE, (None, 257)), (5, 257)),
        (Argument("selection", InputKind.TOPK, (6,), block=8), (2, 5, 4, 6)),
        (Argument("picks", InputKind.PICKS, block=8, rows=10, owner=Owner.HEADS), (2, 5, 3, 7)),
        (Argument("shared", InputKind.PICKS, rows=10, owner=Owner.SHARED), (2, 1, 3, 7)),
    ],
    ids=lambda one: one.name if isinstance(one, Argument) else "",
)
def test_sizes_of_a_call(argument: Argument, sizes: tuple[int, ...]) -> None:
    assert argument.sizes({"batch": 2, "heads": 5, "queries": 25, "n": 40, "D": 3, "K": 7}) == sizes
