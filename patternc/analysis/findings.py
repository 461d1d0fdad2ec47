"""What only a whole pattern can tell: what is wrong with it, and what it says in vain or more dearly than it must."""

from __future__ import annotations

from patternc.analysis.coverage import Row, pattern_errors, uncovered_row
from patternc.analysis.efficiency import inefficiencies
from patternc.analysis.lookahead import lookahead
from patternc.analysis.redundancy import redundant_clauses
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.ir.mask import Pattern

__all__ = ["Row", "audit", "lint", "uncovered_row"]


def audit(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Errors of a pattern, given as written and in the normal form of the passes."""
    return pattern_errors(meaning, normal)


def lint(written: typed.Pattern, meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warnings about a pattern: choices that look ahead, clauses that change nothing, work that a spelling saves."""
    return (*lookahead(written, meaning, normal), *redundant_clauses(written), *inefficiencies(normal))
