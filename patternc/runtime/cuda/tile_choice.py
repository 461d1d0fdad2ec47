"""The tile of a launch, and where a call may run."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from .emulator import _EMULATED


class _Tile(NamedTuple):
    """How a program cuts its work: rows and columns of a tile, and the threads that share it.

    Also the numbers of a row of key and of value, and the lattice on which its rows lie.
    """

    rows: int
    columns: int
    threads: int
    key_dim: int
    value_dim: int
    segment: int = 0
    dilation: int = 1
    offset: int = 0


def _tile(query: Tensor, value: Tensor, held: int, most: int | None = None, **lattice: int) -> _Tile:
    """The tile of programs whose runs have `held` rows, of which a tile takes at most `most`."""
    dims = query.shape[3], value.shape[3]
    if _EMULATED.value:  # threads run one after the other: few of them
        return _Tile(16, 16, 64, *dims, **lattice)
    few = min(held, 64 if most is None else most) <= 16
    return _Tile(16 if few else 32 if most is not None and most < 64 else 64, 64, 256, *dims, **lattice)


def _strides(tensor: Tensor) -> tuple[int, int, int]:
    """The strides of batch entries, heads and rows; columns have stride 1."""
    batch, head, row, _ = tensor.stride()
    return batch, head, row


def _launched(pattern: str, target: str, function: Callable[..., object], query: Tensor, *inputs: object) -> object:
    """Call a function that launches the kernels of a pattern on the device of `query`."""
    place = "cpu" if _EMULATED.value else "cuda"
    if query.device.type != place:
        emulated = "PATTERNC_EMULATE=1 is set: threads are emulated on the CPU" if place == "cpu" else "where they run"
        raise ValueError(
            f"query is on {query.device}, must be on {place} for the CUDA kernels of {pattern}, made for {target}"
            f" ({emulated}); for other devices build with `--backend torch` or `--backend cpp`"
        )
    batch, heads = query.shape[:2]
    if max(batch, heads) > _MOST_LINES:
        raise ValueError(
            f"query has {batch} batch entries and {heads} heads, must have at most {_MOST_LINES} of each, which is what"
            f" the grid of a launch takes: call with parts of the {'batch' if batch > _MOST_LINES else 'heads'}"
        )
    with torch.no_grad(), torch.cuda.device_of(query):
        return function(query, *inputs)


_MOST_LINES = 65535
"""Programs along the second and the third axis of a grid."""
