"""Orders of programs as lists of `place + places * line`: along curves, and by the blocks that tiles share."""

from ..hilbert import _cells_along_curve


def _turns_along_curve(places: int, lines: int, width: int) -> list[int]:
    """Along one Hilbert curve through (line, place); with a `width`, a curve per line, `width` places to a row."""
    if width == 0:
        return [cell // lines + places * (cell % lines) for cell in _cells_along_curve((places, lines))]
    rows = -(-places // width)
    cells = (cell // rows + cell % rows * width for cell in _cells_along_curve((width, rows)))
    own = [place for place in cells if place < places]
    return [place + places * line for line in range(lines) for place in own]


def _turns_by_similarity(entries: list[list[list[int]]], places: int, width: int) -> list[int]:
    """Line after line; within a line, each tile is followed by the one that shares the most list entries with it.

    `entries`: for each line, the list entries of each tile. A place is of tile `place % width`, or, with width 0, each
    tile has as many places, one after the other.
    """
    turns: list[int] = []
    for line, own in enumerate(entries):
        rank = {tile: number for number, tile in enumerate(_most_alike(own))}
        tile = [place % width if width else place * len(own) // places for place in range(places)]
        turns += [place + places * line for place in sorted(range(places), key=lambda place: rank[tile[place]])]
    return turns


_STRETCH = 1024
"""Tiles among which the next most similar one is looked for."""


def _most_alike(entries: list[list[int]]) -> list[int]:
    """Tiles in stretches of _STRETCH, each with the most entries of the one before; of equals, the first."""
    ranked: list[int] = []
    for start in range(0, len(entries), _STRETCH):
        left = dict.fromkeys(range(start, min(start + _STRETCH, len(entries))))
        owners: dict[int, list[int]] = {}
        for tile in left:
            for entry in entries[tile]:
                owners.setdefault(entry, []).append(tile)
        tile = start
        while left:
            ranked.append(tile)
            del left[tile]
            shared: dict[int, int] = {}
            for other in (other for entry in entries[tile] for other in owners[entry] if other in left):
                shared[other] = shared.get(other, 0) + 1
            tile = min(shared, key=lambda other: (-shared[other], other), default=next(iter(left), start))
    return ranked
