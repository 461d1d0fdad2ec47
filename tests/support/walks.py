"""Kernel IR walked by hand: which pairs its sweeps visit, held against what the pattern means."""

from __future__ import annotations

import numpy as np

from patternc.codegen.tiles.bounds import uniform
from patternc.ir.interface import interface
from patternc.ir.kernel import DENSE, Columns, EveryClass, Kernel, KernelGroup, Lattice, Lowering, Piece, Softmax, Sweep
from patternc.ir.mask import (
    Branch,
    Combine,
    Constant,
    FromEnd,
    HeadGroup,
    HeadRange,
    Layout,
    Mask,
    OfBatch,
    Pattern,
    RelativePosition,
    Side,
)
from patternc.ir.semantics import NOTHING, Inputs, admits, multiplicities, offset_value, position
from patternc.schedule import schedule
from patternc.schedule.class_lowerings import class_fused
from patternc.schedule.grid_layout import numbering
from patternc.schedule.sweeps import BranchClause
from patternc.targets import target_named
from patternc.transforms import PASSES, clauses_of

HEADS = 3


LISTING = tuple(lowering for lowering in Lowering if lowering is not Lowering.COUNTED)


def lower(pattern: Pattern, lowerings: tuple[Lowering, ...] = LISTING, columns: Columns = Columns.TILES) -> Kernel:
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    target = target_named("sm_90")
    assert target is not None
    return schedule(pattern, normal, target, lowerings, columns)


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
    """[row, column] pairs of one tile by the words of `ir.kernel.Piece`."""
    counted = np.zeros((len(rows), n), int)
    if not is_active(piece, residue, rows, h):
        return counted
    columns = columns_of(piece, sweep, residue, rows, h, n)
    listed = piece.listing.literals if piece.listing is not None and sweep.order is None else ()
    if piece.listing is not None:
        assert (piece.columns, piece.active, sweep.rows.dilation) == (DENSE, (), 1)
        assert sweep.rows.segment is None or piece.listing.size(sweep.side) % sweep.rows.segment == 0

    def low(x: int) -> int:
        return max([0, *(int(position(b, x, n, inputs)) for b in piece.lows)])

    def high(x: int) -> int:
        return min([n, *(int(position(b, x, n, inputs)) for b in piece.highs)])

    for bound in (*piece.row_lows, *piece.row_highs):
        assert isinstance(bound, Constant | FromEnd | OfBatch)
    for bound in (*piece.lows, *piece.highs):
        if (
            sweep.order is None
            and isinstance(bound, Constant | FromEnd | RelativePosition)
            and uniform(bound, sweep.rows)
        ):
            assert len({position(bound, x, n) for x in rows}) <= 1
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
        times = np.full(n, 0 if piece.counted else piece.multiplicity)
        for mask, number in piece.counted:
            times += number * admits(mask, h, q, k, n, HEADS, inputs)
        for y in range(low(x), high(x)):
            assert sweep.order or low(rows[0]) <= y < high(rows[-1]), "outside the tile's range"
            if y in columns and held[y]:
                counted[i, y] += times[y]
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


def pattern_of(*masks: Mask, grid: tuple[int, ...] = (), layout: Layout | None = None) -> Pattern:
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in masks), Combine.LSE, len(masks))
    return Pattern("made", (group,), grid=grid, layout=layout or Layout())


def fused(meaning: Pattern, pattern: Pattern) -> Kernel:
    """The schedule in which one sweep of residue classes runs all branches of the only group."""
    (group,) = pattern.groups
    clauses = tuple(
        BranchClause(clause, index, branch.multiplicity, branch.span)
        for index, branch in enumerate(group.branches)
        for clause in clauses_of(branch.mask)
    )
    softmax = class_fused(tuple(range(len(group.branches))), clauses)
    assert softmax is not None
    fused = KernelGroup(group.heads, group.combine, group.divisor, (softmax,), Lowering.CLASS_FUSED)
    return Kernel(meaning, (fused,), interface(meaning))
