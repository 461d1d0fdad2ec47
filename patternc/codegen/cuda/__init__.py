"""The CUDA backend: programs over tiles for GPUs that Triton does not serve, compiled by NVRTC at first use."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.cpp.dialect import Dialect
from patternc.codegen.cpp.modules import views
from patternc.codegen.cuda.emulator import EMULATOR
from patternc.codegen.tiles.descriptors import pointed_tiles
from patternc.codegen.tiles.host_functions import host
from patternc.ir.kernel import Columns, Lowering

_ONLY = "#ifdef PATTERNC_ONLY  // one kernel, as each is compiled when it is launched first"
_GPU = Dialect(
    *("cuda", "cu", "attention.cuh", "PATTERNC_PROGRAM ", "PATTERNC_ENTRY"),
    ordered=False,
    tabled=True,
    keeps=True,
    before_entries=(_ONLY, "PATTERNC_ENTRY(PATTERNC_ONLY)", "#else"),
    after_entries=("#endif",),
)

CUDA = Backend(
    name="cuda",
    title="CUDA",
    targets=("sm_75", "sm_61", "sm_70", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"),
    devices=("cuda",),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=lambda kernel, source, _target: pointed_tiles(kernel, source),
    views=lambda legal, target, origin: views(legal, target, origin, _GPU),
    host=host,
    interpreter=EMULATOR,
    has_sources=True,
)

__all__ = ["CUDA"]
