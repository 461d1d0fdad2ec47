"""What a backend is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from patternc.codegen.emit import Origin, View
from patternc.ir.batch import Batches
from patternc.ir.kernel import Columns, Kernel, Lowering
from patternc.ir.tile import Tiles
from patternc.source import Source
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Backend:
    """A way to spell kernels.

    `lowerings`: the multi-branch lowerings it can render, most wanted first where the cost model is indifferent.
    `columns`: what it lists of neighbourhoods on a grid.
    `targets`: names in the device table it builds for; the first is the default.
    `views`: every decision about the output; pure.
    `runtime`: the file that modules built with `--runtime vendored` share, given its digest.
    `legalize`: a kernel to the tile IR that `views` prints: programs over tiles, or batches.
    """

    name: str
    targets: tuple[str, ...]
    lowerings: tuple[Lowering, ...]
    columns: Columns
    views: Callable[[Kernel, Target, Origin], tuple[View, ...]]
    legalize: Callable[[Kernel, Source, Target], Tiles | Batches]
    runtime: Callable[[str], View]
