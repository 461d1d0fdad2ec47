"""The lines of generated files that keep formatters, linters and type checkers from them."""

from __future__ import annotations

DIRECTIVES = ("# fmt: off", "# ruff: noqa", "# mypy: ignore-errors", "# type: ignore")


def without_directives(text: str) -> str:
    """The file without the lines that keep formatters and linters from it: here they look at it."""
    lines = text.splitlines(keepends=True)
    assert tuple(line.rstrip() for line in lines[4:8]) == DIRECTIVES
    return "".join(lines[:4] + lines[8:])
