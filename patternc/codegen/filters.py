"""What templates filter texts by: line breaks as `ruff format` sets them, and texts of a pattern file as literals."""

from __future__ import annotations

from patternc.source import escaped

LINE_LENGTH = 120


def fitted(text: str) -> str:
    """A bracket written with an item a line, as it is or, where they fit, with all items on one line or all on one."""
    first, *rest = text.rstrip("\n").split("\n")
    *items, last = rest
    inside = ", ".join(item.strip().removesuffix(",") for item in items)
    margin = " " * (len(first) - len(first.lstrip()))
    for whole in ((f"{first}{inside}{last.strip()}",), (first, f"{margin}    {inside}", f"{margin}{last.strip()}")):
        if max(map(len, whole)) <= LINE_LENGTH:
            return "\n".join((*whole, ""))
    return "\n".join((first, *items, f"{margin}{last.strip()}", ""))


def quoted(text: str) -> str:
    """A text as a string literal on one line, what can't be printed escaped."""
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped(inner)}"'


def braced(text: str) -> str:
    """A text as part of the format of a message."""
    return text.replace("{", "{{").replace("}", "}}")
