"""The Triton backend: one kernel a sweep and direction, from sm_80 on and for gfx942."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.tiles.descriptors import tiles_for
from patternc.codegen.tiles.host_functions import host
from patternc.codegen.triton.interpreter import INTERPRETER
from patternc.codegen.triton.modules import views
from patternc.ir.kernel import Columns, Lowering

TRITON = Backend(
    name="triton",
    title="Triton",
    targets=("sm_90", "sm_80", "sm_86", "sm_100", "sm_120", "gfx942"),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=tiles_for,
    views=views,
    host=host,
    tiled=True,
    devices=("cuda",),
    packages=("torch", "triton"),
    interpreter=INTERPRETER,
)

__all__ = ["TRITON"]
