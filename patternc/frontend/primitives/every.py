"""`queries` and `keys`: one position in every s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Count, Primitive, Size
from patternc.frontend.primitives.segment import offset_complaints
from patternc.ir.mask import Fixed, Mask, Residue, Side
from patternc.ir.semantics import NOTHING, Inputs


@dataclass(frozen=True, slots=True)
class Queries(Primitive):
    """q % every == offset"""

    word: ClassVar[str] = "queries"

    every: Size
    offset: Count = 0

    def lower(self) -> Mask:
        return Residue(Side.QUERY, self.every, Fixed(self.offset))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return q % self.every == self.offset

    def complaints(self) -> tuple[Complaint, ...]:
        return offset_complaints(self.offset, self.every)


@dataclass(frozen=True, slots=True)
class Keys(Primitive):
    """k % every == offset"""

    word: ClassVar[str] = "keys"

    every: Size
    offset: Count = 0

    def lower(self) -> Mask:
        return Residue(Side.KEY, self.every, Fixed(self.offset))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return k % self.every == self.offset

    def complaints(self) -> tuple[Complaint, ...]:
        return offset_complaints(self.offset, self.every)
