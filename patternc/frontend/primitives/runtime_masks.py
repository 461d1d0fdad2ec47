"""`document`, `padding`, `prefix` and `rows`: masks that depend on runtime inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Home, Lengths, Offsets, Primitive, Starts, Stops
from patternc.ir.facts import document_ends
from patternc.ir.mask import And, AtLeast, Below, Mask, OfBatch, OfRow, Side


@dataclass(frozen=True, slots=True)
class Document(Primitive):
    """q and k are in the same document"""

    word: ClassVar[str] = "document"

    offsets: Offsets

    def lower(self) -> Mask:
        start, end = document_ends(self.offsets)
        return And((AtLeast(Side.KEY, start), Below(Side.KEY, end)))


@dataclass(frozen=True, slots=True)
class Padding(Primitive):
    """k < lengths[batch]"""

    word: ClassVar[str] = "padding"

    lengths: Lengths

    def lower(self) -> Mask:
        return Below(Side.KEY, OfBatch(self.lengths))


@dataclass(frozen=True, slots=True)
class Prefix(Primitive):
    """k < p[batch]"""

    word: ClassVar[str] = "prefix"

    p: Lengths

    def lower(self) -> Mask:
        return Below(Side.KEY, OfBatch(self.p))


@dataclass(frozen=True, slots=True)
class Rows(Primitive):
    """lo[q] <= k < hi[q]"""

    word: ClassVar[str] = "rows"
    home: ClassVar[Home] = Home.POSITIONS
    places: ClassVar[str] = "single queries"

    lo: Starts
    hi: Stops

    def lower(self) -> Mask:
        return And((AtLeast(Side.KEY, OfRow(self.lo, False)), Below(Side.KEY, OfRow(self.hi, True))))
