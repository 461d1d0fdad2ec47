"""The transport of a plan: which one `auto` takes, and how `ulysses` shares out heads."""

import bisect
import collections
import functools
import itertools
from typing import NamedTuple

from .checks import _require
from .ring_exchange import Exchange, _clauses
from .ring_needed import _keys_needed
from .ring_steps import HeadStage, _head_stages, _ranks_of_node, _steps
from .ring_waits import RankLoad, _cheapest, _sampled, _wait_of, _wait_of_shares


class Choice(NamedTuple):
    """A transport, and what `auto` chooses by, in rows of keys of all key/value heads; as many of values go with them.

    `received`: the most of the first, middle and last rank; `own`: what a rank holds; `waits`: how long one of these
    waits at most under each transport, as the time of rows within a node.
    """

    transport: str
    received: int = 0
    own: int = 0
    waits: tuple[tuple[str, float], ...] = ()


def _chosen(plan: Exchange) -> Choice:
    """How keys travel, the same on every rank and in every call of the shape."""
    return _chosen_of(plan._replace(rank=0, relays=False, fetched=None))


@functools.lru_cache(maxsize=1 << 6)
def _chosen_of(plan: Exchange) -> Choice:
    """How keys travel: `p2p` step by step, `alltoall` in stages that are begun at once, `ulysses` by heads.

    Under `ulysses` some ranks of a node exchange heads, and those with the same heads keys.
    """
    shape, ring = plan.shape, plan.shape.ring
    if ring.transport != "auto":
        return Choice("alltoall" if ring.transport == "allgather" else ring.transport)
    ranks = sorted({0, plan.ranks // 2, plan.ranks - 1})
    loads, own = [_load_of_rank(plan, rank) for rank in ranks], shape.kv_heads * -(-shape.n // ring.ranks)
    received = max(sum(count for count, _ in one.coming) for one in loads)
    waits = {"p2p": max(_wait_of(one, at_once=False) for one in loads)}
    if received <= own:
        waits["alltoall"] = max(_wait_of(one, at_once=True) for one in loads)
    if shape.sharing > 1:
        waits["ulysses"] = max(_wait_of_heads(plan, rank) for rank in ranks)
    return Choice(_cheapest(waits, max(one.work for one in loads)), received, own, tuple(waits.items()))


def _transport(plan: Exchange) -> str:
    """The transport of a plan, which heads must allow."""
    ring = plan.shape.ring
    held = "key has {} heads, must have a divisor above 1 in common with the {} ranks of a node under transport=ulysses"
    _require(ring.transport != "ulysses" or _can_split(plan), held, plan.shape.kv_heads, ring.node_size)
    return _chosen(plan).transport


def _can_split(plan: Exchange) -> bool:
    """Whether the ranks of a node can share out the heads, or each is a node."""
    return plan.shape.sharing > 1 or plan.shape.ring.node_size == 1


def _load_of_rank(plan: Exchange, rank: int) -> RankLoad:
    """What a rank has to attend, from the keys of some of its queries, and what it receives in each step."""
    shape, own, found = plan.shape, plan.shards[rank], _rows_by_owner(plan, rank)
    clauses, some, steps = _clauses(shape), _sampled(own), _steps(rank, plan.ranks, plan.nodes, relays=False)
    of_queries = (_keys_needed((range(one, one + 1),), range(shape.n), clauses) for one in some)
    keys = sum(run.size for heads in of_queries for runs in heads for run in runs)
    pairs = shape.heads // shape.kv_heads * keys * sum(map(len, own)) / max(1, len(some))
    node = _ranks_of_node(rank, plan.ranks, plan.nodes)
    return RankLoad(pairs, found[rank], tuple((found[step.source], step.source not in node) for step in steps))


def _rows_by_owner(plan: Exchange, rank: int) -> list[int]:
    """The rows of keys that a rank needs of each rank, itself too; of a rank alone no more is asked than that."""
    if plan.ranks == 1:
        return [plan.shape.n]
    parts = sorted((part.start, part.stop, owner) for owner, some in enumerate(plan.shards) for part in some if part)
    starts, found = [part[0] for part in parts], [0] * plan.ranks
    heads = _keys_needed(plan.shards[rank], range(plan.shape.n), _clauses(plan.shape))
    for runs, times in collections.Counter(heads).items():
        for run in runs:
            first = bisect.bisect_right(starts, run.start) - 1
            for start, stop, owner in itertools.islice(parts, first, bisect.bisect_left(starts, run.stop)):
                found[owner] += times * run._replace(start=max(start, run.start), stop=min(stop, run.stop)).size
    return found


def _wait_of_heads(plan: Exchange, rank: int) -> float:
    """How long a rank waits under `ulysses`: for heads of the ranks that share them out, and for keys of others."""
    size = plan.shape.sharing
    first, own = rank // size * size, sum(map(len, plan.shards[rank]))
    others = sum(len(part) for parts in plan.shards[first : first + size] for part in parts) - own
    load = _load_of_rank(_of_heads(plan, rank), rank // size)
    return _wait_of_shares(load, _stages_of(plan), size, own, others)


def _of_heads(plan: Exchange, rank: int, stage: HeadStage | None = None) -> Exchange:
    """The plan between ranks that have the same heads, each of all rows of the ranks that share heads out with it.

    `stage`: the heads of the share; None: all of it.
    """
    shape, size = plan.shape, plan.shape.sharing
    group, place = divmod(rank, size)
    heads, kv_heads = range(shape.heads // size), range(shape.kv_heads // size)
    offset = shape.head_offset + place * len(heads)
    if stage is not None:
        heads, kv_heads = stage.heads, stage.kv_heads
    ring = shape.ring._replace(ranks=shape.ring.ranks // size)
    shape = shape._replace(ring=ring, heads=len(heads), kv_heads=len(kv_heads), head_offset=offset + heads.start)
    return plan._replace(rank=group, shape=shape, relays=1 < ring.nodes < ring.ranks, fetched=None)


def _stages_of(plan: Exchange) -> tuple[HeadStage, ...]:
    """The stages of a rank's share of heads under `ulysses`."""
    shape, size = plan.shape, plan.shape.sharing
    return _head_stages(shape.heads // size, shape.kv_heads // size, size == shape.ring.ranks)
