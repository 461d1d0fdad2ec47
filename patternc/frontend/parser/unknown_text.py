"""Diagnostics for text that is not a token, with hints for the syntax of other languages."""

from __future__ import annotations

import re
import unicodedata

from lark import Token

_HINTS = {
    "~": "write `!`",
    "'": 'write names without quotation marks, and strings between `"`',
    ".": "write ranges as `0..4`; names cannot contain dots",
    "^": "write `**` for powers, and `(a | b) - (a & b)` for the exclusive or of masks",
    "?": "`?` does not exist; join masks with `when(...)`",
    "$": "write names without `$`",
}
_QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb"
_SIZES = re.compile(r"[1-9][0-9]*(x[1-9][0-9]*)+")
_SUFFIX = re.compile(r"([0-9]+)([kKmM])i?[bB]?")
_QUOTIENT = re.compile(r"([0-9]+)\s*/\s*([0-9]+)(?![\w.])")


def describe_unknown_text(token: Token, text: str) -> tuple[str, str, str, str]:
    """Code, message, label and help for a token of `text` that the grammar does not know."""
    if token.type == "MALFORMED":
        return "P001", f"`{token}` is not a number", "write digits, then at most one K or M", _number(token)
    if token.startswith('"'):
        return "P002", 'a `"` without a closing `"` on its line', "the string begins here", 'add a `"` at its end'
    point = f"U+{ord(token[0]):04X}"
    shown = f"`{token[0]}` ({point})" if token[0].isprintable() else point
    help_ = _division(token, text) if token == "/" else _HINTS.get(token[0]) or _plainer(token[0])
    return "P001", f"{shown} is not part of the language", "unexpected text", help_


def _plainer(character: str) -> str:
    """A hint with the ASCII character that was probably meant."""
    if unicodedata.category(character)[0] in "ZC":
        return "remove it, or write a space"
    if character in _QUOTES:
        return 'write strings between `"`'
    plain = unicodedata.normalize("NFKC", character)
    if not character.isascii() and plain.isascii() and plain.isprintable():
        return f"write `{plain}`"
    return "use ASCII: other characters may stand in comments and strings" if not character.isascii() else ""


def _number(token: str) -> str:
    """A hint with the number that was probably meant."""
    if _SIZES.fullmatch(token):
        return f"write `{token.replace('x', ' x ')}`"
    suffixed = _SUFFIX.fullmatch(token)
    if suffixed:
        return f"write `{suffixed[1]}{suffixed[2].upper()}`"
    try:
        return f"write `{int(token, 0)}`"
    except ValueError:
        return ""


def _division(token: Token, text: str) -> str:
    """A hint for `/`: a decimal for the quotient of two numbers, otherwise `//`."""
    start = token.start_pos or 0
    before = re.search(r"[0-9]*\s*$", text[:start])
    matched = _QUOTIENT.match(text, before.start() if before else start)
    whole = "write `//`, which rounds down"
    if matched is None or int(matched[2]) == 0:
        return whole
    left, right = int(matched[1]), int(matched[2])
    return whole if left % right == 0 else f"write {left / right!r}, or `//`, which rounds down: {left // right}"
