"""Statements as `ruff format` would lay them out, so that generated files are formatted when they are born."""

from __future__ import annotations

import re
from collections.abc import Sequence

from patternc.codegen.python_text import LINE_LENGTH

OPENING, CLOSING = "([{", ")]}"


def laid_out(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, those that are too long broken inside the bracket that ends them."""
    return tuple(piece for line in lines for piece in _laid_out(line))


def _laid_out(line: str) -> tuple[str, ...]:
    """A line; or its last bracket's contents on a line of their own; or each of its items on one."""
    if len(line) <= LINE_LENGTH or line.lstrip().startswith("#"):
        return (line,)
    end = max(line.rfind(closing) for closing in CLOSING)
    start = _opening(line, end)
    head, items, tail = line[: start + 1], _items(line[start + 1 : end]), line[end:]
    margin = " " * (len(line) - len(line.lstrip()))
    hugged = f"{margin}    {', '.join(items)}"
    if len(hugged) <= LINE_LENGTH:
        return (head, hugged, f"{margin}{tail}")
    if len(items) == 1 and not re.search(r"[\w)\]][(\[]$", head):
        return (head, hugged, f"{margin}{tail}")  # an expression in parentheses: a comma would make it a tuple
    return (head, *(f"{margin}    {item}," for item in items), f"{margin}{tail}")


def _opening(line: str, end: int) -> int:
    """Where the bracket that closes at `end` opens."""
    depth = 0
    for index in range(end, -1, -1):
        depth += (line[index] in CLOSING) - (line[index] in OPENING)
        if depth == 0:
            return index
    raise AssertionError(line)


def _items(text: str) -> tuple[str, ...]:
    """The items between the commas of a bracket."""
    items, depth = [""], 0
    for char in text:
        depth += (char in OPENING) - (char in CLOSING)
        if char == "," and depth == 0:
            items.append("")
        else:
            items[-1] += char
    return tuple(item.strip() for item in items if item.strip())


def indented(lines: Sequence[str], indent: int) -> tuple[str, ...]:
    """The lines moved right."""
    return tuple(f"{' ' * indent}{line}" for line in lines)


def sequence(items: Sequence[str]) -> str:
    """A tuple display: `(a,)`, `(a, b)`."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def words(lines: Sequence[str]) -> frozenset[str]:
    """Every word of the lines."""
    return frozenset(word for line in lines for word in re.findall(r"\w+", line))


def without_unread(lines: Sequence[str], later: Sequence[str]) -> tuple[str, ...]:
    """The statements without those that name what neither a later one nor `later` reads."""
    kept: list[str] = []
    read = set(words(later))
    for line in reversed(lines):
        names = re.match(r"\s*(\w+(?:, \w+)*) = ", line)
        if names is None or read & set(re.findall(r"\w+", names[1])):
            kept.append(line)
            read |= words([line])
    return tuple(reversed(kept))
