"""Several softmaxes of a head become one output."""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from .work import Saved


class HeadGroup(NamedTuple):
    """Heads of a call, and how their softmaxes are combined into one output."""

    heads: range
    softmaxes: int = 1
    combine: str = "lse"
    divisor: int = 1  # of a mean

    @property
    def own(self) -> slice:
        """The same heads, taken of a tensor."""
        return slice(self.heads.start, self.heads.stop)


def _combine(groups: list[HeadGroup], parts: Tensor, part_lses: Tensor) -> tuple[Tensor, Tensor]:
    """(out, lse) of the softmaxes [S, B, H, N(, D)] of groups of heads; one softmax is changed in place."""
    if len(parts) == 1:
        out, lse = parts[0], part_lses[0]
        for group in groups:
            if group.combine == "mean" and group.divisor != 1:
                out[:, group.own] /= group.divisor
        return out, lse
    out, lse = torch.zeros_like(parts[0]), torch.zeros_like(part_lses[0])
    for group in groups:
        own = group.own
        some = parts[: group.softmaxes, :, own]
        if group.combine in ("lse", "lse(detach)"):
            _mix(out[:, own], lse[:, own], some, part_lses[: group.softmaxes, :, own])
        else:
            out[:, own] = some.sum(0) / group.divisor
    return out, lse


def _denominators(groups: list[HeadGroup], saved: Saved) -> tuple[Tensor, Tensor, Tensor]:
    """The output of each softmax and the lse by which its weights are P = exp(S - lse), [S, B, H, N(, D)]; and its dO.

    The lse is that of all branches under `lse(detach)`, each branch's own under `mean` and `sum`.
    """
    grad_out, scaled = saved.grad_out, [one for one in groups if one.combine == "mean" and one.divisor != 1]
    if scaled:
        grad_out = grad_out.clone()
    for group in scaled:
        grad_out[:, group.own] /= group.divisor
    if saved.parts is not None:
        lses = saved.part_lses.clone()
        for group in groups:
            if group.combine in ("lse", "lse(detach)"):
                lses[:, :, group.own] = saved.lse[:, group.own]
        return saved.parts, lses, grad_out
    out = saved.out.clone() if scaled else saved.out
    for group in scaled:
        out[:, group.own] *= group.divisor
    return out.unsqueeze(0), saved.lse.unsqueeze(0), grad_out


def _mix(out: Tensor, lse: Tensor, parts: Tensor, part_lses: Tensor) -> None:
    """Mix parts [S, B, H, N, D] by their softmax denominators, into out and lse."""
    lse.copy_(part_lses.logsumexp(0))
    weights = part_lses.softmax(0).float()  # exp(part_lses - lse) would not add up to 1 where lse is great, and rounded
    weights.masked_fill_(part_lses == -math.inf, 0.0)  # NaN where there are no keys at all
    for weight, part in zip(weights, parts, strict=True):
        out.addcmul_(weight.unsqueeze(-1), part)
