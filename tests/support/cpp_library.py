"""The C++ library, compiled by the system's compiler into a driver whose programs tests call with NumPy arrays."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from guarded_memory import guarded
from numpy.typing import NDArray

from patternc.resources import headers
from patternc.runtime.cpp.builds import _kept
from patternc.runtime.cpp.compiler import _compiler
from patternc.runtime.cpp.includes import _with_headers

ROOT = Path(__file__).resolve().parent.parent.parent
HEADERS = ROOT / "patternc" / "runtime" / "cpp"
SHARED = HEADERS.parent / "tiles"
SOURCES = ROOT / "tests" / "support" / "cpp"
COMPILER = shutil.which(os.environ.get("CXX", "c++"))
"""The compiler; None: there is none, and what needs it is skipped."""

NUMBERS = ("-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math")
"""How floating-point arithmetic is compiled in generated files too: infinities and NaN keep their meaning."""

INTEGER, NUMBER, NONE = 16, 17, 18
TYPES = {"float32": 0, "float16": 2, "float64": 3, "int32": 4, "int64": 5, "bool": 6, "uint8": 7, "uint16": 1}
"""The library's numbers of element types; bfloat16, which NumPy lacks, is given as its bits."""


SANITIZED = os.environ.get("PATTERNC_TEST_SANITIZED")
"""Set in a process that runs tests with a driver that checks addresses and undefined behaviour."""


class _Value(ctypes.Structure):
    _fields_ = (("bits", ctypes.c_int64), ("type", ctypes.c_int64))


Argument = NDArray[np.generic] | int | float | None


def compiled(source: Path, made: Path, *flags: str, compiler: str | None = COMPILER) -> Path:
    """Compile one source file with the library's headers."""
    assert compiler is not None
    command = (
        compiler,
        "-std=c++20",
        "-Wall",
        "-Wextra",
        "-Wno-bitwise-instead-of-logical",
        "-Werror",
        *NUMBERS,
        f"-I{HEADERS}",
        f"-I{SHARED}",
        *flags,
    )
    done = subprocess.run((*command, str(source), "-o", str(made)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return made


def source(name: str, backend: str = "cpp") -> str:
    """A driver with all headers: those of a backend's library, and those of tests."""
    own = {path.name: path.read_text() for path in SOURCES.glob("*.h")}
    return _with_headers((SOURCES / name).read_text(), name, (headers("tiles") | headers(backend) | own).__getitem__)


@dataclass(frozen=True, slots=True)
class Driver:
    """Calls the programs of a compiled driver."""

    library: ctypes.CDLL

    def __call__(
        self,
        name: str,
        *arguments: Argument,
        rows: int = 64,
        grid: tuple[int, ...] = (1, 1, 1),
        threads: int = 1,
    ) -> None:
        """Run a program on a grid, on threads of its own. Arrays are contiguous, and hold the results afterwards.

        It finds NaN in scratch memory, and can't touch what follows an array.
        """
        held = [guarded(one) if isinstance(one, np.ndarray) and not SANITIZED else one for one in arguments]
        if hasattr(self.library, "spoil"):
            self._run("spoil", [SPOILT], rows, (1, 1, 1), 1)
        self._run(name, held, rows, grid, threads)
        for array, copied in zip(arguments, held, strict=True):
            if isinstance(array, np.ndarray) and isinstance(copied, np.ndarray):
                array[...] = copied

    def _run(self, name: str, arguments: list[Argument], rows: int, grid: tuple[int, ...], threads: int) -> None:
        values = (_Value * len(arguments))(*(_Value(*_value(one)) for one in arguments))
        getattr(self.library, name)(values, (ctypes.c_int64 * len(grid))(*grid), rows, threads, None)


SPOILT = 1 << 17
"""Floats, half of a block of scratch memory: more than programs of tests take."""


@cache
def built_driver(name: str = "library_driver", element: str = "float32", pairs: bool = False, rows: int = 0) -> Driver:
    """A driver for a type of elements, compiled as users' programs are, once for all processes of a run.

    `pairs`: bfloat16 is multiplied in pairs. `rows`: the only tiles that are compiled; 0: all.
    """
    macros = f"#define PATTERNC_PAIRS {int(pairs)}\n" + f"#define PATTERNC_ROWS {rows}\n" * (rows > 0)
    checks = f"-fsanitize={SANITIZED} -fno-sanitize-recover=all -g1 -O1" if SANITIZED else ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_CXXFLAGS", checks)
        return Driver(_kept(f"{macros}{source(f'{name}.cpp')}", f"{name}.cpp", element, _compiler()))


def _value(argument: Argument) -> tuple[int, int]:
    match argument:
        case None:
            return 0, NONE
        case bool() | int():
            return int(argument), INTEGER
        case float():
            return int(np.float64(argument).view(np.int64)), NUMBER
        case _:
            assert argument.flags.c_contiguous
            return argument.ctypes.data, TYPES[argument.dtype.name]
