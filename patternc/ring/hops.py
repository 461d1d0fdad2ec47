"""The steps of a rank of a ring: how many rows of keys it receives from and sends to which rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from patternc.ring.needed_keys import rows_between
from patternc.ring.settings import Parts, Setting, of_heads, sharing
from patternc.runtime.ring_plan.steps import Step, _outside, _ranks_of_node, _steps

Need: TypeAlias = tuple[Parts, Parts]
"""Queries, and keys of which some are needed for them."""
NOTHING: Need = (), ()


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
    (found,) = rows_received_by(setting, (rank,), transport)
    return found


def rows_received_by(
    setting: Setting, ranks: Iterable[int], transport: ResolvedTransport
) -> tuple[tuple[int, ...], ...]:
    """The same for some ranks, whose rows are counted together."""
    every = [_coming(setting, rank, transport) for rank in ranks]
    rows_between(setting, [need for some in every for need in some])
    return tuple(tuple(rows_between(setting, some)) for some in every)


def _coming(setting: Setting, rank: int, transport: ResolvedTransport) -> list[Need]:
    """What a rank receives from each rank."""
    own, everyone = setting.worked[rank], transport is ResolvedTransport.ALLGATHER
    found = [(_others(setting, shard) if everyone else own, shard) for shard in setting.worked]
    return [*found[:rank], NOTHING, *found[rank + 1 :]]


def rows_sent(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[int, ...]:
    """The number of rows of keys that a rank sends to each rank."""
    return tuple(rows_between(setting, _going(setting, rank, transport)))


def _going(setting: Setting, rank: int, transport: ResolvedTransport) -> list[Need]:
    """What a rank sends to each rank."""
    own, everyone = setting.worked[rank], transport is ResolvedTransport.ALLGATHER
    found = [(_others(setting, own) if everyone else shard, own) for shard in setting.worked]
    return [*found[:rank], NOTHING, *found[rank + 1 :]]


def _others(setting: Setting, shard: Parts) -> Parts:
    """The positions that are not of a rank."""
    return tuple(_outside(shard, setting.sizes.n))


def relays(setting: Setting, transport: ResolvedTransport) -> bool:
    """Whether keys are sent to each node once, to the rank at the sender's place in its node, which relays them."""
    return transport is ResolvedTransport.P2P and 1 < setting.ring.nodes < setting.ring.ranks


def steps(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Step, ...]:
    """The transfers of a rank in order, as a generated module runs them."""
    return _steps(rank, setting.ring.ranks, setting.ring.nodes, relays(setting, transport))


def hops_of_ranks(setting: Setting, ranks: Iterable[int], transport: ResolvedTransport) -> dict[int, tuple[Hop, ...]]:
    """The steps of some ranks, whose rows are counted together."""
    if transport is not ResolvedTransport.ULYSSES:
        rows_between(setting, [need for rank in ranks for some in _moved(setting, rank, transport) for need in some])
    return {rank: hops(setting, rank, transport) for rank in ranks}


def hops(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Hop, ...]:
    """The steps in which a rank receives or sends rows."""
    if transport is ResolvedTransport.ULYSSES:
        return _hops_of_heads(setting, rank)
    received, sent = (rows_between(setting, some) for some in _moved(setting, rank, transport))
    found = zip(steps(setting, rank, transport), received, sent, strict=True)
    return tuple(
        Hop(step.source, step.target, come, go, step.arriving, step.leaving) for step, come, go in found if come or go
    )


def _hops_of_heads(setting: Setting, rank: int) -> tuple[Hop, ...]:
    """The steps under ulysses between ranks that have the same heads."""
    size = sharing(setting)
    group, place = divmod(rank, size)
    found = hops(of_heads(setting, rank), group, ResolvedTransport.P2P) if size < setting.ring.ranks else ()
    ends = ("source", "target", "arriving", "leaving")
    return tuple(replace(hop, **{end: getattr(hop, end) * size + place for end in ends}) for hop in found)


def _moved(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[list[Need], list[Need]]:
    """What a rank receives and what it sends in each step: what it needs, or between nodes what a node needs."""
    every, worked = steps(setting, rank, transport), setting.worked
    if relays(setting, transport):
        come = [(_served(setting, step.source, rank), worked[step.arriving]) for step in every]
        return come, [(_served(setting, rank, step.target), worked[step.leaving]) for step in every]
    coming, going = _coming(setting, rank, transport), _going(setting, rank, transport)
    return [coming[step.source] for step in every], [going[step.target] for step in every]


def _served(setting: Setting, source: int, target: int) -> Parts:
    """The queries for which `source` sends keys to `target`: the target's, or between nodes those of its whole node."""
    node = node_of(setting, target)
    return setting.worked[target] if source in node else tuple(part for one in node for part in setting.worked[one])


def node_of(setting: Setting, rank: int) -> range:
    """The ranks of the node that contains a rank."""
    return _ranks_of_node(rank, setting.ring.ranks, setting.ring.nodes)
