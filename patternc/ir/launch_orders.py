"""Launch orders: permutations of the programs of a launch, which are numbered `place + places * line`.

`place` is a program's index on the grid's first axis, `line` numbers the heads of all batch entries. Generated files
compute the same tables when they are called; those along curves and by similarity have one text, of the run-time
library (`runtime/tiles/turns.py`).
"""

from __future__ import annotations


def linear(places: int, lines: int) -> list[int]:
    """Line after line: the order of the grid."""
    return list(range(places * lines))


def across_heads(places: int, lines: int, backwards: bool = False) -> list[int]:
    """Place after place, and of each place all lines: the longest programs of all lines run first.

    `backwards`: start from the last place, if the last places have the longest programs.
    """
    own = range(places)[::-1] if backwards else range(places)
    return [place + places * line for place in own for line in range(lines)]


def by_class(places: int, lines: int, classes: int) -> list[int]:
    """Line after line; within a line, one residue class of places mod `classes` after the other."""
    own = [place for residue in range(classes) for place in range(residue, places, classes)]
    return [place + places * line for line in range(lines) for place in own]
