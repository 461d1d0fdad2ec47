"""The names that a file defines, and every place where it uses them, also where the file can't be parsed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse
from patternc.frontend.directives import MARK
from patternc.frontend.parser import KEYWORDS, Token, span_of, tokens
from patternc.source import Source, Span

FILE_KINDS = ("pattern", "module")
"""The kinds of names that are known in the whole file."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that a file defines. `kind`: what it names. `scope`: where it is known. `item`: its pattern or module."""

    name: str
    kind: str
    span: Span
    scope: Span
    item: Span


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a name is written: that of its definition, or another."""

    span: Span
    definition: Definition


def definitions(source: Source) -> tuple[Definition, ...]:
    """The names of a file, in the order of their definitions."""
    return tuple(one for item in items(source) for one in _defined(item, source))


def items(source: Source) -> Iterator[Sequence[Token]]:
    """The tokens of each pattern and module, without comments."""
    code = [one for one in tokens(source) if one.type != "COMMENT"]
    tops = [place for place, one in enumerate(code) if one.type in _TOP and _has_block(code[place:])]
    for place, end in pairwise((*tops, len(code))):
        yield code[place:end]


def _defined(item: Sequence[Token], source: Source) -> Iterator[Definition]:
    scope = Span(span_of(item[0]).start, span_of(item[-1]).stop)
    yield Definition(str(item[1]), str(item[0]), span_of(item[1]), Span(0, len(source.text)), scope)
    if item[0].type == "PATTERN":
        for token in _parameters(item):
            yield Definition(str(token), "parameter", span_of(token), scope, scope)
        yield from _statements(item, scope)


_TOP = ("PATTERN", "MODULE")
_BEFORE = ("NEWLINE", "SEMICOLON", "LBRACE", "RBRACE")
_KINDS = {"LET": "value", "INPUT": "input", "SOURCE": "source", "FOR": "loop variable"}


_OF_VALUES = ("parameter", "value", "loop variable")


def _has_block(code: Sequence[Token]) -> bool:
    """Whether tokens begin with a header: `pattern NAME` in a module names a pattern, and has neither `(` nor `{`."""
    return len(code) > 2 and str(code[2]) in ("(", "{")


def _parameters(item: Sequence[Token]) -> Iterator[Token]:
    """The names between the brackets of a pattern's header."""
    depth = 0
    for before, token in pairwise(item[1:]):
        if token.type == "LBRACE":
            return
        depth += (str(before) in "([") - (str(before) in ")]")
        if depth == 1 and str(before) in "(," and token[:1].isidentifier():
            yield token


def _statements(item: Sequence[Token], scope: Span) -> Iterator[Definition]:
    """The names that the statements of a pattern define; a loop has several."""
    for place, token in enumerate(item):
        if token.type not in _KINDS or item[place - 1].type not in _BEFORE:
            continue
        names = item[place + 1 : place + 2]
        if token.type == "FOR":
            names = list(takewhile(lambda word: str(word) != "in", item[place + 1 :]))
        for name in names:
            if name[:1].isidentifier():
                yield Definition(str(name), _KINDS[token.type], span_of(name), scope, scope)


# ---- uses ------------------------------------------------------------------------------------------------------------
def uses(source: Source) -> tuple[Use, ...]:
    """Every place where a name of the file is written, in their order; also in comments about masks that it expects."""
    defined = definitions(source)
    places = {one.span: Use(one.span, one) for one in defined}
    for item in items(source):
        places |= {use.span: use for use in _used(item, defined) if use.span not in places}
    places |= {use.span: use for use in _expected(source, defined)}
    return tuple(sorted(places.values(), key=lambda use: use.span.start))


def _used(item: Sequence[Token], defined: Sequence[Definition]) -> Iterator[Use]:
    """The names in the expressions of an item."""
    for place, token in enumerate(item):
        if not token[:1].isidentifier() or is_keyword(item, place) or is_argument(item, place):
            continue
        before = item[place - 1]
        if item[0].type == "MODULE":
            known = [x for x in defined if before.type == "PATTERN" and x.kind == "pattern"]
        else:
            kinds = {"AT": ("input",), "FROM": ("source",)}.get(before.type, _OF_VALUES)
            known = [x for x in defined if x.kind in kinds]
        yield from _resolved(str(token), span_of(token), span_of(token).start, known)


def _resolved(name: str, span: Span, offset: int, known: Sequence[Definition]) -> Iterator[Use]:
    """The use of the last definition before an offset whose scope it is in; a pattern may come later."""
    own = [one for one in known if one.name == name and one.scope.start <= offset <= one.scope.stop]
    found = [one for one in own if one.span.start <= offset or one.kind in FILE_KINDS]
    if found:
        yield Use(span, found[-1])


def is_keyword(item: Sequence[Token], place: int) -> bool:
    """Whether a token begins a statement, or is the `from` before the last one of an `attend`."""
    if item[place].type == "FROM":
        return 0 < place < len(item) - 2 and item[place + 2].type in _BEFORE and item[place - 1].type not in _BEFORE
    return item[place].type in KEYWORDS and (place == 0 or item[place - 1].type in _BEFORE)


def is_argument(item: Sequence[Token], place: int) -> bool:
    """Whether a token is the name of an argument of a call, as in `segment(64, dilation=2)`."""
    if place + 1 == len(item) or item[place + 1].type != "EQUAL" or item[place - 1].type in _KINDS:
        return False
    return sum((one.type == "LPAR") - (one.type == "RPAR") for one in item[:place]) > 0


def _expected(source: Source, defined: Sequence[Definition]) -> Iterator[Use]:
    """The names in comments such as `# patternc: expect keys(9, n=16, left=2) == 7..9`, and `pattern=NAME` in them."""
    for comment in (one for one in tokens(source) if one.type == "COMMENT"):
        mark, start = MARK.match(comment), span_of(comment).start
        if mark is None or not comment[mark.end() :].startswith("expect"):
            continue
        words = [one for one in tokens(Source("", comment[mark.end() :])) if one.type != "COMMENT"]
        patterns = [one for one in defined if one.kind == "pattern"]
        pairs = enumerate(pairwise(map(str, words[:-1])), 2)
        named = [place for place, both in pairs if both == ("pattern", "=")]
        before = [one for one in patterns if one.item.start <= start]
        own = [one for one in patterns if named and one.name == str(words[named[0]])] or before[-1:] or patterns[:1]
        for place, token in enumerate(words):
            at = start + mark.end() + span_of(token).start
            span = Span(at, at + len(token))
            if place in named:
                yield from _resolved(str(token), span, at, patterns)
            elif is_argument(words, place) and own:
                known = [x for x in defined if x.kind in ("parameter", "input") and x.item == own[0].item]
                yield from _resolved(str(token), span, own[0].item.stop, known)


def use_at(source: Source, offset: int) -> Use | None:
    """The use of a name at an offset, or just before it; None if no name of the file is there."""
    return next((one for one in uses(source) if one.span.start <= offset <= one.span.stop), None)


def definition_at(source: Source, offset: int) -> Definition | None:
    """The definition of the name at an offset; None if no name of the file is there."""
    use = use_at(source, offset)
    return None if use is None else use.definition


def token_at(source: Source, offset: int) -> Token | None:
    """The word at an offset, or just before it; None if there is none."""
    for token in tokens(source):
        span = span_of(token)
        if span.start <= offset <= span.stop and token[:1].isidentifier():
            return token
    return None


# ---- renaming --------------------------------------------------------------------------------------------------------
class RenameError(Exception):
    """A name can't be replaced; the message says why."""


def renamed(source: Source, offset: int, name: str, parameters: Mapping[str, str]) -> tuple[Span, ...]:
    """Every place of the name at an offset, where another name is written instead.

    Args:
        source: the file.
        offset: a place of the name.
        name: the new name.
        parameters: values of parameters, from the project's configuration.

    Raises:
        RenameError: no name of the file is there, or with the new name the file would have another error, or mean
            something else.
    """
    use = use_at(source, offset)
    if use is None:
        raise RenameError(
            "there is no name of this file: parameters, values, inputs, patterns and modules have new names"
        )
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise RenameError(f"{name!r} is no name: write letters, digits and underscores, and no digit first")
    places = tuple(one.span for one in uses(source) if one.definition == use.definition)
    text = source.text
    for span in reversed(places):
        text = text[: span.start] + name + text[span.stop :]
    after = replace(source, text=text)
    errors, before = _errors(after, parameters), _errors(source, parameters)
    if more := Counter(one.code for one in errors) - Counter(one.code for one in before):
        known = {one.message for one in before}
        said = sorted((one.message for one in errors if one.code in more), key=known.__contains__)
        raise RenameError(f"with `{name}` the file has an error: {said[0]}")
    start = use.definition.span.start
    earlier = sum(span.start < start for span in places) * (len(name) - len(use.definition.name))
    now = definition_at(after, start + earlier)
    if sum(one.definition == now for one in uses(after)) != len(places):
        raise RenameError(f"`{name}` is a name of the file already, in another place")
    return places


def _errors(source: Source, parameters: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    try:
        analyse(source, parameters)
    except Rejected as rejected:
        return tuple(one for one in rejected.diagnostics if one.severity == "error")
    return ()
