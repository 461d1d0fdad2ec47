"""Groups tokens into statements, and reports brackets and braces without a partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, islice, pairwise, takewhile

from lark import Token

from patternc.diagnostics import Findings, Related
from patternc.frontend.parser.structure import Structure
from patternc.frontend.parser.unknown_text import describe_unknown_text
from patternc.frontend.syntax import ANY
from patternc.source import Span

DEEPEST = 100  # nesting limit of brackets in a statement, of blocks in a file, and of operators in a mask
_TOP = ("EDITION", "PATTERN", "MODULE")
_ALSO_ARGUMENTS = ("OFFSET", "SCORE", "HEADS", "INPUT", "SOURCE", "GRID", "LAYOUT", "SCHEDULE", "RING")
_ONLY_STATEMENTS = ("ATTEND", "COMBINE", "WHERE", "SEGMENTS", "DILATIONS", "REQUIRE", "UNCOVERED", "LET", "FOR")
KEYWORDS = frozenset(_TOP + _ONLY_STATEMENTS + _ALSO_ARGUMENTS)
# Keywords which, at the start of a line, indicate that a bracket before them was not closed.
_RESTARTING = frozenset(_TOP + _ONLY_STATEMENTS)
_OPENING = {"LPAR": "RPAR", "LSQB": "RSQB"}
_BEFORE_VALUES = ("EQUAL", "COMMA", "LPAR")
_BLOCKS = ("PATTERN", "MODULE", "HEADS", "FOR")
"""The statements that have a block."""
_AFTER_BLOCKS = ("NEWLINE", "SEMICOLON", "RBRACE")
_CLOSER = {"LPAR": ")", "LSQB": "]"}


def span_of(token: Token) -> Span:
    """The span of a token."""
    return Span(token.start_pos or 0, token.end_pos or 0)


class Layout:
    """Puts START and END around statements, and turns a statement whose brackets do not match into one BAD token."""

    def __init__(self, findings: Findings, structure: Structure) -> None:
        self.findings = findings
        self.structure = structure
        self.statement: list[Token] = []
        self.brackets: list[Token] = []
        self.braces: list[tuple[Token, str]] = []  # each with the keyword of its header
        self.broken = False
        self.curly = False  # whether a list began with `{`, which its `}` closes
        self.unclosed = 0  # brackets that were never closed, so that what closes them may follow
        self.column = 1  # of the header of the current item
        self.early = False  # whether the last block ended on the line of a statement

    def statements(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a file, prepared for the grammar."""
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
                case "LBRACE" if self._is_in_a_value():
                    help_ = "write lists in square brackets, such as [1, 2]"
                    self._break("P001", "`{` cannot begin a value", span_of(token), "expected a value", help_=help_)
                    self.curly = True
                case "RBRACE" if self.curly:
                    self.curly = False
                case "RBRACE" if self.brackets and following is not None and following.type not in _AFTER_BLOCKS:
                    self._match(token)
                case "LBRACE":
                    yield from self._open(token)
                case "RBRACE":
                    inside = bool(self.statement)
                    yield from self._end(token)
                    yield from self._close(token, inside)
                case "PATTERN" | "MODULE" | "EDITION" if self._is_after_strays():
                    yield from self._end(token)
                    self._take(token)
                case _:
                    self._take(token)
        yield from self._end(last)
        yield from self._unclosed()

    def expression(self, stream: Iterator[Token]) -> tuple[Token, ...]:
        """The tokens of one expression; none if its brackets do not match."""
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

    def _is_in_a_value(self) -> bool:
        """Whether a brace is inside the brackets of a value, not after a header whose brackets are not closed."""
        if not self.brackets:
            return False
        return self.statement[-1].type in _BEFORE_VALUES or all(one.type not in _BLOCKS for one in self.statement[:2])

    def _is_after_strays(self) -> bool:
        """Whether text outside all blocks, which begins no item, comes before on the same line."""
        return bool(self.statement) and not self.braces and self._first() not in _TOP

    def _take(self, token: Token) -> None:
        """Add a token to the statement; an unknown character or unmatched bracket makes it BAD (reported once)."""
        match token.type:
            case _ if self.broken:
                pass
            case "UNKNOWN" | "MALFORMED":
                code, message, label, help_ = describe_unknown_text(token, self.findings.source.text)
                self._break(code, message, span_of(token), label, help_=help_)
            case "LPAR" | "LSQB":
                self.brackets.append(token)
            case "RPAR" | "RSQB":
                self._match(token)
        self.statement.append(token)
        if len(self.brackets) > DEEPEST:
            self.findings.fatal("P003", f"brackets nested more than {DEEPEST} deep", span_of(token), "too deep")
        longest = 100_000  # most tokens of one statement
        if len(self.statement) > longest:
            self.findings.fatal("P003", f"a statement of more than {longest} tokens", span_of(token), "too long")

    def _match(self, closing: Token) -> None:
        if not self.brackets and (self.unclosed or (self.structure.cut and self._first() not in KEYWORDS)):
            self.unclosed = max(0, self.unclosed - 1)  # reported with what ended before it
            self.broken = True
            return
        if not self.brackets:
            if self._first() not in KEYWORDS:
                self.structure.doubt_before((self.statement or [closing])[0].start_pos or 0)
            help_ = f"remove the `{closing}`"
            self._break(
                "P002",
                f"`{closing}` without an opening bracket",
                span_of(closing),
                "no bracket is open here",
                help_=help_,
            )
            return
        opening = self.brackets.pop()
        if _OPENING[opening.type] != closing.type:
            message = f"`{closing}` does not close `{opening}`"
            related, help_ = Related(span_of(opening), "opened here"), f"write `{_CLOSER[opening.type]}`"
            self._break("P002", message, span_of(closing), "", related, help_=help_)

    def _break(self, code: str, message: str, span: Span, label: str, *related: Related, help_: str = "") -> None:
        """Report why the statement cannot be parsed, and skip to its end."""
        self.findings.error(code, message, span, label, related=related, help=help_)
        if not self.braces and self._first() not in _TOP:
            self.structure.is_first_stray()
        self.broken = True
        self.brackets.clear()

    def _forgotten_brackets(self) -> None:
        if self.brackets:
            opening = self.brackets[-1]
            help_ = f"add a `{_CLOSER[opening.type]}`"
            self.unclosed = len(self.brackets)
            self._break("P002", f"`{opening}` is never closed", span_of(opening), "opened here", help_=help_)

    def _end(self, at: Token) -> Iterator[Token]:
        """End the statement and return its tokens; none if it is empty."""
        self.curly = False
        if not self.statement and not self.broken:
            return
        self._forgotten_brackets()
        if self._first() in ("PATTERN", "MODULE") and not self.braces:
            self._headless()
            self.broken = any(token.type == "COLON" for token in self.statement)
            yield from self._block(at)
            yield from (_mark("START", at.start_pos or 0), bad(()), _mark("END", at.start_pos or 0))
            return
        if self._first() == "EDITION" and not self.braces:
            self._begin()
        if self._first() in ("HEADS", "FOR") and self.broken and self.holds_statements():
            self.structure.give_up()
        yield from self._flush(at)
        yield _mark("END", at.start_pos or 0)

    def _open(self, brace: Token) -> Iterator[Token]:
        """Begin a block; a header inside a block indicates that a `}` is missing before it, unless it is indented."""
        self._forgotten_brackets()
        if not self.statement and not self.broken:
            self.structure.mismatch(
                "P001", "`{` without a statement before it", span_of(brace), "a block without a header"
            )
            self.broken = True
        keyword = meant(self.statement[0]) if self.statement and not self.braces else self._first()
        if keyword in ("PATTERN", "MODULE") and (self.statement[0].column or 1) <= self.column:
            yield from self._unclosed()
        if keyword in ("PATTERN", "MODULE") and not self.braces:
            self._begin()
        yield from self._block(brace)

    def _block(self, brace: Token) -> Iterator[Token]:
        """Begin a block with the statement as its header."""
        keyword = meant(self.statement[0]) if self.statement and not self.braces else self._first()
        yield from self._flush(brace)
        self.braces.append((brace, keyword))
        yield Token("LBRACE", "{", brace.start_pos, end_pos=brace.end_pos)
        if len(self.braces) > DEEPEST:
            self.findings.fatal("P003", f"blocks nested more than {DEEPEST} deep", span_of(brace), "too deep")

    def _begin(self) -> None:
        """Begin an item with the statement."""
        header = self.statement[0]
        self.column, self.unclosed = header.column or 1, 0
        self.structure.begin(header.start_pos or 0)

    def _first(self) -> str:
        return self.statement[0].type if self.statement else ""

    def _close(self, brace: Token, inside: bool) -> Iterator[Token]:
        """End a block; `inside`: on the line of a statement, as the last block of an item of one line is."""
        if self.braces:
            opening, _ = self.braces.pop()
            self.early = inside and opening.line != brace.line
            yield brace
        else:
            self.structure.stray_brace(span_of(brace), self.early)

    def _unclosed(self) -> Iterator[Token]:
        """Close all open blocks and report the outermost."""
        if self.braces:
            brace, _ = self.braces[0]
            if brace.type == "LBRACE":
                self.structure.mismatch("P002", "`{` is never closed", span_of(brace), "opened here", help_="add a `}`")
        for _ in self.braces:
            yield Token("RBRACE", "}", 0, end_pos=0)
        self.braces.clear()

    def _flush(self, at: Token) -> Iterator[Token]:
        first = self.statement[0] if self.statement else at
        self.structure.statement(first.start_pos or 0)
        yield _mark("START", first.start_pos or 0)
        if self.broken:
            yield bad(self.statement)
        else:
            yield first
            yield from _rest(self.statement)
        self.statement, self.broken = [], False
        self.brackets.clear()

    def _headless(self) -> None:
        kind = self._first().lower()
        span = span_of(self.statement[0]).to(span_of(self.statement[-1]))
        help_ = f"write `{kind} name {{`"
        self._begin()
        self.structure.mismatch("P002", f"a {kind} without `{{`", span, "`{` must follow", help_=help_)

    def holds_statements(self) -> bool:
        """Whether the innermost block is that of a pattern, loop or range of heads."""
        return bool(self.braces) and self.braces[-1][1] in ("PATTERN", "HEADS", "FOR")


def meant(token: Token) -> str:
    """The keyword that the first token of a statement is or most resembles; otherwise the token's own type."""
    if token.type != "NAME":
        return token.type
    near = get_close_matches(token.lower(), [word.lower() for word in sorted(KEYWORDS)], n=1, cutoff=0.6)
    return near[0].upper() if near else token.type


def _code(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens without comments and without repeated newlines."""
    newline = False
    for token in stream:
        if token.type != "COMMENT" and not (newline and token.type == "NEWLINE"):
            newline = token.type == "NEWLINE"
            yield token


def bad(statement: Sequence[Token]) -> Token:
    """The BAD token of a statement that cannot be parsed. Its text lists the names that the statement would define."""
    start = statement[0].start_pos or 0 if statement else 0
    names = dict.fromkeys(name for place in range(len(statement)) for name in _defined(statement, place))
    return Token("BAD", " ".join(names), start, end_pos=start)


def _defined(statement: Sequence[Token], place: int) -> Iterator[str]:
    """The names that a statement would define if it began at this token; ANY where the name is missing."""
    token, following = statement[place], "".join(statement[place + 1 : place + 2])
    named = following.isidentifier() and following not in ("and", "or", "not", "in")
    if place < 3 and token.type == "NAME" and following in (":", "="):
        yield f"@{token}" if following == ":" else str(token)
        return
    match meant(token) if place == 0 else token.upper():
        case "LET":
            yield following if named else ANY
        case "INPUT":
            yield f"@{following}" if named else ANY
        case "FOR" if place < 2:
            loop = takewhile(lambda token: token.type != "IN", islice(statement, place + 1, None))
            yield from [str(token) for token in loop if token.type == "NAME"] or [ANY]
        case "GRID" | "X":
            yield "grid"
    if place == 0 and token.type not in KEYWORDS:  # `grid` may be missing before it
        yield "grid"


def _mark(kind: str, position: int) -> Token:
    """A token without text that marks a position."""
    return Token(kind, "", position, end_pos=position)


def _rest(statement: Sequence[Token]) -> Iterator[Token]:
    """The tokens behind the first one of a statement; `from` is a word only before the last one of an `attend`."""
    kept = len(statement) - 2 if statement[0].type == "ATTEND" else 0
    for place, token in enumerate(statement[1:], 1):
        yield token if token.type == "FROM" and place == kept else _plain(token)


def _plain(token: Token) -> Token:
    """Turn a keyword that does not begin a statement into an ordinary name."""
    named = token.type in KEYWORDS or token.type == "FROM"
    return Token("NAME", str(token), token.start_pos, end_pos=token.end_pos) if named else token
