"""The forward pass."""

import functools
import math

import torch
from torch import Tensor

from .attend import _attend_strips
from .attend_few import _attend_few
from .heads import _by_key
from .merging import _combine
from .parts import _blocks
from .processors import _has_fused
from .segments import _in_slabs
from .shares import _in_shares, _in_threads
from .sizes import FEW_ROWS, FUSED_SLAB_ROWS, SLAB_ROWS
from .work import Call


def _attend_runs(call: Call, dtype: torch.dtype) -> tuple[Tensor, ...]:
    """(out, lse) of a call, and if heads have several softmaxes the same of each; out in a dtype, lse in float64."""
    scores = call.work.scores
    fused = scores.modified is None and scores.dropout == 0.0 and _has_fused(call.query)
    found = _in_threads(functools.partial(_attended, dtype=dtype, fused=True), call) if fused else None
    return _in_threads(functools.partial(_attended, dtype=dtype, fused=False), call) if found is None else found


def _attended(call: Call, threads: int, dtype: torch.dtype, fused: bool) -> tuple[Tensor, ...] | None:
    """What `_attend_runs` returns; None where torch's fused attention may not do: see `_doubtful`."""
    work, query = call.work, call.query
    precise = torch.float32 if fused else torch.float64
    parts = torch.zeros((work.softmaxes, *query.shape), dtype=torch.float32, device=query.device)
    part_lses = torch.full(parts.shape[:-1], -math.inf, dtype=precise, device=query.device)
    few = fused and work.few and query.shape[2] <= FEW_ROWS
    whole = fused and not few and call.scale >= torch.finfo(torch.float32).tiny  # torch scales -inf of unseen pairs

    def attend(b: int, heads: range) -> bool:
        runs = _in_slabs(call.runs(b, heads), FUSED_SLAB_ROWS if fused else SLAB_ROWS)
        for block in _blocks(runs if few else _by_key(runs), whole, fused):
            one = _attend_few if few else _attend_strips if block.listed is None else work.listed[0]
            if not one(call, block, b, parts[block.softmax], part_lses[block.softmax], fused):
                return False
        return True

    if few and not work.masks:
        found = [attend(slice(None), range(query.shape[1]))]
    else:
        found = _in_shares(attend, query, 1, tuple(group.heads for group in work.groups), threads)
    if not all(found):
        return None
    out, lse = _combine(work.groups, parts, part_lses)
    each = () if work.softmaxes == 1 else (parts.to(dtype), part_lses.double())
    return out.to(dtype), lse.double(), *each
