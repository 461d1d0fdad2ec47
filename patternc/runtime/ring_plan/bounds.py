"""Classes, bounds, boxes and lists: what a mask says of a query and its keys, as arithmetic on positions."""

import bisect
import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..boxes import _of_dimensions
from .runs import MOST_BITS, Run, _repeated, _rotated

MOST_TURNS = 64  # of a segment or a step that are looked at one by one: of more, what repeats is looked at once


class Lattice(NamedTuple):
    """The positions x with x // block % segment % dilation == residue; `segment` 0: without that modulo.

    `excluded`: all other positions.
    """

    dilation: int = 1
    residue: int = 0
    segment: int = 0
    block: int = 1
    excluded: bool = False

    @property
    def turn(self) -> int:
        """The number of positions after which the lattice repeats."""
        return (self.segment or self.dilation) * self.block

    def cuts(self, queries: range) -> range:
        """The queries at which a turn of the lattice begins."""
        return range(-(-queries.start // self.turn) * self.turn, queries.stop, self.turn)

    @property
    def is_of_blocks(self) -> bool:
        """Whether positions of a class are blocks that are multiples of its turn apart."""
        return not self.segment and not self.excluded

    @property
    def is_stride(self) -> bool:
        """Whether positions of a class are those that are multiples of its turn apart."""
        return self.is_of_blocks and self.block == 1

    @property
    def enough(self) -> int:
        """The length of a stretch that is sure to hold a position of the lattice."""
        if (self.segment and self.segment < self.dilation) or self.excluded:
            return 2**62
        return self.dilation * self.block * (2 if self.segment else 1)

    def of_turn(self, position: int) -> "Lattice":
        """The lattice without `segment` that has the same positions within the turn of one position."""
        origin = position // self.turn * self.segment
        return self._replace(residue=(self.residue + origin) % self.dilation, segment=0)

    def residues(self, positions: range) -> Sequence[int]:
        """The classes of some positions, without regard to the residue of this one."""
        blocks = range(positions.start // self.block, -(-positions.stop // self.block))
        if len(blocks) >= self.dilation:
            return range(self.dilation)
        return sorted({(place % self.segment if self.segment else place) % self.dilation for place in blocks})

    @property
    def bits(self) -> int:
        """The positions of the first turn, as a set of bits."""
        period, bits = self._classes
        return _repeated(bits, period, -(-self.turn // period) * period) & (1 << self.turn) - 1

    @property
    def _classes(self) -> tuple[int, int]:
        """The period of the positions of a segment, and their residues as a set of bits."""
        period, bits = self.block * self.dilation, ((1 << self.block) - 1) << self.block * self.residue
        return period, bits ^ ((1 << period) - 1 if self.excluded else 0)

    def runs(self, start: int, stop: int) -> Iterator[Run]:
        """The runs of its positions from start on and below stop."""
        if self.segment and self.turn <= MOST_BITS and stop - start > MOST_TURNS * self.turn:
            yield Run(start, stop, self.turn, self.bits)
            return
        period, bits = self._classes
        width = self.block * self.segment or max(stop, 1)
        for origin in range(start // width * width, stop, width):
            first, end = max(start, origin), min(stop, origin + width)
            if end - first >= period or self.excluded:
                yield Run(first, end, period, _rotated(bits, period, origin))
                continue
            begin = first - (first - origin - self.block * self.residue) % period  # of the last block up to there
            blocks = ((max(first, at), min(end, at + self.block)) for at in (begin, begin + period))
            yield from (Run(*block) for block in blocks if block[0] < block[1])


class Follow(NamedTuple):
    """The position (q + shift) // period * period + offset; without a shift where the period is 1."""

    offset: int = 0
    shift: int = 0
    period: int = 1

    @property
    def turn(self) -> int:
        """The number of queries after which the position has grown by as much."""
        return self.period

    def at(self, q: int) -> int:
        """The position for a query."""
        return (q + self.shift) // self.period * self.period + self.offset

    def first_above(self, x: int) -> int:
        """The first query whose position is above x."""
        return ((x - self.offset) // self.period + 1) * self.period - self.shift

    def cuts(self, queries: range) -> range:
        """The queries at which the position changes."""
        return range(-(-(queries.start + self.shift) // self.turn) * self.turn - self.shift, queries.stop, self.turn)


class OfDocument(NamedTuple):
    """The position where a query's document starts, or the next one (`end`); offsets count blocks."""

    offsets: tuple[int, ...]
    end: bool
    block: int = 1

    def at(self, q: int) -> int:
        """The position for a query."""
        place = bisect.bisect_right(self.offsets, q // self.block) - 1 + self.end
        return self.offsets[min(place, len(self.offsets) - 1)] * self.block

    def first_above(self, x: int) -> int:
        """The first query whose position is above x."""
        place = bisect.bisect_right(self.offsets, x // self.block)
        if place == len(self.offsets):
            return 2**62
        return self.offsets[place - self.end] * self.block if place >= self.end else 0

    def cuts(self, queries: range) -> set[int]:
        """The queries whose document begins there, but for the first one."""
        begin = bisect.bisect_right(self.offsets, queries.start // self.block)
        end = bisect.bisect_left(self.offsets, -(-queries.stop // self.block))
        return {offset * self.block for offset in self.offsets[begin:end]}


class InDocument(NamedTuple):
    """The position of a bound that counts from the start of a query's document, cut to the document's ends.

    `early`, `late`: whether it may lie before the start, or behind the end.
    """

    offsets: tuple[int, ...]
    bound: Follow
    early: bool = False
    late: bool = False

    def _ends(self, q: int) -> tuple[int, int]:
        """Where the document of a query starts and ends."""
        place = bisect.bisect_right(self.offsets, q)
        return self.offsets[place - 1], self.offsets[min(place, len(self.offsets) - 1)]

    def at(self, q: int) -> int:
        """The position for a query."""
        start, end = self._ends(q)
        return min(max(start + self.bound.at(q - start), start), end)

    def first_above(self, x: int) -> int:
        """The first query whose position is above x."""
        if x < 0 or x >= self.offsets[-1]:
            return 0 if x < 0 else 2**62
        start, end = self._ends(x)
        return min(start + max(0, self.bound.first_above(x - start)), end)

    def cuts(self, queries: range) -> set[int]:
        """The queries whose document begins there, but for the first one."""
        return OfDocument(self.offsets, False).cuts(queries)

    def moved(self, q: int) -> Follow:
        """The bound for queries of one document, given one of them, where it is not cut."""
        start, _ = self._ends(q)
        return Follow(self.bound.offset + start, self.bound.shift - start, self.bound.period)


class Box(NamedTuple):
    """The neighbours of a cell of a grid, as `_boxed` says."""

    grid: tuple[int, ...]
    extents: tuple[int, ...]
    dilations: tuple[int, ...]
    steps: tuple[int, ...] = ()
    before: tuple[int, ...] = ()

    def cuts(self, queries: range) -> set[int]:
        """The queries at which a range of them is cut, so that each part is a box of cells."""
        found = {queries.start, queries.stop}
        for place in range(1, len(self.grid)):
            size = math.prod(self.grid[place:])
            found |= {-(-queries.start // size) * size, queries.stop // size * size}
        return {cut for cut in found if cut in queries}

    def runs(self, cells: range) -> tuple[Run, ...]:
        """The runs of neighbours of a box of cells; in every dimension they are those of an interval."""
        found, size = [range(1)], 1
        for grid, *along in reversed(_of_dimensions(*self)):
            first, last = cells[0] // size % grid, cells[-1] // size % grid
            lines = _near_along(range(first, last + 1), grid, *along)
            if found == [range(size)]:
                found = [range(line.start * size, line.stop * size) for line in lines]
            else:
                origins = [place * size for line in lines for place in line]
                found = [range(at + part.start, at + part.stop) for at in origins for part in found]
            size *= grid
        return tuple(Run(part.start, part.stop) for part in found)


@functools.lru_cache(maxsize=1024)
def _near_along(cells: range, size: int, extent: int, dilation: int, step: int, before: int) -> list[range]:
    """The neighbours of an interval of cells along a dimension."""
    found: set[int] = set()
    for residue in range(dilation):
        own, every = cells[(residue - cells.start) % dilation :: dilation], (size - 1 - residue) // dilation + 1
        if own:
            places = (cell // (dilation * step) * step - before for cell in (own[0], own[-1]))
            first, last = (min(max(place, 0), every - extent) for place in places)
            found.update(range(first * dilation + residue, (last + extent) * dilation + residue, dilation))
    starts = sorted(cell for cell in found if cell - 1 not in found)
    stops = sorted(cell + 1 for cell in found if cell + 1 not in found)
    return [range(*pair) for pair in zip(starts, stops, strict=True)]


class ListedBlocks(NamedTuple):
    """The pairs of blocks that `pairs` lists for a head of the model, and for `others` that have the same keys."""

    pairs: Callable[..., object]
    block: int
    n: int
    head: int = 0
    num_heads: int = 1
    others: tuple[int, ...] = ()

    def columns(self, queries: range) -> tuple[list[int], list[int]]:
        """The starts and ends of runs of the blocks that some of the queries have."""
        raise NotImplementedError

    def __call__(self, queries: range, keys: range) -> Iterator[Run]:
        """The blocks of keys that rows with some of the queries have and that hold some of the keys."""
        first, last = keys.start // self.block, (keys.stop - 1) // self.block
        starts, stops = self.columns(queries)
        places = range(bisect.bisect_right(stops, first), bisect.bisect_right(starts, last))
        return (Run(self.block * starts[place], self.block * stops[place]) for place in places)

    def with_heads(self, several: Iterable["ListedBlocks"]) -> "ListedBlocks":
        """A list of the blocks that any of several lists has, which differ by their heads."""
        return self._replace(others=tuple(sorted({one.head for one in several} - {self.head})))
