"""A stub of `cudnn.flex_attention`: what it documents of its inputs, and dense attention in their place."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NamedTuple

import pytest
import torch
from torch import Tensor

PLANS: list[MaskPlan] = []
"""The plans that were made."""


class MaskPlan(NamedTuple):
    mask_func: Tensor
    shapes: tuple[torch.Size, ...]
    backward: bool


def create_mask_plan(mask_func: Tensor, q: Tensor, k: Tensor, v: Tensor, *, build_backward: bool) -> MaskPlan:
    """`mask_func`: contiguous int32 [1 or Hq, odd, B * Sq], which never falls; q, k, v: [B, S, H, D]."""
    masks, functions, rows = mask_func.shape
    assert mask_func.dtype == torch.int32
    assert mask_func.is_contiguous()
    assert masks in (1, q.shape[2])
    assert functions % 2 == 1
    assert rows == q.shape[0] * q.shape[1]
    assert all(one.stride(3) == 1 for one in (q, k, v))
    assert bool((mask_func.diff(dim=1) >= 0).all())
    assert bool(((mask_func >= 0) & (mask_func <= k.shape[1])).all())
    PLANS.append(MaskPlan(mask_func, (q.shape, k.shape, v.shape), build_backward))
    return PLANS[-1]


def seen(mask_func: Tensor, batch: int, keys: int) -> Tensor:
    """[B, 1 or H, Sq, Sk]: the pairs whose keys are in [0, F0), [F1, F2), ..."""
    places = torch.arange(keys)
    ends = mask_func.reshape(*mask_func.shape[:2], batch, -1).movedim(2, 0)[..., None]  # [B, H, E, Sq, 1]
    found: Tensor = places < ends[:, :, 0]
    for at in range(1, ends.shape[2], 2):
        found = found | ((places >= ends[:, :, at]) & (places < ends[:, :, at + 1]))
    return found


def flex_attn_func(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mask_plan: MaskPlan,
    softmax_scale: float | None = None,
    deterministic: bool = False,
    return_lse: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """[B, S, H, Dv] and [B, H, S], in float64; rows without keys are 0, and their lse -inf."""
    assert deterministic
    assert (q.shape, k.shape, v.shape) == mask_plan.shapes
    assert mask_plan.backward or not (torch.is_grad_enabled() and any(x.requires_grad for x in (q, k, v)))
    group = q.shape[2] // k.shape[2]
    query, key, value = (x.double().transpose(1, 2) for x in (q, k, v))
    key, value = (x.repeat_interleave(group, 1) for x in (key, value))
    scores = query @ key.mT * (q.shape[3] ** -0.5 if softmax_scale is None else softmax_scale)
    held = seen(mask_plan.mask_func, q.shape[0], k.shape[1])
    scores = scores.masked_fill(~held, -torch.inf)
    some = held.any(3, keepdim=True)
    weights = torch.where(some, scores, 0.0).softmax(3) * some
    out, lse = (weights @ value).transpose(1, 2), torch.where(some, scores, 0.0).logsumexp(3)
    return (out, lse.masked_fill(~some[..., 0], -torch.inf)) if return_lse else out


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `import cudnn.flex_attention` find the stub, and forget the plans."""
    package, module = ModuleType("cudnn"), ModuleType("cudnn.flex_attention")
    vars(module).update(create_mask_plan=create_mask_plan, flex_attn_func=flex_attn_func)
    monkeypatch.setitem(sys.modules, "cudnn", package)
    monkeypatch.setitem(sys.modules, "cudnn.flex_attention", module)
    PLANS.clear()
