"""Reporting a named value that is wrong in several places only once, where it is read first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from patternc.diagnostics import Diagnostic, Findings
from patternc.frontend import syntax
from patternc.frontend.check.words import RESERVED
from patternc.source import Span

_ABOUT_VALUES = frozenset({"P011", "P013", "P016", "P018", "P019", "P020", "P021", "P023", "P031", "P032"})
_NAME = re.compile(r"[A-Za-z_]\w*")


def report_once(pattern: syntax.Pattern, earlier: int, findings: Findings) -> None:
    """Of the errors that read one parameter, `let` or loop variable of a pattern, keep the first.

    Args:
        pattern: the pattern.
        earlier: the number of diagnostics that were found before those of the pattern.
        findings: the other errors are removed from it, but still counted.
    """
    uses: dict[str, frozenset[str]] = {}
    for name, span in _definitions(pattern):
        if name in RESERVED:  # it is not defined, and keeps its meaning
            continue
        uses[name] = uses.get(name, frozenset()) | {name} | _read(span, uses, findings)
    blamed = mistyped = frozenset[str]()
    for one in tuple(findings.found)[earlier:]:
        if not _is_about_a_value(one):
            continue
        read = _read(one.span, uses, findings) if one.span else frozenset[str]()
        if read & (mistyped if one.code == "P011" else blamed):  # a value out of range has the right type
            del findings.found[one]
        blamed |= read
        mistyped |= read if one.code == "P011" else frozenset()


def _is_about_a_value(one: Diagnostic) -> bool:
    return one.severity == "error" and one.code in _ABOUT_VALUES


def _read(span: Span, uses: Mapping[str, frozenset[str]], findings: Findings) -> frozenset[str]:
    """The named values on which the text of a span depends."""
    text = findings.source.text[span.start : span.stop]
    return frozenset[str]().union(*(uses[word] for word in _NAME.findall(text) if word in uses))


def _definitions(pattern: syntax.Pattern) -> Iterator[tuple[str, Span]]:
    """Every name that a pattern defines, with the text of its value."""
    for one in pattern.parameters:
        yield one.name.id, one.span
    yield from _of_statements(pattern.body)


def _of_statements(body: Sequence[syntax.Statement]) -> Iterator[tuple[str, Span]]:
    for statement in body:
        match statement:
            case syntax.Let(name, value):
                yield name.id, value.span
            case syntax.For(names, items, inner):
                yield from ((name.id, items.span) for name in names)
                yield from _of_statements(inner)
            case syntax.Heads():
                yield from _of_statements(statement.body)
            case _:
                pass
