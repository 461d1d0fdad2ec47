"""The meaning of a pattern for `reference`, `mask` and the count of FLOPs: from the mask IR alone, branch by branch."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import TypeAlias

from patternc.codegen.emit import Record
from patternc.codegen.provenance import heads_text, some_heads
from patternc.codegen.python_text import Assignment, assignments, table_name
from patternc.codegen.reference_masks import admitted
from patternc.ir.mask import Bias, Branch, Combine, HeadGroup, PairBias, Pattern, Score, Sink, Table
from patternc.ir.traversal import names_in, tables_of
from patternc.source import Span, escaped

ScoreStep: TypeAlias = tuple[str, Score | None]
"""A macro of `reference/scores.py.j2`, and the score modifier that it spells."""


@dataclass(frozen=True, slots=True)
class CountedBranch(Record):
    """A branch of the pattern; `seen` says which pairs it admits; `factor`: how often each counts."""

    span: Span
    seen: tuple[Assignment, ...]
    factor: str


@dataclass(frozen=True, slots=True)
class Mixing(Record):
    """The reference's combination of branches for a range of heads; an empty range means all heads.

    `count`: how often all branches count a pair. `shared`: the division of the sum of the branches' outputs.
    """

    heads: str
    combine: str
    count: str
    shared: str


def score_steps(pattern: Pattern) -> tuple[ScoreStep, ...]:
    """The steps applied to scores, in order: modifiers except the sink, a logit beside them, and dropout."""
    steps = [(type(score).__name__, score) for score in pattern.scores if not isinstance(score, Sink)]
    biases = [("Excluded", score) for score in pattern.scores if isinstance(score, Bias | PairBias)]
    return (*steps, *biases[:1], *((("Dropout", None),) if pattern.dropout else ()))


def mixings(pattern: Pattern) -> tuple[Mixing, ...]:
    """The combination of branches of each head; head groups that combine equally share an entry."""
    found = {group: _mixing(group, "") for group in pattern.groups}
    if len(set(found.values())) == 1:
        return (found[pattern.groups[0]],)
    return tuple(_mixing(group, heads_text(group.heads, "heads")) for group in pattern.groups)


def _mixing(group: HeadGroup, heads: str) -> Mixing:
    divisor = group.divisor if group.combine is Combine.MEAN else 1
    count = "counts[0]" if len(group.branches) == 1 else "sum(counts)"
    return Mixing(heads, group.combine.name, count, f" / {divisor}" if divisor > 1 else "")


def mask_names(pattern: Pattern) -> frozenset[str]:
    """The names that `_counts` reads besides positions: `head`, `heads`, `n`, and inputs."""
    read = frozenset().union(*(names_in(branch.mask) for group in pattern.groups for branch in group.branches))
    if len(pattern.groups) == 1:
        return read
    shared = any("heads" in heads_text(group.heads, "heads") for group in pattern.groups)
    return read | {"head"} | ({"heads"} if shared else set())


def _count_parameters(pattern: Pattern) -> dict[str, str]:
    """The names of `_counts`' parameters besides positions and inputs."""
    read = mask_names(pattern)
    return {name: name if name in read else f"_{name}" for name in ("head", "heads", "n")}


@dataclass(frozen=True, slots=True)
class Counts(Record):
    """The count of pairs by masks: names of `_counts`' parameters, its statements, and the tables that they look up.

    `groups`: ranges of heads (empty: all), each with its branches.
    """

    names: dict[str, str]
    groups: tuple[tuple[str, tuple[CountedBranch, ...]], ...]
    tables: tuple[TableText, ...]


def counts(pattern: Pattern) -> Counts:
    """The count of pairs by a pattern's masks as they are written."""
    indent = 4 if len(pattern.groups) == 1 else 8
    groups = tuple(
        (some_heads(group.heads, "heads"), tuple(_branch(branch, indent) for branch in group.branches))
        for group in pattern.groups
    )
    return Counts(_count_parameters(pattern), groups, _tables(pattern))


def _branch(branch: Branch, indent: int) -> CountedBranch:
    seen = assignments(admitted(branch.mask), indent, "seen")
    factor = f"{branch.multiplicity} * " if branch.multiplicity > 1 else ""
    return CountedBranch(branch.span, seen, factor)


# ---- functions of masks ----------------------------------------------------------------------------------------------
# The functions that masks call pair by pair: those of the run-time library, and tables, as text.


@dataclass(frozen=True, slots=True)
class TableText(Record):
    """A table of blocks: the name of its function, its extents, its bits compressed, in base64, a line at a time."""

    name: str
    file: str
    shape: tuple[int, int, int]
    lines: tuple[str, ...]


def _tables(pattern: Pattern) -> tuple[TableText, ...]:
    """The tables of blocks that masks look up."""
    return tuple(map(_table, tables_of(pattern)))


def _table(table: Table) -> TableText:
    text = base64.b64encode(zlib.compress(table.bits, 9)).decode()
    lines = tuple(text[start : start + 108] for start in range(0, len(text), 108))
    return TableText(table_name(table), escaped(table.file), (table.heads, table.rows, table.columns), lines)
