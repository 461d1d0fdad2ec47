"""NVRTC, the CUDA compiler that is a library: found beside torch, and called by ctypes."""

import ctypes
import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..cpp.compiler import _SHOWN, _of_pattern

_NVRTC_FLAGS = ("-std=c++20", "-default-device")
_STANDARD_HEADERS = ("algorithm", "array", "cassert", "cmath", "cstdint", "type_traits", "utility")
"""Headers of the C++ library that sources include; NVRTC has none, and `standard.cuh` defines what is used of them."""
_INSTALL_NVRTC = "install CUDA 12's NVRTC: pip install nvidia-cuda-nvrtc-cu12==12.9.86"


class _Nvrtc(NamedTuple):
    """A library, its version, and the architectures that it compiles for, as compute capabilities times ten."""

    library: Any
    version: str
    architectures: tuple[int, ...]


def _nvrtc(architecture: int) -> _Nvrtc:
    """An NVRTC that compiles for an architecture.

    Raises:
        RuntimeError: there is none, or none for this architecture.
    """
    found = _nvrtcs()
    if not found:
        raise RuntimeError(f"no NVRTC is found, which compiles CUDA kernels: {_INSTALL_NVRTC}")
    for one in found:
        if architecture in one.architectures:
            return one
    newest = found[0]
    lacks = f"NVRTC {newest.version} compiles for sm_{min(newest.architectures)} to sm_{max(newest.architectures)}"
    raise RuntimeError(f"{lacks}, not for sm_{architecture}: {_INSTALL_NVRTC}")


@functools.cache
def _nvrtcs() -> tuple[_Nvrtc, ...]:
    """The NVRTC libraries beside torch and other packages, then the system's."""
    return tuple(one for name in dict.fromkeys(_nvrtc_files()) if (one := _nvrtc_in(name)) is not None)


def _nvrtc_files() -> Iterator[str]:
    for folder in sys.path:
        yield from map(str, sorted(Path(folder).glob("nvidia/*/lib/libnvrtc.so.*"), reverse=True))
    yield from ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")


def _nvrtc_in(name: str) -> _Nvrtc | None:
    try:
        if Path(name).is_absolute():  # else the library looks for its other half in the system's folders alone
            for part in sorted(Path(name).parent.glob("libnvrtc-builtins.so.*")):
                ctypes.CDLL(str(part))
        library = ctypes.CDLL(name)
    except OSError:
        return None
    major, minor, count = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
    library.nvrtcGetNumSupportedArchs(ctypes.byref(count))
    known = (ctypes.c_int * count.value)()
    library.nvrtcGetSupportedArchs(known)
    if major.value < _OLDEST_NVRTC:  # it does not know C++20
        return None
    return _Nvrtc(library, f"{major.value}.{minor.value}", tuple(known))


_OLDEST_NVRTC = 12  # a major version


def _cubin(
    compiler: _Nvrtc, text: str, name: str, macros: tuple[str, ...], architecture: int, *more: str
) -> tuple[bytes, str]:
    """Compile a source to the machine code of an architecture; returns that, and what the compiler says.

    `more`: further flags.

    Raises:
        RuntimeError: what the compiler says first, and the line of the pattern that it speaks of.
    """
    library, program = compiler.library, ctypes.c_void_p()
    count = len(_STANDARD_HEADERS)
    names = (ctypes.c_char_p * count)(*(one.encode() for one in _STANDARD_HEADERS))
    empty = (ctypes.c_char_p * count)(*(b"" for _ in _STANDARD_HEADERS))
    source = f'#line 1 "{name}"\n{text}'.encode()
    _require_compiled(
        library, library.nvrtcCreateProgram(ctypes.byref(program), source, name.encode(), count, empty, names)
    )
    try:
        flags = [f"--gpu-architecture=sm_{architecture}", *_NVRTC_FLAGS, *more, *(f"-D{one}" for one in macros)]
        given = (ctypes.c_char_p * len(flags))(*(one.encode() for one in flags))
        failed = library.nvrtcCompileProgram(program, len(flags), given)
        log = _nvrtc_result(library, program, "ProgramLog").decode().rstrip("\0")
        if failed:
            raise RuntimeError(_nvrtc_message(text, name, log, compiler.version))
        return _nvrtc_result(library, program, "CUBIN"), log
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


def _nvrtc_result(library: Any, program: ctypes.c_void_p, name: str) -> bytes:
    """A result of a compiled program: its log or its machine code."""
    size = ctypes.c_size_t()
    _require_compiled(library, getattr(library, f"nvrtcGet{name}Size")(program, ctypes.byref(size)))
    data = ctypes.create_string_buffer(size.value)
    _require_compiled(library, getattr(library, f"nvrtcGet{name}")(program, data))
    return data.raw


def _nvrtc_message(text: str, name: str, log: str, version: str) -> str:
    lines = [re.sub(r"^(\S+)\((\d+)\)", r"\1:\2", line) for line in log.splitlines()]
    errors = [line for line in lines if ": error:" in line or "catastrophic error" in line] or lines
    said = "\n".join(["", *errors[:_SHOWN], f"The compiler: NVRTC {version}"])
    return f"{name} does not compile{_of_pattern(text, name, chr(10).join(errors))}:{said}"


def _require_compiled(library: Any, failed: int) -> None:
    if failed:
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        raise RuntimeError(f"NVRTC: {library.nvrtcGetErrorString(failed).decode()}")
