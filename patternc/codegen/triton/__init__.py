"""The Triton backend: one kernel a sweep and direction, from sm_80 on and for gfx942."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Legal
from patternc.codegen.tile_stages import described, launching
from patternc.codegen.triton.interpreter import INTERPRETER
from patternc.ir.kernel import Columns, Lowering

if TYPE_CHECKING:
    from patternc.codegen.emit import Origin, View
    from patternc.targets import Target


def _views(legal: Legal, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.triton.modules import views

    return views(legal, target, origin)


TRITON = Backend(
    name="triton",
    title="Triton",
    targets=("sm_90", "sm_80", "sm_86", "sm_100", "sm_120", "gfx942"),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=described,
    views=_views,
    host=launching,
    tiled=True,
    devices=("cuda",),
    packages=("torch", "triton"),
    interpreter=INTERPRETER,
)

__all__ = ["TRITON"]
