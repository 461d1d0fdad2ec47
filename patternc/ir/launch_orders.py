"""Launch orders: of one call, from the order that the tile IR states and the numbers of the call; and each by itself.

An order is a permutation of the programs of a launch, which are numbered `place + places * line`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, assert_never

import numpy as np
import numpy.typing as npt

from patternc.ir.index import evaluate
from patternc.ir.mask import Schedule
from patternc.ir.tile import LaunchOrder
from patternc.ir.tile_functions import LIBRARY
from patternc.runtime.tiles.turns import _STRETCH, _turns_along_curve

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]

FEW = 32
"""The most tiles with an entry that are paired one by one."""
_TOGETHER = 1 << 12
"""The number of different entries whose tiles are compared at a time."""


def launch_order_table(order: LaunchOrder | None, names: Mapping[str, Value], places: int, lines: int) -> Sequence[int]:
    """The programs `place + places * line` of a launch in their order; `names`: the launch's arguments by name."""
    if order is None:
        return linear(places, lines)
    width = int(evaluate(order.width, names, LIBRARY))
    match order.schedule:
        case Schedule.LINEAR | Schedule.AUTO:
            return linear(places, lines)
        case Schedule.LONGEST_FIRST:
            return across_heads(places, lines, order.backwards)
        case Schedule.CLASS_MAJOR:
            return by_class(places, lines, width)
        case Schedule.HILBERT:
            return _along_curve(places, lines, width)
        case Schedule.SIMILAR:
            return _by_similarity(_lists(order, names), places, lines, width)
        case _:
            assert_never(order.schedule)


@lru_cache(maxsize=16)  # launches of a pattern are mostly of one size
def _along_curve(places: int, lines: int, width: int) -> tuple[int, ...]:
    return tuple(_turns_along_curve(places, lines, width))


def _lists(order: LaunchOrder, names: Mapping[str, Value]) -> list[tuple[Numbers, Numbers]]:
    """The starts of each tile's list entries, and the entries, for each line; further lines repeat the first ones."""
    name = f"list_{order.number}"
    starts, _, entries, _ = (np.asarray(table) for table in names[name])  # type: ignore[union-attr]
    tiles = int(names[f"{name}_head"]) or len(starts) - 1
    own = (starts[at : at + tiles + 1] for at in range(0, len(starts) - 1, tiles))
    return [(one - one[0], entries[one[0] : one[-1]]) for one in own]


def _by_similarity(lists: list[tuple[Numbers, Numbers]], places: int, lines: int, width: int) -> list[int]:
    """The order of `runtime.tiles.turns`. A list of a single batch entry serves all batch entries."""
    place = np.arange(places)
    turns = []
    for starts, entries in lists[:lines]:
        tile = place % width if width else place * (starts.size - 1) // places
        turns.append(np.argsort(_ranks(starts.tobytes(), entries.tobytes())[tile], kind="stable"))
    every = [turns[line % len(lists)] + places * line for line in range(lines)]
    order: list[int] = np.concatenate([np.zeros(0, np.int64), *every]).tolist()
    return order


@lru_cache(maxsize=64)  # the launches of a pattern and the estimates of their times share lists
def _ranks(starts: bytes, entries: bytes) -> Numbers:
    """The number of each tile in `runtime.tiles.turns._most_alike`, which takes a step for each shared entry."""
    begins, every = np.frombuffer(starts, np.int64), np.frombuffer(entries, np.int64)
    ranked = [np.zeros(0, np.int64)]
    for first in range(0, begins.size - 1, _STRETCH):
        own = begins[first : first + _STRETCH + 1]
        ranked.append(first + _most_alike(np.diff(own), every[own[0] : own[-1]]))
    ranks = np.empty(begins.size - 1, np.int64)
    ranks[np.concatenate(ranked)] = np.arange(ranks.size)
    return ranks


def _most_alike(sizes: Numbers, entries: Numbers) -> Numbers:
    """Tiles, each followed by the one left with the most of its entries; of equals, the first."""
    shared = _shared(np.repeat(np.arange(sizes.size), sizes), entries, sizes.size)
    found, tile = np.zeros(sizes.size, np.int64), 0
    for place in range(sizes.size):
        found[place] = tile
        shared[:, tile] = -1  # of tiles that are placed, none is the next
        tile = int(shared[tile].argmax())
    return found


def _shared(tiles: Numbers, entries: Numbers, count: int) -> npt.NDArray[np.float32]:
    """The number of entries that each two of `count` tiles share, from pairs (few tiles have an entry) or a product."""
    _, column = np.unique(entries, return_inverse=True)
    owners = np.bincount(column)[column]
    few = owners <= FEW
    shared = _shared_by_few(tiles[few], column[few], count).astype(np.float32)
    _, wide = np.unique(column[~few], return_inverse=True)
    for at in range(0, int(wide.max(initial=-1)) + 1, _TOGETHER):
        here = (at <= wide) & (wide < at + _TOGETHER)
        held = np.zeros((count, _TOGETHER), np.float32)
        held[tiles[~few][here], wide[here] - at] = 1
        shared += held @ held.T
    return shared


def _shared_by_few(tiles: Numbers, column: Numbers, count: int) -> Numbers:
    """The number of entries that each two tiles share, from all pairs of tiles with the same entry."""
    order = np.argsort(column, kind="stable")
    tiles, sizes = tiles[order], np.bincount(column)
    starts = np.cumsum(sizes) - sizes
    shared = np.zeros(count * count, np.int64)
    for step in range(FEW):  # each tile with the one `step` behind it among those with the same entry
        place = np.arange(tiles.size)
        near = step < (sizes + starts)[column[order]] - place
        pairs = tiles[place[near]] * count + tiles[place[near] + step]
        shared += np.bincount(pairs, minlength=count * count)
    half = shared.reshape(count, count)
    return half + half.T


# ---- orders ----------------------------------------------------------------------------------------------------------
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
