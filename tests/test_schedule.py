"""Kernel IR, walked by hand, visits what the meaning admits; its closed-form ranges hold; both directions agree."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import causal, one_segment, patterns

from patternc.backends.triton.expressions import uniform
from patternc.bounds import value
from patternc.kernel_ir import EveryClass, Kernel, Lattice, Lowering, Piece, Softmax, Sweep
from patternc.mask_ir import (
    And,
    Branch,
    ByHead,
    Combine,
    Fixed,
    HeadGroup,
    HeadRange,
    Pattern,
    Residue,
    SameResidue,
    Side,
)
from patternc.passes import PASSES, clauses_of
from patternc.schedule import schedule
from patternc.schedule.fused import class_fused
from patternc.schedule.sweeps import BranchClause
from patternc.semantics import admits, multiplicities, offset_value
from patternc.targets import target_named

HEADS = 3


def lower(pattern: Pattern, lowerings: tuple[Lowering, ...] = tuple(Lowering)) -> Kernel:
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    target = target_named("sm_90")
    assert target is not None
    return schedule(pattern, normal, target, lowerings)


def tiles(lattice: Lattice, h: int, n: int, size: int) -> list[tuple[int, list[int]]]:
    """(residue class, positions) of every row tile."""
    classes = (
        range(lattice.dilation)
        if isinstance(lattice.offset, EveryClass)
        else [offset_value(lattice.offset, lattice.dilation, h, HEADS)]
    )
    width = lattice.segment or n
    found = []
    for start in range(0, n, width):
        for residue in classes:
            rows = list(range(start + residue, min(start + width, n), lattice.dilation))
            found += [(residue, rows[i : i + size]) for i in range(0, len(rows), size)]
    return found


def visits(piece: Piece, sweep: Sweep, residue: int, rows: list[int], h: int, n: int) -> np.ndarray:
    """[row, column] pairs of one tile by the words of kernel_ir.Piece."""
    counted = np.zeros((len(rows), n), int)
    if any(residue % a.dilation != offset_value(a.offset, a.dilation, h, HEADS) for a in piece.active):
        return counted
    offset = piece.columns.offset
    of_columns = (
        residue % piece.columns.dilation
        if isinstance(offset, EveryClass)
        else offset_value(offset, piece.columns.dilation, h, HEADS)
    )
    if piece.columns.segment is not None:
        assert piece.columns.segment == sweep.rows.segment
        start = rows[0] // piece.columns.segment * piece.columns.segment
        columns = set(range(start + of_columns, start + piece.columns.segment, piece.columns.dilation))
    else:
        columns = set(range(of_columns, n, piece.columns.dilation))

    def low(x: int) -> int:
        return max([0, *(value(b, x, n) for b in piece.lows)])

    def high(x: int) -> int:
        return min([n, *(value(b, x, n) for b in piece.highs)])

    for bound in (*piece.lows, *piece.highs):
        if uniform(bound, sweep.rows):
            assert len({value(bound, x, n) for x in rows}) <= 1
    for i, x in enumerate(rows):
        if any(x < value(b, x, n) for b in piece.row_lows) or any(x >= value(b, x, n) for b in piece.row_highs):
            continue
        for y in range(low(x), high(x)):
            assert low(rows[0]) <= y < high(rows[-1]), "outside the tile's range"
            q, k = (x, y) if sweep.side is Side.QUERY else (y, x)
            if y in columns and all(admits(mask, h, q, k, n, HEADS) for mask in piece.residual):
                counted[i, y] += piece.multiplicity
        assert all(low(x) <= y < high(x) for y in range(low(rows[-1]), high(rows[0]))), "not full"
    return counted


def walked(sweeps: tuple[Sweep, ...], h: int, n: int) -> np.ndarray:
    """[n, n] multiplicities by query and key."""
    counted = np.zeros((n, n), int)
    for sweep in sweeps:
        seen: list[int] = []
        for residue, rows in tiles(sweep.rows, h, n, size=4):
            seen += rows
            for piece in sweep.pieces:
                counted[rows] += visits(piece, sweep, residue, rows, h, n) if sweep.side is Side.QUERY else 0
                if sweep.side is Side.KEY:
                    counted[:, rows] += visits(piece, sweep, residue, rows, h, n).T
        assert len(seen) == len(set(seen)), "a row in two tiles"
    return counted


def meant(pattern: Pattern, branches: tuple[int, ...], h: int, n: int) -> np.ndarray:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    counts = multiplicities(pattern, h, q, k, n, HEADS)
    return sum((1 * counts[b] for b in branches), np.zeros((n, n), int))


def check(pattern: Pattern, softmax: Softmax, branches: tuple[int, ...], n: int) -> None:
    for h in range(HEADS):
        expected = meant(pattern, branches, h, n)
        assert (walked(softmax.queries, h, n) == expected).all()
        assert (walked(softmax.keys, h, n) == expected).all()


@settings(max_examples=200, deadline=None)
@given(patterns(), st.integers(1, 40))
def test_sweeps_visit_what_the_meaning_admits(pattern: Pattern, n: int) -> None:
    (group,) = lower(pattern).groups
    written = len(pattern.groups[0].branches)
    for softmax in group.softmaxes:
        branches = tuple(range(written)) if pattern.groups[0].combine is Combine.LSE else softmax.branches
        check(pattern, softmax, branches, n)


def test_rows_of_every_class_hold_no_class_of_a_segment() -> None:
    """That q % 7 is odd is not a matter of q % 6, though 2 divides 6."""
    for offset in (Fixed(1), ByHead()):
        mask = And((one_segment(7), SameResidue(6), Residue(Side.QUERY, 2, offset, 7)))
        pattern = Pattern("p", (HeadGroup(HeadRange(0, None), (Branch(mask),), Combine.LSE),))
        (group,) = lower(pattern).groups
        for n in (5, 40):
            check(pattern, group.softmaxes[0], (0,), n)


@settings(max_examples=200, deadline=None)
@given(patterns(), st.integers(1, 40))
def test_class_fused_sweeps_visit_the_same(pattern: Pattern, n: int) -> None:
    for stage in PASSES:
        pattern = stage.run(pattern)
    branches = pattern.groups[0].branches
    clauses = tuple(
        BranchClause(clause, index, branch.multiplicity, branch.span)
        for index, branch in enumerate(branches)
        for clause in clauses_of(branch.mask)
    )
    softmax = class_fused(tuple(range(len(branches))), clauses)
    if softmax is not None:
        check(pattern, softmax, softmax.branches, n)


def longnet(is_causal: bool) -> Pattern:
    masks = [
        And(
            (
                one_segment(w),
                *((Residue(side, r, ByHead(), w) for side in Side) if r > 1 else ()),
                *((causal(),) if is_causal else ()),
            )
        )
        for w, r in ((2048, 1), (4096, 2), (8192, 4))
    ]
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in masks), Combine.LSE, 3)
    return Pattern("longnet", (group,))


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
