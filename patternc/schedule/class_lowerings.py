"""Branches of one softmax merged by residue class: the rows of a tile are in one class, so they run the same branches.

Owner partition: nested dilated segments under one softmax visit each pair once, in the narrowest branch. LongNet's
branches (arXiv 2307.02486) visit a pair once for each branch that admits it. Let branch b have segments of w_b and the
residue class o_b mod r_b, where w_b and r_b divide those of the next branch. A pair whose narrowest shared segment is
that of branch i, and whose positions are both in class j but not both in class j + 1, is admitted by branches i to j.
It is visited once and counted j - i + 1 times.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from patternc.ir.kernel import EveryClass, Lattice, Softmax, Sweep
from patternc.ir.mask import AtLeast, Below, Fixed, RelativePosition, Residue, Side
from patternc.ir.traversal import classes_in, ranges, residues
from patternc.schedule.listing import listing_of
from patternc.schedule.sweeps import BranchClause, common_dilation, piece, segments
from patternc.transforms import Clause, conjoin

PIECE_LIMIT = 6
"""Two levels of ratio 2 make 5 pieces. Three make 14: kernels that take minutes to compile (docs/decisions/0015)."""


def class_fused(branches: tuple[int, ...], clauses: tuple[BranchClause, ...]) -> Softmax | None:
    """One sweep over all residue classes modulo the common dilation of the clauses.

    None if there are more than 64 classes, if the dilation does not divide every segment, and for clauses with
    listings or residue classes of blocks.
    """
    classes = common_dilation(clauses)
    named = [one for clause in clauses for one in classes_in(clause.clause)]
    widths = [width for c in clauses for width in segments(c.clause)]
    if any(literal.block > 1 for literal in named) or any(listing_of(c.clause) for c in clauses):
        return None
    unaligned = any(literal.segment is not None for literal in named) or any(width % classes for width in widths)
    # The most residue classes for which this lowering is considered; with more, a tile spans too much of the sequence.
    if unaligned or not 1 < classes <= 64:
        return None
    rows = Lattice(min(widths, default=None), classes, EveryClass())
    return Softmax(branches, queries=_sweep(clauses, Side.QUERY, rows), keys=_sweep(clauses, Side.KEY, rows))


def _sweep(clauses: tuple[BranchClause, ...], side: Side, rows: Lattice) -> tuple[Sweep, ...]:
    return (Sweep(side, rows, tuple(piece(clause, side, rows) for clause in clauses)),)


@dataclass(frozen=True, slots=True)
class Level:
    """A branch: pairs of positions `offset` mod `dilation` within segments of `width`, for which `rest` holds."""

    source: BranchClause
    width: int
    dilation: int
    offset: int
    rest: frozenset[object]


def partition_by_owner(clauses: tuple[BranchClause, ...]) -> tuple[BranchClause, ...] | None:
    """Disjoint clauses that count each pair as often as the given clauses do together; None if they are not nested.

    Keeps: the sum over clauses of multiplicity * admits(clause, h, q, k).
    """
    levels = _nested(clauses)
    if levels is None:
        return None
    branch_clauses: list[BranchClause] = []
    for scope in range(len(levels)):
        for around in _ring(levels, scope):
            for row in range(scope, len(levels)):
                for column in range(scope, row + 1):
                    branch_clauses += _pairs(levels, scope, row, column, around)
    return tuple(branch_clauses) if len(branch_clauses) <= PIECE_LIMIT else None


def _pairs(levels: list[Level], scope: int, row: int, column: int, around: Clause) -> list[BranchClause]:
    """The clauses for rows whose finest class is that of level `row`, where `column` is the finest class of both."""
    pieces = []
    columns = [_class(levels, column)] if column == row else _only(levels, column)
    for rows in _only(levels, row):
        for held in columns:
            literals = (_residue(Side.QUERY, *rows), _residue(Side.KEY, *held))
            clause = conjoin((*around, *(literal for literal in literals if literal.dilation > 1)))
            if clause is not None:
                counted = sum(level.source.multiplicity for level in levels[scope : column + 1])
                owner = levels[scope].source
                pieces.append(BranchClause(clause, owner.branch, counted, owner.span))
    return pieces


def _ring(levels: list[Level], scope: int) -> tuple[Clause, ...]:
    """The keys in a row's segment of level `scope` before and after its segment of the next narrower level."""
    masks = levels[scope].source.clause
    bounds = ranges(masks)
    if scope == 0:
        return (bounds,)
    width = levels[scope - 1].width
    before, after = Below(Side.KEY, RelativePosition(0, 0, width)), AtLeast(Side.KEY, RelativePosition(width, 0, width))
    rings = (conjoin((*bounds, before)), conjoin((*bounds, after)))
    return tuple(ring for ring in rings if ring is not None)


def _class(levels: list[Level], index: int) -> tuple[int, int]:
    return levels[index].dilation, levels[index].offset


def _only(levels: list[Level], index: int) -> list[tuple[int, int]]:
    """The residue classes of a level that are not in the next finer level."""
    dilation, offset = _class(levels, index)
    if index + 1 == len(levels):
        return [(dilation, offset)]
    finer, taken = _class(levels, index + 1)
    return [(finer, first) for first in range(offset, finer, dilation) if first != taken]


def _residue(side: Side, dilation: int, offset: int) -> Residue:
    return Residue(side, dilation, Fixed(offset))


def _nested(clauses: tuple[BranchClause, ...]) -> list[Level] | None:
    """The clauses as levels, narrowest first; None unless the width and dilation of each divide those of the next."""
    found = [_level(clause) for clause in clauses]
    levels = sorted((level for level in found if level is not None), key=lambda level: (level.dilation, level.width))
    if len(levels) < 2 or None in found or len({clause.branch for clause in clauses}) < len(clauses):
        return None
    for a, b in pairwise(levels):
        if b.dilation % a.dilation or b.dilation == a.dilation or b.width % a.width or b.width == a.width:
            return None
        if b.offset % a.dilation != a.offset or a.rest != b.rest:
            return None
    return levels


def _level(source: BranchClause) -> Level | None:
    """The clause as a dilated segment of both sides plus further bounds; None if it is anything else."""
    classes = [one for side in Side for one in residues(source.clause, side)]
    bounds = ranges(source.clause)
    widths = segments(source.clause)
    if len(widths) != 1 or len(classes) + len(bounds) < len(source.clause):
        return None
    (width,) = widths
    ends = {AtLeast(Side.KEY, RelativePosition(0, 0, width)), Below(Side.KEY, RelativePosition(width, 0, width))}
    rest = frozenset(literal for literal in bounds if literal not in ends)
    if not classes:
        return Level(source, width, 1, 0, rest)
    atom = classes[0]
    both = (
        {_residue(side, atom.dilation, atom.offset.value) for side in Side} if isinstance(atom.offset, Fixed) else set()
    )
    if set(classes) != both or width % atom.dilation or not isinstance(atom.offset, Fixed):
        return None
    return Level(source, width, atom.dilation, atom.offset.value, rest)
