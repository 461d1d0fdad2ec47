"""The steps of a rank of a ring: how many rows of keys it receives from and sends to which rank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from patternc.ring.needed_keys import cells, rows_needed
from patternc.ring.settings import Setting, between_nodes
from patternc.runtime.ring_steps import Step, _outside, _ranks_of_node, _steps


class ResolvedTransport(Enum):
    """The transport of a generated module, in which `transport=auto` is resolved."""

    LOCAL = "local"  # no rank needs a row of another rank
    P2P = "p2p"  # needed rows, step by step
    ALLTOALL = "alltoall"  # needed rows, all in one step
    ALLGATHER = "allgather"  # in one step, every rank receives all rows that any rank needs
    ULYSSES = "ulysses"  # ranks exchange shards of the sequence for shares of the heads


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


def rows_received(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[int, ...]:
    """The number of rows of keys that a rank receives from each rank."""
    own = setting.worked[rank]
    n = setting.sizes.n
    places = (
        (2 * source + part, queries, keys)
        for source, shard in enumerate(setting.worked)
        if source != rank
        for part, keys in enumerate(shard)
        for queries in (_outside(shard, n) if transport is ResolvedTransport.ALLGATHER else own)
    )
    found = rows_needed(setting, cells(places), 2 * setting.ring.ranks).tolist()
    return tuple(first + second for first, second in zip(found[::2], found[1::2], strict=True))


def rows_sent(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[int, ...]:
    """The number of rows of keys that a rank sends to each rank."""
    own, ranks = setting.worked[rank], setting.ring.ranks
    if transport is ResolvedTransport.ALLGATHER:  # the same to all others
        everyone = _outside(own, setting.sizes.n)
        of_parts = cells((part, queries, keys) for part, keys in enumerate(own) for queries in everyone)
        every = int(rows_needed(setting, of_parts, len(own)).sum())
        return tuple(0 if target == rank else every for target in range(ranks))
    places = (
        (2 * target + part, queries, keys)
        for target, shard in enumerate(setting.worked)
        if target != rank
        for part, keys in enumerate(own)
        for queries in shard
    )
    found = rows_needed(setting, cells(places), 2 * ranks).tolist()
    return tuple(first + second for first, second in zip(found[::2], found[1::2], strict=True))


def relays(setting: Setting, transport: ResolvedTransport) -> bool:
    """Whether keys are sent to each node once, to the rank at the sender's place in its node, which relays them."""
    return transport is ResolvedTransport.P2P and 1 < setting.ring.nodes < setting.ring.ranks


def steps(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Step, ...]:
    """The transfers of a rank in order, as a generated module runs them."""
    return _steps(rank, setting.ring.ranks, setting.ring.nodes, relays(setting, transport))


def hops(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Hop, ...]:
    """The steps in which a rank receives or sends rows."""
    if transport is ResolvedTransport.ULYSSES:
        return _hops_between_nodes(setting, rank)
    every = steps(setting, rank, transport)
    if relays(setting, transport):
        received, sent = _rows_relayed(setting, rank, every)
    else:
        of_ranks = rows_received(setting, rank, transport), rows_sent(setting, rank, transport)
        received, sent = [of_ranks[0][step.source] for step in every], [of_ranks[1][step.target] for step in every]
    found = zip(every, received, sent, strict=True)
    return tuple(
        Hop(step.source, step.target, come, go, step.arriving, step.leaving) for step, come, go in found if come or go
    )


def _hops_between_nodes(setting: Setting, rank: int) -> tuple[Hop, ...]:
    """The steps under ulysses between ranks of different nodes that have the same heads."""
    size = setting.ring.ranks // setting.ring.nodes
    node, place = divmod(rank, size)
    found = hops(between_nodes(setting, rank), node, ResolvedTransport.P2P) if setting.ring.nodes > 1 else ()
    return tuple(
        replace(hop, source=source, target=target, arriving=source, leaving=rank)
        for hop in found
        for source, target in [(hop.source * size + place, hop.target * size + place)]
    )


def _rows_relayed(setting: Setting, rank: int, every: tuple[Step, ...]) -> tuple[list[int], list[int]]:
    """The rows of keys received and sent in each step: those that a rank needs, or between nodes those a node needs."""
    come = ((step.arriving, _served(setting, step.source, rank)) for step in every)
    go = ((step.leaving, _served(setting, rank, step.target)) for step in every)
    places = (
        (2 * place + part, queries, keys)
        for place, (of, needing) in enumerate(chain(come, go))
        for part, keys in enumerate(setting.worked[of])
        for queries in needing
    )
    found = rows_needed(setting, cells(places), 4 * len(every)).reshape(2, len(every), 2).sum(2)
    return found[0].tolist(), found[1].tolist()


def _served(setting: Setting, source: int, target: int) -> tuple[range, ...]:
    """The queries for which `source` sends keys to `target`: the target's, or between nodes those of its whole node."""
    node = node_of(setting, target)
    return setting.worked[target] if source in node else tuple(part for one in node for part in setting.worked[one])


def node_of(setting: Setting, rank: int) -> range:
    """The ranks of the node that contains a rank."""
    return _ranks_of_node(rank, setting.ring.ranks, setting.ring.nodes)
