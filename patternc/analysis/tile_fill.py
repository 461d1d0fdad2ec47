"""How many of the pairs in a kernel's tiles rows attend to: of blocks, segments and windows."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, lcm

from patternc.ir.facts import Form, atom_of, bound_facts, form
from patternc.ir.mask import Side
from patternc.ir.traversal import classes_of, limits, relative
from patternc.transforms import Clause

TILE = 64
"""Rows and columns of a kernel's tile; narrower blocks are padded to a power of two."""


def padded(block: int) -> int:
    """The number of columns in the tiles of a block, including padding."""
    return 1 << (block - 1).bit_length() if block <= TILE else -(-block // TILE) * TILE


@dataclass(frozen=True, slots=True)
class Reach:
    """The keys of each row: those in its segment, from `left` positions before it to `right` positions after it.

    `segment`: positions of a segment; 0: there are none, and both other numbers are finite. `dilation`: rows attend to
    keys of their own residue class, and programs visit the rows and keys of one class.
    """

    segment: int = 0
    left: float = inf
    right: float = inf
    dilation: int = 1

    @property
    def fill(self) -> float:
        """The share of the pairs in tiles that rows attend to, far from the ends of the sequence.

        Tiles of rows follow each other through the sequence, but begin anew in each segment of a residue class.
        """
        period = ceil(self.segment / self.dilation) or 1
        rows = period if self.segment and self.dilation > 1 else lcm(period, TILE)
        keys = sum(high - low for low, high in map(self._keys, range(period))) * rows / period
        tiles = ((self._keys(row)[0], self._keys(min(row + TILE, rows) - 1)[1]) for row in range(0, rows, TILE))
        return keys / sum(TILE * TILE * ceil((high - low) / TILE) for low, high in tiles)

    def _keys(self, row: int) -> tuple[float, float]:
        """The first key of a row and the one after its last, in positions of one residue class."""
        size = ceil(self.segment / self.dilation)
        start, stop = (row // size * size, (row // size + 1) * size) if size else (-inf, inf)
        return max(start, row - self.left // self.dilation), min(stop, row + self.right // self.dilation + 1)


def reach_of(clause: Clause) -> Reach | None:
    """The keys that a clause admits, if it is a segment or window, possibly of one residue class; else None.

    Limits that an input gives, such as the ends of documents, are taken to be far away.
    """
    lows, highs = ([one for one in side if bound_facts(one).input is None] for side in limits(clause, Side.KEY))
    dilation, near, far = _dilation(clause), relative(lows), relative(highs)
    if dilation is None or len(near) < len(lows) or len(far) < len(highs):
        return None
    before = [(-one.offset, one.shift, one.period) for one in near]
    after = [(one.offset - one.period, one.shift, one.period) for one in far]
    segments = {period for _, _, period in (*before, *after) if period > 1}
    plain = all(period == 1 or distance == shift == 0 for distance, shift, period in (*before, *after))
    left, right = (min((one for one, _, period in side if period == 1), default=inf) for side in (before, after))
    if not plain or len(segments) > 1 or not (segments or max(left, right) < inf):
        return None
    return Reach(max(segments, default=0), left, right, dilation)


def _dilation(clause: Clause) -> int | None:
    """The step of the residue classes of positions that rows and keys share, 1 without any; None for other clauses."""
    plain = all(atom_of(one) is one and form(one) in (Form.RANGE, Form.CLASSES) for one in clause)
    rows, keys = ({(one.dilation, one.block) for one in classes_of(clause, side)} for side in Side)
    match tuple(rows | keys):
        case () if plain:
            return 1
        case ((dilation, 1),) if plain and rows == keys:
            return dilation
        case _:
            return None
