"""Counts of keys."""

import functools

import torch
from torch import Tensor


def _pairs(
    q: Tensor,
    keys: range,
    lows: tuple[Tensor | int, ...],
    highs: tuple[Tensor | int, ...],
    first: Tensor | int = 0,
    step: int = 1,
) -> int:
    """The number of keys first, first + step, ... between all lows and all highs, summed over rows."""
    low = functools.reduce(torch.clamp_min, lows, torch.full_like(q, keys.start))
    high = functools.reduce(torch.clamp_max, highs, torch.full_like(q, keys.stop))
    low, high = (((end - first + step - 1) // step).clamp_min(0) for end in (low, high))
    return int((high - low).clamp_min(0).sum())
