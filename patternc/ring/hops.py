"""The steps of a rank of a ring: how many rows of keys it receives from and sends to which rank, as its plan says."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from patternc.ring.settings import Parts, ResolvedTransport, Setting
from patternc.runtime.ring_plan.exchange import Exchange
from patternc.runtime.ring_plan.needed import Clauses, _keys_around, _keys_needed, _reaching
from patternc.runtime.ring_plan.shape import _clauses
from patternc.runtime.ring_plan.steps import Shards, Step, _outside
from patternc.runtime.ring_plan.transport import _rows_by_owner


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a rank: it receives `received` rows of keys from `source`, and sends `sent` rows to `target`.

    Rows are counted over all key/value heads; as many rows of values travel with them. The received rows belong to the
    rank `arriving` and the sent rows to the rank `leaving`, which differ from source and self if ranks relay rows.
    """

    source: int
    target: int
    received: int
    sent: int
    arriving: int
    leaving: int


def hops(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Hop, ...]:
    """The steps in which a rank receives or sends rows."""
    plan = setting.plan(rank, transport)
    several = setting.ring.ranks // plan.ranks  # ranks that share out heads under ulysses
    place = rank % several
    found = []
    for step, received, sent in _rows_of_steps(plan):
        if received or sent:
            source, target, arriving, leaving = step if several == 1 else (several * one + place for one in step)
            found.append(Hop(source, target, received, sent, arriving, leaving))
    return tuple(found)


def _rows_of_steps(plan: Exchange) -> Iterator[tuple[Step, int, int]]:
    """The steps of a rank with the rows that come and that go, those of all ranks counted at once."""
    if plan.shape.ring.transport == "allgather":
        every = _rows_gathered(plan._replace(rank=0))
        yield from ((step, every[step.source], every[plan.rank]) for step in plan.steps)
        return
    node = plan._node_of(plan.rank) if plan.relays else range(plan.rank, plan.rank + 1)
    near = {one: _rows_coming(plan, range(one, one + 1)) for one in node}
    far = near[plan.rank] if len(node) == 1 else _rows_coming(plan, node)
    going = _rows_by_target(plan, len(node))
    for step in plan.steps:
        received = near[plan.rank] if step.source in node else far
        sent = near[step.target][step.leaving] if step.target in node else going[step.target // len(node)]
        yield step, received[step.arriving], sent


def _joined(shards: Shards, ranks: range) -> Parts:
    """The positions that some ranks work on."""
    return tuple(part for rank in ranks for part in shards[rank] if part)


def _rows_coming(plan: Exchange, ranks: range) -> list[int]:
    """The rows of each rank that some ranks need."""
    return _rows_by_owner(plan, [(_joined(plan.shards, ranks), range(plan.shape.n))])


@lru_cache(maxsize=4)
def _rows_gathered(plan: Exchange) -> list[int]:
    """The rows of each rank that any other one needs."""
    return _rows_by_owner(plan, _gathered(plan, range(plan.ranks)))


def _gathered(plan: Exchange, ranks: range) -> Iterator[tuple[Parts, range]]:
    """The keys of some ranks with the queries of all others; of several, where these need all that anyone does."""
    n = plan.shape.n
    others = tuple(_outside(_joined(plan.shards, ranks), n))
    own = _outside(others, n)
    around = [_keys_around(queries, _clauses(plan.shape)) for queries in others]
    near = all(any(keys[len(keys) // 2] in one for one in around) for keys in own)
    if len(ranks) == 1 or (near and rows_needed(plan, others, own) == rows_needed(plan, (range(n),), own)):
        yield from ((others, keys) for keys in own)
    else:
        step = -(-len(ranks) // 16)  # few, so that splits are quick where others need little of each rank
        for at in range(0, len(ranks), step):
            yield from _gathered(plan, ranks[at : at + step])


def _rows_by_target(plan: Exchange, size: int) -> list[int]:
    """The rows of a rank that each `size` ranks need of it."""
    shards, found = plan.shards, [0] * (plan.ranks // size)
    for keys in shards[plan.rank]:
        known: dict[tuple[int | range, ...], int] = {}
        places = _Places(keys, _clauses(plan.shape))
        for target in range(len(found)):
            parts = _joined(shards, range(size * target, size * target + size))
            place = tuple(map(places.of, parts))
            if place not in known:
                known[place] = rows_needed(plan, parts, (keys,))
            found[target] += known[place]
    return found


class _Places:
    """Between the queries from which on clauses reach other ones of some keys."""

    def __init__(self, keys: range, clauses: Clauses) -> None:
        """Find where clauses begin and end to reach some of the keys, and all of them."""
        reaching = _reaching(keys, clauses)
        self.cuts = sorted({end for _, *both, _ in reaching for one in both if one for end in (one.start, one.stop)})
        self.enough = [0] * (len(self.cuts) + 1)
        for place, cut in enumerate(self.cuts, 1):
            self.enough[place] = max(
                [enough if cut in every else 2**62 for _, near, every, enough in reaching if cut in near], default=0
            )

    def of(self, queries: range) -> int | range:
        """The place of queries that attend to the same keys as all others there; or these queries, if there is none."""
        place = bisect_right(self.cuts, queries.start)
        alike = len(queries) >= self.enough[place] and bisect_left(self.cuts, queries.stop) == place
        return place if alike else queries


def rows_needed(plan: Exchange, queries: Parts, keys: Iterable[range]) -> int:
    """The number of keys that some of the queries attend to, over all key/value heads."""
    found = (_keys_needed(queries, part, _clauses(plan.shape)) for part in keys)
    return sum(run.size for heads in found for runs in heads for run in runs)
