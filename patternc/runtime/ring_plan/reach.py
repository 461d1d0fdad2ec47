"""Reaches: the keys that the queries of a clause attend to."""

import bisect
import functools
import itertools
import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .bounds import MOST_TURNS, Box, Follow, InDocument, Lattice, ListedBlocks, OfDocument
from .runs import MOST_BITS, Run, _bits_of, _common, _repeated, _rotated, _shortest, _union


class Cycle(NamedTuple):
    """The repeating part of a reach: as bits, the queries that attend to keys, and the keys of any query; None: all."""

    period: int
    live: int
    bits: int | None

    def after(self, q: int) -> int:
        """The first live query from q on."""
        place = q % self.period
        later = self.live >> place
        if later:
            return q + (later & -later).bit_length() - 1
        return q - place + self.period + (self.live & -self.live).bit_length() - 1 if self.live else 2**62

    def before(self, q: int) -> int:
        """The last live query up to q."""
        place = q % self.period
        earlier = self.live & (1 << place + 1) - 1
        return q - place + (earlier.bit_length() if earlier else self.live.bit_length() - self.period) - 1


@functools.lru_cache(maxsize=4096)
def _cycle(lows: tuple[Follow, ...], highs: tuple[Follow, ...], queries: tuple[Lattice, ...]) -> Cycle:
    """The cycle of bounds and classes of queries, without those that make it longer than `MOST_BITS`.

    Keys that no query attends to lie between the bounds of two queries with no live one between them.
    """
    period = 1
    for turn in sorted(one.turn for one in lows + highs + queries):
        if math.lcm(period, turn) <= MOST_BITS:
            period = math.lcm(period, turn)
    lows, highs = (tuple(one for one in some if period % one.turn == 0) for some in (lows, highs))
    queries = tuple(one for one in queries if period % one.turn == 0)
    live = every = (1 << period) - 1
    for lattice in queries:
        live &= _repeated(lattice.bits, lattice.turn, period)
    if not lows or not highs:
        return Cycle(period, live, None)
    near = list(_near_bounds(lows, highs, live if queries else None, period))
    short = _bits_of((part for part, _ in near), period) & live
    outside = _bits_of(_keys_between([keys for _, keys in near], period), period)
    if not outside and period > 1 and short == live:  # bounds leave nothing out
        return _cycle((), (), queries)
    return Cycle(period, short, every ^ outside if outside else None)


def _near_bounds(
    lows: tuple[Follow, ...], highs: tuple[Follow, ...], live: int | None, period: int
) -> Iterator[tuple[range, range]]:
    """The queries of a period that have keys between their bounds, and these keys: ranges without a gap.

    `live`: the queries that are looked at, one by one where both their bounds move; None: all. What is found between
    two steps of bounds holds queries that are not live, too.
    """
    cuts = {cut for one in lows + highs if one.turn > 1 for cut in one.cuts(range(period))}
    places = None if live is None else [one.start() for one in re.finditer("1", f"{live:b}"[::-1])]
    least = max([one.offset for one in lows if one.turn == 1], default=-(2**62))
    most = min([one.offset for one in highs if one.turn == 1], default=2**62)
    for start, stop in itertools.pairwise(sorted({0, period, *cuts}) if least < most else ()):
        low = max([one.at(start) for one in lows if one.turn > 1], default=-(2**62))
        high = min([one.at(start) for one in highs if one.turn > 1], default=2**62)
        part = range(max(start, low - most + 1), min(stop, high - least))
        if low < high and part and places is None:
            yield part, range(max(low, part[0] + least), min(high, part[-1] + most))
        elif low < high and part and places is not None:
            own = places[bisect.bisect_left(places, part.start) : bisect.bisect_left(places, part.stop)]
            both = least > -(2**62) and most < 2**62
            for first, last in zip(own, own, strict=True) if both else [(own[0], own[-1])] if own else ():
                yield range(first, last + 1), range(max(low, first + least), min(high, last + most))


def _keys_between(near: list[range], period: int) -> Iterator[range]:
    """The residues of keys that lie between two of the ranges of a period, or the last one and the first one."""
    starts = [keys.start for keys in near] + [keys.start + period for keys in near[:1]]
    for keys, start in zip(near, starts[1:], strict=True):
        place, length = keys.stop % period, start - keys.stop
        if length > 0:
            yield range(place, min(place + length, period))
            yield range(max(0, place + length - period))


CLASSES = 512  # of several moduli that are looked at together: of more a run holds some more
SHORT = 1 << 12  # positions: what follows queries and repeats later than that is looked at turn by turn
MOST_CUTS = 4 * SHORT  # steps of bounds that are looked at, of all classes: of more a run holds keys of other classes


class Reach(NamedTuple):
    """Keys that queries attend to: max(lows(q)) <= k < min(highs(q)) and start <= k < stop, of all the classes.

    `starts`, `stops`: bounds like `lows` and `highs`, where documents begin, or in the coordinates of documents.
    """

    lows: tuple[Follow, ...] = ()
    highs: tuple[Follow, ...] = ()
    starts: tuple[OfDocument | InDocument, ...] = ()
    stops: tuple[OfDocument | InDocument, ...] = ()
    start: int = 0
    stop: int = 2**62
    first: int = 0  # of the queries
    end: int = 2**62
    queries: tuple[Lattice, ...] = ()
    keys: tuple[Lattice, ...] = ()
    shared: tuple[Lattice, ...] = ()  # those of a query's own class; `excluded`: those of others
    boxes: tuple[Box, ...] = ()
    listed: ListedBlocks | None = None
    chosen: bool = False  # only keys of the blocks that `topk` chooses

    def low(self, q: int) -> int:
        """The first key of a query."""
        return max([self.start, *(bound.at(q) for bound in self.lows + self.starts)])

    def high(self, q: int) -> int:
        """The key after the last of a query."""
        return min([self.stop, *(bound.at(q) for bound in self.highs + self.stops)])

    def near(self, keys: range) -> range:
        """The queries with bounds around some of the keys."""
        return (
            self._around(keys.start, keys.stop - 1) if keys.start < self.stop and self.start < keys.stop else range(0)
        )

    def whole(self, keys: range) -> range:
        """The queries with all of the keys between their bounds."""
        return (
            self._around(keys.stop - 1, keys.start) if self.start <= keys.start and keys.stop <= self.stop else range(0)
        )

    def _around(self, key: int, last: int) -> range:
        """The queries whose upper bounds are above one key, and whose lower bounds are not above another.

        Bounds never fall as queries grow.
        """
        first = max([self.first, *(bound.first_above(key) for bound in self.highs + self.stops)])
        return range(first, min([self.end, *(bound.first_above(last) for bound in self.lows + self.starts)]))

    @property
    def outline(self) -> "Reach":
        """The reach of its bounds only."""
        return Reach(self.lows, self.highs, self.starts, self.stops, self.start, self.stop, self.first, self.end)

    @property
    def enough(self) -> int:
        """The number of consecutive queries that attend to all keys of the classes between bounds that they share."""
        if self.shared or len(self.queries) > 1 or self.boxes or self.listed:
            return 2**62
        return max([1, *(one.enough for one in self.queries)])

    def runs(self, queries: range, keys: range, every: range) -> Iterable[Run]:
        """The runs of keys that some of the queries attend to: for each part of queries, the keys near them."""
        found = (run for part, one in self._parts(queries) for run in one._of_part(part, keys))
        return _common(_union(found), self.listed(every, keys)) if self.listed else found

    def _parts(self, queries: range) -> Iterator[tuple[range, "Reach"]]:
        """Parts of the queries that lie in one document and a box of cells each."""
        if not queries or not (self.starts or self.stops or self.boxes):
            yield queries, self
            return
        cuts = {queries.start, queries.stop}
        for bound in self.starts + self.stops + self.boxes:
            cuts |= bound.cuts(queries)
        for part in itertools.starmap(range, itertools.pairwise(sorted(cuts))):
            yield part, self._of_document(part) if self.starts or self.stops else self

    def _of_document(self, part: range) -> "Reach":
        """The reach of queries of one document, which holds what they attend to.

        A bound in coordinates is that of the first or the last query, and moves with queries where no end cuts it.
        """
        start = max([self.start, *(bound.at(part[0]) for bound in self.starts)])
        stop = min([self.stop, *(bound.at(part[-1]) for bound in self.stops)])
        lows = (one.moved(part[0]) for one in self.starts if isinstance(one, InDocument) and not one.late)
        highs = (one.moved(part[0]) for one in self.stops if isinstance(one, InDocument) and not one.early)
        return self._replace(
            lows=(*self.lows, *lows), highs=(*self.highs, *highs), starts=(), stops=(), start=start, stop=stop
        )

    def _of_part(self, queries: range, keys: range) -> Iterable[Run]:
        """The runs of keys for queries of one document."""
        if not self.shared or not queries:
            return self._of_classes(queries, keys)
        lattice, *rest = self.shared
        alone = not rest or math.prod(one.dilation for one in self.shared) > CLASSES
        if alone and self._is_even(lattice, queries, keys):
            return self._replace(shared=tuple(rest))._of_part(queries, keys)
        steps = [bound.cuts(queries) for bound in self.lows + self.highs if bound.turn > 1]
        by_parts, by_classes = sum(map(len, steps)), self._cuts_of_classes(lattice)
        if min(by_parts, by_classes) > MOST_CUTS:
            return self._replace(shared=tuple(rest))._of_part(queries, keys)
        if rest or not lattice.is_stride or self.queries or self.boxes or by_parts > by_classes:
            return (run for one in self._each_class(queries, keys) for run in one._of_part(queries, keys))
        cuts = {queries.start, queries.stop}.union(*steps)
        parts = itertools.starmap(range, itertools.pairwise(sorted(cuts)))
        return (run for part in parts for run in self._of_turn(part.start, 1)._apart(lattice.dilation, part, keys))

    def _cuts_of_classes(self, lattice: Lattice) -> int:
        """The number of steps of bounds that all classes look at, each class until bounds and classes repeat."""
        turns = [one.turn for one in self.lows + self.highs if one.turn > 1]
        repeats = [math.lcm(turn, lattice.turn) for turn in turns]
        cuts = [period // turn for period, turn in zip(repeats, turns, strict=True) if period <= MOST_BITS]
        return lattice.dilation * max(1, sum(cuts))

    def _apart(self, turn: int, queries: range, keys: range) -> Iterable[Run]:
        """The runs of keys a multiple of a turn away from queries, within bounds that move with the query."""
        start, stop = max(keys.start, self.start), min(keys.stop, self.stop)
        first = max([-((stop - 1 - queries.start) // turn), *(-bound.offset // turn + 1 for bound in self.highs)])
        last = min([(queries.stop - 1 - start) // turn, *(-bound.offset // turn for bound in self.lows)])
        if start >= stop or first > last:
            return ()
        ends = range(queries.start - last * turn, queries.stop - first * turn)
        start, stop = max(start, ends.start), min(stop, ends.stop)
        found: Iterable[Run] = [Run(start, stop)]
        if len(queries) < turn <= SHORT:
            found = [Run(start, stop, turn, _rotated((1 << len(queries)) - 1, turn, ends.start))]
        elif len(queries) < turn:
            begins = range(ends.start, ends.stop, turn)
            found = [Run(max(start, begin), min(stop, begin + len(queries))) for begin in begins]
        for lattice in self.keys:
            found = _common(found, lattice.runs(start, stop))
        return found

    def _each_class(self, part: range, near: range) -> Iterator["Reach"]:
        """Split the reach by the first shared classes: one reach for each that some queries and keys near them have."""
        lattice, *rest = self.shared
        found = {*lattice.residues(part)}.intersection(lattice.residues(part if lattice.excluded else near))
        for residue in sorted(found):
            own = lattice._replace(residue=residue, excluded=False)
            queries, keys = (*self.queries, own), (*self.keys, own._replace(excluded=lattice.excluded))
            yield self._replace(queries=queries, keys=keys, shared=tuple(rest))

    def _is_even(self, lattice: Lattice, queries: range, keys: range) -> bool:
        """Whether the queries of every class reach as far as those of all."""
        turn = lattice.turn
        if lattice.excluded or lattice.segment or len(queries) < turn or self.queries:
            return False
        low, late_low = (max(keys.start, self.low(queries[place])) for place in (0, turn - 1))
        high, early_high = (min(keys.stop, self.high(queries[place])) for place in (-1, -turn))
        return low == late_low and high == early_high and _are_whole(self.lows, self.highs, lattice)

    def _of_classes(self, queries: range, keys: range) -> Iterable[Run]:
        """The runs of keys for queries and keys with separate residue classes."""
        every = self.lows + self.highs + self.queries
        if any(one.turn > SHORT for one in every):
            long = [one.cuts(queries) for one in every if _is_long(one)]
            if long and (sum(map(len, long)) <= MOST_TURNS or math.lcm(*(one.turn for one in every)) > MOST_BITS):
                cuts = {queries.start, queries.stop}.union(*long) if queries else ()
                parts = itertools.starmap(range, itertools.pairwise(sorted(cuts)))
                return (run for part in parts for run in self._of_turn(part.start, SHORT)._of_classes(part, keys))
        rare = next((one for one in self.queries if one.turn > max(SHORT, len(queries)) and one.is_of_blocks), None)
        if rare:
            others = self._replace(queries=tuple(one for one in self.queries if one is not rare))
            blocks = (range(*block[:2]) for block in rare.runs(queries.start, queries.stop))
            return (run for block in blocks for run in others._of_classes(block, keys))
        cycle = _cycle(self.lows, self.highs, self.queries)
        first, last = cycle.after(queries.start), cycle.before(queries.stop - 1)
        if not queries or first > last:
            return ()
        start, stop = max(keys.start, self.low(first)), min(keys.stop, self.high(last))
        if start >= stop:
            return ()
        period, bits, rest = _keys_of_cycle(cycle.period, cycle.bits, self.keys)
        found: Iterable[Run] = [Run(start, stop, period, bits)]
        for lattice in rest:
            found = _common(found, lattice.runs(start, stop))
        for box in self.boxes:
            found = _common(found, box.runs(queries))
        return found

    def _of_turn(self, q: int, least: int) -> "Reach":
        """The reach of queries from one on, up to the next cut: what repeats later than after `least` stands still."""
        lows, highs = ([one.at(q) for one in some if one.turn > least] for some in self[:2])
        short = [tuple(one for one in some if one.turn <= least) for some in self[:2]]
        queries = tuple(one.of_turn(q) if _is_long(one) else one for one in self.queries)
        start, stop = max([self.start, *lows]), min([self.stop, *highs])
        return self._replace(lows=short[0], highs=short[1], start=start, stop=stop, queries=queries)


def _is_long(one: Follow | Lattice) -> bool:
    """Whether a bound or the classes of a segment repeat late."""
    return one.turn > SHORT and (isinstance(one, Follow) or one.segment > 0)


@functools.lru_cache(maxsize=1024)
def _are_whole(lows: tuple[Follow, ...], highs: tuple[Follow, ...], lattice: Lattice) -> bool:
    """Whether the queries of each class attend to all keys between their bounds: the same for all ranges."""
    classes = (lattice._replace(residue=residue) for residue in range(lattice.dilation))
    return all(_cycle(lows, highs, (one,)).bits is None for one in classes)


@functools.lru_cache(maxsize=1024)
def _keys_of_cycle(period: int, bits: int | None, keys: tuple[Lattice, ...]) -> tuple[int, int, tuple[Lattice, ...]]:
    """The (period, bits) of a cycle's keys that are of the classes, and the classes that are still to be regarded."""
    found, rest = Run(0, period) if bits is None else Run(0, period, period, bits), []
    for lattice in sorted(keys, key=lambda one: one.turn):
        repeats = math.lcm(found.period, lattice.turn)
        if lattice.segment or repeats > SHORT:
            rest.append(lattice)
        else:
            (run,) = lattice.runs(0, repeats)
            found = Run(0, repeats, *found[2:]).within(run)
    return *_shortest(found.period, found.bits), tuple(rest)
