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
    listed,
)


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


def normal_form(mask: Mask) -> Mask:
    """What the passes make of one branch's mask: FALSE where it is proven that it never holds."""
    return fuse_masks.fused(simplify.simplified(mask))


__all__ = [
    "PASSES",
    "Clause",
    "Literal",
    "Pass",
    "clauses_of",
    "closed_form",
    "conjoin",
    "implied",
    "is_selection",
    "listed",
    "normal_form",
]
