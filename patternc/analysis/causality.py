"""Whether rows depend only on positions at or before their own."""

from __future__ import annotations

from patternc.ir.mask import And, AtLeast, Below, Follow, Mask, Not, Or, Pattern, Side, TopK
from patternc.ir.traversal import topk_of


def is_causal(pattern: Pattern) -> bool:
    """True only if no row of any head depends on a later position; False when single bounds do not prove it."""
    return _sees_no_later_key(pattern) and choice_ahead(pattern) is None


def choice_ahead(pattern: Pattern) -> TopK | None:
    """The `topk` that makes rows depend on later positions although no row sees a later key; None: there is none.

    The queries of a block choose together, by the means of whole blocks of keys: a row's choice depends on the later
    queries of its block, and on the later keys of the block it stands in. Blocks of one position hold nothing later.
    """
    topk = topk_of(pattern)
    return topk if topk is not None and topk.block > 1 and _sees_no_later_key(pattern) else None


def _sees_no_later_key(pattern: Pattern) -> bool:
    return all(_implies_causal(branch.mask) for group in pattern.groups for branch in group.branches)


def _implies_causal(mask: Mask) -> bool:
    """Whether `mask` implies k <= q, by one of its bounds in every case of a union."""
    match mask:
        case And(masks):
            return any(_implies_causal(one) for one in masks)
        case Or(masks):
            return all(_implies_causal(one) for one in masks)
        case Below(Side.KEY, Follow(offset, shift, _)):  # k < (q + shift) // period * period + offset
            return shift + offset <= 1
        case AtLeast(Side.QUERY, Follow(offset, shift, period)):  # q >= (k + shift) // period * period + offset
            return shift + offset >= period - 1
        case Not(inner):
            return _denies_causal(inner)
        case _:
            return False


def _denies_causal(mask: Mask) -> bool:
    """Whether what `mask` leaves out implies k <= q."""
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
