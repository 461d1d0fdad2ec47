"""Dropout of attention weights."""

import functools
from collections.abc import Callable

import torch
from torch import Tensor

from .blocks import Block, _model_heads, _positions


def _keeping(
    head_offset: int, num_heads: int, dropout: float, seed: int
) -> Callable[[Block, torch.device], Tensor] | None:
    """`_kept` of a call; None where no weight is dropped."""
    return (
        functools.partial(_kept, places=(head_offset, num_heads), dropout=dropout, seed=seed) if dropout > 0.0 else None
    )


def _kept(block: Block, device: torch.device, places: tuple[int, int], dropout: float, seed: int) -> Tensor:
    """The factors of a block's weights: 0 where one is dropped, else 1 / (1 - dropout)."""
    head_offset, num_heads = places
    heads = block.entry * num_heads + _model_heads(block, head_offset, device)
    q, k = (_everywhere(block, places, device) for places in (block.rows, block.columns))
    x = _drawn(_drawn(torch.zeros((), dtype=torch.int64, device=device), seed), heads.view(-1, 1, 1, 1))
    x = _drawn(_drawn(x, q.unsqueeze(-1)), k.unsqueeze(-2))
    return (x >= round(dropout * 2**32)).float() / (1.0 - dropout)


def _everywhere(block: Block, places: range | Tensor, device: torch.device) -> Tensor:
    """The positions of a block in each of its segments, or of a tile: [segments or items, rows or columns]."""
    here = _positions(places, device)
    here = here + block.width * torch.arange(block.segments, device=device).unsqueeze(1)
    return here.view(-1, here.shape[-1])


def _drawn(x: Tensor, word: Tensor | int) -> Tensor:
    """A hash of 32 bits, of a hash and another word (lowbias32). Products may wrap around: their low bits count."""
    x = (x + word + 0x9E3779B9) & 0xFFFFFFFF
    for shift, odd in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x = ((x ^ (x >> shift)) * odd) & 0xFFFFFFFF
    return x ^ (x >> 16)
