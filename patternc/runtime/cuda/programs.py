"""The kernels of a module: compiled at first use for a device and a tile, and launched."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor

from ..cpp.builds import _ELEMENTS
from .driver import _DeviceKernels
from .emulator import _EMULATED, _EmulatedKernels


class _Kernels(Protocol):
    def launch(self, name: str, grid: tuple[int, ...], arguments: tuple[object, ...]) -> None: ...


class _Library:
    """Programs for a type of elements on a device; attributes, called as `name(grid, tile, *tensors, **numbers)`."""

    def __init__(self, text: str, path: Path, query: Tensor) -> None:
        self._text, self._name, self._dtype, self._device = text, path.name, query.dtype, query.device
        self._kernels: dict[tuple[str, ...], _Kernels] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):  # as `copy` asks for
            raise AttributeError(f"programs have no {name}")
        launch = functools.partial(self._launch, name)
        setattr(self, name, launch)
        return launch

    def _launch(self, name: str, grid: tuple[int, ...], tile: Any, /, *tensors: object, **numbers: object) -> None:
        """Run a program for each tile, head and batch entry of a grid."""
        if 0 in grid:
            return
        macros = _macros(self._dtype, tile)
        kernels = self._kernels.get(macros)
        if kernels is None:
            kernels = self._kernels.setdefault(macros, self._compiled(macros, tile.threads))
        kernels.launch(name, grid, (*tensors, *numbers.values()))

    def _compiled(self, macros: tuple[str, ...], threads: int) -> _Kernels:
        if _EMULATED.value:
            return _EmulatedKernels(self._text, self._name, macros)
        return _DeviceKernels(self._text, self._name, macros, self._device, threads)


@functools.cache
def _macros(dtype: torch.dtype, tile: Any) -> tuple[str, ...]:
    """The macros of a source: the type of elements, the tile, and room for rows of a multiple of 16 numbers."""
    dim = -(-max(tile.key_dim, tile.value_dim) // 16) * 16
    sizes = {"ROWS": tile.rows, "COLUMNS": tile.columns, "THREADS": tile.threads, "DIM": dim}
    sizes["TENSOR_CORES"] = tile.tensor_cores
    return (
        f"PATTERNC_ELEMENT={_ELEMENTS[str(dtype).removeprefix('torch.')]}",
        *(f"PATTERNC_{name}={size}" for name, size in sizes.items()),
    )
