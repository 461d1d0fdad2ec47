"""Kernel IR, walked by hand, visits what the meaning admits; its closed-form ranges hold; both directions agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import GRID, MOST, by_blocks, causal, inputs_for, lengths, one_segment, patterns, wide_patterns
from walks import HEADS, check, lower, pattern_of

from patternc.codegen.tiles.visits import order_of
from patternc.ir.dump.masks import dump_layout
from patternc.ir.grid_axes import grid_axes
from patternc.ir.index import evaluate
from patternc.ir.kernel import DENSE, ClassActive, Columns, Lattice, Listing, Lowering, Piece, Sweep
from patternc.ir.mask import (
    And,
    Below,
    Box,
    Branch,
    ByHead,
    Combine,
    Constant,
    Curve,
    Fixed,
    HeadGroup,
    HeadRange,
    Layout,
    Mask,
    Not,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Schedule,
    Side,
    TopK,
)
from patternc.ir.semantics import Inputs, admits
from patternc.schedule.grid_layout import candidates, cells_near, choose_layout, neighbours, numbering, tiles_a_row
from patternc.schedule.sweeps import BranchClause, common_dilation
from patternc.source import NOWHERE


@pytest.mark.long
@settings(max_examples=120, deadline=None)
@given(wide_patterns(), st.data())
def test_sweeps_visit_what_any_mask_admits(pattern: Pattern, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    inputs = data.draw(inputs_for(n, HEADS))
    (group,) = lower(pattern).groups
    for softmax in group.softmaxes:
        everything = pattern.groups[0].combine is Combine.LSE
        branches = tuple(range(len(pattern.groups[0].branches))) if everything else softmax.branches
        check(pattern, softmax, branches, n, inputs)
        assert listings(softmax.queries) == listings(softmax.keys)
        for sweep in (*softmax.queries, *softmax.keys):
            for piece in sweep.pieces:
                listed_in_whole_blocks(piece, sweep, n, inputs)


def listings(sweeps: tuple[Sweep, ...]) -> set[tuple[int, Listing, tuple[Mask, ...]]]:
    """Key sweeps list what query sweeps do, each list once."""
    found = [
        (piece.branch, piece.listing, piece.residual)
        for sweep in sweeps
        for piece in sweep.pieces
        if piece.listing is not None
    ]
    assert len({(branch, listing) for branch, listing, _ in found}) == len(found)
    return set(found)


def listed_in_whole_blocks(piece: Piece, sweep: Sweep, n: int, inputs: Inputs) -> None:
    """The literals of a listing hold for all or none of two blocks."""
    if piece.listing is None or sweep.order is not None:
        return
    block = piece.listing.keys
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for literal in piece.listing.literals:
        held = admits(literal, 1, q, k, n, HEADS, inputs)
        assert (held == held[q // block * block, k // block * block]).all()


@settings(max_examples=200, deadline=None)
@given(patterns(), st.integers(1, MOST))
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


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("segment", [None, 24])
@pytest.mark.parametrize(("every", "other"), [(6, 4), (4, 6), (6, 3), (3, 6), (9, 6), (5, 2)])
def test_classes_decide_of_tiles_only_where_they_divide(
    every: int, other: int, segment: int | None, side: Side
) -> None:
    """`stride(6) & queries(every=4)`: rows of one class modulo 6 are of two classes modulo 4, of one modulo 3."""
    inside = () if segment is None else (one_segment(segment),)
    mask = And((*inside, SameResidue(every, segment), Residue(side, other, Fixed(other - 1))))
    pattern = pattern_of(mask)
    (group,) = lower(pattern).groups
    check(pattern, group.softmaxes[0], (0,), 50)


def rows_every(step: int, block: int = 64) -> Residue:
    return Residue(Side.QUERY, step, Fixed(0), None, block)


def test_a_hierarchy_of_blocks_is_one_sweep() -> None:
    """blocks(64, window(2) | queries(every=4) & window(8) | queries(every=16))"""
    hierarchy = Or((by_blocks(64, 2, 2), And((rows_every(4), by_blocks(64, 8, 8))), rows_every(16)))
    (group,) = lower(pattern_of(hierarchy)).groups
    assert group.lowering is Lowering.SINGLE
    (queries,), (keys,) = group.softmaxes[0].queries, group.softmaxes[0].keys
    assert queries.rows == Lattice(64)
    four, sixteen = ClassActive(4, Fixed(0), None, 64), ClassActive(16, Fixed(0), None, 64)
    assert [piece.active for piece in queries.pieces] == [(), (four,), (four,), (sixteen,), (sixteen,)]
    assert keys.rows == DENSE
    packed = [Lattice(None, step, Fixed(0), 64) for step in (4, 4, 16, 16)]
    assert [piece.columns for piece in keys.pieces] == [DENSE, *packed]
    assert not any(piece.residual for piece in (*queries.pieces, *keys.pieces))


def test_blocks_of_two_sizes_share_a_sweep_of_their_common_divisor() -> None:
    mixed = Or((And((rows_every(4, 64), by_blocks(64, 8, 8))), And((rows_every(2, 96), by_blocks(96, 1, 1)))))
    (sweep,) = lower(pattern_of(mixed)).groups[0].softmaxes[0].queries
    assert sweep.rows == Lattice(32)


def test_small_blocks_are_tested_pair_by_pair() -> None:
    (sweep,) = lower(pattern_of(And((rows_every(4, 8), by_blocks(8, 8, 8))))).groups[0].softmaxes[0].queries
    assert sweep.rows == DENSE
    assert sweep.pieces[0].residual == (rows_every(4, 8),)


def test_random_blocks_beside_windows_and_sinks_test_nothing() -> None:
    """BigBird under causal: what the window, the sinks and the causal bound leave of the random blocks is a range."""
    union = Or((by_blocks(64, 1, 1), Below(Side.KEY, Constant(64)), Below(Side.QUERY, Constant(64)), Random(64, 7, 3)))
    (group,) = lower(pattern_of(And((union, causal())))).groups
    listed = [piece for piece in group.softmaxes[0].queries[0].pieces if piece.listing is not None]
    assert [piece.listing for piece in listed] == [Listing(64, 64, (Random(64, 7, 3),))]
    assert listed[0].highs == (RelativePosition(-64, 0, 64),)
    assert not listed[0].residual


def test_selections_of_a_clause_are_one_listing() -> None:
    both = And((Random(64, 1, count=4), Random(48, 2, count=8), Not(Random(96, 3, count=2)), TopK(64, 8)))
    (sweep,) = lower(pattern_of(both)).groups[0].softmaxes[0].queries
    (piece,) = sweep.pieces
    assert piece.listing is not None
    assert (piece.listing.keys, len(piece.listing.literals), piece.residual) == (16, 4, ())


def test_row_classes_beside_a_selection_are_tested() -> None:
    odd = Residue(Side.QUERY, 2, Fixed(1))
    (sweep,) = lower(pattern_of(And((Random(64, 1, count=4), odd)))).groups[0].softmaxes[0].queries
    assert (sweep.rows, sweep.pieces[0].residual) == (DENSE, (odd,))


def test_every_box_has_a_sweep_in_the_order() -> None:
    masks = (Box(GRID, (3, 3), (1, 1)), Or((Box(GRID, (3, 5), (1, 1)), Below(Side.KEY, Constant(2)))))
    layout = Layout(Curve.TILED, (4, 4))
    (group,) = lower(pattern_of(*masks, grid=GRID, layout=layout)).groups
    assert [sweep.order for sweep in group.softmaxes[0].queries] == [layout, layout, None]


@pytest.mark.parametrize("box", [Box((32, 96), (9, 9), (1, 1)), Box((32, 96), (5, 7), (2, 3))], ids=["near", "dilated"])
def test_auto_takes_the_order_with_the_fewest_tiles(box: Box) -> None:
    """All of them counted cell by cell, on a grid where tiles beat rows."""
    grid = box.grid
    counts = {}
    axes = grid_axes(grid, box.extents, box.dilations)
    for layout in candidates(grid, (axes,)):
        order = numbering(layout, grid)
        assert sorted(order) == list(range(32 * 96))
        held = admits(box, 0, order[:, None], order[None, :], 32 * 96, 1)
        counts[layout] = held.reshape(48, 64, 48, 64).any((1, 3)).sum() / 48
    best = choose_layout(Layout(), grid, (axes,), Columns.TILES)
    assert bool(best.steps) == (box.dilations != (1, 1))
    assert counts[best] <= 1.05 * min(counts.values()) < counts[Layout(Curve.NATURAL)]
    for layout, count in counts.items():
        assert abs(tiles_a_row(axes, layout) - count) < 0.1 * count


@pytest.mark.parametrize(
    "layout",
    [Layout(Curve.NATURAL), Layout(Curve.TILED, (4, 16)), Layout(Curve.TILED, (8, 8), (3, 4))],
    ids=dump_layout,
)
@pytest.mark.parametrize("steps", [(), ((2, 1), (1, 6))], ids=["alone", "shared"])
def test_cells_near_a_tile_are_all_that_its_cells_attend_to(layout: Layout, steps: tuple[tuple[int, ...], ...]) -> None:
    """Of a tile that no border cuts, in the middle of a large grid."""
    grid = 300, 400
    box = grid_axes(grid, (5, 7), (3, 4), *steps)
    tiles = numbering(layout, grid).reshape(-1, 64)
    rows, columns = np.unravel_index(tiles, grid)
    far = (rows.min(1) > 40) & (rows.max(1) < 260) & (columns.min(1) > 60) & (columns.max(1) < 340)
    whole = [len({*r}) * len({*c}) == 64 for r, c in zip(rows, columns, strict=True)]
    tile = tiles[far & whole][0]
    assert cells_near(layout, grid, (box,)) == np.unique(neighbours(box, tile)).size


@pytest.mark.parametrize(("layout", "height"), [(Layout(Curve.NATURAL), 1), (Layout(Curve.TILED, (4, 16)), 4)])
def test_a_line_of_tiles_has_the_cells_of_the_same_places_but_along_the_last_dimension(
    layout: Layout, height: int
) -> None:
    grid, block = (8, 48), 16
    (group,) = lower(pattern_of(Box(grid, (3, 5), (1, 1)), grid=grid, layout=layout)).groups
    ((sweep, _),) = group.pieces
    order = order_of(replace(sweep, visits=Schedule.HILBERT))
    assert order is not None
    first_of_next = int(np.flatnonzero(numbering(layout, grid) // grid[1] >= height)[0])
    assert evaluate(order.width, {"BLOCK_M": block}, {}) * block == first_of_next


def test_sweeps_of_all_classes_have_those_of_every_clause() -> None:
    clauses = tuple(BranchClause((SameResidue(every, None),), 0, 1, NOWHERE) for every in (4, 6))
    assert common_dilation(clauses) == 12
    assert common_dilation(()) == 1
