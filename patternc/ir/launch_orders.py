"""Launch orders: permutations of the programs of a launch, which are numbered `place + places * line`.

`place` is a program's index on the grid's first axis, `line` numbers the heads of all batch entries. Generated files
compute the same tables when they are called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patternc.runtime.hilbert import _cells_along_curve

STRETCH = 1024
"""Among how many tiles the most similar one is searched at a time: a search among n tiles takes n * n steps."""


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


def along_curve(places: int, lines: int, width: int) -> list[int]:
    """Along one Hilbert curve through (line, place); with a `width`, a curve per line, `width` places to a row."""
    if not width:
        return [cell // lines + places * (cell % lines) for cell in _cells_along_curve((places, lines))]
    rows = -(-places // width)
    cells = (cell // rows + cell % rows * width for cell in _cells_along_curve((width, rows)))
    own = [place for place in cells if place < places]
    return [place + places * line for line in range(lines) for place in own]


def by_similarity(entries: Sequence[Sequence[Sequence[int]]], places: int, width: int) -> list[int]:
    """Line after line; within a line, each tile is followed by the one that shares the most list entries with it.

    Args:
        entries: for each line, the list entries of each tile.
        places: the number of places of a line.
        width: place p belongs to tile `p % width`; 0: each tile has equally many consecutive places.
    """
    found = []
    for line, own in enumerate(entries):
        stretches = (range(start, min(start + STRETCH, len(own))) for start in range(0, len(own), STRETCH))
        ranked = [tile for stretch in stretches for tile in _most_similar(own, stretch)]
        rank = {tile: number for number, tile in enumerate(ranked)}
        owners = [place % width if width else place * len(own) // places for place in range(places)]
        found += [place + places * line for place in sorted(range(places), key=lambda place: rank[owners[place]])]
    return found


def _most_similar(entries: Sequence[Sequence[int]], tiles: range) -> Iterator[int]:
    """The tiles in order: the first, then always the one that shares most entries with the last; ties: the first."""
    owners: dict[int, list[int]] = {}
    for tile in tiles:
        for entry in entries[tile]:
            owners.setdefault(entry, []).append(tile)
    left = dict.fromkeys(tiles)
    next_ = tiles.start
    while left:
        yield next_
        del left[next_]
        next_ = _nearest(entries[next_], owners, left)


def _nearest(own: Sequence[int], owners: dict[int, list[int]], left: dict[int, None]) -> int:
    """The tile left that shares the most entries, or the first tile left if none shares any."""
    shared: dict[int, int] = {}
    for entry in own:
        for tile in owners[entry]:
            if tile in left:
                shared[tile] = shared.get(tile, 0) + 1
    return min(shared, key=lambda tile: (-shared[tile], tile), default=next(iter(left), 0))
