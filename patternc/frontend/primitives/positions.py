"""Positions by their place: the ends of the sequence, windows, keys up to the query, every so many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Count, End, Primitive, Size, same_as
from patternc.frontend.primitives.segment import offset_complaints
from patternc.ir.mask import (
    TRUE,
    And,
    AtLeast,
    Below,
    Constant,
    Fixed,
    FromEnd,
    Mask,
    Or,
    RelativePosition,
    Residue,
    Side,
)


@dataclass(frozen=True, slots=True)
class First(Primitive):
    """k < c"""

    word: ClassVar[str] = "first"

    c: Size

    def lower(self) -> Mask:
        return Below(Side.KEY, Constant(self.c))


@dataclass(frozen=True, slots=True)
class Last(Primitive):
    """k >= n - c"""

    word: ClassVar[str] = "last"

    c: Size

    def lower(self) -> Mask:
        return AtLeast(Side.KEY, FromEnd(-self.c))


@dataclass(frozen=True, slots=True)
class Global(Primitive):
    """k < c or q < c"""

    word: ClassVar[str] = "global"

    c: Size

    def lower(self) -> Mask:
        return Or((Below(Side.KEY, Constant(self.c)), Below(Side.QUERY, Constant(self.c))))


# ---- windows ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Window(Primitive):
    """q - left <= k <= q + right"""

    word: ClassVar[str] = "window"

    left: Count | End
    right: Count | End = same_as("left")  # noqa: RUF009 - it makes the field

    def lower(self) -> Mask:
        left = () if isinstance(self.left, End) else (AtLeast(Side.KEY, RelativePosition(-self.left)),)
        right = () if isinstance(self.right, End) else (Below(Side.KEY, RelativePosition(self.right + 1)),)
        return And((*left, *right))


# ---- all keys, and keys up to the query ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Full(Primitive):
    """Every pair."""

    word: ClassVar[str] = "full"

    def lower(self) -> Mask:
        return TRUE


@dataclass(frozen=True, slots=True)
class Causal(Primitive):
    """k <= q"""

    word: ClassVar[str] = "causal"

    def lower(self) -> Mask:
        return Below(Side.KEY, RelativePosition(offset=1))


# ---- every so many ---------------------------------------------------------------------------------------------------
# `queries` and `keys`: one position in every s.


@dataclass(frozen=True, slots=True)
class Queries(Primitive):
    """q % every == offset"""

    word: ClassVar[str] = "queries"

    every: Size
    offset: Count = 0

    def lower(self) -> Mask:
        return Residue(Side.QUERY, self.every, Fixed(self.offset))

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

    def complaints(self) -> tuple[Complaint, ...]:
        return offset_complaints(self.offset, self.every)
