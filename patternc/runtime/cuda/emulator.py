"""Kernels on a CPU, where a C++ compiler and `emulator.cuh` stand in for a GPU: for tests, and slow."""

import ctypes
import os
from collections.abc import Iterator
from typing import NamedTuple

from torch import Tensor

from ..cpp.arguments import _packed
from ..cpp.builds import _code_of, _make_object, _open, _open_or_build, _say_compiling, _sha256
from ..cpp.cache_folder import _place
from ..cpp.compiler import _compiler_name, _found_compiler


class _Emulated(NamedTuple):
    """The compute capability of an emulated device, times ten, 0 if there is none; and whether kernels run on it.

    Where they do not, as in a call that says which kernels a GPU would launch, their tiles are those of a GPU.
    """

    value: int
    runs: bool = True


def _emulated(asked: str) -> int:
    """The compute capability of an emulated device, times ten: what PATTERNC_EMULATE says, 0 if nothing.

    Raises:
        ValueError: it is neither 1, for a new device, nor a device's architecture.
    """
    if asked in ("", "0", "1"):
        return 80 if asked == "1" else 0
    if not asked.startswith("sm_") or not asked[3:].isdecimal():
        raise ValueError(f"PATTERNC_EMULATE is {asked!r}, must be 1 or an architecture such as sm_70")
    return int(asked[3:])


_EMULATED = _Emulated(_emulated(os.environ.get("PATTERNC_EMULATE", "")))
"""The device for which kernels run on the CPU; read once, before tiles are chosen."""


class _EmulatedKernels:
    """The kernels of a source, compiled for a tile, whose programs run one after the other."""

    def __init__(self, text: str, name: str, macros: tuple[str, ...]) -> None:
        compiler = _found_compiler(_compiler_name(), "-O1 -U_FORTIFY_SOURCE -fno-strict-aliasing")
        defined = "".join(f"#define {one.replace('=', ' ', 1)}\n" for one in macros)
        digest = _sha256(_code_of(text), *macros, *compiler.command, *compiler[1:])
        path = _place(f"{name.removesuffix('.cu')}_{digest[:32]}.so")

        def build() -> None:
            _say_compiling(f"{name} for emulated threads", compiler.version, path.parent)
            source = f'{defined}#line 1 "{name}"\n{text}'
            _make_object(compiler, source, name, "PATTERNC_EMULATE", digest, path)

        self._object = _open_or_build(path, _open, build)

    def launch(self, name: str, grid: tuple[int, ...], arguments: tuple[object, ...]) -> None:
        """Run the programs of a grid; raise for what a GPU would not forgive."""
        entry = getattr(self._object, name)
        entry.restype = ctypes.c_char_p
        ranges = [number for tensor in _tensors(arguments) for number in _range(tensor)]
        fault = entry(
            _packed(arguments),
            (ctypes.c_int64 * 3)(*grid),
            (ctypes.c_int64 * len(ranges))(*ranges),
            ctypes.c_int32(len(ranges) // 2),
        )
        if fault is not None:
            raise RuntimeError(f"{name}: {fault.decode()}")


def _tensors(arguments: tuple[object, ...]) -> Iterator[Tensor]:
    for x in arguments:
        if isinstance(x, tuple):
            yield from _tensors(x)
        elif isinstance(x, Tensor):
            yield x


def _range(tensor: Tensor) -> tuple[int, int]:
    """The addresses of a tensor's first number, and of what follows its last."""
    steps = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    start = tensor.data_ptr()
    return start, start + (steps + 1) * tensor.element_size() if tensor.numel() else start
