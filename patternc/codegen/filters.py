"""Texts in generated files: line breaks as `ruff format` sets them, and literals."""

from __future__ import annotations

from textwrap import indent

from patternc.source import escaped

LINE_LENGTH = 120


def fitted(text: str) -> str:
    """A bracket with one item per line, joined to fewer lines if they fit: all items on one line, or the whole bracket.

    An item may be a bracket too. Parts that no commas stand between keep lines of their own unless all fit on one.
    """
    lines = text.rstrip("\n").split("\n")
    return "\n".join(fitted_lines(lines)) + "\n" * text.endswith("\n")


def fitted_tuple(text: str) -> str:
    """A parenthesized tuple with one item per line, joined to one line of items if they fit."""
    first, *inner, last = text.rstrip("\n").split("\n")
    whole = _joined(first, _items(inner), last)
    return (whole if len(whole) <= LINE_LENGTH else text.rstrip("\n")) + "\n" * text.endswith("\n")


def fitted_lines(lines: list[str]) -> list[str]:
    """The fewest lines for a bracket or a single item."""
    if len(lines) == 1:
        return lines
    first, *inner, last = lines
    margin = first[: len(first) - len(first.lstrip())]
    items = _items(inner)
    inside = _inside(items)
    whole, within = [_joined(first, items, last)], [first, f"{margin}    {inside}", f"{margin}{last.strip()}"]
    for form in (whole, within) if _listed(items) or _comprehends(items) else (whole,):
        if max(map(len, form)) <= LINE_LENGTH:
            return form
    return [first, *(line for item in items for line in fitted_lines(item)), f"{margin}{last.strip()}"]


def _items(lines: list[str]) -> list[list[str]]:
    """The lines between two brackets, grouped by item: a deeper line or a closing bracket continues an item."""
    items: list[list[str]] = []
    for line in lines:
        goes_on = items and (line.strip()[0] in ")]}" or _depth(line) > _depth(items[-1][0]))
        items = [*items[:-1], [*items[-1], line]] if goes_on else [*items, [line]]
    return items


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _listed(items: list[list[str]]) -> bool:
    """Whether commas separate the items."""
    return all(item[-1].endswith(",") for item in items)


def _comprehends(items: list[list[str]]) -> bool:
    """Whether the items are the clauses of a comprehension."""
    return len(items) > 1 and items[1][0].strip().startswith("for ")


def _inside(items: list[list[str]]) -> str:
    """The text between two brackets, on one line."""
    flat = [
        item[0].strip() if len(item) == 1 else _joined(item[0].strip(), _items(item[1:-1]), item[-1]) for item in items
    ]
    return ", ".join(item.removesuffix(",") for item in flat) if _listed(items) else " ".join(flat)


def _joined(first: str, items: list[list[str]], last: str) -> str:
    """A bracket on one line: a tuple of one item keeps its comma."""
    lone = first.strip() in ("(", "return (") and len(items) == 1 and _listed(items)
    return f"{first}{_inside(items)}{',' * lone}{last.strip()}"


def for_heads(text: str, heads: str, first: bool = True, margin: int = 0) -> str:
    """Statements for some heads, below a condition unless `heads` is empty; `first`: of several conditions."""
    own = text[: len(text) - len(text.lstrip())]
    if heads and text:
        text = f"{own}{'if' if first else 'elif'} head in {heads}:\n{indent(text, '    ')}"
    return indent(text, " " * margin)


def quoted(text: str) -> str:
    """A text as a string literal on one line, with unprintable characters escaped."""
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped(inner)}"'


def braced(text: str) -> str:
    """A text as part of a format string, with braces doubled."""
    return text.replace("{", "{{").replace("}", "}}")
