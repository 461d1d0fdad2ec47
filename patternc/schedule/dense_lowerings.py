"""Dense lowerings: pairs within bounds are tested or counted one by one where lists or separate sweeps are slower.

A model of the torch backend on a CPU ranks them: times are relative to dense attention with a mask.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, prod

from patternc.cost_constants import (
    ATOM,
    ATOM_BY_HEAD,
    BOX_ATOMS,
    CELL,
    LEAST_TABLE_SHARE,
    LENGTH,
    LISTED,
    PACKED,
    TESTED,
)
from patternc.ir.facts import Form, atom_facts, form
from patternc.ir.kernel import DENSE, Piece, Softmax, Sweep
from patternc.ir.mask import And, Atom, Curve, Layout, Mask, Or, Picked, Side
from patternc.ir.traversal import atoms, boxes_in, names_in, ranges
from patternc.schedule.cost_model import visited_pairs
from patternc.schedule.grid_layout import candidates, cells_near
from patternc.schedule.listing import listing_of
from patternc.schedule.sweeps import BranchClause, chained, piece
from patternc.transforms import Clause, conjoin, implied


def densest(branches: tuple[int, ...], clauses: tuple[BranchClause, ...], order: Layout, plain: Softmax) -> Softmax:
    """The fastest of: the plain sweeps, the sweeps with some clauses tested instead of listed, and a counting sweep."""
    mixed = tuple(_cheaper(branches, clause, order) for clause in clauses)
    softmaxes = [plain]
    if mixed != clauses:
        softmaxes.append(chained(branches, mixed, order))
    if len(clauses) > 1 and not any(_picks(clause.clause) for clause in clauses):
        softmaxes.append(counting_sweep(branches, clauses))
    return min(softmaxes, key=relative_time)


def counting_sweep(branches: tuple[int, ...], clauses: tuple[BranchClause, ...]) -> Softmax:
    """One sweep over all pairs within the bounds that the clauses share; it counts the clauses that admit each pair.

    Keeps: the sum over clauses of multiplicity * admits(clause, h, q, k).
    """
    queries, keys = ((Sweep(side, DENSE, (_counted(clauses, side),)),) for side in Side)
    return Softmax(branches, queries, keys)


def _counted(clauses: tuple[BranchClause, ...], side: Side) -> Piece:
    """The piece that counts: one mask per branch (the union of its clauses); a single mask is tested instead."""
    bounds = _shared(clauses)
    masks: dict[tuple[int, int], list[Mask]] = {}
    for clause in clauses:
        rest = And(tuple(literal for literal in clause.clause if literal not in bounds))
        masks.setdefault((clause.branch, clause.multiplicity), []).append(rest)
    found = tuple((parts[0] if len(parts) == 1 else Or(tuple(parts)), key[1]) for key, parts in masks.items())
    within = piece(replace(clauses[0], clause=bounds, tested=True), side, DENSE)
    if len(found) == 1:
        return replace(within, residual=(found[0][0],), multiplicity=found[0][1])
    return replace(within, counted=found, multiplicity=1)


def _shared(clauses: tuple[BranchClause, ...]) -> Clause:
    """The bounds that every clause implies."""
    named = (bound for one in clauses for bound in ranges(one.clause))
    held = (bound for bound in dict.fromkeys(named) if all(implied(bound, one.clause) for one in clauses))
    return conjoin(held) or ()


def _cheaper(branches: tuple[int, ...], source: BranchClause, order: Layout) -> BranchClause:
    """The clause, tested instead of listed if that takes less time."""
    tested = replace(source, tested=True)
    if listing_of(source.clause) is None or _picks(source.clause):
        return source
    return min((source, tested), key=lambda one: relative_time(chained(branches, (one,), order)))


def _picks(clause: Clause) -> bool:
    """Whether an input lists the keys of a clause: those that no one lists are never read, whatever they hold."""
    return any(isinstance(one, Picked) for literal in clause for one in atoms(literal))


def relative_time(softmax: Softmax) -> float:
    """Predicted time of a softmax, relative to dense attention with a mask."""
    return sum(time_of(part, sweep) for sweep in softmax.queries for part in sweep.pieces)


def time_of(part: Piece, sweep: Sweep, length: int = LENGTH) -> float:
    """Predicted time of a piece; infinite if it would use too small a share of a table, which covers all blocks."""
    share = _share(part, sweep, length)
    tables = part.listing is None and any(_is_table(atom) for mask in _asked(part) for atom in atoms(mask))
    return inf if tables and share < LEAST_TABLE_SHARE else share * _unit(part, sweep)


def _is_table(atom: Atom) -> bool:
    facts = atom_facts(atom)
    return facts.form is Form.SELECTION and not facts.hashed


def _asked(part: Piece) -> tuple[Mask, ...]:
    return (*part.residual, *(mask for mask, _ in part.counted))


def _share(part: Piece, sweep: Sweep, length: int) -> float:
    """The share of all pairs that a piece visits."""
    if part.listing is None or sweep.order is None:
        return visited_pairs(part, sweep, length) / length**2
    boxes = boxes_in(part.listing.literals)
    grid = tuple(axis.size for axis in boxes[0])
    curved = sweep.order.curve in (Curve.MORTON, Curve.HILBERT)  # they visit about as many cells as tiles do
    orders = candidates(grid, boxes) if curved else (sweep.order,)
    return min(cells_near(order, grid, boxes) for order in orders) / prod(grid)


def _unit(part: Piece, sweep: Sweep) -> float:
    """The time of each visited pair."""
    if part.listing is not None and sweep.order is not None:
        return CELL
    if part.listing is not None:
        return listed_pair_time(part.listing.keys)
    masks = _asked(part)
    packed = PACKED if sweep.rows.dilation > 1 else 1.0
    return packed if not masks else max(packed, TESTED) + sum(map(_test, masks))


def listed_pair_time(block: int) -> float:
    """The time of a pair in listed blocks."""
    return next(price for least, price in LISTED if block >= least)


def _test(mask: Mask) -> float:
    """The added time of testing a mask."""
    price = ATOM_BY_HEAD if "head" in names_in(mask) else ATOM
    return price * sum(BOX_ATOMS if form(atom) is Form.BOX else 1 for atom in atoms(mask))
