"""`box`: neighbourhoods of a grid (NATTEN, arXiv 2204.07143; dilated: 2209.15001)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Home, Primitive
from patternc.ir import mask as mask_ir
from patternc.ir.mask import Mask


@dataclass(frozen=True, slots=True)
class Box(Primitive):
    """in every dimension, k is one of the `extent` cells nearest to q, `dilation` apart, clamped at the borders"""

    word: ClassVar[str] = "box"
    home: ClassVar[Home] = Home.POSITIONS

    grid: tuple[int, ...]
    extents: tuple[int, ...]
    dilations: tuple[int, ...]

    def lower(self) -> Mask:
        return mask_ir.Box(self.grid, self.extents, self.dilations)

    def complaints(self) -> tuple[Complaint, ...]:
        found: list[Complaint] = []
        for size, extent, dilation in zip(self.grid, self.extents, self.dilations, strict=True):
            if extent * dilation > size:
                apart = f" cells {dilation} apart" if dilation > 1 else ""
                message = f"a neighbourhood of {extent}{apart} does not fit into a dimension of {size} cells"
                fewer = f"write an extent of at most {size // dilation}"
                help_ = fewer if dilation <= size else f"write a dilation below {size}"
                found.append(Complaint("error", "P032", "", message, "larger than the grid", help_))
            elif extent % 2 == 0 and extent < size:
                message = f"an extent of {extent} is not symmetric: {extent // 2} cells before, {extent // 2 - 1} after"
                help_ = f"extents {extent - 1} and {extent + 1} are symmetric"
                found.append(Complaint("warning", "P032", "", message, "even", help_))
        return tuple(found)

    def __str__(self) -> str:
        dilation = ", ".join(map(str, self.dilations))
        return f"box({', '.join(map(str, self.extents))}, dilation=[{dilation}])"
