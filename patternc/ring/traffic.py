"""What a rank of a ring receives and sends in both passes, in bytes, and the memory it needs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from patternc.ir.mask import Sink, Transport
from patternc.ir.traversal import topk_of
from patternc.ring.hops import Hop, ResolvedTransport, hops, node_of, relays, rows_received
from patternc.ring.settings import Setting, between_nodes, block_of, rows_of
from patternc.runtime.ring_steps import _cheapest, _shared

FLOAT = 4
"""Bytes of a number of gradients and accumulators, which are float32."""


@dataclass(frozen=True, slots=True)
class TransportChoice:
    """What `transport=auto` takes and why, in rows of keys of all key heads.

    `received`: the most of a rank; `own`: those that it holds; `split`: what ulysses would move, 0 where it can't.
    """

    transport: ResolvedTransport
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
    transport: ResolvedTransport
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


def transport_choice(setting: Setting) -> TransportChoice:
    """What `transport=auto` takes."""
    sizes, positions = setting.sizes, -(-setting.sizes.n // setting.ring.ranks)
    received, own, splits = most_received(setting), positions * sizes.kv_heads, can_split(setting)
    split = 0
    if splits and setting.ring.ranks > setting.ring.nodes:
        # as rows of keys, with which as many rows of values go: of query, key, value and out, and between nodes
        split = (sizes.heads + sizes.kv_heads) * positions + most_received(between_nodes(setting, 0))
    return TransportChoice(
        ResolvedTransport(_cheapest(received, own, split)) if received else ResolvedTransport.LOCAL,
        received,
        own,
        split,
    )


def most_received(setting: Setting) -> int:
    """The rows that a rank receives at most, of three that stand for all."""
    ranks = setting.ring.ranks
    return max(sum(rows_received(setting, rank, ResolvedTransport.ALLTOALL)) for rank in {0, ranks // 2, ranks - 1})


def can_split(setting: Setting) -> bool:
    """Whether the ranks of a node can share out the heads."""
    size = setting.ring.ranks // setting.ring.nodes
    return setting.sizes.heads % size == 0 and setting.sizes.kv_heads % size == 0


def resolved_transport(setting: Setting) -> ResolvedTransport:
    """The transport that the ring asks for, or the one that `auto` takes."""
    return (
        transport_choice(setting).transport
        if setting.ring.transport is Transport.AUTO
        else ResolvedTransport(setting.ring.transport.value)
    )


def is_bound(setting: Setting, transport: ResolvedTransport) -> bool:
    """Whether rows are the most that may travel: those that a `topk` may choose, of which only the chosen ones do."""
    between = transport is ResolvedTransport.ULYSSES and setting.ring.nodes > 1
    return topk_of(setting.normal) is not None and (
        between or transport in (ResolvedTransport.P2P, ResolvedTransport.ALLTOALL)
    )


def traffic(setting: Setting, rank: int, transport: ResolvedTransport) -> RankTraffic:
    """What a rank receives, sends and holds."""
    return of_hops(setting, rank, transport, hops(setting, rank, transport))


def of_hops(setting: Setting, rank: int, transport: ResolvedTransport, hops: tuple[Hop, ...]) -> RankTraffic:
    """The same where the steps of a rank are known."""
    rows = rows_of(setting.worked, rank)
    received, sent = sum(hop.received for hop in hops), sum(hop.sent for hop in hops)
    heads = _by_heads(setting, rank) if transport is ResolvedTransport.ULYSSES else (Bytes(0, 0), Bytes(0, 0))
    every = zip(_by_rows(setting, received, sent), heads, _relaid(setting, rank), strict=True)
    forward, backward = (sum(parts, Bytes(0, 0)) for parts in every)
    forward += sum(_of_choice(setting, rank, transport), Bytes(0, 0))
    crossing = _crossing(setting, rank, transport, hops)
    return RankTraffic(
        rank, transport, rows, hops, forward, backward, crossing, _memory(setting, rank, transport, hops)
    )


def _by_rows(setting: Setting, received: int, sent: int) -> tuple[Bytes, Bytes]:
    """The two passes where rows of keys and values travel, and in the second one gradients go home too."""
    sizes = setting.sizes
    row, gradient = (2 * sizes.batch * sizes.head_dim * element for element in (sizes.element, FLOAT))
    forward = Bytes(row * received, row * sent)
    return forward, forward + Bytes(gradient * sent, gradient * received)


def _of_choice(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Bytes, Bytes]:
    """The means of blocks that all ranks gather before a `topk` chooses, and which blocks each asks of another.

    First what comes from the rank's own node and goes there, then what crosses between nodes.
    """
    if transport is ResolvedTransport.ULYSSES:  # among ranks of different nodes
        size = setting.ring.ranks // setting.ring.nodes
        every = sum(_of_choice(between_nodes(setting, rank), rank // size, ResolvedTransport.P2P), Bytes(0, 0))
        return (every, Bytes(0, 0)) if setting.ring.nodes == 1 else (Bytes(0, 0), every)
    if topk_of(setting.normal) is None:
        return Bytes(0, 0), Bytes(0, 0)
    ranks, node = range(setting.ring.ranks), node_of(setting, rank)
    near, far = [one for one in node if one != rank], [one for one in ranks if one not in node]
    return _of_choice_among(setting, rank, transport, near), _of_choice_among(setting, rank, transport, far)


def _of_choice_among(setting: Setting, rank: int, transport: ResolvedTransport, others: list[int]) -> Bytes:
    """The same between a rank and others, which are all of its node or all of other ones."""
    sizes, node = setting.sizes, node_of(setting, rank)
    blocks = [_blocks(setting, one) for one in range(setting.ring.ranks)]
    own, every = len(others) * blocks[rank], sum(blocks[one] for one in others)
    asked, asking = own, every
    if (
        relays(setting, transport) and others and others[0] in node
    ):  # also of the ranks whose keys another one passes on
        of_place = [sum(blocks[place :: len(node)]) for place in range(len(node))]
        asked = len(others) * of_place[rank % len(node)]
        asking = sum(of_place[one % len(node)] for one in others)
    if transport is ResolvedTransport.ALLGATHER:
        asked = asking = 0
    mean = sizes.batch * sizes.head_dim * FLOAT
    return Bytes(sizes.kv_heads * (every * mean + asked), sizes.kv_heads * (own * mean + asking))


def _blocks(setting: Setting, rank: int) -> int:
    """The blocks that a `topk` chooses from, of the positions of a rank."""
    block = block_of(setting.normal)
    return sum(-(-part.stop // block) - part.start // block for part in setting.worked[rank])


def node_rows(setting: Setting, rank: int) -> int:
    """How many positions the ranks of a rank's node work on."""
    size = setting.ring.ranks // setting.ring.nodes
    return sum(rows_of(setting.worked, one) for one in range(rank // size * size, (rank // size + 1) * size))


def _by_heads(setting: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The two passes where ranks of a node exchange their rows for shares of the heads, and the results back."""
    sizes, size, rows = setting.sizes, setting.ring.ranks // setting.ring.nodes, rows_of(setting.worked, rank)
    others = node_rows(setting, rank) - rows
    own, own_kv = sizes.heads // size, sizes.kv_heads // size
    away, away_kv = sizes.heads - own, sizes.kv_heads - own_kv
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    result = row + _lse(setting)
    forward = Bytes(
        others * (own + 2 * own_kv) * row + rows * away * result,
        rows * (away + 2 * away_kv) * row + others * own * result,
    )
    flow = row + _flow_through_lse(setting)
    backward = Bytes(
        others * own * flow + rows * (away + 2 * away_kv) * wide,
        rows * away * flow + others * (own + 2 * own_kv) * wide,
    )
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _relaid(setting: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The two passes of the exchange between the rows that a rank holds and those that it works on."""
    both = _overlap(setting, rank, rank)
    return _exchanged(setting, rows_of(setting.worked, rank) - both, rows_of(setting.held, rank) - both)


def _overlap(setting: Setting, holding: int, working: int) -> int:
    """How many positions that one rank holds another works on."""
    return sum(len(_shared(held, worked)) for held in setting.held[holding] for worked in setting.worked[working])


def _exchanged(setting: Setting, coming: int, leaving: int) -> tuple[Bytes, Bytes]:
    """The two passes where so many rows come to a rank that works on them, and leave it."""
    sizes = setting.sizes
    every, out = sizes.heads + 2 * sizes.kv_heads, sizes.heads
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    result = row + _lse(setting)
    forward = Bytes(coming * every * row + leaving * out * result, leaving * every * row + coming * out * result)
    flow = row + _flow_through_lse(setting)
    backward = Bytes(coming * out * flow + leaving * every * wide, leaving * out * flow + coming * every * wide)
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _lse(setting: Setting) -> int:
    """The bytes of a row's lse, as it goes back to the row's rank: a sink compares it in float64."""
    return 2 * FLOAT if _sinks(setting) else FLOAT


def _flow_through_lse(setting: Setting) -> int:
    """The bytes of the gradient of a row's lse, which a sink always has: others have it where a loss reads the lse."""
    return FLOAT if _sinks(setting) else 0


def _sinks(setting: Setting) -> bool:
    return any(isinstance(score, Sink) for score in setting.normal.scores)


def _crossing(setting: Setting, rank: int, transport: ResolvedTransport, hops: tuple[Hop, ...]) -> Bytes:
    """The bytes of both passes between the nodes of a ring."""
    node = node_of(setting, rank)
    if setting.ring.nodes == 1:
        return Bytes(0, 0)
    received = sum(hop.received for hop in hops if hop.source not in node)
    sent = sum(hop.sent for hop in hops if hop.target not in node)
    coming, leaving = 0, 0
    if setting.held != setting.worked:
        others = [one for one in range(setting.ring.ranks) if one not in node]
        coming, leaving = (
            sum(_overlap(setting, one, rank) for one in others),
            sum(_overlap(setting, rank, one) for one in others),
        )
    every = (
        *_by_rows(setting, received, sent),
        *_exchanged(setting, coming, leaving),
        _of_choice(setting, rank, transport)[1],
    )
    return sum(every, Bytes(0, 0))


def _times(one: Bytes, batch: int) -> Bytes:
    return Bytes(batch * one.received, batch * one.sent)


def _memory(setting: Setting, rank: int, transport: ResolvedTransport, hops: tuple[Hop, ...]) -> Memory:
    sizes = setting.sizes
    rows = max(rows_of(setting.held, rank), rows_of(setting.worked, rank)) * sizes.batch
    row, wide = sizes.head_dim * sizes.element, sizes.head_dim * FLOAT
    every = sizes.heads + 2 * sizes.kv_heads
    held = rows * ((every + sizes.heads) * row + sizes.heads * 2 * FLOAT)  # the lse is float64
    gradients = rows * (sizes.heads * row + every * wide)
    moved = [hop.received + hop.sent for hop in hops]
    together = (
        sum(moved)
        if transport in (ResolvedTransport.ALLTOALL, ResolvedTransport.ALLGATHER)
        else max(map(sum, pairwise([*moved, 0])), default=0)
    )
    if relays(setting, transport):  # what is passed on is held until all ranks of the node have it
        node = node_of(setting, rank)
        together += max((hop.received for hop in hops if hop.source not in node), default=0)
    buffers = together * sizes.batch * 2 * (row + wide)
    if topk_of(setting.normal) is not None:  # the means of all blocks
        heads = (
            sizes.kv_heads
            * (setting.ring.nodes if transport is ResolvedTransport.ULYSSES else setting.ring.ranks)
            // setting.ring.ranks
        )
        buffers += -(-sizes.n // block_of(setting.normal)) * heads * sizes.batch * sizes.head_dim * FLOAT
    if transport is ResolvedTransport.ULYSSES:
        share = node_rows(setting, rank) * sizes.batch * setting.ring.nodes // setting.ring.ranks
        buffers += share * ((every + 2 * sizes.heads) * row + sizes.heads * 2 * FLOAT + every * wide)
    return Memory(held, gradients, buffers)
