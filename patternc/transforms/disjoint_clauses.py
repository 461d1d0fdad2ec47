"""Mask fusion within a branch: a union becomes disjoint clauses, so that no pair is visited twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

from patternc.ir.facts import Form, form
from patternc.ir.mask import FALSE, And, Mask, Not, Or, Pattern
from patternc.ir.traversal import atoms, boxes_in, classes_in, selections_in, topk_in
from patternc.transforms.bounding_clauses import either, settled, whole
from patternc.transforms.clauses import (
    Clause,
    Literal,
    closed_form,
    conjoin,
    implied,
    is_selection,
    is_test,
    joined,
    listed,
    minus,
)
from patternc.transforms.satisfiability import never_holds
from patternc.transforms.visit_model import cheaper

CLAUSE_LIMIT = 24
"""The most clauses of a mask; beyond them it is not split: one key range, with the mask tested on every pair."""


def run(pattern: Pattern) -> Pattern:
    """Write every branch as a disjoint union of clauses.

    Keeps: multiplicity(run(p), h, q, k) == multiplicity(p, h, q, k).
    Ensures: a branch's mask is FALSE, a clause, or an Or of clauses no two of which hold for the same pair; a clause is
    a literal or an And of literals none of which the others imply; no two clauses of a branch list the same blocks, and
    no two that are tested visit more than one clause for both would; a literal that is no atom holds no
    selection, unless the outcomes of a branch's selections are too many, which the audit refuses.
    """
    groups = tuple(
        replace(group, branches=tuple(replace(branch, mask=fused(branch.mask)) for branch in group.branches))
        for group in pattern.groups
    )
    return replace(pattern, groups=groups)


def fused(mask: Mask) -> Mask:
    """The normal form of a mask that is in negation normal form."""
    if never_holds(mask):
        return FALSE
    found = disjoint(mask)
    clauses = settled(mask) if found is None else found
    return mask if clauses is None else _as_mask(_gathered(_visited_once(_merged(clauses))))


def _gathered(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Merge clauses with the same block list into one that tests their differences, so that blocks are visited once."""
    by_list: dict[frozenset[Literal], list[Clause]] = {}
    for clause in clauses:
        by_list.setdefault(frozenset(listed(clause) or clause), []).append(clause)
    return tuple(found[0] if len(found) == 1 else either(found) for found in by_list.values())


def _visited_once(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Merge pairs of clauses into one that tests which of them holds, as long as that visits fewer keys."""
    kept: list[Clause] = []
    pending = list(reversed(clauses))
    while pending:
        clause = pending.pop()
        pairs = ((other, _together(other, clause)) for other in kept)
        found = next(((other, both) for other, both in pairs if both is not None), None)
        if found is None:
            kept.append(clause)
        else:
            kept.remove(found[0])
            pending.append(found[1])
    return tuple(kept)


def _together(a: Clause, b: Clause) -> Clause | None:
    """One clause for both, if one of them is tested anyway and the merged clause visits fewer keys."""
    if listed(a) or listed(b) or not (is_tested(a) or is_tested(b)):
        return None
    both = either([a, b])
    return both if cheaper((both,), (a, b)) else None


def is_tested(clause: Clause) -> bool:
    """Whether kernels test part of the clause pair by pair on every tile."""
    return any(is_test(literal) for literal in clause)


def disjoint(mask: Mask) -> tuple[Clause, ...] | None:
    """Disjoint clauses whose union is the mask; None if that needs too many outcomes of its selections."""
    match mask:
        case Or() if _is_comparison(mask):
            return ((mask,),)
        case Or(masks):
            return _fewest(mask, _union(masks), ((),))
        case And(masks):
            return _intersection(masks)
        case _ if isinstance(mask, Not) or form(mask) in (Form.RANGE, Form.CLASSES):
            clause = conjoin((mask,))
            return () if clause is None else (clause,)
        case _:
            return ((mask,),)


def _is_comparison(mask: Mask) -> bool:
    """Whether no part of a mask restricts the visited keys, so that splitting it would visit them once per part."""
    return all(form(atom) is Form.TEST for atom in atoms(mask))


def _fewest(mask: Mask, split: tuple[Clause, ...] | None, around: tuple[Clause, ...]) -> tuple[Clause, ...] | None:
    """Clauses of a mask within the clauses around it: `split`, or one unsplit clause if that visits fewer keys.

    `split` is None beyond the limit. A mask with a selection is always split.
    """
    if selections_in(atoms(mask)):
        return split
    if split is not None and (boxes_in(atoms(mask)) or not any(map(is_tested, split))):
        return split
    clause = whole(mask)
    kept = _products(around, () if clause is None else (clause,)) or ()
    return kept if split is None or cheaper(kept, split) else split


def _intersection(masks: tuple[Mask, ...]) -> tuple[Clause, ...] | None:
    """The clauses of an intersection: every clause of an operand with every clause of the operands before it."""
    clauses: tuple[Clause, ...] = ((),)
    for part in masks:
        factors = disjoint(part)
        split = None if factors is None else _products(clauses, factors)
        found = split if split is not None and len(split) <= len(clauses) else _fewest(part, split, clauses)
        if found is None:
            return None
        clauses = found
    return _fewest(And(masks), clauses, ((),))


def _products(clauses: tuple[Clause, ...], factors: tuple[Clause, ...]) -> tuple[Clause, ...] | None:
    """Every conjunction of a clause and a factor that is not contradictory; None beyond the limit."""
    found: list[Clause] = []
    for clause, factor in product(clauses, factors):
        both = conjoin(clause + factor)
        if both is not None:
            found.append(both)
        if len(found) > CLAUSE_LIMIT:
            return None
    return tuple(found)


def _union(masks: tuple[Mask, ...]) -> tuple[Clause, ...] | None:
    """The clauses of a union: each operand without the operands before it; None beyond the limit.

    Key ranges without residue classes come first and stay unsplit. Listed or tested operands follow those with a closed
    form, and a `TopK` is last, because it can't be subtracted.
    """
    ranked = _candidates(masks)
    if ranked is None:
        return None
    union: tuple[Clause, ...] = ()
    for index, candidate in enumerate(ranked):
        # Unsplit masks keep the operands as written, which makes fewer and shorter tests.
        others = union if closed_form(candidate) else tuple(sorted(ranked[:index], key=len))
        remaining = _less(candidate, others, CLAUSE_LIMIT - len(union))
        if remaining is None:
            return None
        union += remaining
    return union if _size(union) <= CLAUSE_LIMIT * _size((masks,)) else None


def _candidates(masks: tuple[Mask, ...]) -> list[Clause] | None:
    """The clauses of the operands, with comparisons merged, in the order in which they are subtracted."""
    comparisons = tuple(mask for mask in masks if _is_comparison(mask))
    if len(comparisons) > 1:
        masks = (*(mask for mask in masks if mask not in comparisons), Or(comparisons))
    found: list[Clause] = []
    for part in masks:
        clauses = disjoint(part)
        if clauses is None:
            return None
        found += clauses
    maximal = _maximal(found)
    return None if maximal is None else sorted(maximal, key=_rank)


def _size(clauses: tuple[Clause, ...]) -> int:
    return sum(len(atoms(literal)) for clause in clauses for literal in clause)


def _less(candidate: Clause, others: tuple[Clause, ...], limit: int) -> tuple[Clause, ...] | None:
    """Disjoint clauses for one clause without the others; None beyond the limit."""
    remaining: tuple[Clause, ...] = (candidate,)
    for taken in others:
        remaining = tuple(rest for clause in remaining for rest in minus(clause, taken))
        if len(remaining) > limit:
            return None
    return remaining if len(remaining) <= limit else None


def _maximal(clauses: list[Clause]) -> list[Clause] | None:
    """The clauses that are not contained in another one; None beyond the limit."""
    kept: list[Clause] = []
    for clause in clauses:
        if any(_within(clause, other) for other in kept):
            continue
        kept = [other for other in kept if not _within(other, clause)] + [clause]
        if len(kept) > CLAUSE_LIMIT:
            return None
    return kept


def _within(inner: Clause, outer: Clause) -> bool:
    return all(implied(literal, inner) for literal in outer)


def _rank(clause: Clause) -> tuple[int, int]:
    kind = 0 if closed_form(clause) else 1
    if any(is_selection(literal) for literal in clause):
        kind = 3 if topk_in(clause) else 2
    return kind, _dilation(clause)


def _dilation(clause: Clause) -> int:
    return max((literal.dilation for literal in classes_in(clause)), default=1)


def _merged(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Merge adjacent key ranges until no two are adjacent."""
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
