"""How many keys in a range are needed by the queries in another range: the rows that one rank needs from another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.facts import inputs_read
from patternc.ir.mask import Bound, InputKind, RelativePosition
from patternc.ir.semantics import Inputs, admits, position
from patternc.ir.traversal import relative
from patternc.ring.combs import EVERY, Comb, Numbers, Stretch, Truths, comb, common, either, places, sizes, union_size
from patternc.ring.reached import Reached, cycle, reached
from patternc.ring.settings import Parts, Setting

LISTED = 1 << 24
"""The most pairs of positions that are evaluated for listed blocks and boxes, over all clauses and heads."""
AT_ONCE = 1 << 20
"""The number of pairs that are evaluated at a time."""
TOGETHER = 1 << 10
"""The most ranges of keys whose rows are counted together."""
FEW = 1 << 10
"""Of so few positions, pairs are evaluated rather than all residue classes that queries and keys share."""

Bits: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Cells:
    """Pairs of a query range and a key range. `place`: the cell of each pair; a cell may have several query ranges."""

    place: Numbers
    q_start: Numbers
    q_stop: Numbers
    k_start: Numbers
    k_stop: Numbers

    def only(self, chosen: Truths | Numbers) -> Cells:
        """The chosen pairs of ranges."""
        return Cells(*(getattr(self, name)[chosen] for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class _Stretches:
    """For each cell in `place`, the positions of a comb in [start, stop)."""

    place: Numbers
    start: Numbers
    stop: Numbers
    comb: Comb


def cells(ranges: Iterable[tuple[int, range, range]]) -> Cells:
    """Cells from triples: a place, a range of queries, a range of keys. Triples with an empty range are left out."""
    rows = [(place, q.start, q.stop, k.start, k.stop) for place, q, k in ranges if q and k]
    return Cells(*np.array(rows, np.int64).reshape(-1, 5).T)


def rows_between(setting: Setting, wanted: Sequence[tuple[Parts, Parts]]) -> list[int]:
    """For each (queries, keys), the number of keys that some of the queries attend to, over all key/value heads.

    Keys have at most two parts. Transports and ranks ask for the same rows: they are counted once, and what is asked
    for together is counted together.
    """
    missing = [one for one in dict.fromkeys(wanted) if one not in setting.needed]
    for at in range(0, len(missing), TOGETHER):
        some = missing[at : at + TOGETHER]
        places = (
            (2 * place + part, q, k)
            for place, (queries, keys) in enumerate(some)
            for part, k in enumerate(keys)
            for q in queries
        )
        found = rows_needed(setting, cells(places), 2 * len(some)).reshape(-1, 2).sum(axis=1)
        setting.needed.update(zip(some, found.tolist(), strict=True))
    return [setting.needed[one] for one in wanted]


def rows_needed(setting: Setting, wanted: Cells, places: int) -> Numbers:
    """For each cell, the number of its keys that some of its queries attend to, summed over all key/value heads."""
    total, heads = np.zeros(places, np.int64), _by_key_head(setting)
    shared = {one for one, several in Counter(chain.from_iterable(heads)).items() if several > 1}
    found = {one: tuple(_of(one, setting, wanted)) for one in shared}
    for clauses, times in heads.items():
        parts = (found[one] if one in shared else _of(one, setting, wanted) for one in clauses)
        total += times * _union([*chain.from_iterable(parts)], places)
    return total


def is_exact(setting: Setting) -> bool:
    """Whether `rows_needed` is exact; otherwise it may include keys that no query attends to."""
    n, entries = setting.sizes.n, setting.sizes.entries
    heads, total = setting.sizes.own_heads, setting.sizes.model_heads
    every = (one for head in heads for one in reached(setting.normal, head, total, n, entries, True))
    return n * n * len({one for one in every if one.listed}) * setting.sizes.shares <= LISTED


def _by_key_head(setting: Setting) -> Counter[frozenset[Reached]]:
    """The keys that the query heads of each key/value head attend to, and how many key/value heads are equal."""
    sizes_, found = setting.sizes, Counter[frozenset[Reached]]()
    group = sizes_.heads // sizes_.kv_heads
    exact = is_exact(setting)
    for kv_head in range(sizes_.kv_heads):
        heads = sizes_.own_heads[kv_head * group : (kv_head + 1) * group]
        every = (reached(setting.normal, head, sizes_.model_heads, sizes_.n, sizes_.entries, exact) for head in heads)
        found[frozenset(one for clauses in every for one in clauses)] += 1
    return found


def _union(found: list[_Stretches], places: int) -> Numbers:
    """How many positions of each cell are in some stretch; cells with equal ends are counted together."""
    total, present = np.zeros(places, np.int64), np.zeros((len(found), places), bool)
    ends, alone = np.zeros((2, places), np.int64), np.ones(places, bool)
    for row, one in enumerate(found):
        present[row, one.place] = True
        ends[:, one.place] = one.start, one.stop
    for one in found:
        np.logical_and.at(alone, one.place, (ends[0, one.place] == one.start) & (ends[1, one.place] == one.stop))
    alike: dict[bytes, list[int]] = {}
    for place in np.flatnonzero(alone & present.any(axis=0)).tolist():
        alike.setdefault(present[:, place].tobytes(), []).append(place)
    for several in alike.values():
        combs = frozenset(found[row].comb for row in np.flatnonzero(present[:, several[0]]).tolist())
        one_comb = either(combs)
        alone[several] = one_comb is not None
        if one_comb is not None:
            total[several] = sizes(one_comb, *ends[:, several])
    stretches: dict[int, list[Stretch]] = {}
    for one in found:
        apart = ~alone[one.place]
        rest = (array[apart].tolist() for array in (one.place, one.start, one.stop))
        for place, start, stop in zip(*rest, strict=True):
            stretches.setdefault(place, []).append((start, stop, one.comb))
    for place, own in stretches.items():
        total[place] = union_size(own)
    return total


def _of(one: Reached, setting: Setting, wanted: Cells) -> Iterator[_Stretches]:
    """The keys that a clause admits in each cell."""
    n, inputs = setting.sizes.n, setting.sizes.entries[one.entry]
    wanted = _clipped(one, wanted)
    if one.listed or (one.shared and n <= FEW):
        yield from _of_listed(one, setting, wanted)
        return
    wanted = _by_document(one, wanted, inputs)
    if one.apart > 1:
        yield from _of_multiples(one, wanted, n, inputs)
        return
    lows, highs = map(_fixed, (one.lows, one.highs))
    start, stop = wanted.k_start, wanted.k_stop
    for bound in lows:
        start = np.maximum(start, position(bound, wanted.q_start, n, inputs))
    for bound in highs:
        stop = np.minimum(stop, position(bound, wanted.q_start, n, inputs))
    follow_low, follow_high = relative(one.lows), relative(one.highs)
    begin, end = wanted.q_start, wanted.q_stop
    for follow in follow_high:
        begin = np.maximum(begin, _first_above(follow, start))
    for follow in follow_low:
        end = np.minimum(end, _first_above(follow, stop - 1))
    for queries, keys in one.classes():
        live, covered = cycle(follow_low, follow_high, queries)
        if not places(live).size:
            continue
        first, last = _next(live, begin), _last(live, end - 1)
        low, high = start, stop
        for follow in follow_low:
            low = np.maximum(low, position(follow, first, n))
        for follow in follow_high:
            high = np.minimum(high, position(follow, last, n))
        some = (first <= last) & (low < high)
        yield _Stretches(wanted.place[some], low[some], high[some], common(frozenset((keys, covered))))


def _of_multiples(one: Reached, wanted: Cells, n: int, inputs: Inputs) -> Iterator[_Stretches]:
    """The keys at a multiple of `one.apart` from a query: each cell's queries, shifted by all multiples in bounds."""
    start, stop = wanted.k_start, wanted.k_stop
    for bound in _fixed(one.lows):
        start = np.maximum(start, position(bound, wanted.q_start, n, inputs))
    for bound in _fixed(one.highs):
        stop = np.minimum(stop, position(bound, wanted.q_start, n, inputs))
    lows, highs = ([int(position(bound, 0, n)) for bound in relative(some)] for some in (one.lows, one.highs))
    first, last = -(-max(lows, default=-n) // one.apart), (min(highs, default=n) - 1) // one.apart
    start = np.maximum(start, wanted.q_start + first * one.apart)
    stop = np.minimum(stop, wanted.q_stop + last * one.apart)
    size = np.minimum(wanted.q_stop - wanted.q_start, one.apart)
    phase = np.where(size < one.apart, wanted.q_start % one.apart, 0)
    some = (start < stop) & (first <= last)
    for begin, length in dict.fromkeys(zip(phase[some].tolist(), size[some].tolist(), strict=True)):
        held = np.zeros(one.apart, bool)
        held[(begin + np.arange(length)) % one.apart] = True
        own = some & (phase == begin) & (size == length)
        yield _Stretches(wanted.place[own], start[own], stop[own], common(one.keys | {comb(held)}))


def _clipped(one: Reached, wanted: Cells) -> Cells:
    """The cells, restricted to the queries of a clause."""
    start, stop = np.maximum(wanted.q_start, one.first), np.minimum(wanted.q_stop, one.end)
    clipped = Cells(wanted.place, start, stop, wanted.k_start, wanted.k_stop)
    return clipped.only(start < stop)


def _fixed(bounds: tuple[Bound, ...]) -> tuple[Bound, ...]:
    """The bounds that are not relative to the query."""
    return tuple(bound for bound in bounds if bound not in relative(bounds))


def _by_document(one: Reached, wanted: Cells, inputs: Inputs) -> Cells:
    """The cells with their query ranges split where documents begin, if a bound reads documents."""
    named = inputs_read((*one.lows, *one.highs), InputKind.OFFSETS)
    if not named:
        return wanted
    cuts = np.unique([int(offset) * read.unit for read in named for offset in inputs[read.name]])
    before = np.searchsorted(cuts, wanted.q_start, side="right")
    inside = np.maximum(np.searchsorted(cuts, wanted.q_stop, side="left") - before, 0)
    place = np.repeat(np.arange(inside.size), inside + 1)
    turn = np.arange(place.size) - np.repeat(np.cumsum(inside + 1) - inside - 1, inside + 1)
    many, ends = wanted.only(place), np.append(cuts, cuts[-1])
    start = np.where(turn == 0, many.q_start, ends[np.minimum(before[place] + turn - 1, cuts.size)])
    stop = np.where(turn == inside[place], many.q_stop, ends[np.minimum(before[place] + turn, cuts.size)])
    return Cells(many.place, start, stop, many.k_start, many.k_stop)


def _first_above(bound: RelativePosition, x: Numbers) -> Numbers:
    """The first query whose bound is above x."""
    return np.asarray(((x - bound.offset) // bound.period + 1) * bound.period - bound.shift)


def _next(live: Comb, q: Numbers) -> Numbers:
    """The first query of a comb from q on."""
    if live == EVERY:
        return q
    held = places(live)
    at = np.searchsorted(held, q % live.period)
    turn = q // live.period + (at == held.size)
    return np.asarray(turn * live.period + held[at % held.size])


def _last(live: Comb, q: Numbers) -> Numbers:
    """The last query of a comb up to q."""
    if live == EVERY:
        return q
    held = places(live)
    at = np.searchsorted(held, q % live.period, side="right") - 1
    return np.asarray((q // live.period - (at < 0)) * live.period + held[at])


def _of_listed(one: Reached, setting: Setting, wanted: Cells) -> Iterator[_Stretches]:
    """The keys of a clause with selections or boxes, or of few positions, by evaluating each pair."""
    if not wanted.place.size:
        return
    n, inputs = setting.sizes.n, setting.sizes.entries[one.entry]
    named = {read.name for read in inputs_read((*one.lows, *one.highs))}
    read = tuple((name, tuple(np.ravel(inputs[name]).tolist())) for name in sorted(named))
    every = _admitted(one, n, setting.sizes.model_heads, read)
    for q_start, q_stop in dict.fromkeys(zip(wanted.q_start.tolist(), wanted.q_stop.tolist(), strict=True)):
        own = wanted.only((wanted.q_start == q_start) & (wanted.q_stop == q_stop))
        held = np.unpackbits(np.bitwise_or.reduce(every[q_start:q_stop], axis=0), count=n).astype(bool)
        yield _Stretches(own.place, own.k_start, own.k_stop, comb(held))


@lru_cache(maxsize=256)
def _admitted(one: Reached, n: int, heads: int, read: tuple[tuple[str, tuple[int, ...]], ...]) -> Bits:
    """The keys of each query as bits [n, n], cached for all ranks, layouts and transports. `read`: the inputs."""
    inputs = {name: values[0] if len(values) == 1 else values for name, values in read}
    step = max(1, AT_ONCE // n)
    return np.concatenate([_bits(one, range(at, min(at + step, n)), n, heads, inputs) for at in range(0, n, step)])


def _bits(one: Reached, queries: range, n: int, heads: int, inputs: Inputs) -> Bits:
    q = np.arange(queries.start, queries.stop)[:, None]
    k = np.arange(n)[None, :]
    truth = _held(common(one.queries), q) & _held(common(one.keys), k) & ((q - k) % one.apart == 0)
    for bound in one.lows:
        truth = truth & (k >= position(bound, q, n, inputs))
    for bound in one.highs:
        truth = truth & (k < position(bound, q, n, inputs))
    for literal in (*one.shared, *one.listed):
        truth = truth & admits(literal, one.head, q, k, n, heads, inputs)
    return np.packbits(np.broadcast_to(truth, (len(queries), n)), axis=1)


def _held(one: Comb, x: Numbers) -> Truths:
    return np.asarray(one.table[x % one.period])
