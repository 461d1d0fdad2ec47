"""A choice of blocks that depends on later positions, in a pattern whose masks are causal."""

from __future__ import annotations

from patternc.analysis.causality import choice_ahead
from patternc.analysis.leaves import leaves
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.frontend.primitives import TopK
from patternc.ir.mask import Pattern


def lookahead(written: typed.Pattern, meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """The warning of a pattern that looks causal and is not; nothing where its rows may see later keys anyway.

    A pattern is given as written and in the normal form of the passes, whose clauses prove more masks causal.
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
            message=f"this is not causal: `topk` chooses once for the {topk.block} rows of a block, by all their "
            f"queries and by whole blocks of keys: a row depends on up to {topk.block - 1} later positions",
            span=span,
            label="looks ahead",
            help="do not train a causal model or decode with it: choose blocks that depend on positions alone, such as "
            "`random`, `first` or `window`; or remove `causal`, if rows may look ahead",
        ),
    )
