"""Exchanges: which rows of keys a rank sends and receives, and in which order; arithmetic, the same on every rank."""

import functools
import itertools
from typing import NamedTuple

from .needed import _keys_needed
from .runs import Run, _union
from .shape import GivenLists, Shape, _blocks_of, _clauses, _shards
from .steps import Shards, Step, _outside, _ranks_of_node, _shared, _steps


class Rows(NamedTuple):
    """The keys of a range of a shard that go to a rank: `runs` of each key/value head."""

    keys: range
    runs: tuple[tuple[Run, ...], ...]

    @property
    def size(self) -> int:
        """The number of rows of all heads together."""
        return sum(run.size for runs in self.runs for run in runs)

    @property
    def span(self) -> range:
        """The range from the first to the last position of any head."""
        every = [run for runs in self.runs for run in runs]
        return range(min(run.start for run in every), max(run.stop for run in every))


class LiveStep(NamedTuple):
    """A step in which a rank has something to do: its number from 1 on, and the rows that come and that go."""

    place: int
    step: Step
    incoming: tuple[Rows, ...]
    outgoing: tuple[Rows, ...]


class Exchange(NamedTuple):
    """The rows that a rank sends and receives, and their order; ranks have equal plans of one another.

    `relays`: whether keys come to a node once, for all its ranks, to the one that has the same place there as their
    rank has in its own node. `fetched`: of a call whose `topk` has chosen, what goes from rank to rank; None: at most.
    """

    rank: int
    shape: Shape
    relays: bool = False
    fetched: dict[tuple[int, int], tuple[Rows, ...]] | None = None

    @property
    def ranks(self) -> int:
        """The number of ranks: those of the ring, or one of each node."""
        return self.shape.ring.ranks

    @property
    def nodes(self) -> int:
        """The number of machines that the ranks are on."""
        return self.shape.ring.nodes

    @property
    def shards(self) -> Shards:
        """The positions whose queries and keys each rank works on."""
        ring = self.shape.ring
        ring = ring._replace(layout="contiguous") if ring.layout == "striped" else ring
        return _shards(ring, self.shape.n, self.shape.inputs)

    @property
    def held(self) -> Shards:
        """The positions whose rows each rank holds."""
        return _shards(self.shape.ring, self.shape.n, self.shape.inputs)

    @property
    def own_rows(self) -> int:
        """The number of positions that the rank works on."""
        return sum(map(len, self.shards[self.rank]))

    @property
    def group_rows(self) -> int:
        """The number of positions that ranks which share out heads with it work on."""
        size = self.shape.sharing
        first = self.rank // size * size
        return sum(len(part) for parts in self.shards[first : first + size] for part in parts)

    def sent(self, source: int, target: int) -> tuple[Rows, ...]:
        """The rows that a rank sends another, by the ranges of its shard; ranges without a needed row are left out."""
        if self.fetched is not None:
            return self.fetched[source, target]
        return _sent(source, target, self._replace(rank=0, relays=False))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The transfers of the rank in their order."""
        return _steps(self.rank, self.ranks, self.nodes, self.relays)

    @property
    def live(self) -> tuple[LiveStep, ...]:
        """The steps in which the rank sends or receives rows, or what its node has added up goes on its way."""
        return _live(self) if self.fetched is None else _found_live(self)

    def incoming(self, step: Step) -> tuple[Rows, ...]:
        """The rows that arrive at the rank in a step: those that it needs, or its node."""
        return self._carried(step.arriving, step.source, self.rank)

    def outgoing(self, step: Step) -> tuple[Rows, ...]:
        """The rows that the rank sends in a step."""
        return self._carried(step.leaving, self.rank, step.target)

    def passes_on(self, step: Step) -> bool:
        """Whether what arrives in a step is for all ranks of the node."""
        return self.relays and self._node_of(step.source) != self._node_of(self.rank)

    def for_node(self, of: int) -> tuple[Rows, ...]:
        """The rows that the rank's node needs of a rank of another node."""
        return self._needed_in(self._node_of(self.rank), of)

    def _carried(self, of: int, source: int, target: int) -> tuple[Rows, ...]:
        if not self.relays or self._node_of(source) == self._node_of(target):
            return self.sent(of, target)
        return self._needed_in(self._node_of(target), of)

    def _needed_in(self, node: range, of: int) -> tuple[Rows, ...]:
        return _of_node(of, node, self._replace(rank=0)) if self.fetched is None else _made_for_node(of, node, self)

    def _node_of(self, rank: int) -> range:
        """The ranks of the node of a rank."""
        return _ranks_of_node(rank, self.ranks, self.nodes)

    @property
    def received(self) -> int:
        """The number of rows of keys that the rank receives, of all key/value heads together."""
        return sum(rows.size for one in self.live for rows in one.incoming)

    @property
    def crossing(self) -> int:
        """The number of received rows that come from other nodes."""
        own = self._node_of(self.rank)
        return sum(rows.size for one in self.live if one.step.source not in own for rows in one.incoming)


@functools.lru_cache(maxsize=1 << 6)
def _live(plan: Exchange) -> tuple[LiveStep, ...]:
    return _found_live(plan)


def _found_live(plan: Exchange) -> tuple[LiveStep, ...]:
    every = (
        LiveStep(place, step, plan.incoming(step), plan.outgoing(step)) for place, step in enumerate(plan.steps, 1)
    )
    return tuple(one for one in every if one.incoming or one.outgoing or plan.passes_on(one.step))


@functools.lru_cache(maxsize=1 << 14)
def _sent(source: int, target: int, plan: Exchange) -> tuple[Rows, ...]:
    clauses, shards = _clauses(plan.shape), plan.shards
    every = plan.shape.ring.transport == "allgather"
    queries = _outside(shards[source], plan.shape.n) if every else shards[target]
    found = (Rows(keys, _keys_needed(queries, keys, clauses)) for keys in shards[source])
    return tuple(rows for rows in found if any(rows.runs))


@functools.lru_cache(maxsize=1 << 14)
def _of_node(source: int, node: range, plan: Exchange) -> tuple[Rows, ...]:
    """The rows that the ranks of a node need of a rank, each once."""
    return _made_for_node(source, node, plan)


def _made_for_node(source: int, node: range, plan: Exchange) -> tuple[Rows, ...]:
    every = [rows for rank in node for rows in plan.sent(source, rank)]
    found = []
    for keys in plan.shards[source]:
        parts = [rows.runs for rows in every if rows.keys == keys]
        if parts:
            found.append(Rows(keys, tuple(_union(itertools.chain(*runs)) for runs in zip(*parts, strict=True))))
    return tuple(found)


def _blocks_of_others(plan: Exchange) -> int:
    """The number of blocks of the other ranks."""
    block = plan.shape.ring.block
    return -(-plan.shape.n // block) - sum(map(len, _blocks_of(plan.shards[plan.rank], block)))


def _other_ranks(plan: Exchange) -> list[int]:
    return [rank for rank in range(plan.ranks) if rank != plan.rank]


def _ranks_told_of(plan: Exchange, source: int, target: int) -> list[int]:
    """The ranks of whose blocks `source` tells `target` its choice: `target`, and those whose keys that passes on."""
    size = plan.shape.ring.node_size
    near = plan.relays and source // size == target // size
    return list(range(target % size, plan.ranks, size)) if near else [target]


def _asked_of(plan: Exchange, source: int, target: int) -> int:
    """The number of blocks for which one rank tells another whether it chooses them."""
    block, told = plan.shape.ring.block, _ranks_told_of(plan, source, target)
    return sum(len(blocks) for rank in told for blocks in _blocks_of(plan.shards[rank], block))


def _bytes_of_choice(plan: Exchange, numbers: int, others: list[int]) -> tuple[int, int]:
    """The bytes that a rank is sent by others, and sends them, before keys: means of blocks, and which are chosen.

    `numbers`: of a mean, float32, in all batch entries.
    """
    rank, gathers = plan.rank, plan.shape.ring.transport == "allgather"
    own, *every = (sum(map(len, _blocks_of(plan.shards[one], plan.shape.ring.block))) for one in (rank, *others))
    asked = 0 if gathers else sum(_asked_of(plan, one, rank) for one in others)
    asking = 0 if gathers else sum(_asked_of(plan, rank, one) for one in others)
    heads = plan.shape.kv_heads
    return heads * (4 * numbers * sum(every) + asked), heads * (4 * numbers * own * len(others) + asking)


def _blocks_of_shards(shards: Shards, rows: int) -> Shards:
    """The blocks of so many queries that each shard holds, which has whole ones."""
    return tuple(_blocks_of(tuple(part for part in parts if part), rows) for parts in shards)


def _lists_held(plan: Exchange) -> list[int]:
    """The lists of a batch entry that callers give a rank, for each input that lists keys."""
    shape, parts = plan.shape, plan.held[plan.rank]
    count = [(one, one.of_heads(shape.heads, shape.kv_heads)) for one in shape.ring.lists]
    return [several * sum(-(-len(part) // one.rows) for part in parts) for one, several in count]


def _lists_exchanged(plan: Exchange, lists: GivenLists, by_heads: bool) -> tuple[int, int]:
    """The lists of a batch entry that come to a rank with rows that others hold, and those that it gives others.

    `by_heads`: whether ranks of a node share out heads.
    """
    shape, held, own = plan.shape, plan.held[plan.rank], plan.shards[plan.rank]
    kept = sum(len(_shared(one, part)) for one in held for part in own)
    count = lists.of_heads(shape.heads, shape.kv_heads)
    coming, leaving = (count * (sum(map(len, parts)) - kept) for parts in (own, held))
    if by_heads:
        size = shape.sharing
        place, first = plan.rank % size, plan.rank // size * size
        share = lists.of_heads(shape.heads // size, shape.kv_heads // size)
        every = _blocks_of_shards(plan.shards[first : first + size], lists.rows)
        blocks = [sum(map(len, parts)) for parts in every]
        coming += share * (sum(blocks) - blocks[place])
        leaving += share * (size - 1) * blocks[place]
    return coming, leaving
