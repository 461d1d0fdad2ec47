"""Errors and warnings that need the whole pattern: wrong, redundant or inefficient clauses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from patternc.analysis.calls import longest, table_heads
from patternc.analysis.coverage import Row, pattern_errors, uncovered_row
from patternc.analysis.distances import attends_no_later_key, choice_ahead
from patternc.analysis.efficiency import inefficiencies
from patternc.analysis.redundancy import leaves, redundant_clauses
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.frontend.primitives import TopK
from patternc.ir.block_tests import known
from patternc.ir.facts import atom_facts
from patternc.ir.inputs import input_facts, whole_inputs
from patternc.ir.mask import Alibi, Atom, Pattern
from patternc.ir.semantics import admits
from patternc.ir.traversal import pattern_atoms, pattern_inputs, topk_of

# ---- look-ahead ------------------------------------------------------------------------------------------------------
# A warning about block selections that depend on later positions in a pattern whose masks are causal.


def lookahead(written: typed.Pattern, meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warn about a `topk` that makes a causal mask depend on later positions; not if queries attend to later keys.

    Both the written and the normal form are examined, because the latter proves more masks causal.
    """
    rows = choice_ahead(meaning) or choice_ahead(normal)
    if rows is None:
        return ()
    branches = (branch for group in written.groups for branch in group.branches)
    masks = (mask for branch in branches for mask in (branch.mask, *branch.where))
    span = next(leaf.span for mask in masks for leaf in leaves(mask) if isinstance(leaf.primitive, TopK))
    return (
        Diagnostic(
            code="P036",
            severity="warning",
            message=f"this is not causal: `topk` makes one selection for the {rows} rows of a block, from all "
            f"their queries and whole key blocks, so a row depends on up to {rows - 1} later positions",
            span=span,
            label="looks ahead",
            help="do not train or decode a causal model with it: use a selection by position, such as "
            "`random`, `first` or `window`; or remove `causal` if rows may depend on later positions",
        ),
    )


# ---- later keys under a slope ----------------------------------------------------------------------------------------


def sloped_keys(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warn about slopes that favour later keys, naming a query and a later key; no warning if no such pair is found."""
    slopes = next((score for score in meaning.scores if isinstance(score, Alibi)), None)
    if slopes is None or attends_no_later_key(normal) or topk_of(meaning) is not None:
        return ()
    found = _later_key(normal)
    if found is None:
        return ()
    query, key = found
    return (
        Diagnostic(
            code="P049",
            severity="warning",
            message=f"`alibi` adds (k - q) slope(h), which favours later keys the more the farther they are, and query "
            f"{query} attends to key {key}",
            span=slopes.span,
            label="not symmetric",
            help="for -|q - k| slope(h) write `score bias(@table)` with the table that `patternc explain P049` shows; "
            "or intersect the masks with `causal`",
        ),
    )


def _later_key(pattern: Pattern) -> tuple[int, int] | None:
    """A query and a later key that some head admits; only the first rows of some sequences or of the grid are tried."""
    import numpy

    named = tuple(pattern_atoms(pattern))
    # Without tables, the call that is tried has 8 heads.
    heads = min(table_heads(pattern), default=8)
    inputs = pattern_inputs(pattern)
    masks = [known(branch.mask, _without_numbers, True) for group in pattern.groups for branch in group.branches]
    for n in _lengths(pattern, named):
        # The most pairs of a length that are tried: rows from the first one on, with all keys.
        q, k = numpy.arange(min(n, (1 << 20) // n))[:, None], numpy.arange(n)
        for mask, h in product(masks, range(heads)):
            pairs = numpy.argwhere(admits(mask, h, q, k, n, heads, whole_inputs(inputs, n)) & (k > q))
            if len(pairs):
                return int(pairs[0, 0]), int(pairs[0, 1])
    return None


def _without_numbers(atom: Atom) -> bool:
    return not any(input_facts(read.kind).unknown for read in atom_facts(atom).inputs)


def _lengths(pattern: Pattern, named: tuple[Atom, ...]) -> Iterator[int]:
    """The length of the grid; or 64 and one that holds the distances that bounds name, as tables allow, up to 1M."""
    most = min(1 << 20, longest(pattern) or 1 << 20)
    if pattern.grid:
        yield from (n for n in (prod(pattern.grid),) if n <= most)
        return
    largest = max((abs(number) for atom in named for number in atom_facts(atom).numbers), default=0)
    yield from sorted({min(n, most) for n in (64, 2 * largest + 64)})


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
