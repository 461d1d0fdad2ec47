"""Launch orders: permutations of the programs of a launch, which are numbered `place + places * line`.

`place` is a program's index on the grid's first axis, `line` numbers the heads of all batch entries. Generated files
compute the same tables when they are called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
        return [column + places * row for row, column in hilbert(lines, places)]
    cells = (row * width + column for row, column in hilbert(-(-places // width), width))
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


# ---- Hilbert's curve through rectangles of any size ------------------------------------------------------------------
def hilbert(rows: int, columns: int) -> list[tuple[int, int]]:
    """The cells (row, column) of a rectangle along a Hilbert curve; every step goes to a neighbouring cell.

    The curve is that of J. Cerveny ("Generalized Hilbert space-filling curve"); it ends at the far end of its first
    side. Every step of such a path goes to a neighbour only if the first side is even or both sides are odd. So the
    first side is the longer one, unless it is odd and the other one even.
    """
    if not rows or not columns:
        return []
    down = rows > columns
    longer, shorter = max(rows, columns), min(rows, columns)
    if longer % 2 and not shorter % 2:
        down = not down
    sides = ((rows, 0), (0, columns)) if down else ((0, columns), (rows, 0))
    return list(_curve((0, 0), *sides))


Vector = tuple[int, int]


def _curve(corner: Vector, a: Vector, b: Vector) -> Iterator[Vector]:
    """The cells of the rectangle over `corner` with sides a and b, from the corner to the far end of a."""
    (long, step), (short, other) = _unit(a), _unit(b)
    if long == 1 or short == 1:
        count, along = (long, step) if short == 1 else (short, other)
        yield from (_far(corner, along, times) for times in range(count))
    elif 2 * long > 3 * short:
        half = long // 2 + (long // 2 % 2 if long > 2 else 0)
        yield from _curve(corner, _times(step, half), b)
        yield from _curve(_far(corner, step, half), _times(step, long - half), b)
    else:
        up = short // 2 + (short // 2 % 2 if short > 2 else 0)
        half = long // 2
        yield from _curve(corner, _times(other, up), _times(step, half))
        yield from _curve(_far(corner, other, up), a, _times(other, short - up))
        back = _far(_far(corner, step, long - 1), other, up - 1)
        yield from _curve(back, _times(other, -up), _times(step, half - long))


def _unit(side: Vector) -> tuple[int, Vector]:
    """The length of a side, and a step along it."""
    length = abs(side[0] + side[1])
    return length, (side[0] // length, side[1] // length)


def _times(step: Vector, count: int) -> Vector:
    return step[0] * count, step[1] * count


def _far(corner: Vector, step: Vector, count: int) -> Vector:
    return corner[0] + step[0] * count, corner[1] + step[1] * count
