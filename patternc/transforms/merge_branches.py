"""Mask fusion across branches: under one softmax, c equal branches become one branch with multiplicity c."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from patternc.ir.mask import Branch, Combine, HeadGroup, Mask, Pattern


def run(pattern: Pattern) -> Pattern:
    """Merge equal branches of a `combine lse`.

    Keeps: the sum over branches of multiplicity(run(p), h, q, k). Branches under other combine rules are unchanged.
    Ensures: no two branches of a `combine lse` have the same mask.
    """
    return replace(pattern, groups=tuple(_fused(group) for group in pattern.groups))


def _fused(group: HeadGroup) -> HeadGroup:
    match group.combine:
        case Combine.LSE:
            branches: dict[Mask, Branch] = {}
            for branch in group.branches:
                first = branches.get(branch.mask)
                count = branch.multiplicity + (first.multiplicity if first else 0)
                branches[branch.mask] = replace(first or branch, multiplicity=count)
            return replace(group, branches=tuple(branches.values()))
        case Combine.LSE_DETACH | Combine.MEAN | Combine.SUM | Combine.GATE:
            return group
        case _:
            assert_never(group.combine)
