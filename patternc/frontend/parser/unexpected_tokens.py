"""Diagnostics for unexpected tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from lark import Token

from patternc.diagnostics import Findings, nearest
from patternc.frontend.parser.statements import KEYWORDS, span_of
from patternc.frontend.primitives import PRIMITIVES, SPECIAL

_TOP = frozenset({"EDITION", "PATTERN", "MODULE"})
_STATEMENTS = tuple(sorted(word.lower() for word in KEYWORDS - _TOP))
_VALUE = frozenset({"NAME", "INTEGER", "DECIMAL", "TEXT", "AT", "LSQB", "LPAR", "MINUS", "BANG", "NOT"})
_OPERATORS = frozenset({"AND", "OR", "COMPARE", "OPERATOR", "MINUS", "POWER"})
_GOING_ON = "a statement ends at the end of its line, except inside parentheses"
_MASKS = frozenset({"blocks", "within", *(kind.word for kind in (*PRIMITIVES, *SPECIAL))})
_SCORES = frozenset({"softcap", "alibi", "scale", "bias", "sink"})
_RANGES = "write `heads 0..4 { ... }` for heads 0 to 3, `heads 4.. { ... }` for the rest"
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


def report_unexpected(findings: Findings, token: Token, expected: Iterable[str], before: Sequence[Token]) -> None:
    """Report `token`, which is none of the `expected` terminals; `before`: the tokens before it in its statement."""
    wanted = frozenset(expected) - {"FROM"}  # few statements name a source
    first = before[0] if before else None
    if "OPERATOR" in wanted and (first is None or first.type != "GRID"):
        wanted -= {"NAME"}  # after a value it is the `x` of two sizes, which few arguments are
    if first is None and "ATTEND" in wanted:
        _unknown_statement(findings, token)
    elif first is None and is_outside(token, wanted):
        _outside(findings, token)
    else:
        where = f" in `{first}`" if first is not None else ""
        owner = f"`{first}`" if first is not None else "the value"
        message = f"{owner} ends too early" if token.type == "END" else f"`{token}` is unexpected here{where}"
        help_ = _way_out(token, wanted, before)
        if _assigns(token, wanted, before):
            help_ = f"remove the `{token}`, here and in similar lines"
            if not findings.is_new(help_):
                findings.errors += 1
                return
        findings.error("P001", message, span_of(token), f"expected {_listed(wanted)}", help=help_)


def is_outside(token: Token, wanted: frozenset[str]) -> bool:
    """Whether a token that does not begin a statement is outside any pattern."""
    return "PATTERN" in wanted and "ATTEND" not in wanted and token.type not in _TOP


def _assigns(token: Token, wanted: frozenset[str], before: Sequence[Token]) -> bool:
    """Whether a token is between a keyword, or a module field, and its value."""
    return token.type in ("EQUAL", "COLON") and len(before) == 1 and "INTEGER" in wanted


def _way_out(token: Token, wanted: frozenset[str], before: Sequence[Token]) -> str:
    """A hint derived from an unexpected token; empty if there is none."""
    first, last = (before[0], before[-1]) if before else (None, None)
    match token.type:
        case "COMMA" if "COMMA" not in wanted:
            return _after_comma(first, wanted)
        case "END" if last is not None and last.type in _OPERATORS:
            return _GOING_ON
        case "OPERATOR" if token in ("&", "|") and token == last:
            return f"write `{_joins(token)}`" if _in_condition(before) else f"write `{token}` once"
        case "COMPARE" if token == last and token in ("<", ">"):
            return "shift by multiplying or dividing: `* 2**6`, `// 2**6`"
        case "EQUAL" if "COMPARE" in wanted:
            return "write `==` to compare"
        case "EQUAL" if first is not None and first.type == "INPUT":
            return f"write `input {last}: ...`"
        case "COLON" if "LBRACE" in wanted:
            return "blocks are written in braces: write `{` here, and `}` at the end"
        case "COLON" if first is not None and first.type == "PATTERN":
            return f"parameters have no types: write `{last}=64`"
        case "RPAR" | "COMMA" if len(before) > 1 and last == "%" and before[-2].type == "INTEGER":
            return f"write {int(before[-2]) / 100!r}"
        case "RANGE" if first is not None and first.type == "FOR":
            return "write `range(start, stop)`"
        case "LBRACE" if last is not None and first is not None and first.type in ("ATTEND", "WHERE"):
            return f"write arguments in parentheses: {last}(...)"
        case "TEXT":
            return f"write {token} without a letter before it"
        case _:
            return _form(wanted, before) or (_COMMENT if "//" in before else _words(token))


def _form(wanted: frozenset[str], before: Sequence[Token]) -> str:
    """A hint with the form of the statement that `before` begins; empty if there are several forms."""
    match before[0].type if before else "":
        case "HEADS" if "RANGE" in wanted:
            return _RANGES
        case "LET" if len(before) < 3:
            return f"write `let {'x' if len(before) == 1 else before[1]} = ...`"
        case "FOR" if len(before) < 3:
            return "write `for x in [1, 2] { ... }`"
        case _:
            return ""


def _after_comma(first: Token | None, wanted: frozenset[str]) -> str:
    """A hint for an unexpected comma."""
    match first.type if first is not None else "":
        case "" | "SEGMENTS" | "DILATIONS" | "LET" | "FOR":
            return "write lists in square brackets, such as [64, 128]"
        case "GRID":
            return "write `grid 64 x 64`"
        case "HEADS":
            return _RANGES
        case "ATTEND" | "WHERE" if "END" in wanted:
            return "join masks with `|` or `&`, or write another `attend`"
        case "NAME" | "PATTERN":
            return "write each on its own line, or put `;` between them"
        case _:
            return "write arguments in one pair of parentheses, and lists in square brackets"


OF_OTHERS = {
    "mod": "write `%`",
    "is": "write `==`",
    "in": "write one comparison per value, joined by `or`",
    "if": "`if` does not exist: intersect masks with conditions, as in window(64) & when(h < 4)",
    "xor": "write `(a | b) - (a & b)` for masks",
    "from": "the name of a source follows it, at the end of the statement: attend causal from c",
}
"""Hints for operators of other languages that are words."""


def _words(token: Token) -> str:
    """A hint for a word of another language."""
    if token.lower() in _STATEMENTS:
        return "begin a new line, or write `;` before it"
    return OF_OTHERS.get(str(token), "")


def _joins(operator: str) -> str:
    return "and" if operator == "&" else "or"


def _in_condition(before: Sequence[Token]) -> bool:
    """Whether conditions, not masks, are expected: in `require`, or inside the parentheses of `when`."""
    callers: list[str] = []
    for previous, token in pairwise(before):
        if token.type == "LPAR":
            callers.append(str(previous))
        elif token.type == "RPAR" and callers:
            callers.pop()
    return "when" in callers or (bool(before) and before[0].type == "REQUIRE")


def _unknown_statement(findings: Findings, token: Token) -> None:
    if token.type in _TOP:
        message = f"`{token}` is not allowed inside a pattern"
        findings.error("P001", message, span_of(token), "belongs outside", help="close the preceding pattern with `}`")
    elif token == "//":
        findings.error(
            "P001", f"a statement cannot begin with `{token}`", span_of(token), "not a comment", help=_COMMENT
        )
    elif token.type in _OPERATORS:
        message = f"a statement cannot begin with `{token}`"
        findings.error("P001", message, span_of(token), "expected a statement", help=_GOING_ON)
    elif token.type == "NAME":
        help_ = _statement_for(token, findings.source.text[token.end_pos :])
        findings.error("P010", f"`{token}` is not a statement", span_of(token), "unknown statement", help=help_)
    else:
        message = f"a statement cannot begin with `{token}`"
        findings.error(
            "P001", message, span_of(token), "expected a statement", help="statements: " + ", ".join(_STATEMENTS)
        )


def _statement_for(token: Token, after: str) -> str:
    """A hint for a statement that begins with a name, followed by `after`."""
    if re.match(r"\s*=(?!=)", after):
        return f"write `let {token} = ...`"
    if re.match(r"\s*[-+*/]+=", after):
        return "names cannot be reassigned: write `let` with another name"
    if token in _MASKS:
        return f"write `attend {token}...`"
    if token in _SCORES:
        return f"write `score {token}...`"
    return {"return": "write `attend`", "assert": "write `require`", "mask": "write `attend`"}.get(
        str(token), nearest(token, _STATEMENTS)
    )


def _outside(findings: Findings, token: Token) -> None:
    if token.type in KEYWORDS:
        message = f"`{token}` is outside a pattern"
        findings.error("P001", message, span_of(token), "belongs inside", help="put it inside `pattern name { ... }`")
    else:
        message = f"`{token}` is outside a pattern"
        help_ = nearest(token, ("pattern", "module", "edition")) if token.type == "NAME" else ""
        help_ = _COMMENT if token == "//" else help_
        findings.error("P001", message, span_of(token), "expected `pattern`", help=help_)


def _listed(wanted: frozenset[str]) -> str:
    """The expected terminals as words; all that begin a value, or join two values, become one word."""
    wanted = wanted or frozenset({"$END"})  # the whole text has been parsed
    words = []
    if {"INTEGER", "NAME", "LPAR"} <= wanted:
        words.append("a value")
        wanted -= _VALUE
    if {"OPERATOR", "MINUS"} <= wanted:
        words.append("an operator")
        wanted -= _OPERATORS
    words += sorted(_SPELLING.get(name, f"`{name.lower()}`") for name in wanted)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
