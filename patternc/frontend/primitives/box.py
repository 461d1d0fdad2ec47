"""`box`: neighbourhoods of a grid (NATTEN, arXiv 2204.07143; dilated: 2209.15001; causal and strided: 2504.16922)."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Home, Primitive
from patternc.ir import mask as mask_ir
from patternc.ir.mask import And, Arithmetic, Below, Compare, Mask, Name, Not, Number, RelativePosition, Side


@dataclass(frozen=True, slots=True)
class Box(Primitive):
    """in every dimension, k is one of the `extent` cells nearest to q, `dilation` apart, clamped at the borders

    `strides`: the queries in a row that share a neighbourhood. `causal`: whether no key comes after its query.
    `is_newer`: written with what the first edition of the language does not have.
    """

    word: ClassVar[str] = "box"
    home: ClassVar[Home] = Home.POSITIONS

    grid: tuple[int, ...]
    extents: tuple[int, ...]
    dilations: tuple[int, ...]
    strides: tuple[int, ...]
    causal: tuple[bool, ...]
    is_newer: bool = field(default=False, compare=False)

    def lower(self) -> Mask:
        usual = (1,) * len(self.grid), tuple(extent // 2 for extent in self.extents)
        steps = () if (self.strides, self._before) == usual else (self.strides, self._before)
        box = mask_ir.Box(self.grid, self.extents, self.dilations, *steps)
        earlier = tuple(_not_after(self.grid, axis) for axis, causal in enumerate(self.causal) if causal)
        return And((box, *earlier)) if earlier else box

    @property
    def since(self) -> int:
        return 2 if self.is_newer else 1

    @property
    def _before(self) -> tuple[int, ...]:
        """How many cells of a neighbourhood come before the first of the queries that share it, in each dimension.

        The neighbourhood is that of the middle one of these queries, and if it is causal that of the last.
        """
        numbers = zip(self.extents, self.strides, self.causal, strict=True)
        return tuple(extent - stride if causal else extent // 2 - stride // 2 for extent, stride, causal in numbers)

    def complaints(self) -> tuple[Complaint, ...]:
        found: list[Complaint] = []
        numbers = zip(self.grid, self.extents, self.dilations, self.strides, self.causal, self._before, strict=True)
        for size, extent, dilation, stride, causal, before in numbers:
            if extent * dilation > size:
                apart = f" cells {dilation} apart" if dilation > 1 else ""
                message = f"a neighbourhood of {extent}{apart} does not fit into a dimension of {size} cells"
                fewer = f"write an extent of at most {size // dilation}"
                help_ = fewer if dilation <= size else f"write a dilation below {size}"
                found.append(Complaint("error", "P032", "", message, "larger than the grid", help_))
            elif stride > extent:
                message = f"{stride} queries in a row do not fit into the neighbourhood of {extent} that they share"
                help_ = f"write a stride of at most {extent}"
                found.append(Complaint("error", "P032", "", message, "stride above the extent", help_))
            elif (extent - stride) % 2 and extent < size and not causal:
                shared, after = f" around {stride} queries" if stride > 1 else "", extent - stride - before
                message = f"an extent of {extent}{shared} is not symmetric: {before} cells before, {after} after"
                help_ = f"extents {extent - 1} and {extent + 1} are symmetric"
                label = "even" if stride == 1 else "not symmetric"
                found.append(Complaint("warning", "P032", "", message, label, help_))
        return tuple(found)

    def __str__(self) -> str:
        several = (("dilation", self.dilations, 1), ("stride", self.strides, 1), ("causal", self.causal, False))
        words = [f"{word}={_of_each(values)}" for word, values, usual in several if set(values) != {usual}]
        return f"box({', '.join([*map(str, self.extents), *words])})"


def _of_each(values: tuple[int, ...]) -> str:
    """Numbers or truth values of dimensions: as a list, or the one that is that of all."""
    texts = [str(value).lower() for value in values]
    return texts[0] if len(set(texts)) == 1 else f"[{', '.join(texts)}]"


def _not_after(grid: tuple[int, ...], axis: int) -> Mask:
    """In one dimension, the key's cell does not come after the query's."""
    stride = prod(grid[axis + 1 :])
    if axis == 0:
        return Below(Side.KEY, RelativePosition(stride, period=stride))
    query, key = (Arithmetic("%", Arithmetic("//", Name(one), Number(stride)), Number(grid[axis])) for one in "qk")
    return Not(Compare("<", query, key))
