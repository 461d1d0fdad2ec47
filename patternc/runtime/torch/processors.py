"""Which operations are fast and exact on this processor."""

import math

import torch
from torch import Tensor

from .sizes import GREAT_SCORE


def _has_fused(query: Tensor) -> bool:
    """Whether torch's fused attention for CPUs, which gives and takes the lse, runs where the tensor is."""
    return query.device.type == "cpu"


def _moderate(lse: Tensor) -> bool:
    """Whether a float32 holds all lse, and weights are alike by products in any order."""
    moderate = lse.abs() < GREAT_SCORE
    return bool(moderate.all() or (moderate | (lse == -math.inf)).all())


def _doubtful(masked: bool, out: Tensor, lse: Tensor, query: Tensor, key: Tensor, scale: float) -> bool:
    """Whether plain products are to find once more what torch's fused attention found of a block.

    So where a float32 does not hold the lse, and a sum of weights beside others, or where a score or value that the row
    does not attend to is inf or NaN, and so the result: -inf is added to the one, the other is multiplied by 0. And
    where numbers may stand for a row whose scores are infinite or NaN: fused attention returns (0, 0) where all are
    -inf, or NaN and fewer than a vector register holds, and (0, inf) where one is inf.
    """
    if masked and not out.sum(dtype=torch.float32).abs() < math.inf:
        return True
    if not _moderate(lse):
        return True
    if lse.all():
        return False
    bound = query.abs().amax().item() * key.abs().amax().item() * query.shape[3] * max(1.0, abs(scale))
    return not bound <= torch.finfo(torch.float32).max  # NaN is not
