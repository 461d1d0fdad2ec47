"""Launches: the device, and the size of the grid."""

from collections.abc import Callable

import torch
import triton
from torch import Tensor

from .numbers import _INTERPRETED, _LONGEST


def _check_device(query: Tensor, target: str) -> None:
    if query.device.type == "cpu" and not _INTERPRETED.value:
        raise ValueError(
            "query is on cpu, must be on a GPU, where Triton kernels run; for CPUs build with `--backend torch`,"
            " or set TRITON_INTERPRET=1 before Python starts to run these kernels in Triton's interpreter (slow)"
        )
    if query.device.type == "cuda" and target.startswith("gfx") != (torch.version.hip is not None):
        raise ValueError(_misfit(query, target))
    batch, heads = query.shape[:2]
    if max(batch, heads) > _MOST_LINES:
        raise ValueError(
            f"query has {batch} batch entries and {heads} heads, must have at most {_MOST_LINES} of each, which is what"
            f" the grid of a launch takes: call with parts of the {'batch' if batch > _MOST_LINES else 'heads'}"
        )


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


_MOST_LINES = 65535
"""Programs along the second and the third axis of a grid."""


def _grid(tiles: int, heads: int, batch: int) -> tuple[int, int, int]:
    """The grid of a launch; of more programs than 32 bits count, Triton would launch none and not say so."""
    if tiles * heads * batch >= 2**31:
        raise ValueError(
            f"query and key ask for a launch of {tiles * heads * batch} programs ({tiles} tiles, {heads} heads, {batch}"
            f" batch entries), must be at most {2**31 - 1}: call with parts of the batch, of the heads or of the rows"
        )
    return tiles, heads, batch


def _check_length(seq_len: int) -> None:
    if seq_len > _LONGEST:
        raise ValueError(f"seq_len is {seq_len}, must be at most {_LONGEST}: kernels count positions in 32 bits")
