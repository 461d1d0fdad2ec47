"""The Triton backend: one kernel a sweep and direction, from sm_80 on and for gfx942."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.triton.descriptors import tiles_for
from patternc.codegen.triton.modules import views
from patternc.codegen.triton.runtime import runtime
from patternc.ir.kernel import Columns, Lowering

TRITON = Backend(
    name="triton",
    targets=("sm_90", "sm_80", "sm_86", "sm_100", "sm_120", "gfx942"),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    views=views,
    legalize=tiles_for,
    runtime=runtime,
)

__all__ = ["TRITON"]
