"""`document`, `padding` and `prefix`: masks that depend on runtime inputs."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Lengths, Offsets, Primitive
from patternc.ir.facts import document_ends
from patternc.ir.mask import And, AtLeast, Below, Mask, OfBatch, Side
from patternc.ir.semantics import NOTHING, Inputs


@dataclass(frozen=True, slots=True)
class Document(Primitive):
    """q and k are in the same document"""

    word: ClassVar[str] = "document"

    offsets: Offsets

    def lower(self) -> Mask:
        start, end = document_ends(self.offsets)
        return And((AtLeast(Side.KEY, start), Below(Side.KEY, end)))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        offsets = list(inputs[self.offsets])
        return bisect_right(offsets, q) == bisect_right(offsets, k)


@dataclass(frozen=True, slots=True)
class Padding(Primitive):
    """k < lengths[batch]"""

    word: ClassVar[str] = "padding"

    lengths: Lengths

    def lower(self) -> Mask:
        return Below(Side.KEY, OfBatch(self.lengths))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return k < int(inputs[self.lengths])


@dataclass(frozen=True, slots=True)
class Prefix(Primitive):
    """k < p[batch]"""

    word: ClassVar[str] = "prefix"

    p: Lengths

    def lower(self) -> Mask:
        return Below(Side.KEY, OfBatch(self.p))

    def contains(self, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
        return k < int(inputs[self.p])
