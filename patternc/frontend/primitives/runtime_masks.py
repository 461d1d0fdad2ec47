"""`document`, `padding`, `prefix`, `rows`, `columns` and `selected`: masks that depend on runtime inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from patternc.frontend.primitives.primitive import End, Lengths, Offsets, Picks, Positions, Primitive, Same
from patternc.ir.facts import document_ends, entries_of_documents
from patternc.ir.mask import And, AtLeast, Below, Bound, Constant, FromEnd, Mask, OfBatch, OfEach, Picked, Side


@dataclass(frozen=True, slots=True)
class Document(Primitive):
    """q and k are in the same document

    `entries`: the offsets of documents in the entries of a source that have no place in the sequence.
    """

    word: ClassVar[str] = "document"

    offsets: Offsets
    entries: Offsets | Same = Same.SAME

    def lower(self) -> Mask:
        if isinstance(self.entries, str):
            low, high = entries_of_documents(self.offsets, self.entries)
            return _between(Side.KEY, low, high)
        start, end = document_ends(self.offsets)
        return And((AtLeast(Side.KEY, start), Below(Side.KEY, end)))

    @property
    def since(self) -> int:
        """The first edition of the language that has it as it is written."""
        return 2 if isinstance(self.entries, str) else self.edition

    def __str__(self) -> str:
        both = f", @{self.entries}" if isinstance(self.entries, str) else ""
        return f"{self.word}(@{self.offsets}{both})"


@dataclass(frozen=True, slots=True)
class Within(Document):
    """q and k are in the same document, whose coordinates a mask takes them in"""

    word: ClassVar[str] = "within"
    edition: ClassVar[int] = 2


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
    edition: ClassVar[int] = 2

    lo: Positions
    hi: Positions

    def lower(self) -> Mask:
        return _between(Side.KEY, self.lo, self.hi)


@dataclass(frozen=True, slots=True)
class Columns(Primitive):
    """lo[k] <= q < hi[k]"""

    word: ClassVar[str] = "columns"
    edition: ClassVar[int] = 2

    lo: Positions
    hi: Positions

    def lower(self) -> Mask:
        return _between(Side.QUERY, self.lo, self.hi)


@dataclass(frozen=True, slots=True)
class Selected(Primitive):
    """k is among the keys, or inside `blocks` the blocks of keys, that an input lists for q"""

    word: ClassVar[str] = "selected"
    edition: ClassVar[int] = 2

    picks: Picks

    def lower(self) -> Mask:
        return Picked(self.picks)


def _between(side: Side, lo: str | int | End, hi: str | int | End) -> Mask:
    """The positions of a side between two of the other side's."""
    low, high = (_bound(one, side.other, end) for end, one in enumerate((lo, hi)))
    return And((AtLeast(side, low), Below(side, high)))


def _bound(given: str | int | End, of: Side, end: int) -> Bound:
    match given:
        case str():
            return OfEach(given, of, end=bool(end))
        case int():
            return Constant(given)
        case End.N:
            return FromEnd(0)
