"""The C++ library, compiled by the system's compiler into a driver whose programs tests call with NumPy arrays."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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
        """Run a program on a grid, on threads of its own. Arrays are contiguous, and hold the results afterwards."""
        values = (_Value * len(arguments))(*(_Value(*_value(one)) for one in arguments))
        getattr(self.library, name)(values, (ctypes.c_int64 * len(grid))(*grid), rows, threads, None)


@cache
def built_driver(name: str = "library_driver", element: str = "float", pairs: bool = False) -> Driver:
    """A driver for a type of elements, which each process compiles once. `pairs`: bfloat16 is multiplied in pairs."""
    checks = (f"-fsanitize={SANITIZED}", "-fno-sanitize-recover=all", "-g1", "-O1") if SANITIZED else ("-O2",)
    with tempfile.TemporaryDirectory() as folder:
        defined = f"-DPATTERNC_ELEMENT={element}", f"-DPATTERNC_PAIRS={int(pairs)}"
        flags = ("-march=native", "-pthread", "-fPIC", "-shared", *defined, *checks)
        made = compiled(SOURCES / f"{name}.cpp", Path(folder) / "driver.so", *flags)
        return Driver(ctypes.CDLL(str(made)))


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
