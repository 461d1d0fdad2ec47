"""The transport of a plan: which one `auto` takes, and how `ulysses` shares out heads."""

import functools
from typing import NamedTuple

from .checks import _require
from .ring_exchange import Exchange, _clauses
from .ring_needed import _keys_needed
from .ring_runs import Run, _common
from .ring_steps import _cheapest


class Choice(NamedTuple):
    """A transport, and the rows of keys of all key/value heads that `auto` chooses by; as many of values go with them.

    `received`: the most of the first, middle and last rank; `own`: what a rank holds; `split`: what `ulysses` moves.
    """

    transport: str
    received: int = 0
    own: int = 0
    split: int = 0


def _chosen(plan: Exchange) -> Choice:
    """How keys travel, the same on every rank and in every call of the shape."""
    return _chosen_of(plan._replace(rank=0, relays=False, fetched=None))


@functools.lru_cache(maxsize=1 << 6)
def _chosen_of(plan: Exchange) -> Choice:
    """How keys travel, the same on every rank: `p2p` step by step, `alltoall` at once, `ulysses` by heads.

    Under `ulysses` the ranks of a node exchange heads, and those of different nodes keys.
    """
    ring, heads, kv_heads = plan.shape.ring, plan.shape.heads, plan.shape.kv_heads
    if ring.transport != "auto":
        return Choice("alltoall" if ring.transport == "allgather" else ring.transport)
    own, received, split = -(-plan.shape.n // ring.ranks), _most_received(plan), 0
    if _can_split(plan) and ring.node_size > 1:  # of query, key, value and out, and keys and values between nodes
        split = (heads + kv_heads) * own + _most_received(_of_heads(plan, 0))
    return Choice(_cheapest(received, kv_heads * own, split), received, kv_heads * own, split)


def _transport(plan: Exchange) -> str:
    """The transport of a plan, which heads must allow."""
    ring, heads, kv_heads = plan.shape.ring, plan.shape.heads, plan.shape.kv_heads
    held = "query has {} heads and key {}, must have multiples of {} under transport=ulysses"
    _require(ring.transport != "ulysses" or _can_split(plan), held, heads, kv_heads, ring.node_size)
    return _chosen(plan).transport


def _can_split(plan: Exchange) -> bool:
    """Whether the ranks of a node can share out the heads."""
    return plan.shape.heads % plan.shape.ring.node_size == 0 and plan.shape.kv_heads % plan.shape.ring.node_size == 0


def _most_received(plan: Exchange) -> int:
    """The rows that a rank receives at most, of three that stand for all."""
    return max(_all_received(plan, rank) for rank in {0, plan.ranks // 2, plan.ranks - 1})


def _all_received(plan: Exchange, rank: int) -> int:
    """The rows that a rank receives from all others together."""
    own, total = plan.shards[rank], 0
    for runs in _keys_needed(own, range(plan.shape.n), _clauses(plan.shape)):
        held = (run for part in own for run in _common(runs, [Run(part.start, part.stop)]))
        total += sum(run.size for run in runs) - sum(run.size for run in held)
    return total


def _of_heads(plan: Exchange, rank: int) -> Exchange:
    """The plan between nodes, where a rank has some heads of all rows of its node."""
    shape, ring = plan.shape, plan.shape.ring
    node, place = divmod(rank, ring.node_size)
    heads, kv_heads = shape.heads // ring.node_size, shape.kv_heads // ring.node_size
    ring, offset = ring._replace(ranks=ring.nodes, nodes=1), shape.head_offset + place * heads
    shape = shape._replace(ring=ring, heads=heads, kv_heads=kv_heads, head_offset=offset)
    return plan._replace(rank=node, shape=shape, relays=False, fetched=None)
