"""The CUDA backend: programs over tiles for GPUs that Triton does not serve, compiled by NVRTC at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Interpreter, Legal, launching, pointed
from patternc.codegen.cpp import Dialect
from patternc.codegen.cuda.tiling import TILING
from patternc.ir.kernel import Columns, Lowering

if TYPE_CHECKING:
    from patternc.codegen.emit import Origin, View
    from patternc.codegen.shell import Around
    from patternc.targets import Target

_ONLY = "#ifdef PATTERNC_ONLY  // one kernel, as each is compiled when it is launched first"
_GPU = Dialect(
    *("cu", "attention.cuh", "PATTERNC_PROGRAM ", "PATTERNC_ENTRY"),
    ordered=False,
    tabled=True,
    before_entries=(_ONLY, "PATTERNC_ENTRY(PATTERNC_ONLY)", "#else"),
    after_entries=("#endif",),
)


def _unfit() -> str:
    from patternc.runtime.cpp.compiler import _compiler  # here: writing files needs no compiler

    try:
        _compiler()
    except RuntimeError as error:
        return f"the emulator of CUDA kernels needs a C++ compiler: {error}"
    return ""


EMULATOR = Interpreter(
    title="the emulator", variable="PATTERNC_EMULATE", length=131, dtypes=("float32", "float16"), unfit=_unfit
)


def _views(legal: Legal, around: Around, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.cpp.modules import views

    return views(legal, around, target, origin, _GPU)


CUDA = Backend(
    name="cuda",
    title="CUDA",
    targets=("sm_75", "sm_61", "sm_70", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"),
    devices=("cuda",),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    unordered="linear, as threads get free",
    legalize=pointed,
    views=_views,
    host=launching,
    tiling=TILING,
    interpreter=EMULATOR,
    has_sources=True,
)

__all__ = ["CUDA"]
