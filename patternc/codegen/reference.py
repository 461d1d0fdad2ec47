"""The meaning of a pattern for `reference`, `mask` and the count of FLOPs: from the mask IR alone, branch by branch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from patternc.codegen.interface import heads_read
from patternc.codegen.provenance import heads_text, place
from patternc.codegen.python_text import Assignment, assignments
from patternc.ir.mask import Branch, Combine, HeadGroup, Pattern, Score, Sink
from patternc.ir.traversal import names_in
from patternc.source import Source

ScoreStep: TypeAlias = tuple[str, Score]
"""A score modifier, with the name of the macro of `reference/scores.py.j2` that spells it."""


@dataclass(frozen=True, slots=True)
class CountedBranch:
    """A branch of the pattern at `place`; `seen` says which pairs it admits; `factor`: how often each counts."""

    place: str
    seen: tuple[Assignment, ...]
    factor: str


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """The branches of a range of heads; the range is empty for all heads."""

    heads: str
    branches: tuple[CountedBranch, ...]


@dataclass(frozen=True, slots=True)
class Mixing:
    """How the reference combines the branches of a range of heads; the range is empty for all heads.

    `alone`: there is one branch. `divisor`: what the sum of the branches' outputs is divided by.
    """

    heads: str
    combine: str
    alone: bool
    divisor: int


def place_name(pattern: Pattern) -> str:
    """The reference's name for a head's index in the call; `head` is the index in the model, if the two may differ."""
    return "place" if heads_read(pattern) else "head"


def score_steps(pattern: Pattern) -> tuple[ScoreStep, ...]:
    """The score modifiers in their order, without the sink, which is a logit beside the scores."""
    return tuple((type(score).__name__, score) for score in pattern.scores if not isinstance(score, Sink))


def mixings(pattern: Pattern) -> tuple[Mixing, ...]:
    """How the branches of each head combine; groups of heads that combine equally share an entry."""
    found = {group: _mixing(group, "") for group in pattern.groups}
    if len(set(found.values())) == 1:
        return (found[pattern.groups[0]],)
    return tuple(_mixing(group, heads_text(group.heads, "heads")) for group in pattern.groups)


def _mixing(group: HeadGroup, heads: str) -> Mixing:
    divisor = group.divisor if group.combine is Combine.MEAN else 1
    return Mixing(heads, group.combine.name, len(group.branches) == 1, divisor)


def mask_names(pattern: Pattern) -> frozenset[str]:
    """The names that `_counts` reads besides positions: `head`, `heads`, `n`, and inputs."""
    read = frozenset().union(*(names_in(branch.mask) for group in pattern.groups for branch in group.branches))
    if len(pattern.groups) == 1:
        return read
    shared = any("heads" in heads_text(group.heads, "heads") for group in pattern.groups)
    return read | {"head"} | ({"heads"} if shared else set())


def count_parameters(pattern: Pattern) -> dict[str, str]:
    """What `_counts` calls its parameters besides positions and inputs."""
    read = mask_names(pattern)
    return {name: name if name in read else f"_{name}" for name in ("head", "heads", "n")}


def counted_groups(pattern: Pattern, source: Source) -> tuple[CountedGroup, ...]:
    """For each group of heads, how often its branches count a pair."""
    if len(pattern.groups) == 1:
        return (CountedGroup("", _branches(pattern.groups[0], source, 4)),)
    return tuple(
        CountedGroup(heads_text(group.heads, "heads"), _branches(group, source, 8)) for group in pattern.groups
    )


def _branches(group: HeadGroup, source: Source, indent: int) -> tuple[CountedBranch, ...]:
    return tuple(_branch(branch, source, indent) for branch in group.branches)


def _branch(branch: Branch, source: Source, indent: int) -> CountedBranch:
    seen = assignments(branch.mask, indent, "seen")
    factor = f"{branch.multiplicity} * " if branch.multiplicity > 1 else ""
    return CountedBranch(place(branch.span, source), seen, factor)
