"""Heads that attend to the same pairs. Two heads do so if every atom of their masks that depends on the head agrees."""

from __future__ import annotations

from patternc.ir.mask import Atom, ByHead, ByHeadBlock, HeadGroup, Heads, Pattern, Residue
from patternc.ir.semantics import head_range, offset_value
from patternc.ir.traversal import atoms, own_heads


def equal_heads(group: HeadGroup, heads: range, total: int) -> dict[int, int]:
    """Map each head of a group to the first of its heads that attends to the same pairs.

    The blocks that a `topk` selects are unknown here and count as equal for all heads.
    """
    read = _atoms_that_read_heads(group)
    first: dict[tuple[int, ...], int] = {}
    return {head: first.setdefault(tuple(_residue(atom, head, total) for atom in read), head) for head in heads}


def head_signature(group: HeadGroup, head: int, total: int) -> tuple[int, ...]:
    """A key that is equal for two heads of a group if they attend to the same pairs, also in calls of other `total`."""
    return tuple(_residue(atom, head, total) for atom in _atoms_that_read_heads(group))


def _atoms_that_read_heads(group: HeadGroup) -> tuple[Atom, ...]:
    """The distinct atoms whose meaning depends on the head, except `topk`."""
    every = (atom for branch in group.branches for atom in atoms(branch.mask))
    return tuple(dict.fromkeys(atom for atom in every if own_heads(atom)))


def _residue(atom: Atom, head: int, total: int) -> int:
    """The residue that a head selects in an atom; for other atoms that read the head, the head itself."""
    match atom:
        case Residue(dilation=dilation, offset=ByHead() | ByHeadBlock() as offset):
            return offset_value(offset, dilation, head, total)
        case _:
            return head


def head_counts(first_equal: dict[int, int]) -> list[tuple[int, int]]:
    """From the result of `equal_heads`: each representative head, and how many heads it stands for."""
    counts: dict[int, int] = {}
    for head in first_equal.values():
        counts[head] = counts.get(head, 0) + 1
    return list(counts.items())


def local_heads(heads: Heads, total: int) -> range:
    """The heads of a group that exist in a call of `total` heads."""
    bounds = head_range(heads, total)
    return range(min(bounds.start, total), min(bounds.stop, total))


def distinct_heads(pattern: Pattern, heads: int) -> list[tuple[int, int]]:
    """One head of each set of equal heads in a call, and how many heads it stands for."""
    groups = pattern.groups
    return [one for group in groups for one in head_counts(equal_heads(group, local_heads(group.heads, heads), heads))]
