"""Names and words of a file: where names are defined, what words mean, and what may be written at a place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, takewhile

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
from patternc.source import Source, Span


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that a file defines. `kind`: what it names. `scope`: where it is known."""

    name: str
    kind: str
    span: Span
    scope: Span


def definitions(source: Source) -> tuple[Definition, ...]:
    """The names of a file, in the order of their definitions, also where the file can't be parsed."""
    code = [one for one in tokens(source) if one.type != "COMMENT"]
    tops = [place for place, one in enumerate(code) if one.type in _TOP and _has_block(code[place:])]
    found: list[Definition] = []
    for place, end in pairwise((*tops, len(code))):
        item = code[place:end]
        scope = Span(span_of(item[0]).start, span_of(item[-1]).stop)
        if item[0].type == "PATTERN":
            found.append(Definition(str(item[1]), "pattern", span_of(item[1]), Span(0, len(source.text))))
            found += [Definition(str(one), "parameter", span_of(one), scope) for one in _parameters(item)]
            found += _statements(item, scope)
    return tuple(found)


_TOP = ("PATTERN", "MODULE")
_BEFORE = ("NEWLINE", "SEMICOLON", "LBRACE", "RBRACE")
_KINDS = {"LET": "value", "INPUT": "input", "FOR": "loop variable"}


def _has_block(code: Sequence[Token]) -> bool:
    """Whether tokens begin with a header: `pattern NAME` in a module names a pattern, and has neither `(` nor `{`."""
    return len(code) > 2 and str(code[2]) in ("(", "{")


def _parameters(item: Sequence[Token]) -> Iterator[Token]:
    """The names between the brackets of a pattern's header."""
    depth = 0
    for before, one in pairwise(item[1:]):
        if one.type == "LBRACE":
            return
        depth += (str(before) in "([") - (str(before) in ")]")
        if depth == 1 and str(before) in "(," and one[:1].isidentifier():
            yield one


def _statements(item: Sequence[Token], scope: Span) -> Iterator[Definition]:
    """The names that the statements of a pattern define; a loop has several."""
    for place, one in enumerate(item):
        if one.type not in _KINDS or item[place - 1].type not in _BEFORE:
            continue
        names = item[place + 1 : place + 2]
        if one.type == "FOR":
            names = list(takewhile(lambda word: str(word) != "in", item[place + 1 :]))
        for name in names:
            if name[:1].isidentifier():
                yield Definition(str(name), _KINDS[one.type], span_of(name), scope)


def definition_at(source: Source, offset: int) -> Definition | None:
    """The definition of the name at an offset: the last one before it whose scope it is in, or that of a pattern."""
    token = token_at(source, offset)
    if token is None:
        return None
    own = [one for one in definitions(source) if one.name == str(token)]
    known = [one for one in own if one.scope.start <= offset <= one.scope.stop and one.span.start <= offset]
    return known[-1] if known else next((one for one in own if one.kind == "pattern"), None)


def token_at(source: Source, offset: int) -> Token | None:
    """The word at an offset, or just before it; None if there is none."""
    for token in tokens(source):
        span = span_of(token)
        if span.start <= offset <= span.stop and token[:1].isidentifier():
            return token
    return None


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
    own = [(one.name, "name") for one in names if one.kind != "pattern"]
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


def _depth(found: Iterable[Token], opening: str, closing: str) -> int:
    return sum((str(one) == opening) - (str(one) == closing) for one in found)


def _arguments(statement: list[Token]) -> list[str]:
    """The parameters of the primitive whose call is open."""
    depth = 0
    for place in range(len(statement) - 1, 0, -1):
        depth += (str(statement[place]) == ")") - (str(statement[place]) == "(")
        if depth < 0:
            kind = PRIMITIVE_WORDS.get(str(statement[place - 1]))
            return [] if kind is None else [one.name for one in parameters(kind)]
    return []
