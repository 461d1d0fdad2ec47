"""Positions by their place: the ends of the sequence, windows, keys up to the query, every so many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Count, End, Labels, Primitive, Size, same_as
from patternc.frontend.primitives.segment import offset_complaints
from patternc.ir.mask import (
    TRUE,
    And,
    AtLeast,
    Below,
    Compare,
    Constant,
    Fixed,
    FromEnd,
    Label,
    Mask,
    Not,
    Number,
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


# ---- every so many, or those that are marked -------------------------------------------------------------------------
# `queries` and `keys`: one position in every s, or the positions whose label is not 0.


@dataclass(frozen=True, slots=True)
class _Listed(Primitive):
    """Positions of a side: every so many, or those with a label other than 0."""

    side: ClassVar[Side]

    every: Size | Labels
    offset: Count = 0

    def lower(self) -> Mask:
        if isinstance(self.every, str):
            return Not(Compare("==", Label(self.every, self.side), Number(0)))
        return Residue(self.side, self.every, Fixed(self.offset))

    def complaints(self) -> tuple[Complaint, ...]:
        if isinstance(self.every, int):
            return offset_complaints(self.offset, self.every)
        if self.offset == 0:
            return ()
        message = f"`{self.word}(@{self.every})` takes the positions whose label is not 0, and no `offset`"
        help_ = f"write when(@{self.every}[{self.side.value}] == {self.offset}) for those with the label {self.offset}"
        return (Complaint("error", "P014", "offset", message, "of no use", help_),)

    def __str__(self) -> str:
        return f"{self.word}(@{self.every})" if isinstance(self.every, str) else Primitive.__str__(self)


@dataclass(frozen=True, slots=True)
class Queries(_Listed):
    """q % every == offset, or the label of q is not 0"""

    word: ClassVar[str] = "queries"
    side: ClassVar[Side] = Side.QUERY


@dataclass(frozen=True, slots=True)
class Keys(_Listed):
    """k % every == offset, or the label of k is not 0"""

    word: ClassVar[str] = "keys"
    side: ClassVar[Side] = Side.KEY
