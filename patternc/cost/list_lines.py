"""The lines of block lists: how many listed blocks each tile of rows visits, and how many of them are fully admitted.

Lists are made as generated files make them. If a list would hold too many pairs, only some lines, evenly spaced, are
counted, and every other line is assumed to equal the nearest of them. If these lines still have too many pairs, only
every `step`-th block of the other side is examined, and stands for those between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import lcm

import numpy as np
import numpy.typing as npt

from patternc.codegen.block_lists.listings import Listed
from patternc.cost.count_cache import CountCache, Counted, Numbers, Pairs
from patternc.counting.effort import BLOCKS, EFFORT, LESS, pair_effort, slowness
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.listed_pairs import ListedBlocks, candidates, listed_pairs, pairs_of_columns
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.counting.sample import FEWEST, LEAST, counted_up
from patternc.ir.block_tests import some_of, whole_of
from patternc.ir.grid_axes import GridAxes, keys_near
from patternc.ir.launch_settings import Lines
from patternc.ir.mask import Layout, Side
from patternc.ir.semantics import Inputs
from patternc.ir.tile import SortedBlockList
from patternc.ir.traversal import boxes_in
from patternc.schedule.grid_layout import neighbours, numbering

MOST = EFFORT // BLOCKS
"""The most pairs of blocks (or of cells) that are examined for a list; with more, only some lines are counted."""
ROUGHLY = 8
"""The factor by which fewer pairs are examined if only a predicted time is needed."""


@dataclass(slots=True)
class Lister:
    """Makes the lines of lists for the heads of a group, numbered from its first; `sampled`: some lines were estimated.

    `like`: for each head, the equal head that is counted in its place.
    """

    listed: Mapping[int, Listed]
    grid: tuple[int, ...]
    n: int
    first: int
    like: Mapping[int, int]
    total: int
    inputs: Inputs
    cache: CountCache = field(default_factory=CountCache)
    sampled: bool = False

    def lines(self, made: SortedBlockList, block_m: int) -> Lines:
        """The lines of a list for tiles of `block_m` rows."""
        size = made.block if made.block % block_m == 0 else block_m
        one = self.listed[made.number]
        key = one, made.side, size, self.first, tuple(self.like.values()), len(self.listed)
        if key not in self.cache.made:
            self.cache.made[key] = self._lines(one, made, size)
        lines, whole = self.cache.made[key]
        self.sampled |= not whole
        return lines

    def _lines(self, one: Listed, made: SortedBlockList, size: int) -> tuple[Lines, bool]:
        """The lines of a list, and whether all of them were counted."""
        count = -(-self.n // size)
        heads = sorted(set(self.like.values())) if one.by_head or one.of_heads else [0]
        stand = self._standing(one, made, heads, size)
        found = {head: self._counted(one, made, head, size) for head in dict.fromkeys(stand.values())}
        counted = {head: found[other][0] for head, other in stand.items()}
        several = len(heads) > 1 or heads != [0]
        order = [self.like[head] for head in range(len(self.like))] if several else [0]
        entries, whole = (np.concatenate([counted[head][part] for head in order]) for part in range(2))
        nothing = np.zeros(1, np.int64)
        tables = *_places(entries, whole), nothing, nothing
        return Lines(tables, count if several else 0, size), all(exact for _, exact in found.values())

    def _standing(self, one: Listed, made: SortedBlockList, heads: list[int], size: int) -> dict[int, int]:
        """For each head, the head whose lines it gets: itself, or one of a few heads if their lines are samples."""
        lines, step = self._drawn(self.source(one, made, heads[0]), size)
        if lines.size == -(-self.n // size) and step == 1:
            return {head: head for head in heads}
        # How many of the heads with different blocks are counted if only a sample of their lines is counted anyway.
        few = min(4, len(heads))
        return {head: heads[place * few // len(heads) * len(heads) // few] for place, head in enumerate(heads)}

    def source(self, one: Listed, made: SortedBlockList, head: int = 0) -> _Source:
        """A list for a head of the group."""
        call = HeadOfCall(self.first + head, self.total, self.n, self.inputs)
        return _Source(one, made.side, call, self.grid, self.cache.pairs)

    @property
    def _shared(self) -> int:
        """The lists and heads that share the effort."""
        return len(set(self.like.values())) * len(self.listed)

    def _counted(self, one: Listed, made: SortedBlockList, head: int, size: int) -> tuple[Counted, bool]:
        key = one, made.side, size, self.first + head, self._shared
        if key not in self.cache.lines:
            source, count = self.source(one, made, head), -(-self.n // size)
            lines, step = self._drawn(source, size)
            found = _entries(replace(source, step=step), lines, size).counts(lines.size)
            found = found if step == 1 else _scaled(found, step, source.blocks.count)
            every = found if lines.size == count else _spread(found, lines, count)
            self.cache.lines[key] = every, lines.size == count and step == 1
        return self.cache.lines[key]

    def _drawn(self, source: _Source, size: int) -> tuple[Numbers, int]:
        """The lines to count, and the step between examined blocks of the other side."""
        count, fewer, each = -(-self.n // size), ROUGHLY if self.cache.rough else 1, max(1, source.effort(size))
        effort = MOST // (fewer * self._shared)
        # At least 8 lines of each list and head, if many share the effort or a line takes much of it.
        least = max(min(8, LEAST), min(LEAST, MOST // each) // (fewer * self._shared))
        most = max(least, effort // each)
        if most < count:
            effort //= LESS * slowness(sum(map(pair_effort, source.blocks.literals)))
            most = max(least, effort // each)
        every = most >= count or not source.divisible
        lines = np.arange(count) if every else np.unique(np.linspace(0, count - 1, most).astype(np.int64))
        # Of the other side, FEWEST blocks at least are examined for a line; LEAST if only a predicted time is needed.
        return lines, _step(source, source.effort(size) * lines.size // max(1, effort), max(LEAST, FEWEST // fewer))


def _spread(found: Counted, lines: Numbers, count: int) -> Counted:
    """All lines from the counted ones: each line is the nearest counted one."""
    places = np.arange(count)
    behind = np.searchsorted(lines, places).clip(max=len(lines) - 1)
    before = (behind - 1).clip(min=0)
    nearest = np.where(places - lines[before] <= lines[behind] - places, before, behind)
    return found[0][nearest], found[1][nearest]


def _step(source: _Source, wanted: int, others: int) -> int:
    """The step between examined blocks of the other side, so that `wanted` times fewer pairs are, but `others` a line.

    It is 1 where a selection names fewer blocks of a line than would be examined. Lines along keys name none: of them,
    the blocks that every `step`-th block of queries names are examined.
    """
    if source.box is not None or wanted <= 1:
        return 1
    count, named = source.blocks.counted(source.side.other), candidates(source.blocks)
    if not source.divisible:
        return max(1, min(wanted, count // others))
    step = min(wanted * count // named, count // others)
    return step if step > 1 and -(-count // step) <= named else 1


def _scaled(found: Counted, step: int, most: int) -> Counted:
    """Estimated entries per line from those at every `step`-th block of the other side; runs of lines share a mean."""
    # The number of runs of lines that share a mean if only some blocks of the other side are examined.
    edges = np.unique(np.linspace(0, found[0].size, 64 + 1).astype(np.int64))
    sizes = np.diff(edges)
    means = (np.minimum(np.add.reduceat(one, edges[:-1]) * step / sizes, most) for one in found)
    entries, whole = (np.diff(np.floor(np.cumsum(np.repeat(mean, sizes))), prepend=0) for mean in means)
    return entries.astype(np.int64), np.minimum(whole, entries).astype(np.int64)


@dataclass(frozen=True, slots=True)
class _Source:
    """One list for one head, with lines along `side`. `step`: examine every `step`-th block of the other side."""

    one: Listed
    side: Side
    call: HeadOfCall
    grid: tuple[int, ...]
    known: Pairs
    step: int = 1

    @property
    def block(self) -> int:
        """The rows of a block."""
        return self.one.listing.size(self.side)

    @property
    def width(self) -> int:
        """The columns of a block."""
        return self.one.listing.size(self.side.other)

    @property
    def box(self) -> GridAxes | None:
        return next(iter(boxes_in(self.one.listing.literals)), None)

    @property
    def blocks(self) -> ListedBlocks:
        listing, call = self.one.listing, self.call
        place = listing.queries, listing.keys, call.head, call.n, call.inputs
        return ListedBlocks(listing.literals, *place, approximate=self.step > 1)

    @property
    def dense(self) -> bool:
        return self.box is None and candidates(self.blocks) == self.blocks.count

    @property
    def divisible(self) -> bool:
        """Whether single lines can be counted without the whole list."""
        return self.side is Side.QUERY or self.dense or self.box is not None

    def effort(self, size: int) -> int:
        """The number of pairs that are examined for a line of `size` rows."""
        if self.box is not None:
            return size * keys_near(self.box)
        return max(1, size // self.block) * candidates(self.blocks)

    def pairs(self, rows: Numbers) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_]]:
        """The listed pairs of some blocks of rows: indices into `rows`, columns, and which are whole."""
        if self.box is not None:
            return self._near(self.box, rows)
        if self.step > 1:
            index, columns = self._some(rows)
        elif rows.size == self.blocks.counted(self.side):
            queries, keys, whole = self._all()
            index, columns = (queries, keys) if self.side is Side.QUERY else (keys, queries)
            return index, columns, whole & ~self._cut(columns)
        elif self.side is Side.QUERY:
            index, columns = listed_pairs(self.blocks, rows)
        else:
            index, columns = pairs_of_columns(self.blocks, rows, np.arange(self.blocks.counted(Side.QUERY)))
        return self._within(index, rows[index], columns, None)

    def _some(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        """The listed pairs with every `step`-th block of the other side: indices into `rows`, and those blocks."""
        others = np.arange(self.step // 2, self.blocks.counted(self.side.other), self.step)
        if self.side is Side.QUERY:
            return listed_pairs(self.blocks, rows, others)
        if self.dense:
            return pairs_of_columns(self.blocks, rows, others)
        place, own = listed_pairs(self.blocks, others)  # of all rows, in order
        return own, others[place]

    def _all(self) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_]]:
        """The query blocks and key blocks of all pairs, and which pairs are whole if no block is cut by the end."""
        key = self.one, self.call.head
        if key not in self.known:
            rows, columns = listed_pairs(self.blocks, np.arange(self.blocks.counted(Side.QUERY)))
            kept, certain = self._admitted(rows, columns)
            self.known[key] = rows[kept], columns[kept], certain
        return self.known[key]

    def _within(
        self, index: Numbers, rows: Numbers, columns: Numbers, held: npt.NDArray[np.bool_] | None
    ) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_]]:
        """The pairs that may admit some positions, and which are fully admitted; `held`: pairs within all literals."""
        kept, certain = self._admitted(*((rows, columns) if self.side is Side.QUERY else (columns, rows)))
        columns = columns[kept]
        return index[kept], columns, certain & ~self._cut(columns) & (True if held is None else held[kept])

    def _admitted(self, queries: Numbers, keys: Numbers) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Masks of the pairs of blocks that may admit some positions, and of those that certainly admit all."""
        listing = self.one.listing
        parts = Rectangles(self._positions(queries, listing.queries), self._positions(keys, listing.keys))
        block = 0 if self.one.order is not None else lcm(listing.queries, listing.keys)
        kept, _ = pair_bounds(some_of(self.one.masks, block), parts, self.call)
        _, certain = pair_bounds(whole_of(self.one.masks, block), parts.chosen(kept), self.call)
        return kept, certain

    def _cut(self, columns: Numbers) -> npt.NDArray[np.bool_]:
        """A mask of the other side's blocks that end behind the last position."""
        return np.asarray((columns + 1) * self.width > self.call.n)

    def _positions(self, blocks: Numbers, size: int) -> tuple[Numbers, Numbers]:
        """The first and last position of each block, also of blocks of cells in an order."""
        first, last = blocks * size, np.minimum((blocks + 1) * size, self.call.n) - 1
        if self.one.order is None:
            return first, last
        order, _ = _order(self.one.order, self.grid)
        places = np.minimum(blocks[:, None] * size + np.arange(size), self.call.n - 1)
        return order[places].min(axis=1), order[places].max(axis=1)

    def _near(self, box: GridAxes, rows: Numbers) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_]]:
        """The blocks that hold cells of the rows' neighbourhoods; of keys, about those of the queries they have."""
        every = rows.size == self.blocks.count
        if self.side is Side.KEY and not every:
            box = tuple(axis.from_keys for axis in box)
        order, rank = _order(self.one.order, self.grid)
        block_of = rank // self.block
        index, columns, whole = [], [], []
        for place, row in enumerate(rows):
            cells = order[row * self.block : (row + 1) * self.block]
            times = np.bincount(block_of[neighbours(box, cells)].ravel())
            found = np.flatnonzero(times)
            index.append(np.full(found.size, place))
            columns.append(found)
            whole.append(times[found] == cells.size * self.block)
        number, other, held = np.concatenate(index), np.concatenate(columns), np.concatenate(whole)
        if self.side is Side.KEY and every:
            number, other = other, number
        return self._within(number, rows[number], other, held)


@lru_cache(maxsize=2)
def _order(layout: Layout | None, grid: tuple[int, ...]) -> tuple[Numbers, Numbers]:
    """The cells in the order of a layout, and the place of each cell in it."""
    assert layout is not None
    order = numbering(layout, grid)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return order, rank


@dataclass(frozen=True, slots=True)
class _Entries:
    """The entries of some lines, sorted by line and block: the line's index, the block, and if it is fully admitted."""

    line: Numbers
    block: Numbers
    whole: npt.NDArray[np.bool_]

    def counts(self, lines: int) -> Counted:
        """The number of entries, and of fully admitted ones, of each of some lines."""
        entries, whole = (np.bincount(line, minlength=lines) for line in (self.line, self.line[self.whole]))
        return entries, whole


def _places(entries: Numbers, whole: Numbers) -> Counted:
    """Where the entries of each line start, and where those that are not fully admitted do."""
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(entries)])
    return starts, starts[:-1] + whole


def _entries(source: _Source, lines: Numbers, size: int) -> _Entries:
    """The entries of lines of `size` rows; a line visits a block of columns if one of its blocks of rows does."""
    block, n = source.block, source.call.n
    first, last = lines * size // block, (np.minimum((lines + 1) * size, n) - 1) // block
    met = last - first + 1
    every = lines.size == -(-n // size)
    rows = np.arange(-(-n // block)) if every else np.unique(np.repeat(first, met) + counted_up(met))
    index, columns, whole = source.pairs(rows)
    row = rows[index]
    begin, end = row * block // size, (np.minimum((row + 1) * block, n) - 1) // size
    at = np.repeat(np.arange(row.size), end - begin + 1)  # a block of rows may be of several lines
    number = begin[at] + counted_up(end - begin + 1)
    line = number if every else np.searchsorted(lines, number).clip(max=lines.size - 1)
    own = lines[line] == number
    at, line = at[own], line[own]
    width = n // source.width + 2
    keys, inverse = np.unique(line * width + columns[at], return_inverse=True)
    owner = keys // width
    complete = np.bincount(inverse, weights=whole[at], minlength=keys.size) == met[owner]
    return _Entries(owner, keys % width, complete)


def all_lines(lister: Lister, made: SortedBlockList, block_m: int) -> Lines:
    """The lines of a list for a lister's first head, with the block of every entry, fully admitted ones first."""
    size = made.block if made.block % block_m == 0 else block_m
    lines = np.arange(-(-lister.n // size))
    found = _entries(lister.source(lister.listed[made.number], made), lines, size)
    order = np.lexsort((found.block, ~found.whole, found.line))
    return Lines((*_places(*found.counts(lines.size)), found.block[order], np.zeros_like(order)), 0, size)
