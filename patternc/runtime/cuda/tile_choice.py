"""The tile of a launch, and where a call may run."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from ..tiles.grids import _check_lines
from .emulator import _EMULATED


class _Tile(NamedTuple):
    """The tiling of a program: rows and columns of a tile, the threads that share it, and the units that multiply.

    `tensor_cores`: rows of their products, 0 if none multiply. Also the numbers of a row of key and of value, and the
    lattice on which its rows lie.
    """

    rows: int
    columns: int
    threads: int
    tensor_cores: int
    key_dim: int
    value_dim: int
    segment: int = 0
    dilation: int = 1
    offset: int = 0


def _tile(
    kernel: str,
    query: Tensor,
    value: Tensor,
    held: int,
    most: int | None = None,
    tiles: dict[tuple[str, int], tuple[tuple[int, int, int, int], ...]] | None = None,
    **lattice: int,
) -> _Tile:
    """The tile of a kind of programs whose runs have `held` rows, of which a tile takes at most `most`.

    `tiles`: of a tile file, by kind and by bytes of the elements of products, which are 4 where none are on tensor
    cores: (head size up to, rows, columns, warps).
    """
    dims = query.shape[3], value.shape[3]
    cores = _tensor_cores(query) if max(dims) <= _WIDEST else 0
    given = (one[1:] for one in (tiles or {}).get((kernel, 2 if cores else 4), ()) if max(dims) <= one[0])
    largest, columns, warps = next(given, None) or _own_tile(kernel, max(dims), cores)
    rows = 16 if min(held, most or held) <= 16 else min(largest, most or largest)
    if cores:  # a warp for 16 rows: what few of them bring has to fit their registers
        columns, warps = min(columns, rows), rows // 16
    return _Tile(rows, columns, 32 * warps, cores, *dims, **lattice)


def _own_tile(kernel: str, head_dim: int, cores: int) -> tuple[int, int, int]:
    """Rows, columns and warps where no tile file has them."""
    if _EMULATED.value and _EMULATED.runs:  # emulated threads run one after the other: few of them
        return 32 if cores else 16, 16, 2
    if head_dim > 256:  # sums of fewer rows fit the registers
        return 32, 64, 8
    wide, gradient = head_dim > 64, "grad" in kernel
    columns = 64
    if cores == 16 and wide and gradient:  # two tiles in shared memory, each brought there once
        columns = 16
    elif cores and (wide or gradient):  # whose sums and tiles take the most registers
        columns = 32
    return 64, columns, 8


_WIDEST = 128
"""The largest head size whose tiles fit the registers of tensor cores' threads."""


def _tensor_cores(query: Tensor) -> int:
    """Rows of a product on tensor cores: 8 on sm_70, 16 on newer devices; 0 where they do not take these elements.

    They take fp16 from sm_70 on, bf16 from sm_80 on.
    """
    if query.dtype == torch.float32:
        return 0
    capability = _EMULATED.value or _capability(query.device)
    if query.dtype == torch.float16 and 70 <= capability < 75:
        return 8
    return 16 if capability >= (75 if query.dtype == torch.float16 else 80) else 0


@functools.cache
def _capability(device: torch.device) -> int:
    major, minor = torch.cuda.get_device_capability(device)
    return 10 * major + minor


def _launched(pattern: str, target: str, function: Callable[..., object], query: Tensor, *inputs: object) -> object:
    """Call a function that launches the kernels of a pattern on the device of `query`."""
    place = "cpu" if _EMULATED.value else "cuda"
    if query.device.type != place:
        emulated = "PATTERNC_EMULATE is set: threads are emulated on the CPU" if place == "cpu" else "where they run"
        raise ValueError(
            f"query is on {query.device}, must be on {place} for the CUDA kernels of {pattern}, made for {target}"
            f" ({emulated}); for other devices build with `--backend torch` or `--backend cpp`"
        )
    _check_lines(*query.shape[:2])
    with torch.no_grad(), torch.cuda.device_of(query):
        return function(query, *inputs)
