"""Run-time inputs in the form that kernels read."""

import torch
from torch import Tensor


def _document_ends(offsets: Tensor, n: int, block: int) -> Tensor:
    """The start and end of each position's document, followed by the cuts: int32 [1 or B, 2, n + D - 1].

    A cut is where one of D documents ends and the next begins; 0 where that document is empty.
    """
    offsets = offsets.view(-1, offsets.shape[-1]).long().contiguous()
    blocks = (torch.arange(n, device=offsets.device) // block).expand(len(offsets), -1).contiguous()
    place = torch.searchsorted(offsets, blocks, right=True)
    cuts = torch.where(offsets[:, 1:-1] > offsets[:, :-2], offsets[:, 1:-1], 0).unsqueeze(1).expand(-1, 2, -1)
    ends = torch.stack([offsets.gather(1, place - 1), offsets.gather(1, place)], 1)
    return (torch.cat([ends, cuts], 2) * block).int()
