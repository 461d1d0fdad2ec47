"""Clauses to sweeps: the lattices of a clause's rows and columns, and the literals that remain to be tested."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, lcm
from typing import TypeGuard

from patternc.cost_constants import NARROWEST
from patternc.ir.bounds import transposed
from patternc.ir.facts import atom_facts, bound_facts
from patternc.ir.kernel import DENSE, ClassActive, EveryClass, Lattice, Listing, Piece, Softmax, Sweep
from patternc.ir.mask import AtLeast, Below, Fixed, Layout, Mask, RelativePosition, Residue, SameResidue, Side
from patternc.ir.traversal import classes_in, limits, ranges, relative, residues, shared_residues
from patternc.schedule.listing import is_ordered, listing_of
from patternc.source import Span
from patternc.transforms import Clause, implied


@dataclass(frozen=True, slots=True)
class BranchClause:
    """A clause with its branch. `tested`: its selections and boxes are tested pair by pair instead of listed."""

    clause: Clause
    branch: int
    multiplicity: int
    span: Span
    tested: bool = False


def listing(source: BranchClause) -> Listing | None:
    """The listing of a clause; None if the clause has none or is tested instead."""
    return None if source.tested else listing_of(source.clause)


def chained(branches: tuple[int, ...], clauses: tuple[BranchClause, ...], order: Layout) -> Softmax:
    """One sweep per lattice of rows, with queries as rows and with keys as rows.

    The densest lattice comes last, because it merges the results of the others. Each box has a sweep of its own, whose
    rows and columns are numbered by `order`.
    """
    return Softmax(branches, queries=_sweeps(clauses, Side.QUERY, order), keys=_sweeps(clauses, Side.KEY, order))


def _sweeps(clauses: tuple[BranchClause, ...], side: Side, order: Layout) -> tuple[Sweep, ...]:
    by_rows: dict[Lattice, list[Piece]] = {}
    ordered: list[Sweep] = []
    whole_blocks = _common_block(clauses, side)
    for clause in clauses:
        blocks = listing(clause)
        if blocks is not None and is_ordered(blocks):
            ordered.append(Sweep(side, DENSE, (piece(clause, side, DENSE),), order))
            continue
        rows = DENSE if blocks else row_lattice(clause.clause, side)
        segment = whole_blocks.segment
        if rows == DENSE and (blocks is None or (segment and blocks.size(side) % segment == 0)):
            rows = whole_blocks
        by_rows.setdefault(rows, []).append(piece(clause, side, rows))
    packed_first = sorted(by_rows.items(), key=lambda item: (item[0] == DENSE, item[0] == whole_blocks))
    return (*ordered, *(Sweep(side, rows, tuple(pieces)) for rows, pieces in packed_first))


def _common_block(clauses: tuple[BranchClause, ...], side: Side) -> Lattice:
    """All rows; if clauses have residue classes of blocks of rows, in segments that lie in one block each."""
    blocks = {
        literal.block
        for clause in clauses
        if listing(clause) is None and row_lattice(clause.clause, side) == DENSE
        for literal in clause.clause
        if names(literal, side) and literal.block >= NARROWEST
    }
    common = gcd(*blocks)
    return Lattice(common) if common >= NARROWEST else DENSE


def row_lattice(clause: Clause, side: Side) -> Lattice:
    """The sparsest lattice that contains every row of a clause, with segments if the clause stays within segments."""
    packing = _packing(clause, side)
    columns = _packing(clause, side.other)
    if packing is not None:
        return packing
    if columns is not None and columns.segment is not None and _restarts(columns):
        return Lattice(columns.segment, 1, Fixed(0))  # the columns' lattice restarts in every segment
    return DENSE


def piece(source: BranchClause, side: Side, rows: Lattice) -> Piece:
    """The piece of a clause for the rows of a lattice, which contains all rows of the clause."""
    blocks = listing(source)
    columns, spoken_for = (DENSE, ()) if blocks else _columns(source.clause, side, rows)
    if blocks and not is_ordered(blocks):
        spoken_for = blocks.literals
    clause = _seen_from(source.clause, side)
    (lows, highs), (row_lows, row_highs) = limits(clause, side.other), limits(clause, side)
    others = (*spoken_for, *ranges(clause))
    residual = tuple(literal for literal in clause if literal not in others)
    return Piece(
        columns=columns,
        lows=lows,
        highs=highs,
        row_lows=row_lows,
        row_highs=row_highs,
        residual=residual,
        active=() if blocks else _active(source.clause, side, rows),
        listing=blocks,
        multiplicity=source.multiplicity,
        branch=source.branch,
        span=source.span,
    )


def _seen_from(clause: Clause, side: Side) -> Clause:
    """The clause with bounds on the rows that depend on the columns rewritten as bounds on the columns."""
    moving = (bound for bound in ranges(clause) if bound.side is side and bound_facts(bound.bound).by_position)
    turned: dict[Mask, Mask] = {bound: transposed(bound) for bound in moving}
    return tuple(turned.get(literal, literal) for literal in clause)


def _packing(clause: Clause, side: Side) -> Lattice | None:
    """The lattice of the sparsest residue class that a clause requires of a side; None if it requires none."""
    named: tuple[Residue | SameResidue, ...] = (*residues(clause, side), *shared_residues(clause))
    usable = [literal for literal in named if literal.block == 1 and _stays_in(clause, literal.segment)]
    if not usable:
        return None
    chosen = max(usable, key=lambda literal: (literal.dilation, isinstance(literal, Residue)))
    segment = chosen.segment or min((width for width in segments(clause) if width % chosen.dilation == 0), default=None)
    return Lattice(segment, chosen.dilation, chosen.offset if isinstance(chosen, Residue) else EveryClass())


def _stays_in(clause: Clause, segment: int | None) -> bool:
    """Whether a clause stays within segments of that width, as a lattice that restarts in every segment requires."""
    return segment is None or segment in segments(clause)


def segments(clause: Clause) -> tuple[int, ...]:
    """The widths w for which a clause implies that q and k are in the same segment of w positions."""
    periods = dict.fromkeys(bound.period for bound in relative(literal.bound for literal in ranges(clause)))
    return tuple(
        width
        for width in periods
        if implied(AtLeast(Side.KEY, RelativePosition(0, 0, width)), clause)
        and implied(Below(Side.KEY, RelativePosition(width, 0, width)), clause)
    )


def _restarts(lattice: Lattice) -> bool:
    return lattice.segment is not None and lattice.segment % lattice.dilation != 0


def _columns(clause: Clause, side: Side, rows: Lattice) -> tuple[Lattice, tuple[Mask, ...]]:
    """The lattice of the columns, and the residue literals that both lattices and `active` imply."""
    held = _held_by_rows(clause, side, rows)
    packing = _packing(clause, side.other)
    if packing is None:
        return _columns_of_blocks(clause, side, rows, held)
    if _restarts(packing) and packing.segment != rows.segment:
        return DENSE, held
    if isinstance(packing.offset, EveryClass) and not (
        isinstance(rows.offset, EveryClass) and rows.dilation % packing.dilation == 0
    ):
        return DENSE, held
    columns = Lattice(packing.segment if _restarts(packing) else None, packing.dilation, packing.offset)
    segment = packing.segment if _restarts(packing) else None
    if isinstance(packing.offset, EveryClass):
        return columns, (*held, SameResidue(packing.dilation, segment))
    return columns, (*held, Residue(side.other, packing.dilation, packing.offset, segment))


def _columns_of_blocks(
    clause: Clause, side: Side, rows: Lattice, held: tuple[Mask, ...]
) -> tuple[Lattice, tuple[Mask, ...]]:
    """The sparsest lattice of columns by residue classes of whole blocks that don't restart in segments."""
    named = [
        literal
        for literal in classes_in(clause)
        if side.other in atom_facts(literal).sides and literal.block >= NARROWEST and literal.segment is None
        if isinstance(literal, Residue) or _in_one_block(rows, literal.block)
    ]
    if not named:
        return DENSE, held
    chosen = max(named, key=lambda literal: literal.dilation)
    offset = chosen.offset if isinstance(chosen, Residue) else EveryClass()
    return Lattice(None, chosen.dilation, offset, chosen.block), (*held, chosen)


def names(literal: Mask, side: Side) -> TypeGuard[Residue | SameResidue]:
    """Whether a literal requires a residue class of a side."""
    return isinstance(literal, SameResidue) or (isinstance(literal, Residue) and literal.side is side)


def _in_one_block(rows: Lattice, block: int) -> bool:
    """Whether every tile of rows lies in one block."""
    return rows.segment is not None and rows.dilation == 1 and block % rows.segment == 0


def _held_by_rows(clause: Clause, side: Side, rows: Lattice) -> tuple[Mask, ...]:
    """The residue literals on the rows that the rows' lattice or `_active` implies."""
    active = _active(clause, side, rows)
    return tuple(
        literal for literal in residues(clause, side) if _is_lattice(literal, rows) or _is_active(literal, active)
    )


def _is_active(literal: Residue, active: tuple[ClassActive, ...]) -> bool:
    return ClassActive(literal.dilation, literal.offset, literal.segment, literal.block) in active


def _is_lattice(literal: Residue, rows: Lattice) -> bool:
    """Whether the lattice of the rows is the residue class of a literal."""
    restart = rows.segment if _restarts(rows) else None
    return literal.block == 1 and (literal.dilation, literal.offset, literal.segment) == (
        rows.dilation,
        rows.offset,
        restart,
    )


def _all_classes(rows: Lattice) -> bool:
    return isinstance(rows.offset, EveryClass) and not _restarts(rows)


def _active(clause: Clause, side: Side, rows: Lattice) -> tuple[ClassActive, ...]:
    """The residue literals on rows that hold for all or no rows of a tile, so that they decide for whole tiles."""
    return tuple(
        ClassActive(literal.dilation, literal.offset, literal.segment, literal.block)
        for literal in residues(clause, side)
        if _alike(literal, rows)
    )


def _alike(literal: Residue, rows: Lattice) -> bool:
    """Whether a literal has the same value for all rows of every tile."""
    if literal.block > 1:
        return _in_one_block(rows, literal.block)
    return _all_classes(rows) and literal.segment is None and rows.dilation % literal.dilation == 0


def common_dilation(clauses: tuple[BranchClause, ...]) -> int:
    """The least common multiple of all dilations in the clauses."""
    return lcm(1, *(one.dilation for clause in clauses for one in classes_in(clause.clause)))
