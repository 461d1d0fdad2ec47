"""Proofs that two patterns admit the same keys, for any length, number of heads and inputs.

Two masks are equal if their normal forms are equal, or if both differences (one mask without the other) are empty. The
answer False means unknown; `trials` then compares calls.
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
from patternc.schedule.listing import topk_choice
from patternc.transforms import is_empty


def proven_equal(before: tuple[Pattern, Pattern], after: tuple[Pattern, Pattern]) -> bool:
    """Whether it is proven that all rows of two patterns compute the same; each is given as written and in normal form.

    Scores, inputs and other statements are not compared.
    """
    return _same_choice(before[0], after[0]) and any(
        _all_equal(old, new) for old, new in ((before[1], after[1]), (before[0], after[0]))
    )


def _same_choice(before: Pattern, after: Pattern) -> bool:
    """Whether the `topk` of both patterns selects among the same blocks; true unless both have one.

    Equal masks do not imply this: `(topk(2) - window(1)) | window(1)` selects among fewer blocks than
    `topk(2) | window(1)`. But they do imply that a `topk` in only one of the patterns changes nothing.
    """
    old, new = topk_choice(before), topk_choice(after)
    return old is None or new is None or _equal(old.admitted, new.admitted)


def _all_equal(before: Pattern, after: Pattern) -> bool:
    pairs = _paired(before.groups, after.groups)
    return pairs is not None and all(_equal_groups(old, new) for old, new in pairs)


def _paired(
    before: tuple[HeadGroup, ...], after: tuple[HeadGroup, ...]
) -> tuple[tuple[HeadGroup, HeadGroup], ...] | None:
    """The pairs of groups that run the same heads; None if that depends on the number of heads."""
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
    """The first head of a range, and the first head after it."""
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
    if _rule(before)[0] == "gated":  # each branch has a gate of its own
        pairs = zip(before.branches, after.branches, strict=True)
        return len(before.branches) == len(after.branches) and all(_equal(one.mask, other.mask) for one, other in pairs)
    if _matched(before.branches, after.branches):
        return True
    return _rule(before)[0] == "softmax" and _equal_levels(before.branches, after.branches)


def _rule(group: HeadGroup) -> tuple[str, Fraction]:
    """The rule that combines branches, and its weight; for a single branch every rule is the same softmax."""
    one = len(group.branches) == 1
    match group.combine:
        case Combine.LSE:
            return "softmax", Fraction(1)
        case Combine.LSE_DETACH:
            return "softmax" if one else "detached", Fraction(1)
        case Combine.MEAN | Combine.SUM:
            weight = Fraction(1, group.divisor if group.combine is Combine.MEAN else 1)
            return "softmax" if one and weight == 1 else "weighted", weight
        case Combine.GATE:
            return "gated", Fraction(1)


def _matched(before: tuple[Branch, ...], after: tuple[Branch, ...]) -> bool:
    """Whether the branches of both patterns can be matched in equal pairs."""
    left = list(after)
    for branch in before:
        same = (one for one in left if one.multiplicity == branch.multiplicity and _equal(branch.mask, one.mask))
        found = next(same, None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _equal_levels(before: tuple[Branch, ...], after: tuple[Branch, ...]) -> bool:
    """Whether, for every c, the keys that count at least c times are the same."""
    counts = [sum(branch.multiplicity for branch in branches) for branches in (before, after)]
    # The largest multiplicity of a key in branches whose multiplicities are compared.
    if max(counts) > 6:
        return False
    return all(_equal(_level(before, count), _level(after, count)) for count in range(1, max(counts) + 1))


def _level(branches: tuple[Branch, ...], count: int) -> Mask:
    """The mask of the keys that count at least `count` times."""
    several = (chosen for size in range(1, len(branches) + 1) for chosen in combinations(branches, size))
    enough = [chosen for chosen in several if sum(one.multiplicity for one in chosen) >= count]
    least = [one for one in enough if not any(len(other) < len(one) and set(other) <= set(one) for other in enough)]
    return Or(tuple(And(tuple(branch.mask for branch in chosen)) for chosen in least))


# ---- masks -----------------------------------------------------------------------------------------------------------
def _equal(before: Mask, after: Mask) -> bool:
    if sorted_mask(before) == sorted_mask(after):
        return True
    # The most primitives of two masks whose differences are tested for emptiness.
    if len(atoms(before)) + len(atoms(after)) > 48:
        return False
    return is_empty(And((before, Not(after)))) and is_empty(And((after, Not(before))))


def sorted_mask(mask: Mask) -> Mask:
    """The mask with the operands of every union and intersection sorted and without duplicates."""
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
