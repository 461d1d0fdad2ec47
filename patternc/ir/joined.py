"""Patterns with sources or tiles: each is several patterns, its parts, and says here how their results are joined."""

from __future__ import annotations

from dataclasses import dataclass, field

from patternc.ir.mask import Combine, Input
from patternc.source import NOWHERE, Span

OWN = "own"
"""What the part of the keys of the sequence is called."""


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents of queries and of the entries of a source: two inputs of as many offsets."""

    offsets: Input
    entries: Input
    source: str


@dataclass(frozen=True, slots=True)
class Join:
    """A pattern by the names of its parts: after that of the sequence, one of each source or size of tiles.

    A call of it calls each part. `combine`: what becomes of their results: of `lse` one softmax, else their sum.
    `sinks`: the inputs of its `score sink`, which no part has. `documents`: those that queries share with entries.
    `holds`: of what it has parts, `sources` or `tiles`.
    """

    name: str
    parts: tuple[str, ...]
    combine: Combine
    sinks: tuple[Input, ...]
    documents: tuple[Documents, ...]
    holds: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)
