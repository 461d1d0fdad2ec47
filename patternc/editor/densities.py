"""The number of keys per row, shown beside the statements that admit them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.counting.pixels import Region
from patternc.driver import Analysis
from patternc.ir.mask import Pattern
from patternc.ir.semantics import head_range
from patternc.pictures.head_picture import HeadPicture, keys_per_row
from patternc.pictures.notebook import usual_call
from patternc.pictures.pictured_call import inputs_of
from patternc.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Density:
    """A text about the statement at a span."""

    span: Span
    text: str


def densities(analysis: Analysis) -> tuple[Density, ...]:
    """For each pattern, and each branch of the first head of its groups, the keys per row and the density."""
    return tuple(one for pattern in analysis.meanings for one in _of_pattern(pattern))


def _of_pattern(pattern: Pattern) -> Iterator[Density]:
    call = usual_call(pattern)
    inputs, whole = inputs_of(pattern, {}, call.n, call.heads), range(call.n)
    for place, group in enumerate(pattern.groups):
        head = head_range(group.heads, call.heads).start
        picture = HeadPicture(pattern, head, call.heads, call.n, Region(whole, whole), (), inputs)
        # Squares on a side of a picture in a hover.
        counts = picture.counts(64)
        if not place:
            of_head = f" of head {head}" if len(pattern.groups) > 1 else ""
            part = f"{pattern.name}: " if pattern.whole else ""
            yield Density(pattern.span, f"{part}{keys_per_row(counts.together, call.n)}{of_head} at n = {call.n}")
        spans = [branch.span for branch in counts.branches if branch.span != NOWHERE]
        for branch, mean in zip(counts.branches, counts.keys, strict=True):
            if len(pattern.groups) + len(spans) > 2 and spans.count(branch.span) == 1:
                yield Density(branch.span, keys_per_row(mean, call.n))
