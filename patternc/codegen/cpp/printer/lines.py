"""Lines of C++ that are too long, broken within their brackets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from patternc.codegen.filters import LINE_LENGTH

_OPENING, _CLOSING = "([{", ")]}"
_SIGNS = (", ", " & ", " | ", " + ")
"""Between the items of a bracket, those that bind least first; the sign of what follows a comma begins a line."""


def broken(line: str, room: int) -> Iterator[str]:
    """The line, in as many lines as it takes with so much room.

    The longest of its outer brackets is broken: around its items if these fit on one line, or after each of them.
    """
    if len(line) <= room or line.lstrip().startswith("//"):
        yield line
        return
    start, stop = max(_brackets(line), key=lambda ends: ends[1] - ends[0], default=(0, 0))
    if stop == start:
        yield line
        return
    yield line[: start + 1]
    inner = line[start + 1 : stop].strip()
    items = [inner] if len(inner) <= room - 4 else [*_items(inner)]
    for item in items:
        yield from (f"    {part}" for part in broken(item, room - 4))
    yield line[stop:]


def _brackets(line: str) -> Iterator[tuple[int, int]]:
    """Where the outer brackets of a line that hold something begin and end."""
    depth, start = 0, 0
    for place, character in enumerate(line):
        if character in _OPENING:
            start = start if depth else place
            depth += 1
        elif character in _CLOSING:
            depth -= 1
            if depth == 0 and place > start + 1:
                yield start, place


def _items(inner: str) -> Iterator[str]:
    """The items of a bracket: between commas or, where there are none, between operators."""
    for sign in _SIGNS:
        places = [*_places(inner, sign)]
        if places:
            ends = [0, *(place + (1 if sign == ", " else 0) for place in places), len(inner)]
            yield from (inner[start:stop].strip() for start, stop in pairwise(ends))
            return
    yield inner


def _places(inner: str, sign: str) -> Iterator[int]:
    depth = 0
    for place, character in enumerate(inner):
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth == 0 and inner.startswith(sign, place):
            yield place


def fitted(lines: Iterator[str]) -> Iterator[str]:
    """Indented lines, none longer than a line may be."""
    for line in lines:
        pad = len(line) - len(line.lstrip())
        yield from (f"{' ' * pad}{part}" for part in broken(line.strip(), LINE_LENGTH - 4 - pad))
