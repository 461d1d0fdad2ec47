"""Kernel IR, walked by hand, visits what the meaning admits; its closed-form ranges hold; both directions agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import GRID, by_blocks, causal, inputs_for, one_segment, patterns, wide_patterns

from patternc.backends.triton.expressions import uniform
from patternc.bounds import value
from patternc.kernel_ir import DENSE, ClassActive, EveryClass, Kernel, Lattice, Listing, Lowering, Piece, Softmax, Sweep
from patternc.mask_ir import (
    And,
    Below,
    Box,
    Branch,
    ByHead,
    Combine,
    Constant,
    Curve,
    Fixed,
    Follow,
    FromEnd,
    HeadGroup,
    HeadRange,
    Layout,
    Mask,
    Not,
    OfBatch,
    Or,
    Pattern,
    Random,
    Residue,
    SameResidue,
    Side,
    TopK,
)
from patternc.passes import PASSES, clauses_of
from patternc.schedule import owners, schedule
from patternc.schedule.fused import class_fused
from patternc.schedule.layouts import candidates, chosen, numbering, tiles_a_row
from patternc.schedule.owners import owned
from patternc.schedule.sweeps import BranchClause
from patternc.semantics import NOTHING, Inputs, admits, multiplicities, offset_value, position
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


def is_active(piece: Piece, residue: int, rows: list[int], h: int) -> bool:
    """Whether a tile runs the piece; all of its rows must agree."""
    for active in piece.active:
        wanted = offset_value(active.offset, active.dilation, h, HEADS)
        if active.block == 1 and active.segment is None:
            truths = {residue % active.dilation == wanted}
        else:
            blocks = [x // active.block for x in rows]
            truths = {(x if active.segment is None else x % active.segment) % active.dilation == wanted for x in blocks}
        assert len(truths) == 1, "rows of one tile disagree"
        if truths == {False}:
            return False
    return True


def columns_of(piece: Piece, sweep: Sweep, residue: int, rows: list[int], h: int, n: int) -> set[int]:
    """The columns of a piece's lattice for one row tile."""
    columns = piece.columns
    if columns.block > 1:
        assert columns.segment is None
        if isinstance(columns.offset, EveryClass):
            (block,) = {x // columns.block for x in rows}
            offset = block % columns.dilation
        else:
            offset = offset_value(columns.offset, columns.dilation, h, HEADS)
        return {y for y in range(n) if y // columns.block % columns.dilation == offset}
    offset = (
        residue % columns.dilation
        if isinstance(columns.offset, EveryClass)
        else offset_value(columns.offset, columns.dilation, h, HEADS)
    )
    if columns.segment is None:
        return set(range(offset, n, columns.dilation))
    assert columns.segment == sweep.rows.segment
    start = rows[0] // columns.segment * columns.segment
    return set(range(start + offset, start + columns.segment, columns.dilation))


def visits(
    piece: Piece, sweep: Sweep, residue: int, rows: list[int], h: int, n: int, inputs: Inputs = NOTHING
) -> np.ndarray:
    """[row, column] pairs of one tile by the words of kernel_ir.Piece."""
    counted = np.zeros((len(rows), n), int)
    if not is_active(piece, residue, rows, h):
        return counted
    columns = columns_of(piece, sweep, residue, rows, h, n)
    listed = piece.listing.literals if piece.listing is not None and sweep.order is None else ()
    if piece.listing is not None:
        assert (piece.columns, piece.active, sweep.rows.dilation) == (DENSE, (), 1)
        assert sweep.rows.segment is None or piece.listing.block % sweep.rows.segment == 0

    def low(x: int) -> int:
        return max([0, *(int(position(b, x, n, inputs)) for b in piece.lows)])

    def high(x: int) -> int:
        return min([n, *(int(position(b, x, n, inputs)) for b in piece.highs)])

    for bound in (*piece.row_lows, *piece.row_highs):
        assert isinstance(bound, Constant | FromEnd | OfBatch)
    for bound in (*piece.lows, *piece.highs):
        if sweep.order is None and isinstance(bound, Constant | FromEnd | Follow) and uniform(bound, sweep.rows):
            assert len({value(bound, x, n) for x in rows}) <= 1
    everywhere = np.arange(n)
    for i, x in enumerate(rows):
        if any(x < position(b, x, n, inputs) for b in piece.row_lows):
            continue
        if any(x >= position(b, x, n, inputs) for b in piece.row_highs):
            continue
        q, k = (x, everywhere) if sweep.side is Side.QUERY else (everywhere, x)
        held = np.ones(n, bool)
        for mask in (*piece.residual, *listed):
            held &= admits(mask, h, q, k, n, HEADS, inputs)
        for y in range(low(x), high(x)):
            assert sweep.order or low(rows[0]) <= y < high(rows[-1]), "outside the tile's range"
            if y in columns and held[y]:
                counted[i, y] += piece.multiplicity
        if sweep.order is None:
            assert all(low(x) <= y < high(x) for y in range(low(rows[-1]), high(rows[0]))), "not full"
    return counted


def walked(
    sweeps: tuple[Sweep, ...], h: int, n: int, inputs: Inputs = NOTHING, grid: tuple[int, ...] = ()
) -> np.ndarray:
    """[n, n] multiplicities by query and key."""
    counted = np.zeros((n, n), int)
    for sweep in sweeps:
        seen: list[int] = []
        for residue, rows in tiles(sweep.rows, h, n, size=4):
            if sweep.order is not None:
                rows = [int(x) for x in numbering(sweep.order, grid)[rows]]
            seen += rows
            for piece in sweep.pieces:
                found = visits(piece, sweep, residue, rows, h, n, inputs)
                if sweep.side is Side.QUERY:
                    counted[rows] += found
                else:
                    counted[:, rows] += found.T
        assert len(seen) == len(set(seen)), "a row in two tiles"
    return counted


def meant(pattern: Pattern, branches: tuple[int, ...], h: int, n: int, inputs: Inputs = NOTHING) -> np.ndarray:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    counts = multiplicities(pattern, h, q, k, n, HEADS, inputs)
    return sum((1 * counts[b] for b in branches), np.zeros((n, n), int))


def check(pattern: Pattern, softmax: Softmax, branches: tuple[int, ...], n: int, inputs: Inputs = NOTHING) -> None:
    for h in range(HEADS):
        expected = meant(pattern, branches, h, n, inputs)
        assert (walked(softmax.queries, h, n, inputs, pattern.grid) == expected).all()
        assert (walked(softmax.keys, h, n, inputs, pattern.grid) == expected).all()
    rows = [(sweep.rows, sweep.order) for sweep in softmax.queries if sweep.order is None]
    assert len(rows) == len(set(rows)), "two sweeps of one lattice"


@settings(max_examples=120, deadline=None)
@given(wide_patterns(), st.data())
def test_sweeps_visit_what_any_mask_admits(pattern: Pattern, data: st.DataObject) -> None:
    n = 40  # the cells of the grid
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
    block = piece.listing.block
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for literal in piece.listing.literals:
        held = admits(literal, 1, q, k, n, HEADS, inputs)
        assert (held == held[q // block * block, k // block * block]).all()


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
    found = clauses(pattern)
    softmax = class_fused(tuple(dict.fromkeys(one.branch for one in found)), found)
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


def nested(widths: tuple[int, ...], dilations: tuple[int, ...], last: int, is_causal: bool) -> Pattern:
    """Dilated segments whose offsets are `last` modulo their dilation."""
    masks = [
        And(
            (
                one_segment(w),
                *(Residue(side, r, Fixed(last % r), w) for side in Side),
                *((causal(),) if is_causal else ()),
            )
        )
        for w, r in zip(widths, dilations, strict=True)
    ]
    return pattern_of(*masks, *masks[:1])  # the first counts twice


def clauses(pattern: Pattern) -> tuple[BranchClause, ...]:
    for stage in PASSES:
        pattern = stage.run(pattern)
    return tuple(
        BranchClause(clause, index, branch.multiplicity, branch.span)
        for index, branch in enumerate(pattern.groups[0].branches)
        for clause in clauses_of(branch.mask)
    )


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
    parted = owned(clauses(pattern))
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
    assert owned(clauses(nested(widths, dilations, last, False))) is None


def test_partitions_of_many_pieces_are_not_taken() -> None:
    assert owned(clauses(nested((4, 8, 16), (1, 2, 4), 0, is_causal=False))) is None


def test_heads_that_differ_have_no_owner() -> None:
    assert owned(clauses(longnet(is_causal=True))) is None


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


def pattern_of(*masks: Mask, grid: tuple[int, ...] = (), layout: Layout | None = None) -> Pattern:
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in masks), Combine.LSE, len(masks))
    return Pattern("made", (group,), grid=grid, layout=layout or Layout())


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
    assert [piece.listing for piece in listed] == [Listing(64, (Random(64, 7, 3),))]
    assert listed[0].highs == (Follow(-64, 0, 64),)
    assert not listed[0].residual


def test_selections_of_a_clause_are_one_listing() -> None:
    both = And((Random(64, 1, count=4), Random(48, 2, count=8), Not(Random(96, 3, count=2)), TopK(64, 8)))
    (sweep,) = lower(pattern_of(both)).groups[0].softmaxes[0].queries
    (piece,) = sweep.pieces
    assert piece.listing is not None
    assert (piece.listing.block, len(piece.listing.literals), piece.residual) == (16, 4, ())


def test_row_classes_beside_a_selection_are_tested() -> None:
    odd = Residue(Side.QUERY, 2, Fixed(1))
    (sweep,) = lower(pattern_of(And((Random(64, 1, count=4), odd)))).groups[0].softmaxes[0].queries
    assert (sweep.rows, sweep.pieces[0].residual) == (DENSE, (odd,))


def test_every_box_has_a_sweep_in_the_order() -> None:
    masks = (Box(GRID, (3, 3), (1, 1)), Or((Box(GRID, (3, 5), (1, 1)), Below(Side.KEY, Constant(2)))))
    layout = Layout(Curve.TILED, (4, 4))
    (group,) = lower(pattern_of(*masks, grid=GRID, layout=layout)).groups
    assert [sweep.order for sweep in group.softmaxes[0].queries] == [layout, layout, None]


def test_auto_takes_the_order_with_the_fewest_tiles() -> None:
    """All of them counted cell by cell, on a grid where tiles beat rows."""
    grid, box = (32, 96), Box((32, 96), (9, 9), (1, 1))
    counts = {}
    for layout in candidates(grid):
        order = numbering(layout, grid)
        assert sorted(order) == list(range(32 * 96))
        held = admits(box, 0, order[:, None], order[None, :], 32 * 96, 1)
        counts[layout] = held.reshape(48, 64, 48, 64).any((1, 3)).sum() / 48
    best = chosen(Layout(), grid, (box,))
    assert counts[best] <= 1.05 * min(counts.values()) < counts[Layout(Curve.NATURAL)]
    for layout, count in counts.items():
        assert abs(tiles_a_row(box, layout) - count) < 0.1 * count
