"""The torch backend: strided views, fused attention where torch has it, blocks of plain operations where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Legal
from patternc.ir.kernel import Columns, Kernel, Lowering

if TYPE_CHECKING:
    from patternc.codegen.emit import Origin, View
    from patternc.codegen.shell import Around
    from patternc.ir.batch import Batches
    from patternc.source import Source
    from patternc.targets import Target


def _legalize(kernel: Kernel, _source: Source, _target: Target) -> Batches:
    from patternc.codegen.torch.legalize import legalize

    return legalize(kernel)


def _views(legal: Legal, around: Around, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.torch.views import views

    return views(legal, around, target, origin)


# Class-fused sweeps save launches; here a launch is a call on a view, so residue classes stay apart.
TORCH = Backend(
    name="torch",
    title="torch",
    targets=("cpu", "sm_61", "sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"),
    lowerings=(Lowering.SINGLE, Lowering.CHAINED, Lowering.MERGED, Lowering.COUNTED),
    columns=Columns.CELLS,
    unordered="PyTorch's, as a batch is one call of its kernels",
    legalize=_legalize,
    views=_views,
    untuned="batches of plain operations have no tiles",
)
