"""Parts of a softmax become one."""

import math

import torch
from torch import Tensor


def _merge(out: Tensor, lse: Tensor, part: Tensor, part_lse: Tensor) -> None:
    """Take a part into (out, lse), as if one softmax had run over both sets of keys."""
    weight = (part_lse - lse).sigmoid_()
    weight.masked_fill_(part_lse == -math.inf, 0.0)  # not -inf - -inf: neither may have keys
    out.lerp_(part.float(), weight.float().unsqueeze(-1))
    torch.logaddexp(lse, part_lse, out=lse)


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
