"""A warning about block selections that depend on later positions in a pattern whose masks are causal."""

from __future__ import annotations

from patternc.analysis.causality import choice_ahead
from patternc.analysis.leaves import leaves
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.frontend.primitives import TopK
from patternc.ir.mask import Pattern


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
