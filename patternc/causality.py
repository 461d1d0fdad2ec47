"""Whether rows see only keys at or before their own position."""

from __future__ import annotations

from patternc.mask_ir import And, AtLeast, Below, Follow, Mask, Not, Or, Pattern, Side


def is_causal(pattern: Pattern) -> bool:
    """True only if no row of any head sees a key after it; False when that cannot be told from single bounds."""
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
