"""The order of programs: tables of `place + places * line`, where a line is a head of a batch entry."""

import torch
from torch import Tensor

from .table_cache import _table_cache
from .turns import _turns_along_curve


@_table_cache(16)
def _longest_first(places: int, lines: int, device: torch.device, *, backwards: bool = False) -> Tensor:
    """Place after place, all lines of each: the longest tiles, which the first places have, or else the last."""
    turns = torch.arange(places * lines, dtype=torch.int32, device=device).view(lines, places).t()
    return (turns.flip(0) if backwards else turns).reshape(-1)


@_table_cache(16)
def _along_curve(places: int, lines: int, width: int, device: torch.device) -> Tensor:
    """Along one Hilbert curve through (line, place); with a `width`, a curve per line, `width` places to a row."""
    return torch.tensor(_turns_along_curve(places, lines, width), dtype=torch.int32, device=device)
