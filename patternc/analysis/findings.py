"""What only a whole pattern can tell: what is wrong with it, and what it says in vain or more dearly than it must."""

from __future__ import annotations

from patternc.analysis.coverage import Row, faults, uncovered_row
from patternc.analysis.efficiency import waste
from patternc.analysis.later_positions import ahead
from patternc.analysis.redundancy import needless
from patternc.diagnostics import Diagnostic
from patternc.frontend import typed
from patternc.ir.mask import Pattern

__all__ = ["Row", "audit", "lint", "uncovered_row"]


def audit(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Errors of a pattern, given as written and in the normal form of the passes."""
    return faults(meaning, normal)


def lint(written: typed.Pattern, meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warnings about a pattern: choices that look ahead, clauses that change nothing, work that a spelling saves."""
    return (*ahead(written, meaning, normal), *needless(written), *waste(normal))
