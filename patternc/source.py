"""Source texts with names, and spans: half-open ranges of character offsets into them."""

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
        """The smallest span that contains both."""
        return Span(min(self.start, other.start), max(self.stop, other.stop))


NOWHERE = Span(0, 0)


def escaped(text: str) -> str:
    """A text with Python escapes for characters that are not printable, including those that reverse text."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogates, which stand for command-line bytes that are not UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def printable(text: str) -> str:
    """A name with U+FFFD in place of each unprintable character."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


@dataclass(frozen=True, slots=True)
class Source:
    """A text and its name (a file name, or `<stdin>`).

    `path`: the file path that diagnostics show; the name if empty.
    `beside`: reads a file in the folder of the text or below it, by relative path; raises OSError
    if it can't be read. None: the text is not in a folder.
    `quotes`: one-line texts of the spans that comments in generated files quote, spaced as by the formatter.
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
        """The file as diagnostics name it."""
        return self.path or self.name

    @property
    def sha256(self) -> str:
        """The first 12 hex digits of the text's SHA-256."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The character offset of a line and a column, both from 1; the end of the line or text for larger ones."""
        if line > len(self._line_starts):
            return len(self.text)
        return self._line_starts[line - 1] + min(column - 1, len(self.line(line)))

    def line(self, number: int) -> str:
        """The text of a line (numbered from 1), without its newline."""
        start = self._line_starts[number - 1]
        stop = self._line_starts[number] if number < len(self._line_starts) else len(self.text) + 1
        return self.text[start : stop - 1].rstrip("\r")
