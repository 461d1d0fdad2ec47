"""The order of a grid's cells that suits this backend, where the pattern leaves it open."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from patternc.kernel_ir import Kernel, KernelGroup, Softmax, Sweep
from patternc.mask_ir import Box, Curve, Layout
from patternc.schedule.layouts import candidates
from patternc.schedule.listed import ORDERED_BLOCK


def reordered(kernel: Kernel) -> Kernel:
    """The kernel with its open orders chosen by single cells: columns are listed one by one, not by whole tiles."""
    if kernel.pattern.layout.curve is not Curve.AUTO:
        return kernel
    return replace(kernel, groups=tuple(_group(group, kernel.pattern.grid) for group in kernel.groups))


def _group(group: KernelGroup, grid: tuple[int, ...]) -> KernelGroup:
    return replace(group, softmaxes=tuple(_softmax(softmax, grid) for softmax in group.softmaxes))


def _softmax(softmax: Softmax, grid: tuple[int, ...]) -> Softmax:
    return replace(
        softmax,
        queries=tuple(_sweep(sweep, grid) for sweep in softmax.queries),
        keys=tuple(_sweep(sweep, grid) for sweep in softmax.keys),
    )


def _sweep(sweep: Sweep, grid: tuple[int, ...]) -> Sweep:
    boxes = tuple(
        literal
        for piece in sweep.pieces
        if piece.listing is not None
        for literal in piece.listing.literals
        if isinstance(literal, Box)
    )
    if sweep.order is None or not boxes:
        return sweep
    return replace(sweep, order=min(candidates(grid), key=lambda layout: _cells(layout, grid, boxes)))


def _cells(layout: Layout, grid: tuple[int, ...], boxes: tuple[Box, ...]) -> int:
    """How many cells are near a tile's; a block in natural order is a part of one line."""
    natural = (*(1 for _ in grid[1:]), ORDERED_BLOCK)
    sizes = natural if layout.curve is Curve.NATURAL else layout.sizes
    return sum(
        prod(
            min(size, side + (extent - 1) * dilation)
            for size, side, extent, dilation in zip(grid, sizes, box.extents, box.dilations, strict=True)
        )
        for box in boxes
    )
