"""Slopes by head."""

import torch
from torch import Tensor


def _slopes(heads: Tensor, total: int) -> Tensor:
    """ALiBi's slopes of heads (arXiv 2108.12409): past a power of two, every other slope of twice as many heads."""
    power = 2 ** (total.bit_length() - 1)
    return torch.exp2(torch.where(heads < power, 2 * heads + 2, 2 * (heads - power) + 1).float() * -4.0 / power)
