"""Statements out of tokens: where each begins and ends, and which brackets and braces have no partner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from lark import Token

from patternc.diagnostics import Findings, Related
from patternc.source import Span

DEEPEST = 100  # brackets in a statement, and blocks in a file
LONGEST = 100_000  # tokens of one statement
_TOP = ("EDITION", "PATTERN", "MODULE")
_ALSO_ARGUMENTS = ("OFFSET", "SCORE", "HEADS", "INPUT", "GRID", "LAYOUT", "SCHEDULE", "RING")
_ONLY_STATEMENTS = ("ATTEND", "COMBINE", "WHERE", "SEGMENTS", "DILATIONS", "REQUIRE", "UNCOVERED", "LET", "FOR")
KEYWORDS = frozenset(_TOP + _ONLY_STATEMENTS + _ALSO_ARGUMENTS)
# Keywords that, at the start of a line, show that a bracket before them was forgotten.
_RESTARTING = frozenset(_TOP + _ONLY_STATEMENTS)
_OPENING = {"LPAR": "RPAR", "LSQB": "RSQB"}
# What other languages write, and what is written here.
_SPELLED = {"~": "write `!`", "/": "write `//`, which rounds down", "'": 'text stands between `"`'}
_SIZES = re.compile(r"[1-9][0-9]*(x[1-9][0-9]*)+")
_CLOSING = frozenset(_OPENING.values())


def span_of(token: Token) -> Span:
    """The characters a token covers."""
    return Span(token.start_pos or 0, token.end_pos or 0)


class Layout:
    """Puts START and END around statements, and turns a statement whose brackets do not match into one BAD token."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.statement: list[Token] = []
        self.brackets: list[Token] = []
        self.braces: list[tuple[Token, bool]] = []  # with: whether it opens a module
        self.broken = False

    def statements(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a file, as the grammar wants them."""
        last = Token("NEWLINE", "\n", 0, end_pos=0)
        for token, following in pairwise(chain(_code(stream), (None,))):
            assert token is not None
            last = token
            match token.type:
                case "NEWLINE":
                    if self._ends_here(following):
                        yield from self._end(token)
                case "SEMICOLON":
                    yield from self._end(token)
                case "LBRACE":
                    yield from self._open(token)
                case "RBRACE":
                    yield from self._end(token)
                    yield from self._close(token)
                case _:
                    self._take(token)
        yield from self._end(last)
        yield from self._unclosed()

    def expression(self, stream: Iterator[Token]) -> tuple[Token, ...]:
        """The tokens of one expression; nothing if its brackets do not match."""
        for token in stream:
            if token.type not in ("NEWLINE", "COMMENT"):
                self._take(token)
        self._forgotten_brackets()
        return () if self.broken else tuple(_plain(token) for token in self.statement)

    def _ends_here(self, following: Token | None) -> bool:
        """Whether a newline ends the statement: not inside brackets, nor before the brace of a header."""
        if self.brackets:
            return following is None or following.type in _RESTARTING
        return following is None or following.type != "LBRACE"

    def _take(self, token: Token) -> None:
        """One more token of the statement; a stray character or bracket breaks it (reported once)."""
        if self.broken:
            return
        match token.type:
            case "UNKNOWN" | "MALFORMED":
                code, message, label, help_ = _stray(token)
                self._break(code, message, span_of(token), label, help_=help_)
            case "LPAR" | "LSQB":
                self.brackets.append(token)
            case "RPAR" | "RSQB":
                self._match(token)
        self.statement.append(token)
        if len(self.brackets) > DEEPEST:
            self.findings.fatal("P003", f"brackets nested more than {DEEPEST} deep", span_of(token), "too deep")
        if len(self.statement) > LONGEST:
            self.findings.fatal("P003", f"a statement of more than {LONGEST} tokens", span_of(token), "too long")

    def _match(self, closing: Token) -> None:
        if not self.brackets:
            self._break("P002", f"`{closing}` closes nothing", span_of(closing), "no bracket is open here")
            return
        opening = self.brackets.pop()
        if _OPENING[opening.type] != closing.type:
            message = f"`{closing}` does not close `{opening}`"
            self._break("P002", message, span_of(closing), "", Related(span_of(opening), "opened here"))

    def _break(self, code: str, message: str, span: Span, label: str, *related: Related, help_: str = "") -> None:
        """Report what makes the statement unreadable and wait for its end."""
        self.findings.error(code, message, span, label, related=related, help=help_)
        self.broken = True
        self.brackets.clear()

    def _forgotten_brackets(self) -> None:
        if self.brackets:
            opening = self.brackets[-1]
            self._break("P002", f"`{opening}` is never closed", span_of(opening), "opened here")

    def _end(self, at: Token) -> Iterator[Token]:
        """The statement so far, ended; nothing if there is none."""
        if not self.statement and not self.broken:
            return
        self._forgotten_brackets()
        if self.statement and self.statement[0].type == "PATTERN" and not self._in_module():
            self._headless()
            yield from self._open(at)
            yield from (_mark("START", at.start_pos or 0), bad(()), _mark("END", at.start_pos or 0))
            return
        yield from self._flush(at)
        yield _mark("END", at.start_pos or 0)

    def _open(self, brace: Token) -> Iterator[Token]:
        """A block begins; a pattern inside another block shows that a brace was forgotten."""
        self._forgotten_brackets()
        if not self.statement and not self.broken:
            self._break("P001", "`{` without a statement before it", span_of(brace), "what is this block?")
        keyword = self.statement[0].type if self.statement else ""
        if keyword in ("PATTERN", "MODULE"):
            yield from self._unclosed()
        yield from self._flush(brace)
        yield Token("LBRACE", "{", brace.start_pos, end_pos=brace.end_pos)
        self.braces.append((brace, keyword == "MODULE"))
        if len(self.braces) > DEEPEST:
            self.findings.fatal("P003", f"blocks nested more than {DEEPEST} deep", span_of(brace), "too deep")

    def _close(self, brace: Token) -> Iterator[Token]:
        if self.braces:
            self.braces.pop()
            yield brace
        else:
            self.findings.error("P002", "`}` closes nothing", span_of(brace), "no block is open here")

    def _unclosed(self) -> Iterator[Token]:
        """Close every open block, with an error for the outermost."""
        if self.braces:
            brace, _ = self.braces[0]
            if brace.type == "LBRACE":
                self.findings.error("P002", "`{` is never closed", span_of(brace), "opened here", help="add a `}`")
        for _ in self.braces:
            yield Token("RBRACE", "}", 0, end_pos=0)
        self.braces.clear()

    def _flush(self, at: Token) -> Iterator[Token]:
        first = self.statement[0] if self.statement else at
        yield _mark("START", first.start_pos or 0)
        if self.broken:
            yield bad(self.statement)
        else:
            yield first
            yield from (_plain(token) for token in self.statement[1:])
        self.statement, self.broken = [], False
        self.brackets.clear()

    def _headless(self) -> None:
        span = span_of(self.statement[0]).to(span_of(self.statement[-1]))
        self.findings.error("P002", "a pattern without `{`", span, "`{` must follow", help="write `pattern name {`")

    def _in_module(self) -> bool:
        return bool(self.braces) and self.braces[-1][1]


def _code(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens without comments, and without a newline right after another."""
    newline = False
    for token in stream:
        if token.type != "COMMENT" and not (newline and token.type == "NEWLINE"):
            newline = token.type == "NEWLINE"
            yield token


def bad(statement: Sequence[Token]) -> Token:
    """The token of a statement that cannot be read. Its text is the names the statement was to define."""
    words = [str(token) for token in statement[1:] if token.type == "NAME"]
    match statement[0].type if statement else "":
        case "LET" | "FOR":
            names = words
        case "INPUT":
            names = [f"@{word}" for word in words[:1]]
        case "GRID":
            names = ["grid"]
        case _:
            names = []
    start = statement[0].start_pos or 0 if statement else 0
    return Token("BAD", " ".join(names), start, end_pos=start)


def _mark(kind: str, position: int) -> Token:
    """A token of the layout: it has a place and no text."""
    return Token(kind, "", position, end_pos=position)


def _plain(token: Token) -> Token:
    """A keyword that begins no statement is a name like any other."""
    return Token("NAME", str(token), token.start_pos, end_pos=token.end_pos) if token.type in KEYWORDS else token


def _stray(token: Token) -> tuple[str, str, str, str]:
    """Code, message, label and help for text that is no token."""
    if token.type == "MALFORMED":
        sizes = token.replace("x", " x ")
        help_ = f"write `{sizes}`" if _SIZES.fullmatch(token) else ""
        return "P001", f"`{token}` is not a number", "digits, then at most one K or M", help_
    if token.startswith('"'):
        return "P002", 'a `"` without its partner on the line', "text begins here", ""
    point = f"U+{ord(token[0]):04X}"
    shown = f"`{token[0]}` ({point})" if token[0].isprintable() else point
    return "P001", f"{shown} is not part of the language", "unexpected text", _SPELLED.get(token[0], "")
