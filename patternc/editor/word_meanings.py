"""The words of the language with their meanings, read from the tables of `docs/language.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from patternc.resources import language

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
