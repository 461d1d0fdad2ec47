"""Listing the pairs of blocks that selections hold, for some rows of blocks, beginning with the sparsest selection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import AT_ONCE
from patternc.counting.sample import counted_up
from patternc.ir.chosen_blocks import Nearest, about_lowest, lowest
from patternc.ir.facts import atom_facts, block_sizes
from patternc.ir.mask import Mask, Not, Picked, Random, Selection, Side, TopK
from patternc.ir.semantics import Inputs, selected
from patternc.schedule.listing import selection

Numbers: TypeAlias = npt.NDArray[np.int64]

MANY, DENSE = 1 << 12, 4
"""If `random` chooses more than MANY blocks of a row, or more than one in DENSE, every block is tested."""


@dataclass(frozen=True, slots=True)
class ListedBlocks:
    """The pairs of blocks to list: those for which all `literals` hold, for one head, in a sequence of n positions.

    `queries`, `keys`: the positions of a block.

    `approximate`: rows may have `count` random blocks only on average, which is enough for samples and needs no ranks.
    """

    literals: tuple[Mask, ...]
    queries: int
    keys: int
    head: int
    n: int
    inputs: Inputs
    approximate: bool = False

    @property
    def count(self) -> int:
        """The number of blocks of keys in the sequence."""
        return -(-self.n // self.keys)

    def size(self, side: Side) -> int:
        """The positions of a side in a block."""
        return self.queries if side is Side.QUERY else self.keys

    def counted(self, side: Side) -> int:
        """The number of blocks of a side in the sequence."""
        return -(-self.n // self.size(side))


def candidates(blocks: ListedBlocks) -> int:
    """The number of columns that are examined for a row of blocks."""
    first = _sorted(blocks)[0]
    times = block_sizes(selection(first))[1] // blocks.keys
    match first:
        case TopK(_, count):
            return min(times * count, blocks.count)
        case Picked(name):
            return min(times * int(blocks.inputs[name].shape[2]), blocks.count)
        case Random(_, _, int(count), None) if count <= MANY and DENSE * times * count <= blocks.count:
            return times * count
        case _:
            return blocks.count


def listed_pairs(blocks: ListedBlocks, rows: Numbers, among: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """The listed pairs of some rows: indices into `rows`, and columns (both in blocks), ordered by row.

    `among`: the columns to try where a selection does not name them itself; None: all columns.
    """
    tried = np.arange(blocks.count) if among is None else among
    size = max(1, AT_ONCE // max(1, min(candidates(blocks), tried.size)))
    parts = [_pairs(blocks, rows[at : at + size], tried, at) for at in range(0, rows.size, size)]
    index, columns = zip(*parts, strict=True) if parts else ((), ())
    none = np.zeros(0, np.int64)
    return np.concatenate([none, *index]), np.concatenate([none, *columns])


def listed_columns(blocks: ListedBlocks, rows: Numbers, among: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """The columns that are listed for some queries: indices into `rows`, and columns (in blocks), ordered by row."""
    distinct, place = np.unique(rows // blocks.queries, return_inverse=True)
    index, columns = listed_pairs(blocks, distinct, among)
    sizes = np.bincount(index, minlength=distinct.size)
    starts, own = np.cumsum(sizes) - sizes, sizes[place]
    return np.repeat(np.arange(rows.size), own), columns[np.repeat(starts[place], own) + counted_up(own)]


def pairs_of_columns(blocks: ListedBlocks, columns: Numbers, among: Numbers) -> tuple[Numbers, Numbers]:
    """The listed pairs of some columns: indices into `columns`, and rows. Each of the rows `among` is tried."""
    size = max(1, AT_ONCE // among.size)
    parts = []
    for at in range(0, columns.size, size):
        index = np.repeat(np.arange(at, min(at + size, columns.size)), among.size)
        rows = np.tile(among, index.size // among.size)
        for literal in _sorted(blocks):
            kept = _holds(literal, blocks, rows, columns[index])
            index, rows = index[kept], rows[kept]
        parts.append((index, rows))
    none = np.zeros(0, np.int64)
    found = tuple(np.concatenate([none, *(part[side] for part in parts)]) for side in (0, 1))
    return found[0], found[1]


def _pairs(blocks: ListedBlocks, rows: Numbers, among: Numbers, start: int) -> tuple[Numbers, Numbers]:
    first, *rest = _sorted(blocks)
    index, columns = _found(first, blocks, rows, among)
    for literal in rest:
        kept = _holds(literal, blocks, rows[index], columns)
        index, columns = index[kept], columns[kept]
    return index + start, columns


def _sorted(blocks: ListedBlocks) -> list[Mask]:
    """The literals in the order in which they are tried: the kinds that usually hold the fewest blocks first."""
    return sorted(blocks.literals, key=_rank)


def _rank(literal: Mask) -> int:
    facts = atom_facts(selection(literal))
    if isinstance(literal, Not) or facts.hashed:
        return 3
    if facts.given:
        return 0
    return 2 if facts.count is None else int(facts.ranked)


def _found(literal: Mask, blocks: ListedBlocks, rows: Numbers, among: Numbers) -> tuple[Numbers, Numbers]:
    """The pairs of blocks that a literal holds; `among`: the columns to try if it does not name them itself."""
    high, times = _times(selection(literal), blocks)
    match literal:
        case TopK(block, count):
            chosen = _given(blocks.inputs["selection"], blocks.head, rows // high)[:, :count]
        case Picked(name):
            chosen = np.sort(_given(blocks.inputs[name], blocks.head, rows // high))
            chosen[:, 1:][chosen[:, 1:] == chosen[:, :-1]] = -1
        case Random(block, seed, int(count), None) if candidates(blocks) < min(blocks.count, among.size + 1):
            chosen = lowest(seed, blocks.head, rows // high, -(-blocks.n // block), count)
        case _:
            return _all(literal, blocks, rows, among)
    wide = (chosen[:, :, None] * times + np.arange(times)).reshape(rows.size, -1)
    index, place = np.nonzero((wide >= 0) & (wide < blocks.count))
    return index, wide[index, place]


def _times(atom: Selection, blocks: ListedBlocks) -> tuple[int, int]:
    """The rows and the columns of listed blocks that a block of a selection consists of."""
    queries, keys = block_sizes(atom)
    return queries // blocks.queries, keys // blocks.keys


def _given(lists: object, head: int, rows: Numbers) -> Numbers:
    """The blocks [rows, count] that an input lists for some rows."""
    if isinstance(lists, Nearest):
        return lists.of(rows)
    every = np.asarray(lists)
    return np.asarray(every[head if len(every) > 1 else 0][rows])


def _all(literal: Mask, blocks: ListedBlocks, rows: Numbers, among: Numbers) -> tuple[Numbers, Numbers]:
    index = np.repeat(np.arange(rows.size), among.size)
    columns = np.tile(among, rows.size)
    kept = _holds(literal, blocks, rows[index], columns)
    return index[kept], columns[kept]


def _holds(literal: Mask, blocks: ListedBlocks, rows: Numbers, columns: Numbers) -> npt.NDArray[np.bool_]:
    """A mask of the pairs of blocks that a literal holds."""
    atom = selection(literal)
    high, times = _times(atom, blocks)
    held = _selects(atom, blocks, rows // high, columns // times)
    return np.asarray(held ^ isinstance(literal, Not), dtype=bool)


def _selects(atom: Selection, blocks: ListedBlocks, rows: Numbers, columns: Numbers) -> npt.NDArray[np.bool_]:
    count = -(-blocks.n // block_sizes(atom)[1])
    match atom:
        case Random(_, seed, int(chosen), None) if blocks.approximate and chosen < count:
            return about_lowest(seed, blocks.head, rows, columns, count, chosen)
        case _:
            return np.asarray(selected(atom, blocks.head, rows, columns, count, blocks.inputs))
