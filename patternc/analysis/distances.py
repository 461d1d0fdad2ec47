"""What single bounds prove of distances q - k: causality, the farthest key behind a query, dependence on them alone."""

from __future__ import annotations

import math

from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Mask,
    Not,
    OfDocument,
    Or,
    Pattern,
    RelativePosition,
    SameResidue,
    Side,
    TopK,
)
from patternc.ir.traversal import pattern_atoms, topk_of


def is_causal(pattern: Pattern) -> bool:
    """Whether it is proven that no row of any head depends on a later position; only single bounds are examined."""
    return attends_no_later_key(pattern) and choice_ahead(pattern) is None


def choice_ahead(pattern: Pattern) -> TopK | None:
    """The `topk` that makes rows depend on later positions although no query attends to a later key; None without one.

    The queries of a block share one selection, which is scored by the means of whole query and key blocks. So a row's
    selection depends on later queries and keys of its own block, unless blocks have a single position.
    """
    topk = topk_of(pattern)
    return topk if topk is not None and topk.block > 1 and attends_no_later_key(pattern) else None


def attends_no_later_key(pattern: Pattern) -> bool:
    """Whether it is proven that no query attends to a later key; only single bounds are examined."""
    return all(_implies_causal(branch.mask) for group in pattern.groups for branch in group.branches)


def _implies_causal(mask: Mask) -> bool:
    """Whether single bounds, one in every operand of a union, prove that `mask` implies k <= q."""
    match mask:
        case And(masks):
            return any(_implies_causal(one) for one in masks)
        case Or(masks):
            return all(_implies_causal(one) for one in masks)
        case Below(Side.KEY, RelativePosition(offset, shift, _)):  # k < (q + shift) // period * period + offset
            return shift + offset <= 1
        case AtLeast(
            Side.QUERY, RelativePosition(offset, shift, period)
        ):  # q >= (k + shift) // period * period + offset
            return shift + offset >= period - 1
        case Not(inner):
            return _denies_causal(inner)
        case _:
            return False


def _denies_causal(mask: Mask) -> bool:
    """Whether the complement of `mask` implies k <= q."""
    match mask:
        case And(masks):
            return all(_denies_causal(one) for one in masks)
        case Or(masks):
            return any(_denies_causal(one) for one in masks)
        case AtLeast(side, bound):
            return _implies_causal(Below(side, bound))
        case Below(side, bound):
            return _implies_causal(AtLeast(side, bound))
        case Not(inner):
            return _implies_causal(inner)
        case _:
            return False


def by_distance_alone(pattern: Pattern) -> bool:
    """Whether it is proven that masks depend on q - k, the head and documents alone, not on where a sequence begins."""
    return all(_by_distance(atom) for atom in pattern_atoms(pattern))


def _by_distance(atom: Mask) -> bool:
    match atom:
        case AtLeast(_, RelativePosition(_, _, 1)) | Below(_, RelativePosition(_, _, 1)):
            return True
        case AtLeast(_, OfDocument(_, _, 1)) | Below(_, OfDocument(_, _, 1)):
            return True
        case SameResidue(_, None, 1):
            return True
        case _:
            return False


def is_one_window(pattern: Pattern) -> bool:
    """Whether all heads attend to one range of keys that moves with the query: tiles of dense loops, and no others."""
    if pattern.grid or len(pattern.groups) != 1 or len(pattern.groups[0].branches) != 1:
        return False
    mask = pattern.groups[0].branches[0].mask
    bounds = mask.masks if isinstance(mask, And) else (mask,)
    return all(isinstance(one, AtLeast | Below) and _by_distance(one) for one in bounds)


def farthest_back(pattern: Pattern) -> int | None:
    """A number that q - k never exceeds in any head, -1 or more; None if there is no proof of one."""
    most = max(_farthest(branch.mask) for group in pattern.groups for branch in group.branches)
    return None if most == math.inf else max(int(most), -1)


def _farthest(mask: Mask) -> float:
    """A number that q - k never exceeds where `mask` holds; only single bounds are examined."""
    match mask:
        case And(masks):
            return min(map(_farthest, masks), default=math.inf)
        case Or(masks):
            return max(map(_farthest, masks), default=-math.inf)
        case AtLeast(Side.KEY, RelativePosition(offset, shift, period)):  # k >= (q + shift) // period * period + offset
            return period - 1 - shift - offset
        case Below(Side.QUERY, RelativePosition(offset, shift, _)):  # q < (k + shift) // period * period + offset
            return shift + offset - 1
        case Not(Below(side, bound)):
            return _farthest(AtLeast(side, bound))
        case Not(AtLeast(side, bound)):
            return _farthest(Below(side, bound))
        case _:
            return math.inf
