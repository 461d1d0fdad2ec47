"""Comments for tools, `# patternc: allow CODES` and `# patternc: expect ...`: they never change what a file means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from patternc.diagnostics import CODES, Diagnostic, Rejected, nearest
from patternc.frontend import syntax
from patternc.frontend.parser import Token, parse_expression, tokens
from patternc.source import Source, Span

MARK = re.compile(r"#\s*patternc:\s*")
"""What a comment for tools begins with."""
_WORDS = ("allow", "expect")
_FORMS: Mapping[str, str] = {
    "keys": "keys(5, n=64) == 2..5",
    "density": "density(n=64) == 0.05",
    "mask": "mask(n=6) ==",
}
_ROW = re.compile(r"#\s*([.x0-9]+)\s*")
_COMPARISON = re.compile(r"\s*(==|<=|<)\s*")


@dataclass(frozen=True, slots=True)
class Expectation:
    """A statement in a file about its own mask, which `check` and tests compare.

    `kind`: `keys`, `density` or `mask`. `arguments`: the texts of the call's arguments by their names; `query` is the
    first of `keys`. `wanted`: the text after the comparison; of a mask `rows` instead, each with its span.
    """

    span: Span
    kind: str
    arguments: Mapping[str, str]
    comparison: str
    wanted: str
    rows: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Directives:
    """The directives of a file. `allowed`: by line, from 1, the codes of warnings that are not reported there."""

    allowed: Mapping[int, frozenset[str]]
    expectations: tuple[Expectation, ...]
    problems: tuple[Diagnostic, ...]

    def kept(self, diagnostics: Sequence[Diagnostic], source: Source) -> tuple[Diagnostic, ...]:
        """The diagnostics without the warnings that are allowed where they stand."""
        return tuple(one for one in diagnostics if not self._allows(one, source))

    def _allows(self, diagnostic: Diagnostic, source: Source) -> bool:
        if diagnostic.severity == "error" or diagnostic.span is None:
            return False
        return diagnostic.code in self.allowed.get(source.position(diagnostic.span.start)[0], ())


_NONE = Directives({}, (), ())


def directives(source: Source) -> Directives:
    """The directives of a file; those that cannot be read are warnings in `problems`."""
    if "patternc:" not in source.text:
        return _NONE
    allowed: dict[int, frozenset[str]] = {}
    expectations: list[Expectation] = []
    problems: list[Diagnostic] = []
    every = [one for one in tokens(source) if one.type != "NEWLINE"]
    for place, token in enumerate(every):
        matched = MARK.match(token) if token.type == "COMMENT" else None
        if matched is None:
            continue
        word, _, rest = token[matched.end() :].strip().partition(" ")
        try:
            if word == "allow":
                line = _line_of(every, place, source)
                allowed[line] = allowed.get(line, frozenset()) | _codes(rest)
            elif word == "expect":
                expectations.append(_expectation(token, rest, every[place + 1 :], source))
            else:
                raise ValueError(f"`{word}` is neither of its words", nearest(word, _WORDS))
        except ValueError as error:
            message, help_ = error.args
            message = f"a comment for patternc: {message}"
            problems.append(Diagnostic("P050", "warning", message, _span(token), "it has no effect", help=help_))
    return Directives(allowed, tuple(expectations), tuple(problems))


def _span(token: Token) -> Span:
    """The span of a comment, without blanks at its end."""
    start = token.start_pos or 0
    return Span(start, start + len(token.rstrip()))


def _line_of(every: Sequence[Token], place: int, source: Source) -> int:
    """The line for which a comment stands: its own, or that of the code below if it stands alone."""
    line = source.position(_span(every[place]).start)[0]
    if place and source.position(every[place - 1].start_pos or 0)[0] == line:
        return line
    below = next((one for one in every[place + 1 :] if one.type != "COMMENT"), every[place])
    return source.position(below.start_pos or 0)[0]


def _codes(text: str) -> frozenset[str]:
    codes = text.replace(",", " ").split()
    if not codes:
        raise ValueError("`allow` names no code", "write `# patternc: allow P036`")
    for code in codes:
        if code not in CODES:
            raise ValueError(f"there is no code {code}", nearest(code, CODES))
    return frozenset(codes)


def _expectation(token: Token, text: str, following: Sequence[Token], source: Source) -> Expectation:
    call, comparison, wanted = (*_COMPARISON.split(text, maxsplit=1), "", "")[:3]
    kind, arguments = _call(call)
    form = f"write `# patternc: expect {_FORMS[kind]}`"
    if not comparison or (kind != "density" and comparison != "=="):
        raise ValueError(f"`{kind}` is compared with nothing" if not comparison else f"`{comparison}` of {kind}", form)
    rows = tuple(_rows(token, following, source)) if kind == "mask" else ()
    if bool(wanted) == (kind == "mask"):
        raise ValueError("a picture begins on the next line" if wanted else f"no {kind} are given", form)
    return Expectation(_span(token), kind, arguments, comparison, wanted, rows)


def _call(text: str) -> tuple[str, dict[str, str]]:
    """The kind of an expectation and its arguments, as they are written."""
    try:
        tree = parse_expression(Source("", text))
    except Rejected as rejected:
        first = rejected.diagnostics[0]
        raise ValueError(first.message, first.help or f"write `# patternc: expect {_FORMS['keys']}`") from None
    if not isinstance(tree, syntax.Call) or tree.function.id not in _FORMS:
        name = tree.function.id if isinstance(tree, syntax.Call) else text
        raise ValueError(f"`{name}` is none of {', '.join(_FORMS)}", f"write `# patternc: expect {_FORMS['keys']}`")
    kind, arguments = tree.function.id, {}
    for place, argument in enumerate(tree.arguments):
        name = argument.name.id if argument.name else "query" if kind == "keys" and not place else ""
        if not name or name in arguments:
            what = "is repeated" if name else "has no name"
            raise ValueError(f"argument {place + 1} of `{kind}` {what}", f"write `# patternc: expect {_FORMS[kind]}`")
        arguments[name] = text[argument.value.span.start : argument.value.span.stop]
    if kind == "keys" and "query" not in arguments:
        raise ValueError("`keys` names no query", f"write `# patternc: expect {_FORMS[kind]}`")
    return kind, arguments


def _rows(token: Token, following: Sequence[Token], source: Source) -> Iterator[tuple[str, Span]]:
    """The lines of a picture: the comments on the lines below, up to one that is none."""
    line = source.position(token.start_pos or 0)[0]
    for number, one in enumerate(following, line + 1):
        row = _ROW.fullmatch(one) if source.position(one.start_pos or 0)[0] == number else None
        if row is None:
            return
        yield row[1], _span(one)
