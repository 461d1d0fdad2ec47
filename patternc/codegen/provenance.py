"""Comments about the origin of generated code: places in the pattern file, and the heads of a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.emit import Origin, Record, Runtime
from patternc.codegen.runtime_package import digest
from patternc.ir.kernel import KernelGroup
from patternc.ir.mask import Combine, HeadGroup, HeadRange, Heads, HeadShare, Pattern
from patternc.ir.projections import class_name
from patternc.ir.traversal import all_heads
from patternc.source import NOWHERE, Source, Span, escaped


def place(span: Span, source: Source) -> str:
    """`file:line  the text there` for a comment; only the file's name where the span is unknown.

    A text of more than 60 characters is cut: the line is named besides.
    """
    if span == NOWHERE:
        return source.name
    text = source.quotes[span]
    return f"{source.name}:{source.position(span.start)[0]}  {text if len(text) <= 60 else text[:57] + '...'}"


def heads_text(heads: Heads, total: str) -> str:
    """The heads of a group as a Python `range`, given the text of their total."""
    low, high = head_ends(heads, total)
    return f"range({high})" if low == "0" else f"range({low}, {high})"


def some_heads(heads: Heads, total: str) -> str:
    """As `heads_text`, but empty for a group that has every head."""
    return "" if all_heads(heads) else heads_text(heads, total)


def head_ends(heads: Heads, total: str) -> tuple[str, str]:
    """The first head of a group and the one after its last, as text, given the text of their total."""
    match heads:
        case HeadRange(start, None):
            return str(start), total
        case HeadRange(start, stop):
            return str(start), f"min({stop}, {total})"
        case HeadShare(index, count, extra_first):
            return _share_end(index, count, extra_first, total), _share_end(index + 1, count, extra_first, total)
        case _:
            assert_never(heads)


def held_heads(heads: Heads, total: str) -> str:
    """The heads of a group that a call holds, counted from its first, as text; `total`: how many it holds."""
    return f"range({total})" if all_heads(heads) else f"_held({heads_text(heads, 'num_heads')}, head_offset, {total})"


def _share_end(index: int, count: int, extra_first: bool, total: str) -> str:
    """The end of the first `index` groups of `count`: rounding up puts the longer groups first, rounding down last.

    The groups hold H // count heads, H mod count of them one more: the first i hold i (H // count) plus
    min(i, H mod count), or, the longer ones last, max(0, i - (count - H mod count)).
    """
    if index == 0:
        return "0"
    if index == count:
        return total
    whole = f"{total} // {count}" if index == 1 else f"{index} * ({total} // {count})"
    if extra_first:
        return f"{whole} + min({index}, {total} % {count})"
    return whole if index == 1 else f"{whole} + max(0, {total} % {count} - {count - index})"


# ---- the beginning of a file -----------------------------------------------------------------------------------------
# The beginning of a generated file: its docstring's summary, and the pattern's text as a literal.


@dataclass(frozen=True, slots=True)
class Header(Record):
    """The beginning of a file: its pattern's name, its first sentence, the backend that prints it, and its origin."""

    name: str
    summary: str
    backend: str
    origin: Origin

    @property
    def made(self) -> str:
        """The file that it was made from, in words."""
        return f"from {self.origin.source.name} (sha256 {self.origin.source.sha256})"

    @property
    def spec(self) -> str:
        """The text of the pattern as the inside of a triple-quoted string literal, ending in a newline."""
        quoted = self.origin.pattern_text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
        kept = "".join(char if char in "\n\t" else escaped(char) for char in quoted)
        return kept if kept.endswith("\n") else kept + "\n"

    @property
    def class_name(self) -> str:
        """The class that wraps `attention`."""
        return class_name(self.name)

    @property
    def library(self) -> str:
        """The digest of the run-time package beside the module; empty where it stands alone."""
        return digest() if self.origin.runtime is Runtime.VENDORED else ""


def summary(pattern: Pattern) -> str:
    """The first sentence of the file's docstring: the pattern's branches, and how they combine."""
    first = pattern.groups[0]
    count = len(first.branches)
    branches = "one branch" if count == 1 else f"{count} branches {combine_words(first)}"
    if len(pattern.groups) == 1:
        return f"{pattern.name}: {branches}."
    return f"{pattern.name}: {len(pattern.groups)} groups of heads."


def combine_words(group: HeadGroup | KernelGroup) -> str:
    """The combination of a head group's branches, in words."""
    match group.combine:
        case Combine.LSE:
            return "in one softmax"
        case Combine.LSE_DETACH:
            return "mixed by their softmax denominators, which pass no gradient"
        case Combine.MEAN:
            return f"summed and divided by {group.divisor}"
        case Combine.SUM:
            return "summed"
        case Combine.GATE:
            return "summed, each times its gate"
        case _:
            assert_never(group.combine)
