"""How the blocks of a pattern's `topk` are chosen: among the key ranges of the masks that it is intersected with."""

from __future__ import annotations

from patternc.ir.kernel import Choice
from patternc.ir.mask import Branch, HeadGroup, Pattern, TopK
from patternc.ir.traversal import atoms, topk_of
from patternc.transforms import beside_topk, runs_of, simplified


def topk_choice(pattern: Pattern) -> Choice | None:
    """The choice for a pattern's `topk`; None if it has no `topk`."""
    topk = topk_of(pattern)
    if topk is None:
        return None
    group, branch = _holder(pattern)
    admitted = simplified(beside_topk(branch.mask))
    runs = runs_of(admitted)
    assert runs is not None  # the audit refuses more than RUNS
    return Choice(topk, group.heads, admitted, runs)


def _holder(pattern: Pattern) -> tuple[HeadGroup, Branch]:
    """The head group and the branch whose mask contains the pattern's `topk`."""
    return next(
        (group, branch)
        for group in pattern.groups
        for branch in group.branches
        if any(isinstance(atom, TopK) for atom in atoms(branch.mask))
    )
