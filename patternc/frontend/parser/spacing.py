"""Spaces between tokens, for the formatter and for quoted source text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lark import Token

from patternc.frontend.parser.statements import KEYWORDS
from patternc.source import escaped

OPENING, CLOSING = ("LPAR", "LSQB"), ("RPAR", "RSQB")
_TIGHT_BEFORE = ("COMMA", "COLON", "RANGE", *CLOSING)
_TIGHT_AFTER = ("RANGE", "AT", *OPENING)
_VALUE_ENDS = ("NAME", "INTEGER", "DECIMAL", "TEXT", *CLOSING)
_UNSEEN = ("NEWLINE", "COMMENT", "SEMICOLON")


def apart(line: Sequence[Token], token: Token, nested: bool) -> bool:
    """Whether to put a space before a token, given the tokens before it on its line; `nested`: a bracket is open."""
    last = line[-1]
    kind = "NAME" if last.type in KEYWORDS and len(line) > 1 else last.type
    if token.type in _TIGHT_BEFORE or kind in _TIGHT_AFTER:
        return False
    if "EQUAL" in (kind, token.type):
        return not nested
    if token.type in OPENING:
        return kind not in ("NAME", "RING", *CLOSING, "BANG") and not _prefix(line)
    return kind != "BANG" and not _prefix(line)


def on_one_line(stream: Iterable[Token]) -> str:
    """Tokens on one line, spaced as by the formatter, without comments and with unprintable characters escaped."""
    line: list[Token] = []
    text, depth = "", 0
    for token in stream:
        if token.type not in _UNSEEN:
            sign = len(line) == 1 and line[0].type == "MINUS"  # a sign: no expression begins with a binary operator
            text += f" {token}" if line and not sign and apart(line, token, depth > 0) else str(token)
            depth += (token.type in OPENING) - (token.type in CLOSING)
            line.append(token)
    return escaped(text)


def _prefix(line: Sequence[Token]) -> bool:
    """Whether the last token of a line is a unary minus sign."""
    if line[-1].type != "MINUS" or len(line) == 1:
        return False
    before = line[-2]
    return not (before.type in _VALUE_ENDS or (before.type in KEYWORDS and len(line) > 2))
