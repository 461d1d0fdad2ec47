"""Which columns of a block its rows attend to."""

import torch
from torch import Tensor

from patternc.runtime.torch.blocks import Block, _positions


def _seen(block: Block, device: torch.device) -> Tensor:
    """How often columns of a block its rows count."""
    q, k = _positions(block.rows, device).unsqueeze(-1), _positions(block.columns, device).unsqueeze(-2)
    lows, highs = block.bounds(q)
    if block.inside is None:
        seen = torch.ones(q.shape[-2], k.shape[-1], dtype=torch.bool, device=device)
    else:
        seen = block.inside[0].unsqueeze(-1) & block.inside[1].unsqueeze(-2)
    for low in lows:
        seen &= k >= low
    for high in highs:
        seen &= k < high
    if block.admits is not None:
        seen = seen * block.admits(q, k)
    return seen


def _logs(counts: Tensor) -> Tensor:
    """The logarithm of counts, -inf of 0: it is found apart, as that of 0 alone is slow."""
    counts = counts.float()
    never = counts.clamp_max(1.0).reciprocal_().sub_(1.0)  # 1 / 1 - 1 = 0, 1 / 0 - 1 = inf
    return counts.clamp_min_(1.0).log_().sub_(never)


def _bias(block: Block, query: Tensor) -> Tensor | None:
    """What to add to the scores of a block: -inf where a row does not attend to a column, else the log of its count."""
    if not block.masked:
        return None
    if block.alike:
        return block.alike[0]
    seen = _seen(block, query.device)
    if seen.dim() == 3:
        seen = seen.unsqueeze(0)  # all heads alike
    # 1 - 1 / 1 = 0 where it attends, 1 - 1 / 0 = -inf where not.
    bias = seen.to(query.dtype).reciprocal_().neg_().add_(1.0) if seen.dtype == torch.bool else _logs(seen)
    if block.alike is not None:
        block.alike.append(bias)
    return bias
