"""The order of programs: tables of `place + places * line`, where a line is a head of a batch entry."""

import itertools

import torch
from torch import Tensor

from .lists import _List
from .table_cache import _table_cache
from .turns import _turns_along_curve, _turns_by_similarity


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
    """Along one Hilbert curve through (line, place); with a `width`, a curve per line, `width` places to a row."""
    return torch.tensor(_turns_along_curve(places, lines, width), dtype=torch.int32, device=device)


@_table_cache(16)
def _by_similarity(places: int, lines: int, width: int, found: _List) -> Tensor:
    """Line after line; of each, next the places of the tile whose list shares most blocks with the one before.

    A place is of tile `place % width`, or, with width 0, each tile has as many places, one after the other.
    """
    starts, _, entries, _ = (table.tolist() for table in found.tensors)
    own = [entries[start:stop] for start, stop in itertools.pairwise(starts)]
    tiles = found.head or len(own)
    of_lines = [own[line * tiles % len(own) :][:tiles] for line in range(lines)]
    turns = _turns_by_similarity(of_lines, places, width)
    return torch.tensor(turns, dtype=torch.int32, device=found.tensors[0].device)
