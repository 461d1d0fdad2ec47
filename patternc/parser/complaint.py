"""What to say about a token that cannot stand where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token

from patternc.diagnostics import Findings, nearest
from patternc.parser.layout import KEYWORDS, span_of

_TOP = frozenset({"EDITION", "PATTERN", "MODULE"})
_STATEMENTS = tuple(sorted(word.lower() for word in KEYWORDS - _TOP))
_VALUE = frozenset({"NAME", "INTEGER", "DECIMAL", "TEXT", "AT", "LSQB", "LPAR", "MINUS", "BANG", "NOT"})
_OPERATORS = frozenset({"AND", "OR", "COMPARE", "OPERATOR", "MINUS", "POWER"})
_SPELLING = {
    "AT": "`@`",
    "COLON": "`:`",
    "COMMA": "`,`",
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


def misplaced(findings: Findings, token: Token, expected: Iterable[str], first: Token | None) -> None:
    """Report `token`, which none of the `expected` terminals matches; `first`: the first token of its statement."""
    wanted = frozenset(expected)
    if first is None and "ATTEND" in wanted:
        _unknown_statement(findings, token)
    elif first is None and "PATTERN" in wanted and "ATTEND" not in wanted:
        _outside(findings, token)
    else:
        where = f" in `{first}`" if first is not None else ""
        owner = f"`{first}`" if first is not None else "the value"
        message = f"{owner} ends too early" if token.type == "END" else f"`{token}` cannot stand here{where}"
        findings.error("P001", message, span_of(token), f"expected {_listed(wanted)}")


def _unknown_statement(findings: Findings, token: Token) -> None:
    if token.type in _TOP:
        message = f"`{token}` cannot stand inside a pattern"
        findings.error("P001", message, span_of(token), "belongs outside", help="close the pattern before it with `}`")
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
        findings.error("P001", message, span_of(token), "expected `pattern`", help=help_)


def _listed(wanted: frozenset[str]) -> str:
    """The expected terminals in words, those that begin a value or join two values as one word each."""
    words = []
    if {"INTEGER", "NAME", "LPAR"} <= wanted:
        words.append("a value")
        wanted -= _VALUE
    if {"OPERATOR", "MINUS"} <= wanted:
        words.append("an operator")
        wanted -= _OPERATORS
    words += sorted(_SPELLING.get(name, f"`{name.lower()}`") for name in wanted)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
