"""What to say about a token that cannot stand where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lark import Token

from patternc.diagnostics import Findings, nearest
from patternc.parser.layout import KEYWORDS, span_of

_TOP = frozenset({"EDITION", "PATTERN", "MODULE"})
_STATEMENTS = tuple(sorted(word.lower() for word in KEYWORDS - _TOP))
_OF_LISTS = ("SEGMENTS", "DILATIONS", "LET", "FOR")
_VALUE = frozenset({"NAME", "INTEGER", "DECIMAL", "TEXT", "AT", "LSQB", "LPAR", "MINUS", "BANG", "NOT"})
_OPERATORS = frozenset({"AND", "OR", "COMPARE", "OPERATOR", "MINUS", "POWER"})
_GOING_ON = "a statement ends with its line; inside parentheses it goes on"
_COMMENT = "comments begin with `#`"
_SPELLING = {
    "AT": "`@`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "$END": "the end",
    "END": "the end of the statement",
    "EQUAL": "`=`",
    "IN": "`in`",
    "INTEGER": "an integer",
    "LBRACE": "`{`",
    "LPAR": "`(`",
    "LSQB": "`[`",
    "NAME": "a name",
    "NOT": "`not`",
    "RANGE": "`..`",
    "RPAR": "`)`",
    "RSQB": "`]`",
}


def misplaced(findings: Findings, token: Token, expected: Iterable[str], before: Sequence[Token]) -> None:
    """Report `token`, which none of the `expected` terminals matches; `before`: its statement's tokens before it."""
    wanted = frozenset(expected)
    first = before[0] if before else None
    if first is None and "ATTEND" in wanted:
        _unknown_statement(findings, token)
    elif first is None and "PATTERN" in wanted and "ATTEND" not in wanted:
        _outside(findings, token)
    else:
        where = f" in `{first}`" if first is not None else ""
        owner = f"`{first}`" if first is not None else "the value"
        message = f"{owner} ends too early" if token.type == "END" else f"`{token}` cannot stand here{where}"
        help_ = _way_out(token, wanted, before)
        findings.error("P001", message, span_of(token), f"expected {_listed(wanted)}", help=help_)


def _way_out(token: Token, wanted: frozenset[str], before: Sequence[Token]) -> str:
    """What a token out of place shows that its writer had in mind; empty where it shows nothing."""
    if token.type == "COMMA" and "COMMA" not in wanted and (not before or before[0].type in _OF_LISTS):
        return "a list stands in brackets, such as [64, 128]"
    if token.type == "END" and before and before[-1].type in _OPERATORS:
        return _GOING_ON
    if token.type == "OPERATOR" and token in "&|" and before and before[-1] == token:
        return f"write `{token}` once"
    return ""


def _unknown_statement(findings: Findings, token: Token) -> None:
    if token.type in _TOP:
        message = f"`{token}` cannot stand inside a pattern"
        findings.error("P001", message, span_of(token), "belongs outside", help="close the pattern before it with `}`")
    elif token == "//":
        findings.error("P001", f"a statement cannot begin with `{token}`", span_of(token), "no comment", help=_COMMENT)
    elif token.type in _OPERATORS:
        message = f"a statement cannot begin with `{token}`"
        findings.error("P001", message, span_of(token), "expected a statement", help=_GOING_ON)
    elif token.type == "NAME":
        help_ = nearest(token, _STATEMENTS)
        findings.error("P010", f"`{token}` is not a statement", span_of(token), "unknown statement", help=help_)
    else:
        message = f"a statement cannot begin with `{token}`"
        findings.error(
            "P001", message, span_of(token), "expected a statement", help="statements: " + ", ".join(_STATEMENTS)
        )


def _outside(findings: Findings, token: Token) -> None:
    if token.type in KEYWORDS:
        message = f"`{token}` outside a pattern"
        findings.error("P001", message, span_of(token), "belongs inside", help="put it inside `pattern name { ... }`")
    else:
        message = f"`{token}` outside a pattern"
        help_ = nearest(token, ("pattern", "module", "edition")) if token.type == "NAME" else ""
        help_ = _COMMENT if token == "//" else help_
        findings.error("P001", message, span_of(token), "expected `pattern`", help=help_)


def _listed(wanted: frozenset[str]) -> str:
    """The expected terminals in words, those that begin a value or join two values as one word each."""
    wanted = wanted or frozenset({"$END"})  # all is read already
    words = []
    if {"INTEGER", "NAME", "LPAR"} <= wanted:
        words.append("a value")
        wanted -= _VALUE
    if {"OPERATOR", "MINUS"} <= wanted:
        words.append("an operator")
        wanted -= _OPERATORS
    words += sorted(_SPELLING.get(name, f"`{name.lower()}`") for name in wanted)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
