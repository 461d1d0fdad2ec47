"""Kernels on a GPU: compiled once, kept in the cache folder, and launched by the driver on torch's current stream."""

import ctypes
import functools
from pathlib import Path
from typing import Any

import torch

from ..cpp.arguments import _packed
from ..cpp.builds import _code_of, _open_or_build, _say_compiling, _sha256
from ..cpp.cache_folder import _place
from ..cpp.shared_objects import _partial, _seal
from .nvrtc import _NVRTC_FLAGS, _cubin, _nvrtc
from .tile_choice import _capability

_PARAMETERS = 240 * 16
"""Bytes of a kernel's parameters, as `Values` of the headers has them."""


class _DeviceKernels:
    """The kernels of a source for a device and a tile, each compiled when it is launched first."""

    def __init__(self, text: str, name: str, macros: tuple[str, ...], device: torch.device, threads: int) -> None:
        self._text, self._name, self._macros, self._threads = text, name, macros, threads
        self._driver, self._architecture = _driver(), _capability(device)
        self._functions: dict[str, ctypes.c_void_p] = {}

    def launch(self, name: str, grid: tuple[int, ...], arguments: tuple[object, ...]) -> None:
        """Launch a kernel on the current stream; it may read what earlier launches there wrote."""
        packed = _packed(arguments, "cuda")
        if len(packed) > _PARAMETERS:
            raise RuntimeError(f"{name} takes {len(packed) // 16} arguments, and a kernel at most {_PARAMETERS // 16}")
        _require_context(self._driver)
        function = self._functions.get(name) or self._loaded(name)
        values = ctypes.create_string_buffer(packed, _PARAMETERS)
        places = (ctypes.c_void_p * 1)(ctypes.addressof(values))
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        _require_done(self._driver.cuLaunchKernel(function, *grid, self._threads, 1, 1, 0, stream, places, None))

    def _loaded(self, name: str) -> ctypes.c_void_p:
        """The kernel of a name, in the context of this thread."""
        macros = (*self._macros, *_kernel_macros(name))
        image = _code(self._text, self._name, macros, self._architecture)
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        _require_done(self._driver.cuModuleLoadData(ctypes.byref(module), image))
        _require_done(self._driver.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))
        return self._functions.setdefault(name, function)


def _kernel_macros(name: str) -> tuple[str, str]:
    """The macros with which a kernel's source is compiled, besides the type of elements and the tile."""
    own = 2 if name.startswith("grad") else 1  # tiles of a program's rows: with those of gradients
    return f"PATTERNC_OWN={own}", f"PATTERNC_ONLY={name}"


def _code(text: str, name: str, macros: tuple[str, ...], architecture: int) -> bytes:
    """The machine code of a source: that in the cache, or what is compiled now.

    Raises:
        RuntimeError: it can't be compiled.
        OSError: the cache can't be written, or other users can write to it.
    """
    compiler = _nvrtc(architecture)
    digest = _sha256(_code_of(text), *macros, str(architecture), compiler.version, *_NVRTC_FLAGS)
    path = _place(f"{name.removesuffix('.cu')}_{digest[:32]}.cubin")

    def build() -> None:
        _say_compiling(f"kernels of {name} for sm_{architecture}", f"NVRTC {compiler.version}", path.parent)
        with _partial(path) as partial:
            partial.write_bytes(_cubin(compiler, text, name, macros, architecture)[0])
            _seal(partial, digest, f"NVRTC {compiler.version}", [f"sm_{architecture}"])

    return _open_or_build(path, Path.read_bytes, build)


@functools.cache
def _driver() -> Any:
    """The CUDA driver."""
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise RuntimeError(
            f"the CUDA driver can't be loaded ({error}): install NVIDIA's driver for this GPU"
        ) from error


def _require_context(driver: Any) -> None:
    """Let this thread use the context of torch's device, where nothing in it has done so yet."""
    current = ctypes.c_void_p()
    _require_done(driver.cuCtxGetCurrent(ctypes.byref(current)))
    if not current.value:
        torch.cuda.set_device(torch.cuda.current_device())


def _require_done(failed: int) -> None:
    if failed:
        text = ctypes.c_char_p()
        _driver().cuGetErrorString(failed, ctypes.byref(text))
        raise RuntimeError(f"the CUDA driver: {(text.value or b'error').decode()} ({failed})")
