"""The standard layout of a file: four spaces per block, one statement per line, spaces around operators.

It works on tokens, so comments, parentheses and line breaks inside brackets are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from patternc.diagnostics import Findings
from patternc.frontend.parser import KEYWORDS, Token, parse, tokens
from patternc.frontend.parser.spacing import CLOSING, OPENING, apart
from patternc.source import Source

_INDENT = "    "


def format_text(source: Source) -> str:
    """The formatted text of a file; raises `Rejected` if the file cannot be parsed."""
    findings = Findings(source)
    findings.add(parse(source).problems)
    findings.finish()
    writer = _Writer()
    for token in tokens(source):
        writer.take(token)
    writer.end_line()
    return "".join(f"{line}\n" for line in _aligned(writer.lines))


@dataclass(slots=True)
class _Line:
    """One line: `text` without indentation, and the comment at its end. `keyword`: of a statement that begins here."""

    level: int
    text: str = ""
    comment: str = ""
    keyword: str = ""

    def __str__(self) -> str:
        text = f"{self.text}  {self.comment}" if self.text and self.comment else self.text or self.comment
        return f"{_INDENT * self.level}{text}" if text else ""


@dataclass(slots=True)
class _Writer:
    """Builds lines from tokens. `open`: number of open brackets; `started`: the current line has begun."""

    lines: list[_Line] = field(default_factory=list)
    line: list[Token] = field(default_factory=list)
    text: str = ""
    level: int = 0
    open: int = 0
    at_start: int = 0
    statement: bool = False
    started: bool = False

    def take(self, token: Token) -> None:
        """Add a token."""
        match token.type:
            case "NEWLINE":
                self._newline(token)
            case "COMMENT":
                self._comment(str(token).rstrip())
            case "SEMICOLON":
                self.end_line()
            case "LBRACE":
                self._open_block()
            case "RBRACE":
                self.end_line()
                self._close_block()
            case _:
                self._append(token)

    def end_line(self) -> None:
        """End the current line, if it has any text."""
        if self.line:
            first = self.line[0]
            keyword = str(first) if not self.statement and first.type in KEYWORDS else ""
            closers = next((i for i, one in enumerate(self.line) if one.type not in CLOSING), len(self.line))
            self.lines.append(_Line(self.level + max(0, self.at_start - closers), self.text, keyword=keyword))
            self.line, self.text = [], ""
            self.started = True
        self.statement, self.at_start = self.open > 0, self.open

    def _newline(self, token: Token) -> None:
        self.end_line()
        self.started = False
        after_brace = not self.lines or self.lines[-1].text.endswith("{")
        if token.count("\n") > 1 and not self.open and not after_brace and self.lines[-1].text + self.lines[-1].comment:
            self.lines.append(_Line(0))

    def _comment(self, text: str) -> None:
        """Put a comment at the end of its line, or on a line of its own."""
        if self.line:
            self.end_line()
            self.lines[-1].comment = text
        elif self.started and self.lines and not self.lines[-1].comment:
            self.lines[-1].comment = text
        else:
            self._apart()
            self.lines.append(_Line(self.level + self.open, comment=text))
            self.started = True

    def _open_block(self) -> None:
        if self.line:
            self.text += " {"
            self.end_line()
        else:  # the header's line has already ended: put the brace on it
            while not self.lines[-1].text and not self.lines[-1].comment:
                self.lines.pop()
            header = next(line for line in reversed(self.lines) if line.text)
            header.text += " {"
            self.started = True
        self.level += 1

    def _close_block(self) -> None:
        if not str(self.lines[-1]):
            self.lines.pop()
        self.level -= 1
        self.lines.append(_Line(self.level, "}"))
        self.started = True

    def _append(self, token: Token) -> None:
        if not self.line:
            self._apart()
            self.text = str(token)
        else:
            self.text += f" {token}" if apart(self.line, token, self.open > 0) else str(token)
        self.open += (token.type in OPENING) - (token.type in CLOSING)
        self.line.append(token)

    def _apart(self) -> None:
        """Add a blank line before what follows a pattern."""
        if self.level == 0 and self.lines and self.lines[-1].text == "}" and not self.open:
            self.lines.append(_Line(0))


def _aligned(lines: list[_Line]) -> list[_Line]:
    """Align the values of consecutive statements in one column if one of them is `segments`, the short form."""
    result: list[_Line] = []
    for (_, plain), run in groupby(lines, key=lambda line: (line.level, _is_short(line))):
        members = list(run)
        if plain and any(line.keyword == "segments" for line in members):
            width = max(len(line.keyword) for line in members)
            for line in members:
                line.text = line.keyword.ljust(width) + line.text[len(line.keyword) :]
        result += members
    while result and not str(result[-1]):
        result.pop()
    return result


def _is_short(line: _Line) -> bool:
    return bool(line.keyword) and not line.text.endswith("{")
