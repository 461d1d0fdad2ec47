"""What a rank of a ring receives and sends: rows step by step, bytes of both passes, and the memory it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from patternc.ir.mask import Transport
from patternc.ir.traversal import topk_of
from patternc.ring.needed_keys import cells, rows_needed
from patternc.ring.settings import Setting, between_nodes, block_of, rows_of

FLOAT = 4
"""Bytes of a number of gradients, accumulators and lse, which are float32."""


class Way(Enum):
    """How keys and values reach the queries, as a generated module does it."""

    LOCAL = "local"  # no rank needs a row of another
    P2P = "p2p"  # step by step
    ALLTOALL = "alltoall"  # all at once
    ALLGATHER = "allgather"  # all at once, and to every rank what any of them needs
    ULYSSES = "ulysses"  # shards of the sequence for shares of the heads


@dataclass(frozen=True, slots=True)
class Chosen:
    """What `transport=auto` takes and why, in rows of keys of all key heads.

    `received`: the most of a rank; `own`: those that it holds; `split`: what ulysses would move, 0 where it can't.
    """

    way: Way
    received: int
    own: int
    split: int


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a rank: the rows of keys, of all key/value heads together, that come from `source` and go to `target`.

    The same number of rows of values goes with them.
    """

    source: int
    target: int
    received: int
    sent: int


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes that arrive at a rank and leave it."""

    received: int
    sent: int

    def __add__(self, other: Bytes) -> Bytes:
        return Bytes(self.received + other.received, self.sent + other.sent)


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of the tensors of a rank while gradients are computed, without those inside kernels.

    `held`: query, key, value, out and lse. `gradients`: of out, and in float32 of query, key and value. `buffers`: what
    is received and sent at the same time; of ulysses the tensors with a share of the heads, of `topk` the means of all.
    """

    held: int
    gradients: int
    buffers: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.held + self.gradients + self.buffers


@dataclass(frozen=True, slots=True)
class RankTraffic:
    """A rank's part in both passes."""

    rank: int
    way: Way
    rows: int
    hops: tuple[Hop, ...]
    forward: Bytes
    backward: Bytes
    memory: Memory

    @property
    def received(self) -> int:
        """Rows of keys that arrive."""
        return sum(hop.received for hop in self.hops)

    @property
    def sent(self) -> int:
        """Rows of keys that leave."""
        return sum(hop.sent for hop in self.hops)


def chosen(given: Setting) -> Chosen:
    """What `transport=auto` takes."""
    sizes, positions = given.sizes, -(-given.sizes.n // given.ring.ranks)
    received, own, splits = most_received(given), positions * sizes.kv_heads, can_split(given)
    way = Way.ALLTOALL if received <= own else Way.P2P
    split = 0
    if splits and given.ring.ranks > given.ring.nodes:
        # as rows of keys, with which as many rows of values go: of query, key, value and out, and between nodes
        split = (sizes.heads + sizes.kv_heads) * positions + most_received(between_nodes(given, 0))
        way = Way.ULYSSES if received > split else way
    return Chosen(way if received else Way.LOCAL, received, own, split)


def most_received(given: Setting) -> int:
    """The rows that a rank receives at most, of three that stand for all."""
    ranks = given.ring.ranks
    return max(sum(rows_received(given, rank, Way.ALLTOALL)) for rank in {0, ranks // 2, ranks - 1})


def can_split(given: Setting) -> bool:
    """Whether the ranks of a node can share out the heads."""
    size = given.ring.ranks // given.ring.nodes
    return given.sizes.heads % size == 0 and given.sizes.kv_heads % size == 0


def way_of(given: Setting) -> Way:
    """The transport that the ring asks for, or the one that `auto` takes."""
    return chosen(given).way if given.ring.transport is Transport.AUTO else Way(given.ring.transport.value)


def is_bound(given: Setting, way: Way) -> bool:
    """Whether rows are the most that may travel: those that a `topk` may choose, of which only the chosen ones do."""
    between = way is Way.ULYSSES and given.ring.nodes > 1
    return topk_of(given.normal) is not None and (between or way in (Way.P2P, Way.ALLTOALL))


def traffic(given: Setting, rank: int, way: Way) -> RankTraffic:
    """What a rank receives, sends and holds."""
    return of_hops(given, rank, way, hops(given, rank, way))


def of_hops(given: Setting, rank: int, way: Way, hops: tuple[Hop, ...]) -> RankTraffic:
    """The same where the steps of a rank are known."""
    rows = rows_of(given.worked, rank)
    received, sent = sum(hop.received for hop in hops), sum(hop.sent for hop in hops)
    heads = _by_heads(given, rank) if way is Way.ULYSSES else (Bytes(0, 0), Bytes(0, 0))
    every = zip(_by_rows(given, received, sent), heads, _relaid(given, rank), strict=True)
    forward, backward = (sum(parts, Bytes(0, 0)) for parts in every)
    forward += _of_choice(given, rank, way)
    return RankTraffic(rank, way, rows, hops, forward, backward, _memory(given, rank, way, hops))


def rows_received(given: Setting, rank: int, way: Way) -> tuple[int, ...]:
    """The rows of keys that a rank receives from each rank."""
    own = given.worked[rank]
    n = given.sizes.n
    places = (
        (2 * source + part, queries, keys)
        for source, shard in enumerate(given.worked)
        if source != rank
        for part, keys in enumerate(shard)
        for queries in (_others(shard, n) if way is Way.ALLGATHER else own)
    )
    found = rows_needed(given, cells(places), 2 * given.ring.ranks).tolist()
    return tuple(first + second for first, second in zip(found[::2], found[1::2], strict=True))


def rows_sent(given: Setting, rank: int, way: Way) -> tuple[int, ...]:
    """The rows of keys that a rank sends to each rank."""
    own, ranks = given.worked[rank], given.ring.ranks
    if way is Way.ALLGATHER:  # the same to all others
        everyone = tuple(_others(own, given.sizes.n))
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


def _others(shard: tuple[range, ...], n: int) -> Iterator[range]:
    """The positions that are not in a shard."""
    at = 0
    for part in (*shard, range(n, n)):
        if at < part.start:
            yield range(at, part.start)
        at = part.stop


def steps(given: Setting, rank: int) -> tuple[tuple[int, int], ...]:
    """(source, target) of each step: ranks of the own node first, and every step a permutation of the ranks."""
    nodes = given.ring.nodes
    size = given.ring.ranks // nodes
    node, place = divmod(rank, size)
    return tuple(
        ((node - far) % nodes * size + (place - near) % size, (node + far) % nodes * size + (place + near) % size)
        for far in range(nodes)
        for near in range(size)
        if far or near
    )


def hops(given: Setting, rank: int, way: Way) -> tuple[Hop, ...]:
    """The steps of a rank in which rows come or go."""
    if way is Way.ULYSSES:
        size = given.ring.ranks // given.ring.nodes
        node, place = divmod(rank, size)
        found = hops(between_nodes(given, rank), node, Way.P2P) if given.ring.nodes > 1 else ()
        return tuple(replace(hop, source=hop.source * size + place, target=hop.target * size + place) for hop in found)
    received, sent = rows_received(given, rank, way), rows_sent(given, rank, way)
    return tuple(
        Hop(source, target, received[source], sent[target])
        for source, target in steps(given, rank)
        if received[source] or sent[target]
    )


def _by_rows(given: Setting, received: int, sent: int) -> tuple[Bytes, Bytes]:
    """The two passes where rows of keys and values travel, and in the second one gradients go home too."""
    sizes = given.sizes
    row, gradient = (2 * sizes.batch * sizes.head_dim * element for element in (sizes.element, FLOAT))
    forward = Bytes(row * received, row * sent)
    return forward, forward + Bytes(gradient * sent, gradient * received)


def _of_choice(given: Setting, rank: int, way: Way) -> Bytes:
    """The means of blocks, which all ranks gather before a `topk` chooses, and which blocks each asks of another."""
    if way is Way.ULYSSES:
        size = given.ring.ranks // given.ring.nodes
        return _of_choice(between_nodes(given, rank), rank // size, Way.P2P)
    if topk_of(given.normal) is None:
        return Bytes(0, 0)
    sizes, block, rest = given.sizes, block_of(given.normal), given.ring.ranks - 1
    own = sum(-(-part.stop // block) - part.start // block for part in given.worked[rank])
    others = -(-sizes.n // block) - own
    mean, asked = sizes.batch * sizes.head_dim * FLOAT, int(way is not Way.ALLGATHER)
    return Bytes(
        sizes.kv_heads * (others * mean + own * rest * asked), sizes.kv_heads * (own * rest * mean + others * asked)
    )


def node_rows(given: Setting, rank: int) -> int:
    """How many positions the ranks of a rank's node work on."""
    size = given.ring.ranks // given.ring.nodes
    return sum(rows_of(given.worked, one) for one in range(rank // size * size, (rank // size + 1) * size))


def _by_heads(given: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The two passes where ranks of a node exchange their rows for shares of the heads, and the results back."""
    sizes, size, rows = given.sizes, given.ring.ranks // given.ring.nodes, rows_of(given.worked, rank)
    others = node_rows(given, rank) - rows
    own, own_kv = sizes.heads // size, sizes.kv_heads // size
    away, away_kv = sizes.heads - own, sizes.kv_heads - own_kv
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    result = row + FLOAT  # out and lse
    forward = Bytes(
        others * (own + 2 * own_kv) * row + rows * away * result,
        rows * (away + 2 * away_kv) * row + others * own * result,
    )
    backward = Bytes(
        others * own * row + rows * (away + 2 * away_kv) * wide,
        rows * away * row + others * (own + 2 * own_kv) * wide,
    )
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _relaid(given: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The two passes of the exchange between the rows that a rank holds and those that it works on."""
    sizes = given.sizes
    both = sum(_shared(held, worked) for held in given.held[rank] for worked in given.worked[rank])
    coming, leaving = rows_of(given.worked, rank) - both, rows_of(given.held, rank) - both
    every, out = sizes.heads + 2 * sizes.kv_heads, sizes.heads
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    forward = Bytes(
        coming * every * row + leaving * out * (row + FLOAT), leaving * every * row + coming * out * (row + FLOAT)
    )
    backward = Bytes(coming * out * row + leaving * every * wide, leaving * out * row + coming * every * wide)
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _shared(held: range, worked: range) -> int:
    """How many positions of a range, of any step, are in one of consecutive positions."""
    start = max(held.start, worked.start)
    return len(range(start + (held.start - start) % held.step, min(held.stop, worked.stop), held.step))


def _times(one: Bytes, batch: int) -> Bytes:
    return Bytes(batch * one.received, batch * one.sent)


def _memory(given: Setting, rank: int, way: Way, hops: tuple[Hop, ...]) -> Memory:
    sizes = given.sizes
    rows = max(rows_of(given.held, rank), rows_of(given.worked, rank)) * sizes.batch
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    every = sizes.heads + 2 * sizes.kv_heads
    held = rows * ((every + sizes.heads) * row + sizes.heads * FLOAT)
    gradients = rows * (sizes.heads * row + every * wide)
    moved = [hop.received + hop.sent for hop in hops]
    together = sum(moved) if way in (Way.ALLTOALL, Way.ALLGATHER) else max(map(sum, pairwise([*moved, 0])), default=0)
    buffers = together * sizes.batch * 2 * (row + wide)
    if topk_of(given.normal) is not None:  # the means of all blocks
        heads = sizes.kv_heads * (given.ring.nodes if way is Way.ULYSSES else given.ring.ranks) // given.ring.ranks
        buffers += -(-sizes.n // block_of(given.normal)) * heads * sizes.batch * sizes.head_dim * FLOAT
    if way is Way.ULYSSES:
        share = node_rows(given, rank) * sizes.batch * given.ring.nodes // given.ring.ranks
        buffers += share * ((every + 2 * sizes.heads) * row + sizes.heads * FLOAT + every * wide)
    return Memory(held, gradients, buffers)
