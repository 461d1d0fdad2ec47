"""Proofs that two patterns admit the same keys, for any length, number of heads and inputs.

Two masks are equal where their normal forms are, or where neither holds without the other, which is found as the
emptiness of their differences. False means unknown: `trials` then tries calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from patternc.ir.mask import (
    And,
    Branch,
    Combine,
    HeadGroup,
    HeadRange,
    Mask,
    Not,
    Or,
    Pattern,
)
from patternc.ir.traversal import atoms
from patternc.schedule.topk_choice import topk_choice
from patternc.transforms import is_empty

LEAVES = 48
"""The most primitives of two masks whose differences are searched for a pair."""
LEVELS = 6
"""The most times that a key may count in branches whose counts are compared."""


def proven_equal(before: tuple[Pattern, Pattern], after: tuple[Pattern, Pattern]) -> bool:
    """Whether it is proven that all rows of two patterns, each as written and in normal form, compute the same.

    Scores, inputs and other statements are not looked at.
    """
    return _same_choice(before[0], after[0]) and any(
        _all_equal(old, new) for old, new in ((before[1], after[1]), (before[0], after[0]))
    )


def _same_choice(before: Pattern, after: Pattern) -> bool:
    """Whether a `topk` selects among the same blocks, where both have one.

    Equal masks do not say so: `(topk(2) - window(1)) | window(1)` selects among fewer blocks than
    `topk(2) | window(1)`. They do say that a `topk` of one side alone changes nothing.
    """
    old, new = topk_choice(before), topk_choice(after)
    return old is None or new is None or _equal(old.admitted, new.admitted)


def _all_equal(before: Pattern, after: Pattern) -> bool:
    pairs = _paired(before.groups, after.groups)
    return pairs is not None and all(_equal_groups(old, new) for old, new in pairs)


def _paired(
    before: tuple[HeadGroup, ...], after: tuple[HeadGroup, ...]
) -> tuple[tuple[HeadGroup, HeadGroup], ...] | None:
    """The groups that run the same heads; None where that depends on the number of heads."""
    if [group.heads for group in before] == [group.heads for group in after]:
        return tuple(zip(before, after, strict=True))
    if not all(isinstance(group.heads, HeadRange) for group in (*before, *after)):
        return None
    found = []
    for head in sorted({start for group in (*before, *after) for start in _edges(group)}):
        both = [next((group for group in groups if _holds(group, head)), None) for groups in (before, after)]
        if (both[0] is None) != (both[1] is None):
            return None
        if both[0] is not None and both[1] is not None:
            found.append((both[0], both[1]))
    return tuple(found)


def _edges(group: HeadGroup) -> Iterator[int]:
    """Heads at which a range begins, and after which it ends."""
    assert isinstance(group.heads, HeadRange)
    yield group.heads.start
    if group.heads.stop is not None:
        yield group.heads.stop


def _holds(group: HeadGroup, head: int) -> bool:
    assert isinstance(group.heads, HeadRange)
    return group.heads.start <= head and (group.heads.stop is None or head < group.heads.stop)


# ---- groups ----------------------------------------------------------------------------------------------------------
def _equal_groups(before: HeadGroup, after: HeadGroup) -> bool:
    if _rule(before) != _rule(after):
        return False
    if _matched(before.branches, after.branches):
        return True
    return _rule(before)[0] == "softmax" and _equal_levels(before.branches, after.branches)


def _rule(group: HeadGroup) -> tuple[str, Fraction]:
    """How branches mix, where one branch alone is a softmax under any rule, and with which weight."""
    one = len(group.branches) == 1
    match group.combine:
        case Combine.LSE:
            return "softmax", Fraction(1)
        case Combine.LSE_DETACH:
            return "softmax" if one else "detached", Fraction(1)
        case Combine.MEAN | Combine.SUM:
            weight = Fraction(1, group.divisor if group.combine is Combine.MEAN else 1)
            return "softmax" if one and weight == 1 else "weighted", weight


def _matched(before: tuple[Branch, ...], after: tuple[Branch, ...]) -> bool:
    """Whether each branch equals one of the other side."""
    left = list(after)
    for branch in before:
        same = (one for one in left if one.multiplicity == branch.multiplicity and _equal(branch.mask, one.mask))
        found = next(same, None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _equal_levels(before: tuple[Branch, ...], after: tuple[Branch, ...]) -> bool:
    """Whether, for each number, the keys that count at least so often are the same."""
    counts = [sum(branch.multiplicity for branch in branches) for branches in (before, after)]
    if max(counts) > LEVELS:
        return False
    return all(_equal(_level(before, count), _level(after, count)) for count in range(1, max(counts) + 1))


def _level(branches: tuple[Branch, ...], count: int) -> Mask:
    """The keys that count at least so often."""
    several = (chosen for size in range(1, len(branches) + 1) for chosen in combinations(branches, size))
    enough = [chosen for chosen in several if sum(one.multiplicity for one in chosen) >= count]
    least = [one for one in enough if not any(len(other) < len(one) and set(other) <= set(one) for other in enough)]
    return Or(tuple(And(tuple(branch.mask for branch in chosen)) for chosen in least))


# ---- masks -----------------------------------------------------------------------------------------------------------
def _equal(before: Mask, after: Mask) -> bool:
    if sorted_mask(before) == sorted_mask(after):
        return True
    if len(atoms(before)) + len(atoms(after)) > LEAVES:
        return False
    return is_empty(And((before, Not(after)))) and is_empty(And((after, Not(before))))


def sorted_mask(mask: Mask) -> Mask:
    """The mask with the operands of every union and intersection in one order, each once."""
    match mask:
        case Not(inner):
            return Not(sorted_mask(inner))
        case And(masks):
            return And(_sorted(masks))
        case Or(masks):
            return Or(_sorted(masks))
        case _:
            return mask


def _sorted(masks: tuple[Mask, ...]) -> tuple[Mask, ...]:
    return tuple(sorted(dict.fromkeys(map(sorted_mask, masks)), key=repr))
