"""The kernels of a module: compiled at first use for a device and a tile, and launched."""

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor

from ..cpp.builds import _ELEMENTS
from ..cpp.includes import _header, _with_headers
from .driver import _DeviceKernels
from .emulator import _EMULATED, _EmulatedKernels


class _Kernels(Protocol):
    def launch(self, name: str, grid: tuple[int, ...], arguments: tuple[object, ...]) -> None: ...


class _Programs:
    """The programs of a module, in a source beside it or in a text that stands alone."""

    def __init__(self, file: str, name: str, *, digest: str = "", text: str | None = None) -> None:
        """Compile nothing yet.

        Args:
            file: `__file__` of the module.
            name: the file name of the source, which ends with `.cu`.
            digest: the first 12 digits of the SHA-256 of the source that the module was built with.
            text: the source with its headers, where no file beside the module has it.
        """
        self._file, self._name, self._digest, self._text = Path(file), name, digest, text
        self._libraries: dict[object, _Library] = {}

    def __call__(self, query: Tensor) -> "_Library":
        """The programs for tensors of the dtype and on the device of query."""
        key = query.dtype, query.device
        found = self._libraries.get(key)
        if found is None:
            found = self._libraries.setdefault(key, _Library(self._source(), self._name, *key))
        return found

    def _source(self) -> str:
        """The source with its headers."""
        if self._text is not None:
            return self._text
        path = self._file.with_name(self._name)
        text = path.read_text(encoding="utf-8")
        found = hashlib.sha256(text.encode()).hexdigest()[: len(self._digest)]
        if found != self._digest:
            raise RuntimeError(
                f"{path} is of another build ({found}) than {self._file} ({self._digest}): run `patternc build`"
            )
        return _with_headers(text, self._name, functools.partial(_header, Path(__file__).parent))


class _Library:
    """Programs for a type of elements on a device; they are attributes, called as `name(grid, tile, *arguments)`."""

    def __init__(self, text: str, name: str, dtype: torch.dtype, device: torch.device) -> None:
        self._text, self._name, self._dtype, self._device = text, name, dtype, device
        self._kernels: dict[tuple[str, ...], _Kernels] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        launch = functools.partial(self._launch, name)
        setattr(self, name, launch)
        return launch

    def _launch(self, name: str, grid: tuple[int, ...], tile: Any, *arguments: object) -> None:
        """Run a program for each tile, head and batch entry of a grid."""
        if 0 in grid:
            return
        macros = _macros(self._dtype, tile)
        found = self._kernels.get(macros)
        if found is None:
            found = self._kernels.setdefault(macros, self._compiled(macros, tile.threads))
        found.launch(name, grid, arguments)

    def _compiled(self, macros: tuple[str, ...], threads: int) -> _Kernels:
        if _EMULATED.value:
            return _EmulatedKernels(self._text, self._name, macros)
        return _DeviceKernels(self._text, self._name, macros, self._device, threads)


@functools.cache
def _macros(dtype: torch.dtype, tile: Any) -> tuple[str, ...]:
    """What a source is compiled with: the type of elements, the tile, and room for rows of a multiple of 16 numbers."""
    dim = -(-max(tile.key_dim, tile.value_dim) // 16) * 16
    sizes = {"ROWS": tile.rows, "COLUMNS": tile.columns, "THREADS": tile.threads, "DIM": dim}
    sizes["TENSOR_CORES"] = int(tile.tensor_cores)
    return (
        f"PATTERNC_ELEMENT={_ELEMENTS[str(dtype).removeprefix('torch.')]}",
        *(f"PATTERNC_{name}={size}" for name, size in sizes.items()),
    )
