"""Errors and warnings that need the whole pattern: wrong, redundant or inefficient clauses."""

from __future__ import annotations

from patternc.analysis.coverage import Row, pattern_errors, uncovered_row
from patternc.analysis.efficiency import inefficiencies
from patternc.analysis.lookahead import lookahead
from patternc.analysis.redundancy import redundant_clauses
from patternc.analysis.sloped_keys import sloped_keys
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.ir.mask import Pattern

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
