"""Texts that are only a mask, such as `causal & window(64)`: the pattern of one, and its errors, placed in the mask."""

from __future__ import annotations

import re
from dataclasses import replace

from patternc.diagnostics import Diagnostic, Rejected, Related
from patternc.frontend.parser import KEYWORDS
from patternc.source import Source, Span

_BEFORE = "pattern mask {\n    attend "
_COMMENT, _WORD = re.compile(r"#[^\n]*"), re.compile(r"\s*(\w+)")


def is_mask(text: str) -> bool:
    """Whether a text is a mask, and no file: it has no block, and begins with no statement."""
    code = _COMMENT.sub("", text)
    first = _WORD.match(code)
    return "{" not in code and bool(code.strip()) and (first is None or first[1].upper() not in KEYWORDS)


def pattern_text(mask: str) -> str:
    """A pattern named `mask` that attends by a mask."""
    mask = mask.strip()
    lines = f"(\n{mask}\n    )" if "\n" in mask else mask
    return f"{_BEFORE}{lines}\n}}\n"


def in_mask(rejected: Rejected, mask: Source) -> Rejected:
    """The errors of the pattern of a mask, at their places in the mask; those of what is around it have no place."""
    own = mask.text.strip()
    begin = rejected.source.text.index(own, len(_BEFORE))
    shift = mask.text.index(own) - begin

    def moved(span: Span | None) -> Span | None:
        if span is None or span.stop <= begin:
            return None
        return Span(*(min(max(at, begin), begin + len(own)) + shift for at in (span.start, span.stop)))

    def placed(one: Diagnostic) -> Diagnostic:
        related = ((moved(other.span), other.label) for other in one.related)
        return replace(
            one,
            span=moved(one.span),
            related=tuple(Related(span, label) for span, label in related if span is not None),
        )

    return Rejected(mask, tuple(map(placed, rejected.diagnostics)))
