"""The key ranges from which a `topk` selects: the masks intersected with it, as a union of ranges."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from patternc.ir.mask import TRUE, And, Mask, Or
from patternc.ir.traversal import topk_in
from patternc.transforms.clauses import Clause, conjoin

RUNS = 256
"""The most key ranges of one selection, because each is counted separately for every row of a call."""


def runs_of(mask: Mask) -> tuple[Clause, ...] | None:
    """Clauses of bounds whose union is a mask in negation normal form; they may overlap.

    None if there are more than RUNS.
    """
    match mask:
        case Or(masks):
            parts = [runs_of(part) for part in masks]
            known = [part for part in parts if part is not None]
            return _widest(run for part in known for run in part) if len(known) == len(parts) else None
        case And(masks):
            found: tuple[Clause, ...] | None = ((),)
            for part in masks:
                factors = runs_of(part)
                if factors is None or found is None:
                    return None
                both = (conjoin(a + b) for a, b in product(found, factors))
                found = _widest(run for run in both if run is not None)
            return found
        case _:
            return ((mask,),)


def _widest(iterable: Iterable[Clause]) -> tuple[Clause, ...] | None:
    """The ranges without those contained in another one, which intersected unions produce."""
    widest: dict[frozenset[Mask], Clause] = {}
    for run in iterable:
        masks = frozenset(run)
        if any(other <= masks for other in widest):
            continue
        widest = {other: kept for other, kept in widest.items() if not masks < other} | {masks: run}
        if len(widest) > RUNS:
            return None
    return tuple(widest.values())


def beside_topk(mask: Mask) -> Mask:
    """The mask with which its `topk` (never negated) is intersected; a mask without `topk` is returned unchanged."""
    match mask:
        case And(masks):
            return And(tuple(map(beside_topk, masks)))
        case Or(masks):
            return next((operand for part in masks if (operand := beside_topk(part)) != part), mask)
        case _:
            return TRUE if topk_in([mask]) else mask
