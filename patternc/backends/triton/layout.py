"""Lines of Python as `ruff format` would lay them out, so that generated files are formatted when they are born."""

from __future__ import annotations

from collections.abc import Sequence

LINE_LENGTH = 120


def call(prefix: str, arguments: Sequence[str], suffix: str = ")", *, indent: int = 0) -> tuple[str, ...]:
    """`prefix` + arguments + `suffix`: on one line, else the arguments on a line of their own, else one on each line.

    Args:
        prefix: what stands before the arguments, up to and with the opening bracket.
        suffix: the closing bracket and what follows it.
        indent: blanks before the first line; the lines returned hold them.
    """
    margin, inner = " " * indent, " " * (indent + 4)
    flat = f"{margin}{prefix}{', '.join(arguments)}{suffix}"
    if len(flat) <= LINE_LENGTH:
        return (flat,)
    hugged = f"{inner}{', '.join(arguments)}"
    if len(hugged) <= LINE_LENGTH:
        return (f"{margin}{prefix}", hugged, f"{margin}{suffix}")
    return (f"{margin}{prefix}", *(f"{inner}{argument}," for argument in arguments), f"{margin}{suffix}")


def indented(lines: Sequence[str], indent: int) -> tuple[str, ...]:
    """The lines moved right; empty ones stay empty."""
    return tuple(f"{' ' * indent}{line}" if line else line for line in lines)


def sequence(items: Sequence[str]) -> str:
    """A tuple display: `(a,)`, `(a, b)`."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
