"""`window(left, right=left)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Count, Primitive, same_as
from patternc.ir.mask import And, AtLeast, Below, Mask, RelativePosition, Side
from patternc.ir.semantics import NOTHING, Inputs


@dataclass(frozen=True, slots=True)
class Window(Primitive):
    """q - left <= k <= q + right"""

    word: ClassVar[str] = "window"

    left: Count
    right: Count = same_as("left")  # noqa: RUF009 - it makes the field

    def lower(self) -> Mask:
        return And((AtLeast(Side.KEY, RelativePosition(-self.left)), Below(Side.KEY, RelativePosition(self.right + 1))))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return q - self.left <= k <= q + self.right
