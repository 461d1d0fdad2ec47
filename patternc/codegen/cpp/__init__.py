"""The C++ backend: programs over tiles for CPUs, compiled at first use."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.cpp.dialect import CPU
from patternc.codegen.cpp.machine import lacks
from patternc.codegen.cpp.modules import views
from patternc.codegen.cpp.shipping import shared_objects
from patternc.codegen.tiles.descriptors import tiles_for
from patternc.codegen.tiles.host_functions import host
from patternc.codegen.tiles.one_pass import in_one_pass
from patternc.ir.kernel import Columns, Lowering

CPP = Backend(
    name="cpp",
    title="C++",
    targets=("cpu",),
    devices=("cpu",),
    lacks=lacks,
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=lambda kernel, source, target: in_one_pass(tiles_for(kernel, source, target)),
    views=lambda legal, target, origin: views(legal, target, origin, CPU),
    host=host,
    has_sources=True,
    shared_objects=shared_objects,
)

__all__ = ["CPP"]
