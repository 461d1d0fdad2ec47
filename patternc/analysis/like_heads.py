"""Heads that attend to the same pairs: what a pattern reads of a head tells which heads are alike."""

from __future__ import annotations

from patternc.ir.mask import Atom, ByHead, ByHeadBlock, HeadGroup, Heads, Pattern, Residue, TopK
from patternc.ir.semantics import head_range, offset_value
from patternc.ir.traversal import atoms, names_in


def like_heads(group: HeadGroup, heads: range, total: int) -> dict[int, int]:
    """For each head of a group, the first of its heads that attends to the same pairs.

    The blocks of a `topk` are taken to be the same for all heads, as they are not known.
    """
    read = _atoms_read(group)
    first: dict[tuple[int, ...], int] = {}
    return {head: first.setdefault(tuple(_seen(atom, head, total) for atom in read), head) for head in heads}


def seen_by(group: HeadGroup, head: int, total: int) -> tuple[int, ...]:
    """Numbers that a head shares with those heads of a group, in calls of any number, that attend to the same pairs."""
    return tuple(_seen(atom, head, total) for atom in _atoms_read(group))


def _atoms_read(group: HeadGroup) -> tuple[Atom, ...]:
    return tuple(dict.fromkeys(atom for branch in group.branches for atom in atoms(branch.mask) if _reads(atom)))


def _reads(atom: Atom) -> bool:
    return "head" in names_in(atom) and not isinstance(atom, TopK)


def _seen(atom: Atom, head: int, total: int) -> int:
    """A number that heads which an atom treats alike share."""
    match atom:
        case Residue(dilation=dilation, offset=ByHead() | ByHeadBlock() as offset):
            return offset_value(offset, dilation, head, total)
        case _:
            return head


def counted(like: dict[int, int]) -> list[tuple[int, int]]:
    """The heads that stand for others, each with how many are like it."""
    times: dict[int, int] = {}
    for head in like.values():
        times[head] = times.get(head, 0) + 1
    return list(times.items())


def held(heads: Heads, total: int) -> range:
    """The heads of a group in a call of `total` heads."""
    bounds = head_range(heads, total)
    return range(min(bounds.start, total), min(bounds.stop, total))


def alike(pattern: Pattern, heads: int) -> list[tuple[int, int]]:
    """Heads that stand for all of a call, each with how many are like it."""
    groups = pattern.groups
    return [one for group in groups for one in counted(like_heads(group, held(group.heads, heads), heads))]
