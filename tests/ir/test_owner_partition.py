"""Class-fused sweeps, and owner partitions, in which the narrowest branch visits a pair and counts it for all."""

from __future__ import annotations

import numpy as np
import pytest
from fused_classes import clauses, longnet, nested
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import MOST, patterns
from walks import HEADS, check, lower, meant

from patternc.ir.kernel import Lattice, Lowering
from patternc.ir.mask import (
    And,
    ByHead,
    Pattern,
)
from patternc.ir.semantics import admits
from patternc.schedule import class_lowerings as owners
from patternc.schedule.class_lowerings import class_fused, partition_by_owner
from patternc.transforms import PASSES


@settings(max_examples=200, deadline=None)
@given(patterns(), st.integers(1, MOST))
def test_class_fused_sweeps_visit_the_same(pattern: Pattern, n: int) -> None:
    for stage in PASSES:
        pattern = stage.run(pattern)
    found = clauses(pattern)
    softmax = class_fused(tuple(dict.fromkeys(one.branch for one in found)), found)
    if softmax is not None:
        check(pattern, softmax, softmax.branches, n)


@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize(
    ("widths", "dilations", "last"),
    [((4, 8), (1, 2), 1), ((8, 16), (2, 4), 3), ((6, 12), (1, 3), 2), ((4, 8, 16), (1, 2, 4), 0), ((8, 24), (2, 4), 1)],
)
def test_the_narrowest_branch_owns_a_pair(
    widths: tuple[int, ...], dilations: tuple[int, ...], last: int, is_causal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners, "PIECE_LIMIT", 99)
    n = 50
    pattern = nested(widths, dilations, last, is_causal)
    parted = partition_by_owner(clauses(pattern))
    assert parted is not None
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    held = [1 * admits(And(one.clause), 0, q, k, n, HEADS) for one in parted]
    assert sum(held, np.zeros((n, n), int)).max() == 1
    counted = sum((one.multiplicity * held for one, held in zip(parted, held, strict=True)), np.zeros((n, n), int))
    assert (counted == meant(pattern, tuple(range(len(widths) + 1)), 0, n)).all()
    softmax = class_fused((0,), parted)
    assert softmax is not None
    check(pattern, softmax, tuple(range(len(widths) + 1)), n)
    assert not any(piece.residual for piece in (*softmax.queries[0].pieces, *softmax.keys[0].pieces))


@pytest.mark.parametrize(
    ("widths", "dilations", "last"),
    [((4, 8), (2, 3), 0), ((4, 6), (1, 2), 0), ((8, 8), (1, 2), 0), ((8, 16, 32), (4, 4, 8), 0)],
)
def test_branches_that_are_not_nested_have_no_owner(
    widths: tuple[int, ...], dilations: tuple[int, ...], last: int
) -> None:
    assert partition_by_owner(clauses(nested(widths, dilations, last, False))) is None


def test_partitions_of_many_pieces_are_not_taken() -> None:
    assert partition_by_owner(clauses(nested((4, 8, 16), (1, 2, 4), 0, is_causal=False))) is None


def test_heads_that_differ_have_no_owner() -> None:
    assert partition_by_owner(clauses(longnet(is_causal=True))) is None


def test_owners_are_taken_where_they_pay() -> None:
    """By the model, for long segments; never by a backend that has no class-fused lowering."""
    pattern = nested((2048, 4096), (1, 2), 0, is_causal=True)
    (group,) = lower(pattern).groups
    assert group.lowering is Lowering.CLASS_FUSED
    assert sorted(piece.multiplicity for piece in group.softmaxes[0].queries[0].pieces) == [1, 2, 2, 3]
    short = lower(nested((16, 32), (1, 2), 0, is_causal=True)).groups[0]
    assert short.lowering is Lowering.CHAINED
    torch = lower(pattern, (Lowering.SINGLE, Lowering.CHAINED, Lowering.MERGED)).groups[0]
    assert [len(sweep.pieces) for sweep in torch.softmaxes[0].queries] == [1, 1]


def test_the_cost_model_fuses_classes_only_without_the_triangle() -> None:
    assert lower(longnet(is_causal=False)).groups[0].lowering is Lowering.CLASS_FUSED
    assert lower(longnet(is_causal=True)).groups[0].lowering is Lowering.CHAINED


def test_longnet_by_hand() -> None:
    (group,) = lower(longnet(is_causal=True)).groups
    (softmax,) = group.softmaxes
    assert [sweep.rows for sweep in softmax.queries] == [
        Lattice(4096, 2, ByHead()),
        Lattice(8192, 4, ByHead()),
        Lattice(),
    ]
    assert [sweep.pieces[0].columns for sweep in softmax.queries] == [
        Lattice(None, 2, ByHead()),
        Lattice(None, 4, ByHead()),
        Lattice(),
    ]
    assert not any(piece.residual for sweep in (*softmax.queries, *softmax.keys) for piece in sweep.pieces)
