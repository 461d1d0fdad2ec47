"""`random`, `table` and `topk`: selections of single blocks. Positions in this module are block indices."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from patternc.frontend.primitives.primitive import Complaint, Home, Primitive, Size
from patternc.ir import mask as mask_ir
from patternc.ir.hashes import HASHES
from patternc.ir.mask import Mask
from patternc.source import escaped


@dataclass(frozen=True, slots=True)
class Random(Primitive):
    """c blocks in every row of blocks, or each block with probability `density`; one of the two is None"""

    word: ClassVar[str] = "random"
    home: ClassVar[Home] = Home.BLOCKS

    c: int | None
    density: float | None
    seed: int

    def lower(self) -> Mask:
        if self.density is None:
            return mask_ir.Random(1, self.seed, count=self.c)
        return mask_ir.Random(1, self.seed, threshold=round(self.density * HASHES))

    def __str__(self) -> str:
        return f"random({self.c if self.density is None else f'density={self.density!r}'}, seed={self.seed})"


@dataclass(frozen=True, slots=True)
class Table(Primitive):
    """the entry [h, q, k] of a table from a file: [heads | 1, rows, columns], `bits` packed by 8 in that order"""

    word: ClassVar[str] = "table"
    home: ClassVar[Home] = Home.BLOCKS

    file: str
    heads: int
    rows: int
    columns: int
    bits: bytes = field(repr=False)

    def lower(self) -> mask_ir.Table:
        return mask_ir.Table(1, self.file, self.heads, self.rows, self.columns, self.bits)

    def __str__(self) -> str:
        return f'table("{escaped(self.file)}")'


class Score(Enum):
    """The score by which blocks are chosen: the product of the mean query and the mean key of the two blocks."""

    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class TopK(Primitive):
    """the c blocks of the row with the highest scores, among those that the masks it is intersected with admit"""

    word: ClassVar[str] = "topk"
    home: ClassVar[Home] = Home.BLOCKS

    c: Size
    score: Score = Score.MEAN

    def complaints(self) -> tuple[Complaint, ...]:
        """Report more blocks than a row may select: a call holds that many numbers for each row of blocks and head."""
        chosen = 4096  # the most blocks that a `topk` selects for a row
        if self.c <= chosen:
            return ()
        message = f"`topk`: `c` is {self.c}; it must be at most {chosen}"
        help_ = f"write {chosen} or less, or larger blocks; `full` attends to all of them"
        return (Complaint("error", "P013", "c", message, "too large", help_),)

    def lower(self) -> Mask:
        return mask_ir.TopK(1, self.c)
