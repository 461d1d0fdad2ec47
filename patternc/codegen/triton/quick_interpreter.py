"""Triton's interpreter, made to search Triton's language for what it replaces once, and not at every call."""

from __future__ import annotations

import inspect
from functools import cache
from types import SimpleNamespace


@cache
def search_once() -> None:
    """Let the interpreter look only at those members of Triton's language that it may replace, found once for all.

    At every launch, and at every call of a function within a kernel, it asks `inspect.getmembers` for all members of
    the language, and replaces those that are builtins for as long as the launch lasts. Looking at the others, and at
    those that are replaced already, takes nearly half of the time of small calls.
    """
    from triton import language
    from triton.runtime import interpreter

    @cache
    def names(owner: object) -> tuple[str, ...]:
        return tuple(name for name, member in inspect.getmembers(owner) if language.core.is_builtin(member))

    def members(owner: object) -> list[tuple[str, object]]:
        first = [getattr(owner, name) for name in names(owner)[:1]]
        replaced = not all(map(language.core.is_builtin, first))  # all of them, or none
        return [] if replaced else [(name, getattr(owner, name)) for name in names(owner)]

    for owner in (language, language.core, language.math, language.core.tensor):
        names(owner)  # before a launch, which hides builtins
    interpreter.inspect = SimpleNamespace(**{**vars(inspect), "getmembers": members})
