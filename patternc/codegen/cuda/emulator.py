"""The emulator of GPU threads, which runs kernels on the CPU through a C++ compiler."""

from __future__ import annotations

import shutil

from patternc.codegen.backend import Interpreter


def _unfit() -> str:
    return "" if shutil.which("c++") else "the emulator of CUDA kernels needs a C++ compiler: install g++"


EMULATOR = Interpreter(
    title="the emulator", variable="PATTERNC_EMULATE", length=131, dtypes=("float32", "float16"), unfit=_unfit
)
