"""Parts of a softmax become one."""

import math

import torch
from torch import Tensor

from .work import HeadGroup, Saved


def _merge(out: Tensor, lse: Tensor, part: Tensor, part_lse: Tensor) -> None:
    """Take a part into (out, lse), as if one softmax had run over both sets of keys."""
    weight = (part_lse - lse).sigmoid_()
    weight.masked_fill_(part_lse == -math.inf, 0.0)  # not -inf - -inf: neither may have keys
    out.lerp_(part.float(), weight.float().unsqueeze(-1))
    torch.logaddexp(lse, part_lse, out=lse)


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


def _add(total: Tensor, part: Tensor, width: int) -> None:
    """Add to segments [heads, segments, places, D] `width` apart: where they overlap, in slices that do not."""
    width = width if len(total[0]) > 1 else total.shape[2]
    for left in range(0, total.shape[2], width):
        total[:, :, left : left + width] += part[:, :, left : left + width]


def _weighted(weights: Tensor, rows: Tensor) -> Tensor:
    """Return weights @ rows, to which a row that is not finite adds nothing where its weight is 0: 0 * NaN is NaN.

    Only on a CPU: elsewhere the host would wait for the device to know.
    """
    product = torch.matmul(weights, rows)
    fewer = rows if rows.shape[-2] < product.shape[-2] else product
    if fewer.device.type != "cpu" or fewer.sum().abs() < math.inf:
        return product
    odd = ~rows.isfinite()
    found = torch.matmul(weights, rows.masked_fill(odd, 0.0))
    return torch.where(torch.matmul((weights != 0.0).float(), odd.float()) > 0.0, product, found)


def _in_memory(memory: list[Tensor], like: Tensor, *shapes: tuple[int, ...]) -> list[Tensor]:
    """Tensors of these shapes in `memory`, unwritten, which last until the next call; it is made anew if too small."""
    sizes = [math.prod(shape) for shape in shapes]
    if not memory or len(memory[0]) < sum(sizes):
        memory[:] = [like.new_empty(sum(sizes))]
    parts = memory[0][: sum(sizes)].split(sizes)
    return [part.view(shape) for part, shape in zip(parts, shapes, strict=True)]
