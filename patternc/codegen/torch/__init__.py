"""The torch backend: strided views, fused attention where torch has it, blocks of plain operations where not."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.torch.legalize import legalize
from patternc.codegen.torch.views import views
from patternc.ir.kernel import Columns, Lowering

# Class-fused sweeps save launches; here a launch is a call on a view, so residue classes stay apart.
TORCH = Backend(
    name="torch",
    title="torch",
    targets=("cpu", "sm_61", "sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"),
    lowerings=(Lowering.SINGLE, Lowering.CHAINED, Lowering.MERGED, Lowering.COUNTED),
    columns=Columns.CELLS,
    legalize=lambda kernel, _source, _target: legalize(kernel),
    views=views,
)
