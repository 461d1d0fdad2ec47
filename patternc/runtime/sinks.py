"""Attention sinks."""

import math

import torch
from torch import Tensor, nn


def _with_sink(out: Tensor, lse: Tensor, logits: Tensor, return_lse: bool | str = True) -> tuple[Tensor, Tensor]:
    """Add one logit per head with value 0: out shrinks to the keys' share of the softmax.

    Of `return_lse` "keys", lse stays that of the keys without the logit.
    """
    of_keys, logits, lse = lse, logits.double().view(1, -1, 1), lse.double()  # the share is as exact as lse - logits
    least = torch.finfo(lse.dtype).min
    lse = lse.clamp_min(least)  # a row without keys, and a head without a sink: -inf less -inf is no number
    share = nn.functional.logsigmoid(lse - logits).exp()  # sigmoid's derivative loses its digits where it is near 1
    out = (out * share.float().unsqueeze(-1)).to(out.dtype)
    if return_lse == "keys":
        return out, of_keys.float()
    total = torch.logaddexp(lse, logits)
    return out, total.masked_fill(total == least, -math.inf).float()
