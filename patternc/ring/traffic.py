"""What a rank of a ring receives and sends in both passes, in bytes, and the memory it needs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from patternc.ir.mask import Sink, Transport
from patternc.ir.traversal import topk_of
from patternc.ring.hops import Hop, Way, hops, node_of, relays, rows_received
from patternc.ring.settings import Setting, between_nodes, block_of, rows_of
from patternc.runtime.ring_steps import _cheapest, _shared

FLOAT = 4
"""Bytes of a number of gradients and accumulators, which are float32."""


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
    """A rank's part in both passes. `crossing`: of the bytes of both, those between nodes of the ring."""

    rank: int
    way: Way
    rows: int
    hops: tuple[Hop, ...]
    forward: Bytes
    backward: Bytes
    crossing: Bytes
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
    split = 0
    if splits and given.ring.ranks > given.ring.nodes:
        # as rows of keys, with which as many rows of values go: of query, key, value and out, and between nodes
        split = (sizes.heads + sizes.kv_heads) * positions + most_received(between_nodes(given, 0))
    return Chosen(Way(_cheapest(received, own, split)) if received else Way.LOCAL, received, own, split)


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
    forward += sum(_of_choice(given, rank, way), Bytes(0, 0))
    crossing = _crossing(given, rank, way, hops)
    return RankTraffic(rank, way, rows, hops, forward, backward, crossing, _memory(given, rank, way, hops))


def _by_rows(given: Setting, received: int, sent: int) -> tuple[Bytes, Bytes]:
    """The two passes where rows of keys and values travel, and in the second one gradients go home too."""
    sizes = given.sizes
    row, gradient = (2 * sizes.batch * sizes.head_dim * element for element in (sizes.element, FLOAT))
    forward = Bytes(row * received, row * sent)
    return forward, forward + Bytes(gradient * sent, gradient * received)


def _of_choice(given: Setting, rank: int, way: Way) -> tuple[Bytes, Bytes]:
    """The means of blocks that all ranks gather before a `topk` chooses, and which blocks each asks of another.

    First what comes from the rank's own node and goes there, then what crosses between nodes.
    """
    if way is Way.ULYSSES:  # among ranks of different nodes
        size = given.ring.ranks // given.ring.nodes
        every = sum(_of_choice(between_nodes(given, rank), rank // size, Way.P2P), Bytes(0, 0))
        return (every, Bytes(0, 0)) if given.ring.nodes == 1 else (Bytes(0, 0), every)
    if topk_of(given.normal) is None:
        return Bytes(0, 0), Bytes(0, 0)
    ranks, node = range(given.ring.ranks), node_of(given, rank)
    near, far = [one for one in node if one != rank], [one for one in ranks if one not in node]
    return _of_choice_among(given, rank, way, near), _of_choice_among(given, rank, way, far)


def _of_choice_among(given: Setting, rank: int, way: Way, others: list[int]) -> Bytes:
    """The same between a rank and others, which are all of its node or all of other ones."""
    sizes, node = given.sizes, node_of(given, rank)
    blocks = [_blocks(given, one) for one in range(given.ring.ranks)]
    own, every = len(others) * blocks[rank], sum(blocks[one] for one in others)
    asked, asking = own, every
    if relays(given, way) and others and others[0] in node:  # also of the ranks whose keys another one passes on
        of_place = [sum(blocks[place :: len(node)]) for place in range(len(node))]
        asked = len(others) * of_place[rank % len(node)]
        asking = sum(of_place[one % len(node)] for one in others)
    if way is Way.ALLGATHER:
        asked = asking = 0
    mean = sizes.batch * sizes.head_dim * FLOAT
    return Bytes(sizes.kv_heads * (every * mean + asked), sizes.kv_heads * (own * mean + asking))


def _blocks(given: Setting, rank: int) -> int:
    """The blocks that a `topk` chooses from, of the positions of a rank."""
    block = block_of(given.normal)
    return sum(-(-part.stop // block) - part.start // block for part in given.worked[rank])


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
    result = row + _lse(given)
    forward = Bytes(
        others * (own + 2 * own_kv) * row + rows * away * result,
        rows * (away + 2 * away_kv) * row + others * own * result,
    )
    flow = row + _flow_through_lse(given)
    backward = Bytes(
        others * own * flow + rows * (away + 2 * away_kv) * wide,
        rows * away * flow + others * (own + 2 * own_kv) * wide,
    )
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _relaid(given: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The two passes of the exchange between the rows that a rank holds and those that it works on."""
    both = _overlap(given, rank, rank)
    return _exchanged(given, rows_of(given.worked, rank) - both, rows_of(given.held, rank) - both)


def _overlap(given: Setting, holding: int, working: int) -> int:
    """How many positions that one rank holds another works on."""
    return sum(len(_shared(held, worked)) for held in given.held[holding] for worked in given.worked[working])


def _exchanged(given: Setting, coming: int, leaving: int) -> tuple[Bytes, Bytes]:
    """The two passes where so many rows come to a rank that works on them, and leave it."""
    sizes = given.sizes
    every, out = sizes.heads + 2 * sizes.kv_heads, sizes.heads
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    result = row + _lse(given)
    forward = Bytes(coming * every * row + leaving * out * result, leaving * every * row + coming * out * result)
    flow = row + _flow_through_lse(given)
    backward = Bytes(coming * out * flow + leaving * every * wide, leaving * out * flow + coming * every * wide)
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _lse(given: Setting) -> int:
    """The bytes of a row's lse, as it goes back to the row's rank: a sink compares it in float64."""
    return 2 * FLOAT if _sinks(given) else FLOAT


def _flow_through_lse(given: Setting) -> int:
    """The bytes of the gradient of a row's lse, which a sink always has: others have it where a loss reads the lse."""
    return FLOAT if _sinks(given) else 0


def _sinks(given: Setting) -> bool:
    return any(isinstance(score, Sink) for score in given.normal.scores)


def _crossing(given: Setting, rank: int, way: Way, hops: tuple[Hop, ...]) -> Bytes:
    """The bytes of both passes between the nodes of a ring."""
    node = node_of(given, rank)
    if given.ring.nodes == 1:
        return Bytes(0, 0)
    received = sum(hop.received for hop in hops if hop.source not in node)
    sent = sum(hop.sent for hop in hops if hop.target not in node)
    coming, leaving = 0, 0
    if given.held != given.worked:
        others = [one for one in range(given.ring.ranks) if one not in node]
        coming, leaving = (
            sum(_overlap(given, one, rank) for one in others),
            sum(_overlap(given, rank, one) for one in others),
        )
    every = (*_by_rows(given, received, sent), *_exchanged(given, coming, leaving), _of_choice(given, rank, way)[1])
    return sum(every, Bytes(0, 0))


def _times(one: Bytes, batch: int) -> Bytes:
    return Bytes(batch * one.received, batch * one.sent)


def _memory(given: Setting, rank: int, way: Way, hops: tuple[Hop, ...]) -> Memory:
    sizes = given.sizes
    rows = max(rows_of(given.held, rank), rows_of(given.worked, rank)) * sizes.batch
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    every = sizes.heads + 2 * sizes.kv_heads
    held = rows * ((every + sizes.heads) * row + sizes.heads * 2 * FLOAT)  # the lse is float64
    gradients = rows * (sizes.heads * row + every * wide)
    moved = [hop.received + hop.sent for hop in hops]
    together = sum(moved) if way in (Way.ALLTOALL, Way.ALLGATHER) else max(map(sum, pairwise([*moved, 0])), default=0)
    if relays(given, way):  # what is passed on is held until all ranks of the node have it
        node = node_of(given, rank)
        together += max((hop.received for hop in hops if hop.source not in node), default=0)
    buffers = together * sizes.batch * 2 * (row + wide)
    if topk_of(given.normal) is not None:  # the means of all blocks
        heads = sizes.kv_heads * (given.ring.nodes if way is Way.ULYSSES else given.ring.ranks) // given.ring.ranks
        buffers += -(-sizes.n // block_of(given.normal)) * heads * sizes.batch * sizes.head_dim * FLOAT
    if way is Way.ULYSSES:
        share = node_rows(given, rank) * sizes.batch * given.ring.nodes // given.ring.ranks
        buffers += share * ((every + 2 * sizes.heads) * row + sizes.heads * 2 * FLOAT + every * wide)
    return Memory(held, gradients, buffers)
