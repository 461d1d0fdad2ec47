"""The steps of a rank of a ring: which rows of keys come from whom, and which go to whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from patternc.ring.needed_keys import cells, rows_needed
from patternc.ring.settings import Setting, between_nodes
from patternc.runtime.ring_steps import Step, _outside, _ranks_of_node, _steps


class Way(Enum):
    """How keys and values reach the queries, as a generated module does it."""

    LOCAL = "local"  # no rank needs a row of another
    P2P = "p2p"  # step by step
    ALLTOALL = "alltoall"  # all at once
    ALLGATHER = "allgather"  # all at once, and to every rank what any of them needs
    ULYSSES = "ulysses"  # shards of the sequence for shares of the heads


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a rank: the rows of keys, of all key/value heads together, that come from `source` and go to `target`.

    They are of the rank `arriving`, and of the rank `leaving`. The same number of rows of values goes with them.
    """

    source: int
    target: int
    received: int
    sent: int
    arriving: int
    leaving: int


def rows_received(given: Setting, rank: int, way: Way) -> tuple[int, ...]:
    """The rows of keys that a rank receives from each rank."""
    own = given.worked[rank]
    n = given.sizes.n
    places = (
        (2 * source + part, queries, keys)
        for source, shard in enumerate(given.worked)
        if source != rank
        for part, keys in enumerate(shard)
        for queries in (_outside(shard, n) if way is Way.ALLGATHER else own)
    )
    found = rows_needed(given, cells(places), 2 * given.ring.ranks).tolist()
    return tuple(first + second for first, second in zip(found[::2], found[1::2], strict=True))


def rows_sent(given: Setting, rank: int, way: Way) -> tuple[int, ...]:
    """The rows of keys that a rank sends to each rank."""
    own, ranks = given.worked[rank], given.ring.ranks
    if way is Way.ALLGATHER:  # the same to all others
        everyone = _outside(own, given.sizes.n)
        of_parts = cells((part, queries, keys) for part, keys in enumerate(own) for queries in everyone)
        every = int(rows_needed(given, of_parts, len(own)).sum())
        return tuple(0 if target == rank else every for target in range(ranks))
    places = (
        (2 * target + part, queries, keys)
        for target, shard in enumerate(given.worked)
        if target != rank
        for part, keys in enumerate(own)
        for queries in shard
    )
    found = rows_needed(given, cells(places), 2 * ranks).tolist()
    return tuple(first + second for first, second in zip(found[::2], found[1::2], strict=True))


def relays(given: Setting, way: Way) -> bool:
    """Whether keys come to a node once for all its ranks: to the one with the place that their rank has in its own."""
    return way is Way.P2P and 1 < given.ring.nodes < given.ring.ranks


def steps(given: Setting, rank: int, way: Way) -> tuple[Step, ...]:
    """The transfers of a rank in their order, as a generated module runs them."""
    return _steps(rank, given.ring.ranks, given.ring.nodes, relays(given, way))


def hops(given: Setting, rank: int, way: Way) -> tuple[Hop, ...]:
    """The steps of a rank in which rows come or go."""
    if way is Way.ULYSSES:
        return _hops_between_nodes(given, rank)
    every = steps(given, rank, way)
    if relays(given, way):
        received, sent = _rows_relayed(given, rank, every)
    else:
        of_ranks = rows_received(given, rank, way), rows_sent(given, rank, way)
        received, sent = [of_ranks[0][step.source] for step in every], [of_ranks[1][step.target] for step in every]
    found = zip(every, received, sent, strict=True)
    return tuple(
        Hop(step.source, step.target, come, go, step.arriving, step.leaving) for step, come, go in found if come or go
    )


def _hops_between_nodes(given: Setting, rank: int) -> tuple[Hop, ...]:
    """The steps under ulysses of the ranks with the same heads, one of each node."""
    size = given.ring.ranks // given.ring.nodes
    node, place = divmod(rank, size)
    found = hops(between_nodes(given, rank), node, Way.P2P) if given.ring.nodes > 1 else ()
    return tuple(
        replace(hop, source=source, target=target, arriving=source, leaving=rank)
        for hop in found
        for source, target in [(hop.source * size + place, hop.target * size + place)]
    )


def _rows_relayed(given: Setting, rank: int, every: tuple[Step, ...]) -> tuple[list[int], list[int]]:
    """The rows of keys that come and go in each step: those that a rank needs, or between nodes a node."""
    come = ((step.arriving, _served(given, step.source, rank)) for step in every)
    go = ((step.leaving, _served(given, rank, step.target)) for step in every)
    places = (
        (2 * place + part, queries, keys)
        for place, (of, needing) in enumerate(chain(come, go))
        for part, keys in enumerate(given.worked[of])
        for queries in needing
    )
    found = rows_needed(given, cells(places), 4 * len(every)).reshape(2, len(every), 2).sum(2)
    return found[0].tolist(), found[1].tolist()


def _served(given: Setting, source: int, target: int) -> tuple[range, ...]:
    """The queries whose keys one rank sends another: its own, or between nodes those of its node."""
    node = node_of(given, target)
    return given.worked[target] if source in node else tuple(part for one in node for part in given.worked[one])


def node_of(given: Setting, rank: int) -> range:
    """The ranks of the node of a rank."""
    return _ranks_of_node(rank, given.ring.ranks, given.ring.nodes)
