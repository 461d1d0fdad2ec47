"""Edits that follow a diagnostic's help: only those after which it is gone and no other error has come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse
from patternc.source import Source, Span

_QUOTED = re.compile(r"`([^`]+)`")
_CALL = re.compile(r"[a-z_]+\([^()]*\)")
_WRITE = re.compile(r"\bwrite ([^`]+?)(?:, or .*|;.*)?$")


@dataclass(frozen=True, slots=True)
class Fix:
    """A replacement of a span by a text."""

    title: str
    span: Span
    text: str


def fixes(diagnostic: Diagnostic, source: Source, parameters: Mapping[str, str]) -> tuple[Fix, ...]:
    """The edits that mend a diagnostic; for a warning also the comment that allows it on its line."""
    found = next((fix for fix in _tried(diagnostic, source) if _mends(fix, diagnostic, source, parameters)), None)
    allowed = _allowance(diagnostic, source) if diagnostic.severity == "warning" and diagnostic.span else None
    return tuple(fix for fix in (found, allowed) if fix is not None)


def _tried(diagnostic: Diagnostic, source: Source) -> list[Fix]:
    candidates = dict.fromkeys(
        (*_QUOTED.findall(diagnostic.help), *_WRITE.findall(diagnostic.help), *_CALL.findall(diagnostic.help))
    )
    # At most 8 candidates are tried.
    return [fix for text in candidates for fix in _placed(text, diagnostic, source)][:8]


def _placed(text: str, diagnostic: Diagnostic, source: Source) -> Iterator[Fix]:
    """The places where a text may belong: that of the diagnostic, the call around it, or behind it."""
    if diagnostic.span is None:
        return
    title = f"write `{text}`"
    if diagnostic.help.startswith("add"):
        line, _ = source.position(diagnostic.span.start)
        code = source.line(line).partition("#")[0].rstrip()
        ends = (source.offset(line, len(each) + 1) for each in (code, code.rstrip("} ")))
        yield from (Fix(f"add `{text}`", Span(at, at), text) for at in dict.fromkeys((diagnostic.span.stop, *ends)))
        return
    yield Fix(title, diagnostic.span, text)
    for word in _QUOTED.findall(diagnostic.message):
        at = source.text.find(word, diagnostic.span.start, diagnostic.span.stop)
        if at >= 0 and len(word) < diagnostic.span.stop - diagnostic.span.start:
            yield Fix(title, Span(at, at + len(word)), text)
    name = re.match(r"[a-z_]+(?=\()", text)
    if name:
        for call in re.finditer(rf"\b{name[0]}\([^()]*\)", source.text):
            if call.start() <= diagnostic.span.start < call.end():
                yield Fix(title, Span(call.start(), call.end()), text)


def _mends(fix: Fix, diagnostic: Diagnostic, source: Source, parameters: Mapping[str, str]) -> bool:
    text = source.text[: fix.span.start] + fix.text + source.text[fix.span.stop :]
    if text == source.text:
        return False
    before, after = (_found(each, parameters) for each in (source, replace(source, text=text)))
    same, left = (
        sum((each.code, each.message) == (diagnostic.code, diagnostic.message) for each in every)
        for every in (before, after)
    )
    errors, fewer = (sum(each.severity == "error" for each in every) for every in (before, after))
    return left < max(1, same) and fewer <= errors - (diagnostic.severity == "error")


def _found(source: Source, parameters: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    try:
        return analyse(source, parameters).warnings
    except Rejected as rejected:
        return rejected.diagnostics


def _allowance(diagnostic: Diagnostic, source: Source) -> Fix | None:
    """The comment that allows a warning, if its line has no comment yet."""
    assert diagnostic.span is not None
    line, _ = source.position(diagnostic.span.start)
    if "#" in source.line(line):
        return None
    end = source.offset(line, len(source.line(line).rstrip()) + 1)
    return Fix(f"allow {diagnostic.code} on this line", Span(end, end), f"  # patternc: allow {diagnostic.code}")
