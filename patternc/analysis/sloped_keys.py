"""A warning about `score alibi` in a pattern whose queries attend to later keys."""

from __future__ import annotations

from math import prod

from patternc.analysis.causality import attends_no_later_key
from patternc.diagnostics import Diagnostic
from patternc.ir.mask import Alibi, InputKind, Pattern
from patternc.ir.semantics import Inputs, admits
from patternc.ir.traversal import topk_of

_LENGTH = 64
_HEADS = 8
_PAIRS = 1 << 20


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
    """A query and a later key that some head admits; only the first rows of a short sequence or grid are tried."""
    import numpy

    n = prod(pattern.grid) if pattern.grid else _LENGTH
    if n > _PAIRS:
        return None
    q, k = numpy.arange(min(n, _PAIRS // n))[:, None], numpy.arange(n)
    masks = [branch.mask for group in pattern.groups for branch in group.branches]
    for mask in masks:
        for h in range(_HEADS):
            pairs = numpy.argwhere(admits(mask, h, q, k, n, _HEADS, _whole(pattern, n)) & (k > q))
            if len(pairs):
                return int(pairs[0, 0]), int(pairs[0, 1])
    return None


def _whole(pattern: Pattern, n: int) -> Inputs:
    """Runtime inputs that exclude nothing: one document, and lengths of n."""
    return {one.name: [0, n] if one.kind is InputKind.OFFSETS else n for one in pattern.inputs}
