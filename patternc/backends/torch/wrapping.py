"""Where a line of the generated file breaks, as `ruff format` has it."""

from __future__ import annotations

from patternc.codefmt import LINE_LENGTH


def wrapped(before: str, items: tuple[str, ...], after: str, indent: int = 0) -> tuple[str, ...]:
    """A bracket's items on one line, or on one of their own, or on a line each; without the indentation.

    >>> wrapped("f(", ("x", "y"), ")")
    ('f(x, y)',)
    """
    flat = ", ".join(items)
    if indent + len(before + flat + after) <= LINE_LENGTH:
        return (before + flat + after,)
    if indent + 4 + len(flat) <= LINE_LENGTH:
        return (before, f"    {flat}", after)
    return (before, *(f"    {item}," for item in items), after)
