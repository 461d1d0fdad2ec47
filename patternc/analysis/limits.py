"""Limits on what kernels contain: branches, outcomes of block selections, and key ranges intersected with a `topk`."""

from __future__ import annotations

from patternc.diagnostics import Diagnostic
from patternc.ir.mask import Branch, Mask, Pattern, Random, Table, TopK
from patternc.ir.traversal import atoms
from patternc.transforms import OUTCOMES, RUNS, beside_topk, clauses_of, hides_selection, runs_of, simplified

BRANCH_LIMIT = 256
"""The most branches of one head; more are most likely a mistake in a loop."""


def exceeded_limits(meaning: Pattern, normal: Pattern) -> list[Diagnostic]:
    """The limits that a pattern exceeds, from its meaning as written and its normal form after the passes."""
    chosen = [branch for group in meaning.groups for branch in group.branches if _holds_topk(branch.mask)]
    whole = [branch for group in normal.groups for branch in group.branches if _is_undecided(branch.mask)]
    return [*_too_many_branches(normal), *map(_outcomes, whole), *(found for one in chosen for found in _runs(one))]


def _too_many_branches(normal: Pattern) -> list[Diagnostic]:
    return [
        Diagnostic(
            code="P028",
            severity="error",
            message=f"a head runs {len(group.branches)} different branches; the limit is {BRANCH_LIMIT}",
            span=group.branches[BRANCH_LIMIT].span,
            label=f"branch {BRANCH_LIMIT + 1}",
            help="join masks with `|` if a key should count once, or give heads different branches",
        )
        for group in normal.groups
        if len(group.branches) > BRANCH_LIMIT
    ]


def _is_undecided(mask: Mask) -> bool:
    """Whether the passes kept a mask as it was because its selections have too many outcomes."""
    return any(hides_selection(literal) for clause in clauses_of(mask) for literal in clause)


def _outcomes(branch: Branch) -> Diagnostic:
    count = len({atom for atom in atoms(branch.mask) if isinstance(atom, Random | Table | TopK)})
    return Diagnostic(
        code="P044",
        severity="error",
        message=f"this branch depends on {count} different selections of blocks, whose outcomes need more than "
        f"{OUTCOMES} clauses, the limit",
        span=branch.span,
        label=f"{count} selections of blocks",
        help="use fewer `random`, `table` and `topk` in one branch, reuse the same one where possible, or "
        "merge those of a union into one `table`",
    )


def _holds_topk(mask: Mask) -> bool:
    return any(isinstance(atom, TopK) for atom in atoms(mask))


def _runs(branch: Branch) -> list[Diagnostic]:
    if runs_of(simplified(beside_topk(branch.mask))) is not None:
        return []
    return [
        Diagnostic(
            code="P044",
            severity="error",
            message=f"the masks intersected with `topk` have more than {RUNS} contiguous key ranges per row, the limit",
            span=branch.span,
            label="too many key ranges",
            help="intersect `topk` with fewer unions: every `|` doubles the number of key ranges",
        )
    ]
