"""`full` and `causal`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Primitive
from patternc.ir.mask import TRUE, Below, Mask, RelativePosition, Side
from patternc.ir.semantics import NOTHING, Inputs


@dataclass(frozen=True, slots=True)
class Full(Primitive):
    """Every pair."""

    word: ClassVar[str] = "full"

    def lower(self) -> Mask:
        return TRUE

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Causal(Primitive):
    """k <= q"""

    word: ClassVar[str] = "causal"

    def lower(self) -> Mask:
        return Below(Side.KEY, RelativePosition(offset=1))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return k <= q
