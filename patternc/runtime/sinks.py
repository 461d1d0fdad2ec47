"""Attention sinks."""

import math

import torch
from torch import Tensor, nn


def _with_sink(out: Tensor, lse: Tensor, logits: Tensor) -> tuple[Tensor, Tensor]:
    """Add one logit per head with value 0: out shrinks to the keys' share of the softmax."""
    logits, lse = logits.double().view(1, -1, 1), lse.double()  # the share is as exact as their difference
    least = torch.finfo(lse.dtype).min
    lse = lse.clamp_min(least)  # a row without keys, and a head without a sink: -inf less -inf is no number
    share = nn.functional.logsigmoid(lse - logits).exp()  # sigmoid's derivative loses its digits where it is near 1
    total = torch.logaddexp(lse, logits)
    return (out * share.float().unsqueeze(-1)).to(out.dtype), total.masked_fill(total == least, -math.inf).float()
