"""Patterns with sources: each is several patterns, its parts, and says here how their results are joined."""

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
    """A pattern with sources, by the names of its parts: of each source one, after that of the sequence's own keys.

    A call of it calls each part. `combine`: what becomes of their results: of `lse` one softmax, else their sum.
    `sinks`: the inputs of its `score sink`, which no part has. `documents`: those that queries share with entries.
    """

    name: str
    parts: tuple[str, ...]
    combine: Combine
    sinks: tuple[Input, ...]
    documents: tuple[Documents, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)
