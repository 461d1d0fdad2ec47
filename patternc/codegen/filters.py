"""Texts in generated files: line breaks as `ruff format` sets them, and literals."""

from __future__ import annotations

from textwrap import indent

from patternc.ir.lines import LINE_LENGTH, Bracket, Piece, laid_out
from patternc.source import escaped


def fitted(text: str) -> str:
    """A bracket with one item per line, joined to fewer lines if they fit: all items on one line, or the whole bracket.

    An item may be a bracket too. Items of a tuple and parts that no commas stand between keep lines of their own unless
    all fit on one.
    """
    lines = text.rstrip("\n").split("\n")
    margin = lines[0][: _depth(lines[0])]
    fitting = laid_out(_bracket(lines), LINE_LENGTH - len(margin))
    return "\n".join(f"{margin}{line}" for line in fitting) + "\n" * text.endswith("\n")


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
        grouped = f" {first}".endswith(" (")  # a tuple, not what a call takes: a lone item keeps its comma
        lone = grouped and len(items) == 1
        return Bracket(first, ((found[0], ","),) if lone else found, last, trailing=not lone, together=not grouped)
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


def kind(node: object) -> str:
    """The class of a node, by which a template chooses its macro."""
    return type(node).__name__


def quoted(text: str) -> str:
    """A text as a string literal on one line, with unprintable characters escaped."""
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped(inner)}"'


def braced(text: str) -> str:
    """A text as part of a format string, with braces doubled."""
    return text.replace("{", "{{").replace("}", "}}")
