"""The beginning of a generated file: its docstring's summary, and the pattern's text as a literal."""

from __future__ import annotations

from typing import assert_never

from patternc.ir.kernel import KernelGroup
from patternc.ir.mask import Combine, HeadGroup, Pattern
from patternc.source import escaped


def summary(pattern: Pattern) -> str:
    """The first sentence of the file's docstring: the pattern's branches, and how they combine."""
    first = pattern.groups[0]
    count = len(first.branches)
    branches = "one branch" if count == 1 else f"{count} branches {combine_words(first)}"
    if len(pattern.groups) == 1:
        return f"{pattern.name}: {branches}."
    return f"{pattern.name}: {len(pattern.groups)} groups of heads."


def combine_words(group: HeadGroup | KernelGroup) -> str:
    """How the branches of a group of heads combine, in words."""
    match group.combine:
        case Combine.LSE:
            return "in one softmax"
        case Combine.LSE_DETACH:
            return "mixed by their softmax denominators, which pass no gradient"
        case Combine.MEAN:
            return f"summed and divided by {group.divisor}"
        case Combine.SUM:
            return "summed"
        case _:
            assert_never(group.combine)


def spec_literal(text: str) -> str:
    """A text as the inside of a triple-quoted string literal, ending in a newline."""
    quoted = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    kept = "".join(char if char in "\n\t" else escaped(char) for char in quoted)
    return kept if kept.endswith("\n") else kept + "\n"
