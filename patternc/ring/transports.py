"""The transport of a ring, and how long ranks wait under each for what their work does not hide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from patternc.ir.mask import Transport
from patternc.ring.hops import ResolvedTransport, node_of, rows_received_by
from patternc.ring.needed_keys import rows_between
from patternc.ring.settings import Setting, group_rows, of_heads, rows_of, sharing
from patternc.runtime.ring_plan.steps import HeadStage, _head_stages, _steps
from patternc.runtime.ring_plan.transport import RankLoad, _cheapest, _sampled, _wait_of, _wait_of_shares


@dataclass(frozen=True, slots=True)
class TransportChoice:
    """The transport that `transport=auto` chooses, and what it chooses by, in rows of keys (over all key heads).

    `received`: the most rows that a rank receives; `own`: the rows that a rank holds; `waits`: how long a rank waits at
    most under each transport, as the time of rows within a node.
    """

    transport: ResolvedTransport
    received: int
    own: int
    waits: tuple[tuple[ResolvedTransport, float], ...]


def transport_choice(setting: Setting) -> TransportChoice:
    """The transport that `transport=auto` chooses, by the first, the middle and the last rank."""
    ranks, own = setting.ring.ranks, -(-setting.sizes.n // setting.ring.ranks) * setting.sizes.kv_heads
    several = sorted({0, ranks // 2, ranks - 1})
    loads = loads_of(setting, several)
    received = max(sum(rows for rows, _ in load.coming) for load in loads)
    if not received:
        return TransportChoice(ResolvedTransport.LOCAL, 0, own, ())
    waits = {"p2p": max(_wait_of(load, at_once=False) for load in loads)}
    if received <= own:
        waits["alltoall"] = max(_wait_of(load, at_once=True) for load in loads)
    if sharing(setting) > 1:
        waits["ulysses"] = max(_wait_of_heads(setting, rank) for rank in several)
    chosen = _cheapest(waits, max(load.work for load in loads))
    every = tuple((ResolvedTransport(name), wait) for name, wait in waits.items())
    return TransportChoice(ResolvedTransport(chosen), received, own, every)


def loads_of(setting: Setting, ranks: Iterable[int]) -> list[RankLoad]:
    """What ranks have to attend and to receive, as generated modules estimate it from some queries of each."""
    several, worked, sizes = tuple(ranks), setting.worked, setting.sizes
    every = zip(several, rows_received_by(setting, several, ResolvedTransport.ALLTOALL), strict=True)
    return [
        RankLoad(
            _pairs(setting, rank),
            rows_between(setting, [(worked[rank], worked[rank])])[0] if worked[rank] and sizes.n else 0,
            tuple(
                (rows[step.source], step.source not in node_of(setting, rank))
                for step in _steps(rank, setting.ring.ranks, setting.ring.nodes, relays=False)
            ),
        )
        for rank, rows in every
    ]


def _pairs(setting: Setting, rank: int) -> float:
    """The pairs of a rank's queries and keys, over all heads: of some queries, as many times as there are queries."""
    some, group = _sampled(setting.worked[rank]), setting.sizes.heads // setting.sizes.kv_heads
    keys = sum(rows_between(setting, [((range(one, one + 1),), (range(setting.sizes.n),)) for one in some]))
    return group * keys * rows_of(setting.worked, rank) / max(1, len(some))


def stages_of(setting: Setting) -> tuple[HeadStage, ...]:
    """The stages of a rank's share of heads under ulysses."""
    size = sharing(setting)
    return _head_stages(setting.sizes.heads // size, setting.sizes.kv_heads // size, size == setting.ring.ranks)


def _wait_of_heads(setting: Setting, rank: int) -> float:
    """How long a rank waits under ulysses."""
    size, own = sharing(setting), rows_of(setting.worked, rank)
    (load,) = loads_of(of_heads(setting, rank), [rank // size])
    return _wait_of_shares(load, stages_of(setting), size, own, group_rows(setting, rank) - own)


def can_split(setting: Setting) -> bool:
    """Whether the ranks of a node can share out the heads, or each is a node."""
    return sharing(setting) > 1 or setting.ring.ranks == setting.ring.nodes


def resolved_transport(setting: Setting) -> ResolvedTransport:
    """The transport that the ring states, or the one that `auto` chooses."""
    return (
        transport_choice(setting).transport
        if setting.ring.transport is Transport.AUTO
        else ResolvedTransport(setting.ring.transport.value)
    )
