"""Which operations are fast and exact on this processor."""

import math

import torch
from torch import Tensor

from .sizes import AMX_ROWS, GREAT_SCORE


def _has_fused(query: Tensor) -> bool:
    """Whether torch's fused attention for CPUs, which gives and takes the lse, runs where the tensor is."""
    return query.device.type == "cpu"


def _has_large_products(query: Tensor) -> bool:
    """Whether oneDNN multiplies large float32 matrices exactly, and faster than MKL, as on AMD's CPUs with AVX-512."""
    if query.device.type != "cpu" or not torch.backends.mkldnn.is_available():
        return False
    matmul = getattr(torch.backends.mkldnn, "matmul", None)
    precision = torch.get_float32_matmul_precision() if matmul is None else matmul.fp32_precision
    exact = precision in ("highest", "ieee", "none")
    known = getattr(torch.cpu, "get_capabilities", dict)()  # an older torch knows nothing
    return exact and torch.backends.cpu.get_cpu_capability() == "AVX512" and "AMD" in known.get("cpu_name", "")


def _best_in_float32(query: Tensor) -> bool:
    """Whether a block's gradients take less time in float32: all but those of many rows that AMX units multiply."""
    known = getattr(torch.cpu, "get_capabilities", dict)()  # an older torch knows nothing
    multiplied = query.dtype == torch.bfloat16 and known.get("amx_bf16", False)
    return not (multiplied and query.shape[2] >= AMX_ROWS)


def _moderate(lse: Tensor) -> bool:
    """Whether a float32 holds all lse, and weights are alike by products in any order."""
    moderate = lse.abs() < GREAT_SCORE
    return bool(moderate.all() or (moderate | (lse == -math.inf)).all())


def _doubtful(masked: bool, out: Tensor, lse: Tensor, query: Tensor, key: Tensor, scale: float) -> bool:
    """Whether plain products are to find once more what torch's fused attention, or oneDNN, found of a block.

    So where a float32 does not hold the lse, and a sum of weights beside others, or where a score or value that the row
    does not attend to is inf or NaN, and so the result: -inf is added to the one, the other is multiplied by 0. And
    where numbers may stand for a row whose scores are infinite or NaN: fused attention returns (0, 0) where all are
    -inf, or NaN and fewer than a vector register holds, and (0, inf) where one is inf.
    """
    if masked and not out.sum(dtype=torch.float32).abs() < math.inf:
        return True
    if not _moderate(lse):
        return True
    if lse.all():
        return False
    bound = query.abs().amax().item() * key.abs().amax().item() * query.shape[3] * max(1.0, abs(scale))
    return not bound <= torch.finfo(torch.float32).max  # NaN is not
