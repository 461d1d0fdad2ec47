"""Where text comes from: a named source and half-open spans of character offsets into it."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start <= i < stop` of a source text."""

    start: int
    stop: int

    def to(self, other: Span) -> Span:
        """The smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.stop, other.stop))


NOWHERE = Span(0, 0)


def escaped(text: str) -> str:
    """A text with an escape, as Python writes it, for each character that isn't printable: one that turns text too."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def is_unicode(text: str) -> bool:
    """Whether a text holds no half of a surrogate pair, which stand for bytes of a command line that are not UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def printable(text: str) -> str:
    """A name with U+FFFD for each character that a line cannot show as it is."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


@dataclass(frozen=True, slots=True)
class Source:
    """A text and its name (a file name, or `<stdin>`).

    `path`: where its reader found it, which diagnostics show; the name where it is empty.
    `beside`: reads a file of the folder that holds the text, or of one below it, given its path there; raises OSError
    where it can't be read. None: the text stands in no folder.
    `quotes`: the text of those spans that comments of generated files quote, on one line, as the formatter spaces it.
    """

    name: str
    text: str
    beside: Callable[[str], bytes] | None = field(default=None, repr=False, compare=False)
    path: str = field(default="", repr=False, compare=False)
    quotes: Mapping[Span, str] = field(default_factory=dict, repr=False, compare=False)
    _line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(i + 1 for i, char in enumerate(self.text) if char == "\n")]
        object.__setattr__(self, "_line_starts", tuple(starts))

    @property
    def place(self) -> str:
        """The file as its reader knows it."""
        return self.path or self.name

    @property
    def sha256(self) -> str:
        """The first 12 hex digits of the text's SHA-256."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (numbered from 1), without its newline."""
        start = self._line_starts[number - 1]
        stop = self._line_starts[number] if number < len(self._line_starts) else len(self.text) + 1
        return self.text[start : stop - 1].rstrip("\r")
