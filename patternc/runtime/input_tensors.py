"""Run-time inputs in the form that kernels read."""

import torch
from torch import Tensor


def _document_ends(offsets: Tensor, n: int, block: int) -> Tensor:
    """Where the document of each position begins and ends: int32 [1 or B, 2, n]."""
    offsets = offsets.view(-1, offsets.shape[-1]).long().contiguous()
    blocks = (torch.arange(n, device=offsets.device) // block).expand(len(offsets), -1).contiguous()
    place = torch.searchsorted(offsets, blocks, right=True)
    return (torch.stack([offsets.gather(1, place - 1), offsets.gather(1, place)], 1) * block).int()
