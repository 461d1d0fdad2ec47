"""Causality: whether every row depends only on positions at or before its own."""

from __future__ import annotations

from patternc.ir.mask import And, AtLeast, Below, Mask, Not, Or, Pattern, RelativePosition, Side, TopK
from patternc.ir.traversal import topk_of


def is_causal(pattern: Pattern) -> bool:
    """True if it is proven from single bounds that no row of any head depends on a later position."""
    return attends_no_later_key(pattern) and choice_ahead(pattern) is None


def choice_ahead(pattern: Pattern) -> TopK | None:
    """The `topk` that makes rows depend on later positions although no query attends to a later key; None if absent.

    The queries of a block share one selection, scored by the means of whole key blocks. So the selection of a row
    depends on later queries and later keys of its own block. Blocks of one position have no later ones.
    """
    topk = topk_of(pattern)
    return topk if topk is not None and topk.block > 1 and attends_no_later_key(pattern) else None


def attends_no_later_key(pattern: Pattern) -> bool:
    """True if it is proven from single bounds that every query attends only to keys at or before its position."""
    return all(_implies_causal(branch.mask) for group in pattern.groups for branch in group.branches)


def _implies_causal(mask: Mask) -> bool:
    """Whether a single bound in every case of a union proves that `mask` implies k <= q."""
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
