"""Tables of text."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence


def aligned(rows: Sequence[Sequence[str]], left: Container[int]) -> Iterator[str]:
    """The lines of a table; the cells of the columns `left` begin below one another, and those of the others end so."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        shown = (cell.ljust(width) if at in left else cell.rjust(width) for at, (cell, width) in enumerate(cells))
        yield "  ".join(shown).rstrip()
