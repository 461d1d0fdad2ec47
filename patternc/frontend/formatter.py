"""One way to write a file: four blanks for each block, one statement a line, blanks around operators.

Works on tokens, so that comments, parentheses and line breaks inside brackets stay as they are written.
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
    """The file as it should be written; raises `Rejected` if it cannot be read."""
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
    """One line: `text` without its indentation, and the comment at its end. `keyword`: of the statement it begins."""

    level: int
    text: str = ""
    comment: str = ""
    keyword: str = ""

    def __str__(self) -> str:
        text = f"{self.text}  {self.comment}" if self.text and self.comment else self.text or self.comment
        return f"{_INDENT * self.level}{text}" if text else ""


@dataclass(slots=True)
class _Writer:
    """Lines out of tokens. `open`: brackets open in the statement; `started`: no newline since the last line's end."""

    lines: list[_Line] = field(default_factory=list)
    line: list[Token] = field(default_factory=list)
    text: str = ""
    level: int = 0
    open: int = 0
    at_start: int = 0
    statement: bool = False
    started: bool = False

    def take(self, token: Token) -> None:
        """One more token."""
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
        """Write what there is of a line."""
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
        """At the end of a line it belongs to, or on its own."""
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
        else:  # the header ended its line already: the brace belongs to it
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
        """A blank line before what follows a pattern."""
        if self.level == 0 and self.lines and self.lines[-1].text == "}" and not self.open:
            self.lines.append(_Line(0))


def _aligned(lines: list[_Line]) -> list[_Line]:
    """In a run of statements that has `segments`, the short form, what follows the keywords stands in one column."""
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
