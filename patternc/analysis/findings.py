"""Errors and warnings that need the whole pattern: wrong, redundant or inefficient clauses."""

from __future__ import annotations

from patternc.analysis.causality import choice_ahead
from patternc.analysis.coverage import Row, pattern_errors, uncovered_row
from patternc.analysis.efficiency import inefficiencies
from patternc.analysis.redundancy import leaves, redundant_clauses
from patternc.analysis.sloped_keys import sloped_keys
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.frontend.primitives import TopK
from patternc.ir.mask import Pattern

# ---- look-ahead ------------------------------------------------------------------------------------------------------
# A warning about block selections that depend on later positions in a pattern whose masks are causal.


def lookahead(written: typed.Pattern, meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warn about a `topk` that makes a causal mask depend on later positions; not if queries attend to later keys.

    Both the written and the normal form are examined, because the latter proves more masks causal.
    """
    topk = choice_ahead(meaning) or choice_ahead(normal)
    if topk is None:
        return ()
    branches = (branch for group in written.groups for branch in group.branches)
    masks = (mask for branch in branches for mask in (branch.mask, *branch.where))
    span = next(leaf.span for mask in masks for leaf in leaves(mask) if isinstance(leaf.primitive, TopK))
    return (
        Diagnostic(
            code="P036",
            severity="warning",
            message=f"this is not causal: `topk` makes one selection for the {topk.block} rows of a block, from all "
            f"their queries and whole key blocks, so a row depends on up to {topk.block - 1} later positions",
            span=span,
            label="looks ahead",
            help="do not train or decode a causal model with it: use a selection by position, such as "
            "`random`, `first` or `window`; or remove `causal` if rows may depend on later positions",
        ),
    )


__all__ = ["Row", "audit", "lint", "uncovered_row"]


def audit(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """The errors of a pattern, from its meaning as written and its normal form after the passes."""
    return pattern_errors(meaning, normal)


def lint(written: typed.Pattern, meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """The warnings about a pattern: selections or slopes that look ahead, redundant clauses, avoidable work."""
    return (
        *lookahead(written, meaning, normal),
        *sloped_keys(meaning, normal),
        *redundant_clauses(written),
        *inefficiencies(normal),
    )
