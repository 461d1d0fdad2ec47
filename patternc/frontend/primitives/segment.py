"""`segment` and `stride`: residue classes within segments and of the whole sequence (LongNet, arXiv 2307.02486)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Offset, Primitive, Rule, Size, residues
from patternc.ir.mask import And, AtLeast, Below, Mask, RelativePosition, Side


class Queries(Enum):
    """Which queries of a segment attend: those of the residue class, or all of them."""

    DILATED = "dilated"
    DENSE = "dense"


@dataclass(frozen=True, slots=True)
class Segment(Primitive):
    """q // w == k // w; (k % w) % dilation == o, and (q % w) % dilation == o unless queries are dense"""

    word: ClassVar[str] = "segment"

    w: Size
    dilation: Size = 1
    offset: Offset = 0
    queries: Queries = Queries.DILATED

    def in_branch(self, index: int) -> Segment:
        return replace(self, offset=index % self.dilation) if self.offset is Rule.BRANCH else self

    def lower(self) -> Mask:
        inside = (
            AtLeast(Side.KEY, RelativePosition(0, 0, self.w)),
            Below(Side.KEY, RelativePosition(self.w, 0, self.w)),
        )
        sides = (Side.KEY,) if self.queries is Queries.DENSE else (Side.KEY, Side.QUERY)
        return And(inside + residues(self.offset, self.dilation, self.w, sides))

    def complaints(self) -> tuple[Complaint, ...]:
        found = offset_complaints(self.offset, self.dilation) or self._empty()
        return found or (self._uneven() if self.w % self.dilation else ())

    def _empty(self) -> tuple[Complaint, ...]:
        """Report a residue class that contains no position of a segment."""
        ends = f"a segment of {self.w} has only the residues 0..{self.w - 1}"
        if isinstance(self.offset, int) and self.offset >= self.w:
            message = f"offset {self.offset} of dilation {self.dilation} contains no key: {ends}"
            return (
                Complaint(
                    "error", "P019", "offset", message, "an empty residue class", f"write an offset below {self.w}"
                ),
            )
        if self.dilation > self.w and self.offset in (Rule.HEAD, Rule.HEAD_BLOCK):
            message = f"dilation {self.dilation} with offset={self.offset.value} leaves heads without keys: {ends}"
            help_ = f"write a dilation of at most {self.w}"
            return (Complaint("error", "P019", "dilation", message, "larger than the segment", help_),)
        return ()

    def _uneven(self) -> tuple[Complaint, ...]:
        fewest, longer = divmod(self.w, self.dilation)
        keys = "1 key" if fewest == 0 else f"{fewest + 1} keys"
        noun = "residue" if longer == 1 else "residues"
        classes = f"{noun} {_hold(range(longer))} {keys}, {_hold(range(longer, self.dilation))} {fewest}"
        message = f"segment {self.w} is not a multiple of dilation {self.dilation}: {classes}"
        better = replace(self, w=max(1, fewest) * self.dilation)
        help_ = f"segment({better.w}, dilation={better.dilation}) tiles exactly"
        return (Complaint("warning", "P012", "dilation", message, "uneven residue classes", help_),)


@dataclass(frozen=True, slots=True)
class Stride(Primitive):
    """q and k are in the same residue class of the whole sequence: `segment` without an end."""

    word: ClassVar[str] = "stride"

    r: Size
    offset: Offset = Rule.ALL

    def in_branch(self, index: int) -> Stride:
        return replace(self, offset=index % self.r) if self.offset is Rule.BRANCH else self

    def lower(self) -> Mask:
        return And(residues(self.offset, self.r, None, (Side.KEY, Side.QUERY)))

    def complaints(self) -> tuple[Complaint, ...]:
        return offset_complaints(self.offset, self.r)


def offset_complaints(offset: Offset, dilation: int) -> tuple[Complaint, ...]:
    """Report an integer offset that is not one of the residue classes 0..dilation - 1."""
    if not isinstance(offset, int) or offset < dilation:
        return ()
    message = f"offset {offset} is not a residue of dilation {dilation}, which has only {_range(0, dilation)}"
    help_ = f"write offset={offset % dilation}, or a dilation above {offset}"
    return (Complaint("error", "P013", "offset", message, "too large", help_),)


def _hold(residues: range) -> str:
    """`0..3 hold`, `0 holds`."""
    return f"{_range(residues.start, residues.stop)} {'holds' if len(residues) == 1 else 'hold'}"


def _range(start: int, stop: int) -> str:
    return str(start) if stop - start == 1 else f"{start}..{stop - 1}"
