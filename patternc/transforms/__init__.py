"""The registry of passes from mask IR to mask IR, each of which keeps the multiplicity of every pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from patternc.ir.mask import Mask, Pattern
from patternc.transforms import disjoint_clauses, merge_branches, normalize
from patternc.transforms.bounding_clauses import OUTCOMES, hides_selection
from patternc.transforms.clauses import (
    Clause,
    Literal,
    clauses_of,
    closed_form,
    conjoin,
    implied,
    is_selection,
    is_test,
    listed,
    literals_of,
)
from patternc.transforms.key_ranges import RUNS, beside_topk, runs_of
from patternc.transforms.normalize import simplified
from patternc.transforms.satisfiability import never_holds
from patternc.transforms.visit_model import mean_width


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass: its name in `explain --after NAME`, and its function."""

    name: str
    run: Callable[[Pattern], Pattern]


PASSES: tuple[Pass, ...] = (
    Pass("normalize", normalize.run),
    Pass("disjoint_clauses", disjoint_clauses.run),  # reads negation normal form
    Pass("merge_branches", merge_branches.run),  # equal branches are equal only in normal form
)


def is_empty(mask: Mask) -> bool:
    """Whether it is proven that a mask holds for no pair."""
    return never_holds(simplified(mask))


__all__ = [
    "OUTCOMES",
    "PASSES",
    "RUNS",
    "Clause",
    "Literal",
    "Pass",
    "beside_topk",
    "clauses_of",
    "closed_form",
    "conjoin",
    "hides_selection",
    "implied",
    "is_empty",
    "is_selection",
    "is_test",
    "listed",
    "literals_of",
    "mean_width",
    "runs_of",
    "simplified",
]
