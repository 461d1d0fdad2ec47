"""Launches: the device."""

from collections.abc import Callable

import torch
import triton
from torch import Tensor

from ..tiles.grids import _check_lines
from .numbers import _INTERPRETED


def _check_device(query: Tensor, target: str) -> None:
    if query.device.type == "cpu" and not _INTERPRETED.value:
        raise ValueError(
            "query is on cpu, must be on a GPU, where Triton kernels run; for CPUs build with `--backend torch`,"
            " or set TRITON_INTERPRET=1 before Python starts to run these kernels in Triton's interpreter (slow)"
        )
    if query.device.type == "cuda" and target.startswith("gfx") != (torch.version.hip is not None):
        raise ValueError(_misfit(query, target))
    _check_lines(*query.shape[:2])


def _launched(pattern: str, target: str, function: Callable[..., object], query: Tensor, *inputs: object) -> object:
    """Call a function that launches the kernels of a pattern, made for a target, on the device of `query`."""
    _check_device(query, target)
    with torch.cuda.device_of(query):
        try:
            return function(query, *inputs)
        except triton.OutOfResources as error:
            raise RuntimeError(f"{pattern}: {_misfit(query, target)}") from error


def _misfit(query: Tensor, target: str) -> str:
    device = torch.cuda.get_device_name(query.device)
    return f"kernels are for {target}, and do not fit {device}: build for it, with a `--target` of `patternc targets`"
