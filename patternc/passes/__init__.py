"""The registry of passes: mask IR to mask IR, each keeping every multiplicity. Order matters where a line says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from patternc.mask_ir import Pattern
from patternc.passes import fuse_branches, fuse_masks, simplify
from patternc.passes.clauses import Clause, Literal, clauses_of, closed_form, implied, is_selection, listed


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

__all__ = ["PASSES", "Clause", "Literal", "Pass", "clauses_of", "closed_form", "implied", "is_selection", "listed"]
