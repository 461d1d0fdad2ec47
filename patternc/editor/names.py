"""The words of the language: what they mean, and what may be written at a place of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from patternc.editor.uses import FILE_KINDS, definitions
from patternc.frontend.check.words import (
    COMBINES,
    CURVES,
    FUNCTIONS,
    KINDS,
    MASKS,
    PRIMITIVE_WORDS,
    SCHEDULES,
    SCORES,
    UNCOVERED,
)
from patternc.frontend.parser import KEYWORDS, Token, span_of, tokens
from patternc.frontend.primitives import parameters
from patternc.frontend.primitives.primitive import Rule
from patternc.resources import language
from patternc.source import Source

# ---- meanings of words -----------------------------------------------------------------------------------------------
_ROW = re.compile(r"^\| (`.*?) \| (.*) \|$", re.MULTILINE)
_FORM = re.compile(r"`([a-z_]+)(?: ([a-z_]+))?[^`]*`")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_OUTER = ("score", "uncovered", "schedule", "layout")
"""Statements whose rows are about a word after them too."""


@cache
def meanings() -> Mapping[str, tuple[str, ...]]:
    """For each word what the tables say of it, as Markdown."""
    found: dict[str, list[str]] = {}
    for forms, meaning in _ROW.findall(language()):
        text = _LINK.sub(r"\1", f"{forms}: {meaning}")
        for first, second in _FORM.findall(forms):
            for word in (first, second) if first in _OUTER else (first,):
                if word and text not in found.setdefault(word, []):
                    found[word].append(text)
    return {word: tuple(texts) for word, texts in found.items() if texts}


# ---- completions: what may be written at a place ---------------------------------------------------------------------
_OUTSIDE = ("pattern", "module", "edition")
_AFTER = {
    "combine": (*COMBINES, "lse(detach)"),
    "uncovered": tuple(UNCOVERED),
    "score": SCORES,
    "layout": (*CURVES, "auto"),
    "schedule": (*SCHEDULES, "auto"),
    "offset": tuple(str(rule.value) for rule in Rule),
    "input": KINDS,
    "heads": ("partition",),
}
_ENDS = ("NEWLINE", "SEMICOLON", "LBRACE", "RBRACE")


def completions(source: Source, offset: int) -> tuple[tuple[str, str], ...]:
    """The words that may be written at an offset, each with its kind: keyword, mask, word, argument, name."""
    before = [one for one in tokens(source) if span_of(one).stop <= offset or _goes_on(one, offset)]
    if before and span_of(before[-1]).stop == offset and before[-1][:1].isidentifier():
        before = before[:-1]  # the word that is being written
    before = [one for one in before if one.type != "COMMENT"]
    names = [one for one in definitions(source) if one.scope.start <= offset <= one.scope.stop]
    if before and str(before[-1]) == "@":
        return tuple((one.name, "name") for one in names if one.kind == "input")
    statement, depth = _statement(before)
    if not statement:
        inside = _depth(before, "{", "}") > 0
        words = (word.lower() for word in sorted(KEYWORDS) if (word.lower() in _OUTSIDE) != inside)
        return tuple((word, "keyword") for word in words)
    first = str(statement[0])
    if first == "attend" and statement[-1].type == "FROM":
        return tuple((one.name, "name") for one in names if one.kind == "source")
    own = [(one.name, "name") for one in names if one.kind not in (*FILE_KINDS, "source")]
    if first in _AFTER and not depth:
        return tuple((word, "word") for word in _AFTER[first])
    if first == "pattern" and len(statement) == 1:
        return ()
    called = [] if not depth else [(f"{name}=", "argument") for name in _arguments(statement)]
    return (*called, *((word, "mask") for word in MASKS), *((word, "word") for word in FUNCTIONS), *own)


def _goes_on(token: Token, offset: int) -> bool:
    """Whether an offset is in the blanks after the end of a line."""
    return token.type == "NEWLINE" and span_of(token).start < offset


def _statement(before: list[Token]) -> tuple[list[Token], int]:
    """The tokens of the statement so far, and how many of its brackets are open."""
    found: list[Token] = []
    for token in before:
        open_ = _depth(found, "(", ")") + _depth(found, "[", "]")
        if token.type in _ENDS and (token.type != "NEWLINE" or open_ <= 0):
            found = []
        elif token.type != "NEWLINE":
            found.append(token)
    return found, _depth(found, "(", ")")


def _depth(iterable: Iterable[Token], opening: str, closing: str) -> int:
    return sum((str(one) == opening) - (str(one) == closing) for one in iterable)


def _arguments(statement: list[Token]) -> list[str]:
    """The parameters of the primitive whose call is open."""
    depth = 0
    for place in range(len(statement) - 1, 0, -1):
        depth += (str(statement[place]) == ")") - (str(statement[place]) == "(")
        if depth < 0:
            kind = PRIMITIVE_WORDS.get(str(statement[place - 1]))
            return [] if kind is None else [one.name for one in parameters(kind)]
    return []
