"""Gates: factors of the outputs of branches."""

import torch
from torch import Tensor

from .checks import _DTYPES, _check_tensor, _require


def _gate(name: str, given: Tensor, query: Tensor, value: Tensor) -> Tensor:
    """Factors as [B, H, Nq, 1 or Dv]; raise on anything but one for each row, or for each of its numbers."""
    _check_tensor(name, given, query, _DTYPES)
    shape, rows = tuple(given.shape), tuple(query.shape[:3])
    words = "{} has shape {}, must be {} or {}: a factor for each row of the output, or for each of its numbers"
    whole = (*rows, value.shape[3])
    _require(shape in (rows, whole), words, name, shape, rows, whole)
    return given if given.dim() == len(whole) else given.unsqueeze(-1)


def _gated(outs: Tensor, *gates: Tensor) -> Tensor:
    """The sum of the outputs of several softmaxes [S, B, H, Nq, Dv], each times its gate; added up in float32."""
    total = torch.zeros(outs.shape[1:], dtype=torch.float32, device=outs.device)
    for out, gate in zip(outs.unbind(0), gates, strict=True):
        total = total + out.float() * gate.float()
    return total.to(outs.dtype)
