"""Mask IR of whole patterns as readable text, with one clause per line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from patternc.ir.dump.masks import AND, dump_mask
from patternc.ir.mask import (
    Alibi,
    And,
    Bias,
    Branch,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    Input,
    Layout,
    Pattern,
    Ring,
    Score,
    Sink,
    Softcap,
)


def dump_pattern(pattern: Pattern) -> str:
    """The text of a pattern, with one line per clause of its branches."""
    lines = [f"pattern {pattern.name}"]
    for group in pattern.groups:
        lines += indented(_group(group))
    lines += [f"  score {dump_score(score)}" for score in pattern.scores]
    lines += [f"  scale {pattern.scale}"] if pattern.scale is not None else []
    lines += [f"  require {requirement.expression}" for requirement in pattern.requirements]
    lines += [f"  {declaration(one)}" for one in pattern.inputs]
    if pattern.grid:
        lines += [f"  grid {' x '.join(map(str, pattern.grid))}", f"  layout {dump_layout(pattern.layout)}"]
    lines += ["  dropout"] if pattern.dropout else []
    lines += [f"  uncovered {pattern.uncovered.value}"]
    lines += [f"  {dump_ring(pattern.ring)}"] if pattern.ring is not None else []
    return "\n".join(lines) + "\n"


def declaration(given: Input) -> str:
    """An input as written in its declaration."""
    shape = ", ".join("heads" if size is None else str(size) for size in given.shape)
    return f"input {given.name}: {given.kind.value}{f'({shape})' if shape else ''}"


def dump_layout(layout: Layout) -> str:
    """A layout as written in the language, which has no steps."""
    if not layout.sizes:
        return layout.curve.value
    steps = (f"steps=[{', '.join(map(str, layout.steps))}]",) if layout.steps else ()
    return f"{layout.curve.value}({', '.join((*map(str, layout.sizes), *steps))})"


def dump_ring(ring: Ring) -> str:
    """A ring as written in the language, with every argument."""
    arguments = f"ranks={ring.ranks}, layout={ring.layout.value}, transport={ring.transport.value}, nodes={ring.nodes}"
    return f"ring({arguments})"


def _group(group: HeadGroup) -> list[str]:
    lines = [f"heads {heads(group.heads)}: combine {group.combine.value}, divisor {group.divisor}"]
    for index, branch in enumerate(group.branches):
        lines += indented(_branch(index, branch))
    return lines


def _branch(index: int, branch: Branch) -> list[str]:
    times = f", {branch.multiplicity} times" if branch.multiplicity != 1 else ""
    clauses = branch.mask.masks if isinstance(branch.mask, And) and branch.mask.masks else (branch.mask,)
    return [f"branch {index}{times}", *(f"  {dump_mask(clause, AND)}" for clause in clauses)]


def heads(which: Heads) -> str:
    """The heads of a group as text."""
    match which:
        case HeadRange(start, stop):
            return f"{start}..{'' if stop is None else stop}"
        case HeadShare(index, count, extra_first):
            return f"share {index} of {count}, extra {'first' if extra_first else 'last'}"
        case _:
            assert_never(which)


def dump_score(score: Score) -> str:
    """A score modifier with its numbers."""
    match score:
        case Softcap(cap):
            return f"softcap({cap})"
        case Alibi():
            return "alibi"
        case Bias(name, radius):
            return f"bias({name}[h, clamp(k - q, {radius}) + {radius}])"
        case Sink(name):
            return f"sink({name}[h])"
        case _:
            assert_never(score)


def indented(lines: Iterable[str]) -> list[str]:
    """The lines, indented by one more level."""
    return [f"  {line}" for line in lines]
