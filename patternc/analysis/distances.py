"""Facts of distances q - k that single bounds prove: causality, the farthest key, dependence on distances only."""

from __future__ import annotations

import math

from patternc.ir.bounds import distance_limit, opposite
from patternc.ir.facts import atom_facts
from patternc.ir.mask import And, Mask, Not, Or, Pattern, Side
from patternc.ir.traversal import pattern_atoms, ranges, topk_of


def is_causal(pattern: Pattern) -> bool:
    """Whether it is proven that no row of any head depends on a later position; only single bounds are examined."""
    return attends_no_later_key(pattern) and choice_ahead(pattern) is None


def choice_ahead(pattern: Pattern) -> int | None:
    """The rows to a block of a `topk` that makes rows depend on later positions though no query attends to a later key.

    None without such a `topk`. The queries of a block share one selection, which is scored by the means of whole query
    and key blocks. So a row's selection depends on later queries and keys of its own block, unless blocks have a single
    position.
    """
    topk = topk_of(pattern)
    return topk.block if topk is not None and topk.block > 1 and attends_no_later_key(pattern) else None


def attends_no_later_key(pattern: Pattern) -> bool:
    """Whether it is proven that no query attends to a later key; only single bounds are examined."""
    return all(_limit(branch.mask, Side.KEY) <= 0 for group in pattern.groups for branch in group.branches)


def by_distance_alone(pattern: Pattern) -> bool:
    """Whether it is proven that masks depend on q - k, the head and documents alone, not on where a sequence begins."""
    return all(atom_facts(atom).by_distance for atom in pattern_atoms(pattern))


def farthest_back(pattern: Pattern) -> int | None:
    """A number that q - k never exceeds in any head, -1 or more; None if there is no proof of one."""
    most = max(_limit(branch.mask, Side.QUERY) for group in pattern.groups for branch in group.branches)
    return None if most == math.inf else max(int(most), -1)


def _limit(mask: Mask, side: Side, held: bool = True) -> float:
    """A number that the position of a side minus that of the other never exceeds where a mask holds, or does not.

    Only single bounds are examined.
    """
    match mask:
        case Not(inner):
            return _limit(inner, side, not held)
        case And(masks) | Or(masks):
            limits = (_limit(one, side, held) for one in masks)
            return min(limits, default=math.inf) if isinstance(mask, And) is held else max(limits, default=-math.inf)
        case _:
            bounds = ranges([mask if held else opposite(mask)])
            return min((distance_limit(one, side) for one in bounds), default=math.inf)
