"""Mask fusion within a branch: a union becomes runs of keys that no pair is in twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import assert_never

from patternc.atoms import atoms
from patternc.mask_ir import (
    FALSE,
    TRUE,
    And,
    AtLeast,
    Below,
    Box,
    Compare,
    Follow,
    Mask,
    Not,
    Or,
    Pattern,
    Random,
    Residue,
    SameResidue,
    Selection,
    Side,
    Table,
    TopK,
)
from patternc.passes.clauses import (
    Clause,
    Literal,
    closed_form,
    conjoin,
    implied,
    is_selection,
    joined,
    listed,
    minus,
)
from patternc.passes.simplify import simplified

CLAUSE_LIMIT = 24
"""Past this many clauses a branch is kept as one run of keys with its mask tested on every tile."""


def run(pattern: Pattern) -> Pattern:
    """Write every branch as a disjoint union of clauses.

    Keeps: multiplicity(run(p), h, q, k) == multiplicity(p, h, q, k).
    Ensures: a branch's mask is FALSE, a clause, or an Or of clauses no two of which hold for the same pair; a clause is
    a literal or an And of literals none of which the others imply; a literal that is no atom holds no selection; no two
    clauses of a branch list the same blocks.
    """
    groups = tuple(
        replace(group, branches=tuple(replace(branch, mask=fused(branch.mask)) for branch in group.branches))
        for group in pattern.groups
    )
    return replace(pattern, groups=groups)


def fused(mask: Mask) -> Mask:
    """The normal form of a mask that is in negation normal form."""
    clauses = disjoint(mask)
    return _as_mask(_gathered(_merged(_whole(mask) if clauses is None else clauses)))


def _whole(mask: Mask) -> tuple[Clause, ...]:
    """The mask as one literal, or as one for each outcome of its selections, which no test of a single pair decides."""
    chosen = tuple(dict.fromkeys(atom for atom in atoms(mask) if isinstance(atom, Random | Table | TopK)))
    found: list[Clause] = []
    for outcome in product((True, False), repeat=len(chosen)):
        rest = simplified(_settled(mask, dict(zip(chosen, outcome, strict=True))))
        picked = (atom if held else Not(atom) for atom, held in zip(chosen, outcome, strict=True))
        clause = conjoin((*picked, *_bounds(rest), *(() if rest == TRUE else (rest,))))
        if clause is not None and rest != FALSE:
            found.append(clause)
    return tuple(found)


def _settled(mask: Mask, outcomes: dict[Selection, bool]) -> Mask:
    """The mask where each selection holds or does not, as told."""
    match mask:
        case Not(inner):
            return Not(_settled(inner, outcomes))
        case And(masks):
            return And(tuple(_settled(part, outcomes) for part in masks))
        case Or(masks):
            return Or(tuple(_settled(part, outcomes) for part in masks))
        case Random() | Table() | TopK():
            return TRUE if outcomes[mask] else FALSE
        case _:
            return mask


def _gathered(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Clauses that list the same blocks as one, which tests what they differ in: listed and visited once."""
    by_list: dict[frozenset[Literal], list[Clause]] = {}
    for clause in clauses:
        by_list.setdefault(frozenset(listed(clause) or clause), []).append(clause)
    return tuple(found[0] if len(found) == 1 else _either(found) for found in by_list.values())


def _either(clauses: list[Clause]) -> Clause:
    shared = tuple(literal for literal in clauses[0] if all(literal in clause for clause in clauses))
    rest = simplified(
        Or(tuple(And(tuple(literal for literal in clause if literal not in shared)) for clause in clauses))
    )
    either = conjoin((*shared, *_bounds(rest), *(() if rest == TRUE else (rest,))))
    assert either is not None  # each of them can hold
    return either


def disjoint(mask: Mask) -> tuple[Clause, ...] | None:
    """Disjoint clauses that together are the mask; None past the limit."""
    match mask:
        case Or(masks):
            return _union(masks)
        case And(masks):
            clauses: tuple[Clause, ...] = ((),)
            for part in masks:
                factors = disjoint(part)
                if factors is None:
                    return None
                products = [conjoin(a + b) for a in clauses for b in factors]
                clauses = tuple(clause for clause in products if clause is not None)
                if len(clauses) > CLAUSE_LIMIT:
                    return None
            return clauses
        case AtLeast() | Below() | Residue() | SameResidue() | Not():
            clause = conjoin((mask,))
            return () if clause is None else (clause,)
        case Random() | Table() | TopK() | Box() | Compare():
            return ((mask,),)
        case _:
            assert_never(mask)


def _union(masks: tuple[Mask, ...]) -> tuple[Clause, ...] | None:
    """Each operand less those before it. Runs without residue classes come first: they stay whole.

    What is listed or tested comes after what has a closed form, a `TopK` last: nothing can be taken from others by it.
    """
    candidates: list[Clause] = []
    for part in masks:
        clauses = disjoint(part)
        if clauses is None:
            return None
        candidates += clauses
    union: tuple[Clause, ...] = ()
    ranked = sorted(_maximal(candidates), key=_rank)
    for index, candidate in enumerate(ranked):
        # What is not split takes the operands as written: whole, they leave fewer and shorter tests.
        others = union if closed_form(candidate) else tuple(sorted(ranked[:index], key=len))
        remaining = _less(candidate, others)
        if remaining is None or len(union) + len(remaining) > CLAUSE_LIMIT:
            return None
        union += remaining
    return union


def _less(candidate: Clause, others: tuple[Clause, ...]) -> tuple[Clause, ...] | None:
    """Disjoint clauses for what the others leave of one; None past the limit."""
    remaining: tuple[Clause, ...] = (candidate,)
    for taken in others:
        remaining = tuple(rest for clause in remaining for rest in minus(clause, taken))
        if len(remaining) > CLAUSE_LIMIT:
            return None
    return remaining


def _bounds(mask: Mask) -> Clause:
    """Bounds on the key that the mask implies, so that what is kept whole is not visited everywhere."""
    return conjoin(_implied_bounds(mask)) or ()


def _implied_bounds(mask: Mask) -> tuple[Literal, ...]:
    match mask:
        case AtLeast(Side.KEY, Follow(offset, shift, period)):
            return (mask, AtLeast(Side.KEY, Follow(shift + offset - period + 1)))
        case Below(Side.KEY, Follow(offset, shift)):
            return (mask, Below(Side.KEY, Follow(shift + offset)))
        case AtLeast(Side.KEY) | Below(Side.KEY):
            return (mask,)
        case And(masks):
            return tuple(bound for part in masks for bound in _implied_bounds(part))
        case Or(masks):
            parts = [_implied_bounds(part) for part in masks]
            candidates = dict.fromkeys(bound for part in parts for bound in part)
            return tuple(bound for bound in candidates if all(implied(bound, part) for part in parts))
        case AtLeast() | Below() | Residue() | SameResidue() | Not():
            return ()
        case Random() | Table() | TopK() | Box() | Compare():
            return ()
        case _:
            assert_never(mask)


def _maximal(clauses: list[Clause]) -> list[Clause]:
    """The clauses that no other clause holds all of."""
    kept: list[Clause] = []
    for clause in clauses:
        if any(_within(clause, other) for other in kept):
            continue
        kept = [other for other in kept if not _within(other, clause)] + [clause]
    return kept


def _within(inner: Clause, outer: Clause) -> bool:
    return all(implied(literal, inner) for literal in outer)


def _rank(clause: Clause) -> tuple[int, int]:
    kind = 0 if closed_form(clause) else 1
    if any(is_selection(literal) for literal in clause):
        kind = 3 if any(isinstance(literal, TopK) for literal in clause) else 2
    return kind, _dilation(clause)


def _dilation(clause: Clause) -> int:
    return max((literal.dilation for literal in clause if isinstance(literal, Residue | SameResidue)), default=1)


def _merged(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Neighbouring runs of keys made one, until none are left."""
    for a, b in permutations(clauses, 2):
        run_of_both = joined(a, b)
        if run_of_both is not None:
            return _merged(tuple(run_of_both if clause is a else clause for clause in clauses if clause is not b))
    return clauses


def _as_mask(clauses: tuple[Clause, ...]) -> Mask:
    parts = tuple(
        clause[0] if len(clause) == 1 and not isinstance(clause[0], And | Or) else And(clause) for clause in clauses
    )
    return FALSE if not parts else parts[0] if len(parts) == 1 else Or(parts)
