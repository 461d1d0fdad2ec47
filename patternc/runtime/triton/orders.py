"""The order of programs: tables of `place + places * line`, where a line is a head of a batch entry."""

import itertools

import torch
from torch import Tensor

from patternc.runtime.hilbert import _cells_along_curve
from patternc.runtime.triton.lists import _List
from patternc.runtime.triton.table_cache import _table_cache


@_table_cache(16)
def _longest_first(places: int, lines: int, device: torch.device, *, backwards: bool = False) -> Tensor:
    """Place after place, all lines of each: the longest tiles, which the first places have, or else the last."""
    turns = torch.arange(places * lines, dtype=torch.int32, device=device).view(lines, places).t()
    return (turns.flip(0) if backwards else turns).reshape(-1)


@_table_cache(16)
def _class_major(places: int, lines: int, classes: int, device: torch.device) -> Tensor:
    """Line after line; of each, all places of one residue class mod `classes` after the other."""
    own = torch.cat([torch.arange(residue, places, classes, device=device) for residue in range(min(classes, places))])
    return (own + places * torch.arange(lines, device=device).unsqueeze(1)).flatten().int()


@_table_cache(16)
def _along_curve(places: int, lines: int, width: int, device: torch.device) -> Tensor:
    """Along Hilbert curves: one through (line, place), or, with a width, one a line through its places in rows."""
    if width == 0:
        turns = [cell // lines + places * (cell % lines) for cell in _cells_along_curve((places, lines))]
    else:
        rows = -(-places // width)
        cells = (cell // rows + cell % rows * width for cell in _cells_along_curve((width, rows)))
        own = [place for place in cells if place < places]
        turns = [place + places * line for line in range(lines) for place in own]
    return torch.tensor(turns, dtype=torch.int32, device=device)


@_table_cache(16)
def _by_similarity(places: int, lines: int, width: int, found: _List) -> Tensor:
    """Line after line; of each, next the places of the tile whose list shares most blocks with the one before.

    A place is of tile `place % width`, or, with width 0, each tile has as many places, one after the other.
    """
    starts, _, entries, _ = (table.tolist() for table in found.tensors)
    own = [entries[start:stop] for start, stop in itertools.pairwise(starts)]
    tiles = found.head or len(own)
    turns: list[int] = []
    for line in range(lines):
        first = line * tiles % len(own)
        rank = {tile: number for number, tile in enumerate(_most_alike(own[first : first + tiles]))}
        tile = [place % width if width else place * tiles // places for place in range(places)]
        turns += [place + places * line for place in sorted(range(places), key=lambda place: rank[tile[place]])]
    return torch.tensor(turns, dtype=torch.int32, device=found.tensors[0].device)


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
