"""The stages that backends with programs over tiles share, which are imported when they run first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternc.ir.batch import Batches
    from patternc.ir.host import Host
    from patternc.ir.kernel import Kernel
    from patternc.ir.tile import Tiles
    from patternc.source import Source
    from patternc.targets import Target


def described(kernel: Kernel, source: Source, target: Target) -> Tiles:
    """The tile IR of a kernel, with loads by tensor descriptors where the target's tiles ask for them."""
    from patternc.codegen.tiles.descriptors import tiles_for

    return tiles_for(kernel, source, target)


def pointed(kernel: Kernel, source: Source, _target: Target) -> Tiles:
    """The tile IR of a kernel, with loads by pointers alone."""
    from patternc.codegen.tiles.descriptors import pointed_tiles

    return pointed_tiles(kernel, source)


def in_one_pass(kernel: Kernel, source: Source, target: Target) -> Tiles:
    """The tile IR of a kernel whose gradients come from one pass where it has few sweeps."""
    from patternc.codegen.tiles import one_pass

    return one_pass.in_one_pass(described(kernel, source, target))


def launching(kernel: Kernel, device: Tiles | Batches) -> Host:
    """The functions that launch a kernel's programs over tiles."""
    from patternc.codegen.tiles.host_functions import host

    return host(kernel, device)
