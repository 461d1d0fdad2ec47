"""Where names are defined: parameters, `let`, loops, inputs and patterns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.diagnostics import Rejected
from patternc.frontend import syntax
from patternc.frontend.parser import Token, parse, span_of, tokens
from patternc.source import Source, Span


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that a file defines. `kind`: what it names. `scope`: where it is known."""

    name: str
    kind: str
    span: Span
    scope: Span


def definitions(source: Source) -> tuple[Definition, ...]:
    """The names of a file, in the order of their definitions; none of a file that can't be read at all."""
    try:
        return tuple(_of_file(parse(source), Span(0, len(source.text))))
    except Rejected:
        return ()


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


def _of_file(tree: syntax.File, whole: Span) -> Iterator[Definition]:
    for item in tree.items:
        if isinstance(item, syntax.Pattern):
            yield Definition(item.name.id, "pattern", item.name.span, whole)
            for one in item.parameters:
                yield Definition(one.name.id, "parameter", one.name.span, item.span)
            yield from _of_block(item.body, item.span)


def _of_block(body: tuple[syntax.Statement, ...], scope: Span) -> Iterator[Definition]:
    for one in body:
        match one:
            case syntax.Let(name):
                yield Definition(name.id, "value", name.span, scope)
            case syntax.Input(name):
                yield Definition(name.id, "input", name.span, scope)
            case syntax.For(names, _, inner):
                yield from (Definition(name.id, "loop variable", name.span, one.span) for name in names)
                yield from _of_block(inner, one.span)
            case syntax.Heads(body=inner):
                yield from _of_block(inner, one.span)
            case _:
                pass
