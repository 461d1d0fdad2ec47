"""The outline of a file, and the kind of every word, as editors show them; also where the file can't be parsed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from patternc.editor.uses import FILE_KINDS, definitions, is_argument, is_keyword, items, uses
from patternc.frontend.check.words import FREE, FUNCTIONS, MASKS, OWNERS, POSITIONS, SCHEDULES, SCORES, WORDS
from patternc.frontend.check.words import KINDS as INPUT_KINDS
from patternc.frontend.parser import Token, span_of, tokens
from patternc.source import Source, Span


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of an outline: a name, or a branch. `whole`: what it stands for; `name_span`: where its name is."""

    name: str
    kind: str
    whole: Span
    name_span: Span
    inner: tuple[Symbol, ...] = ()


def outline(source: Source) -> tuple[Symbol, ...]:
    """The patterns and modules of a file; in a pattern its names and branches, in the order of the text."""
    defined, found = definitions(source), []
    for item in items(source):
        whole = Span(span_of(item[0]).start, span_of(item[-1]).stop)
        names = (one for one in defined if one.item == whole and one.kind not in FILE_KINDS)
        inner = [Symbol(one.name, one.kind, one.span, one.span) for one in names]
        if item[0].type == "PATTERN":
            inner += _branches(item, source)
        inner.sort(key=lambda one: one.whole.start)
        found.append(Symbol(str(item[1]), str(item[0]), whole, span_of(item[1]), tuple(inner)))
    return tuple(found)


_ENDS = ("NEWLINE", "SEMICOLON", "RBRACE")


def _branches(item: Sequence[Token], source: Source) -> Iterator[Symbol]:
    """The `attend` statements, named by their text up to the end of the line."""
    for place, one in enumerate(item):
        if one.type == "ATTEND" and is_keyword(item, place):
            last = [one, *takewhile(lambda token: token.type not in _ENDS, item[place + 1 :])][-1]
            whole = Span(span_of(one).start, span_of(last).stop)
            yield Symbol(source.text[whole.start : whole.stop], "branch", whole, span_of(one))


# ---- kinds of words --------------------------------------------------------------------------------------------------
KINDS = (
    *("comment", "string", "number", "operator", "keyword", "function", "word", "argument"),
    *("pattern", "module", "parameter", "value", "loop variable", "input", "source"),
)


def kinds(source: Source) -> tuple[tuple[Span, str, bool], ...]:
    """The kind of every word, number and sign that has one, in their order, and whether a name is defined there."""
    names = {use.span: use for use in uses(source)}
    words = dict(_words(source))
    found: list[tuple[Span, str, bool]] = []
    for token in tokens(source):
        span = span_of(token)
        use = names.get(span)
        kind = _BY_TYPE.get(token.type, words.get(span, "")) if use is None else use.definition.kind
        if kind:
            found.append((span, kind, use is not None and use.definition.span == span))
    return tuple(found)


_BY_TYPE = {
    "COMMENT": "comment",
    "TEXT": "string",
    "INTEGER": "number",
    "DECIMAL": "number",
    "AT": "operator",
    **dict.fromkeys(("OPERATOR", "POWER", "COMPARE", "MINUS", "BANG", "RANGE", "EQUAL"), "operator"),
    **dict.fromkeys(("AND", "OR", "NOT", "IN"), "keyword"),
}


_LANGUAGE = frozenset((*WORDS, *FREE, *POSITIONS, *SCORES, *INPUT_KINDS, *OWNERS, *SCHEDULES, "auto"))


def _words(source: Source) -> Iterator[tuple[Span, str]]:
    """The kinds of words that are no names of the file."""
    for item in items(source):
        for place, token in enumerate(item):
            if not token[:1].isidentifier():
                continue
            if is_keyword(item, place):
                yield span_of(token), "keyword"
            elif is_argument(item, place) or (item[0].type == "MODULE" and item[place - 1].type in ("LBRACE", *_ENDS)):
                yield span_of(token), "argument"
            elif str(token) == "x" and _follows_operand(item, place):
                yield span_of(token), "operator"
            elif str(token) in (*MASKS, *FUNCTIONS) or (str(token) in SCORES and str(item[place - 1]) == "score"):
                yield span_of(token), "function"
            elif str(token) in _LANGUAGE:
                yield span_of(token), "word"


def _follows_operand(item: Sequence[Token], place: int) -> bool:
    """Whether a number or a name stands before a token, so that it can be no operand itself."""
    before = item[place - 1]
    return before.type == "INTEGER" or (before[:1].isidentifier() and not is_keyword(item, place - 1))
