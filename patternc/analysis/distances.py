"""How a pattern depends on distances: whether on nothing else, and how far behind its query a key may lie."""

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
)
from patternc.ir.traversal import pattern_atoms


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
