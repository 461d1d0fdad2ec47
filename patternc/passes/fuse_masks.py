"""Mask fusion within a branch: a union becomes runs of keys that no pair is in twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import assert_never

from patternc.mask_ir import (
    FALSE,
    TRUE,
    And,
    AtLeast,
    Below,
    Follow,
    Mask,
    Not,
    Or,
    Pattern,
    Residue,
    SameResidue,
    Side,
)
from patternc.passes.clauses import Clause, Literal, conjoin, implied, joined, minus

CLAUSE_LIMIT = 24
"""Past this many clauses a branch is kept as one run of keys with its mask tested on every tile."""


def run(pattern: Pattern) -> Pattern:
    """Write every branch as a disjoint union of clauses.

    Keeps: multiplicity(run(p), h, q, k) == multiplicity(p, h, q, k).
    Ensures: a branch's mask is FALSE, a clause, or an Or of clauses no two of which hold for the same pair; a clause is
    a literal or an And of literals none of which the others imply.
    """
    groups = tuple(
        replace(group, branches=tuple(replace(branch, mask=fused(branch.mask)) for branch in group.branches))
        for group in pattern.groups
    )
    return replace(pattern, groups=groups)


def fused(mask: Mask) -> Mask:
    """The normal form of a mask that is in negation normal form."""
    clauses = disjoint(mask)
    if clauses is None:
        return And((*_bounds(mask), mask))  # the mask is one literal, whole
    return _as_mask(_merged(clauses))


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
        case _:
            assert_never(mask)


def _union(masks: tuple[Mask, ...]) -> tuple[Clause, ...] | None:
    """Each operand less those before it. Runs without residue classes come first: they stay whole."""
    candidates: list[Clause] = []
    for part in masks:
        clauses = disjoint(part)
        if clauses is None:
            return None
        candidates += clauses
    union: tuple[Clause, ...] = ()
    for candidate in sorted(_maximal(candidates), key=_dilation):
        remaining: tuple[Clause, ...] = (candidate,)
        for taken in union:
            remaining = tuple(rest for clause in remaining for rest in minus(clause, taken))
            if len(remaining) > CLAUSE_LIMIT:
                return None
        union += remaining
        if len(union) > CLAUSE_LIMIT:
            return None
    return union


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
    parts = tuple(TRUE if not clause else clause[0] if len(clause) == 1 else And(clause) for clause in clauses)
    return FALSE if not parts else parts[0] if len(parts) == 1 else Or(parts)
