"""The registry of passes: mask IR to mask IR, each keeping every multiplicity. Order matters where a line says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from patternc.mask_ir import Mask, Pattern
from patternc.passes import fuse_branches, fuse_masks, simplify
from patternc.passes.clauses import (
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
from patternc.passes.never import never_holds
from patternc.passes.runs import RUNS, beside_topk, runs_of
from patternc.passes.simplify import simplified
from patternc.passes.visits import typical
from patternc.passes.whole import OUTCOMES, hides_selection


@dataclass(frozen=True, slots=True)
class Pass:
    """A stage: its name in `explain --after NAME`, and its function."""

    name: str
    run: Callable[[Pattern], Pattern]


PASSES: tuple[Pass, ...] = (
    Pass("simplify", simplify.run),
    Pass("fuse_masks", fuse_masks.run),  # reads negation normal form
    Pass("fuse_branches", fuse_branches.run),  # equal branches are equal only in normal form
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
    "runs_of",
    "simplified",
    "typical",
]
