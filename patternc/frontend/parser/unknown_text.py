"""What to say about text that is no token: what other languages write, and what is written here."""

from __future__ import annotations

import re

from lark import Token

_SPELLED = {
    "~": "write `!`",
    "'": 'names stand without quotation marks, text between `"`',
    ".": "a range is written `0..4`; names have no parts",
    "^": "write `**` for a power; `(a | b) - (a & b)` for masks of which one holds",
    "?": "there is no choice by `?`; join masks with `when(...)`",
    "$": "names stand without `$`",
}
_SIZES = re.compile(r"[1-9][0-9]*(x[1-9][0-9]*)+")
_SUFFIX = re.compile(r"([0-9]+)([kKmM])i?[bB]?")
_QUOTIENT = re.compile(r"([0-9]+)\s*/\s*([0-9]+)(?![\w.])")


def describe_unknown_text(token: Token, text: str) -> tuple[str, str, str, str]:
    """Code, message, label and help for a token of `text` that no rule names."""
    if token.type == "MALFORMED":
        return "P001", f"`{token}` is not a number", "digits, then at most one K or M", _number(token)
    if token.startswith('"'):
        return "P002", 'a `"` without its partner on the line', "text begins here", 'add a `"` at its end'
    point = f"U+{ord(token[0]):04X}"
    shown = f"`{token[0]}` ({point})" if token[0].isprintable() else point
    help_ = _division(token, text) if token == "/" else _SPELLED.get(token[0], "")
    return "P001", f"{shown} is not part of the language", "unexpected text", help_


def _number(token: str) -> str:
    """The number that was meant."""
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
    """A fraction of two numbers is a decimal; else positions are divided, which rounds down."""
    start = token.start_pos or 0
    before = re.search(r"[0-9]*\s*$", text[:start])
    found = _QUOTIENT.match(text, before.start() if before else start)
    whole = "write `//`, which rounds down"
    if found is None or int(found[2]) == 0:
        return whole
    left, right = int(found[1]), int(found[2])
    return whole if left % right == 0 else f"write {left / right!r}, or `//`, which rounds down: {left // right}"
