"""Texts in generated files: line breaks as `ruff format` sets them, and literals."""

from __future__ import annotations

from dataclasses import replace
from textwrap import indent

from patternc.ir.lines import LINE_LENGTH, Bracket, Piece, laid_out
from patternc.source import escaped


def fitted(text: str) -> str:
    """A bracket with one item per line, joined to fewer lines if they fit: all items on one line, or the whole bracket.

    An item may be a bracket too. Parts that no commas stand between keep lines of their own unless all fit on one.
    """
    lines = text.rstrip("\n").split("\n")
    return _laid_out(lines, _bracket(lines)) + "\n" * text.endswith("\n")


def fitted_tuple(text: str) -> str:
    """A parenthesized tuple with one item per line, joined to one line of items if they fit."""
    lines = text.rstrip("\n").split("\n")
    return _laid_out(lines, replace(_bracket(lines), together=False)) + "\n" * text.endswith("\n")


def _laid_out(lines: list[str], piece: Piece) -> str:
    margin = lines[0][: _depth(lines[0])]
    return "\n".join(f"{margin}{line}" for line in laid_out(piece, LINE_LENGTH - len(margin)))


def _bracket(lines: list[str]) -> Bracket:
    """The bracket that a template writes with one item per line."""
    first, *inner, last = (line.strip() for line in lines)
    items: list[list[str]] = []
    for line, text in zip(lines[1:-1], inner, strict=True):  # a deeper line or a closing bracket continues an item
        goes_on = items and (text[0] in ")]}" or _depth(line) > _depth(items[-1][0]))
        items = [*items[:-1], [*items[-1], line]] if goes_on else [*items, [line]]
    listed = all(item[-1].endswith(",") for item in items)
    found = tuple(_piece(item, listed) for item in items)
    if listed:
        lone = first in ("(", "return (") and len(items) == 1  # a tuple of one item keeps its comma
        return Bracket(first, ((found[0], ","),), last, trailing=False) if lone else Bracket(first, found, last)
    comprehends = len(items) > 1 and items[1][0].strip().startswith("for ")
    return Bracket(first, found, last, sign=" ", trailing=False, together=comprehends)


def _piece(lines: list[str], listed: bool) -> Piece:
    """An item of a bracket, without the comma behind it."""
    *most, last = lines
    lines = [*most, last.removesuffix(",")] if listed else lines
    return lines[0].strip() if len(lines) == 1 else _bracket(lines)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


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
