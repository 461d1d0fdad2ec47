"""The bytes that a rank of a ring receives and sends in both passes, and the memory that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from patternc.ir.inputs import picks_of
from patternc.ir.interface import interface
from patternc.ring.hops import Hop, hops
from patternc.ring.settings import ResolvedTransport, Setting
from patternc.runtime.ring_plan.exchange import _bytes_of_choice, _lists_exchanged, _lists_held, _other_ranks
from patternc.runtime.ring_plan.steps import _ranks_of_node, _shared
from patternc.runtime.ring_plan.transport import _stages_of

FLOAT = 4
"""Bytes per element of gradients and accumulators, which are float32."""


@dataclass(frozen=True, slots=True)
class Bytes:
    """The bytes that a rank receives and sends."""

    received: int
    sent: int

    def __add__(self, other: Bytes) -> Bytes:
        return Bytes(self.received + other.received, self.sent + other.sent)


@dataclass(frozen=True, slots=True)
class Memory:
    """The bytes of a rank's tensors while gradients are computed, without those inside kernels.

    `held`: query, key, value, out, lse, lists of keys and numbers of pairs. `gradients`: those of out, and in float32
    those of query, key, value and numbers of pairs. `buffers`: rows that are received and sent at the same time; for
    ulysses the tensors with a share of the heads, and for a `topk` the means of all blocks.
    """

    held: int
    gradients: int
    buffers: int

    @property
    def total(self) -> int:
        """The sum of all three."""
        return self.held + self.gradients + self.buffers


@dataclass(frozen=True, slots=True)
class RankTraffic:
    """The traffic of a rank in both passes. `crossing`: the part of it that crosses between nodes of the ring.

    `messages`: those that the rank receives in a forward pass, without those that exchange striped rows.
    """

    rank: int
    transport: ResolvedTransport
    rows: int
    hops: tuple[Hop, ...]
    forward: Bytes
    backward: Bytes
    crossing: Bytes
    memory: Memory
    messages: int

    @property
    def received(self) -> int:
        """The rows of keys that the rank receives."""
        return sum(hop.received for hop in self.hops)

    @property
    def sent(self) -> int:
        """The rows of keys that the rank sends."""
        return sum(hop.sent for hop in self.hops)


def is_bound(setting: Setting, transport: ResolvedTransport) -> bool:
    """Whether row counts are upper bounds, because only the blocks that a `topk` chooses at run time are sent."""
    between = transport is ResolvedTransport.ULYSSES and setting.shape.sharing < setting.ring.ranks
    return setting.shape.ring.block > 0 and (
        between or transport in (ResolvedTransport.P2P, ResolvedTransport.ALLTOALL)
    )


def traffic(setting: Setting, rank: int, transport: ResolvedTransport) -> RankTraffic:
    """The bytes that a rank receives, sends and holds."""
    return of_hops(setting, rank, transport, hops(setting, rank, transport))


def of_hops(setting: Setting, rank: int, transport: ResolvedTransport, hops: tuple[Hop, ...]) -> RankTraffic:
    """The bytes that a rank receives, sends and holds, given its steps."""
    plan, sizes = setting.plan(rank), setting.sizes
    received, sent = sum(hop.received for hop in hops), sum(hop.sent for hop in hops)
    heads = _by_heads(setting, rank) if transport is ResolvedTransport.ULYSSES else (Bytes(0, 0), Bytes(0, 0))
    every = zip(_by_rows(setting, received, sent), heads, relaid(setting, rank), strict=True)
    forward, backward = (sum(parts, Bytes(0, 0)) for parts in every)
    forward += sum((*_of_choice(setting, rank, transport), _of_lists(setting, rank, transport)), Bytes(0, 0))
    crossing, memory = _crossing(setting, rank, transport, hops), _memory(setting, rank, transport, hops)
    messages = sum(hop.received > 0 for hop in hops)
    if transport is ResolvedTransport.ULYSSES:  # heads, and then out and lse
        apart = sizes.dims.key != sizes.dims.value  # values then travel by themselves
        each = (3 + apart) * len(_stages_of(plan)) + len(setting.shape.ring.lists)
        messages += each * (setting.shape.sharing - 1)
    return RankTraffic(rank, transport, plan.own_rows, hops, forward, backward, crossing, memory, messages)


def _by_rows(setting: Setting, received: int, sent: int) -> tuple[Bytes, Bytes]:
    """The bytes of both passes if rows of keys and values are sent, and in the backward pass gradients sent back."""
    sizes = setting.sizes
    row, gradient = (sizes.batch * sizes.dims.both * element for element in (sizes.element, FLOAT))
    forward = Bytes(row * received, row * sent)
    return forward, forward + Bytes(gradient * sent, gradient * received)


def _of_choice(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Bytes, Bytes]:
    """The bytes of choosing blocks: the block means that all ranks gather, and the requests for chosen blocks.

    First those within the rank's node, then those between nodes.
    """
    if not setting.shape.ring.block:
        return Bytes(0, 0), Bytes(0, 0)
    plan = setting.plan(rank, transport)
    node = _ranks_of_node(plan.rank, plan.ranks, plan.nodes)
    near, far = ([one for one in _other_ranks(plan) if (one in node) == is_near] for is_near in (True, False))
    numbers = setting.sizes.batch * setting.sizes.dims.key
    return Bytes(*_bytes_of_choice(plan, numbers, near)), Bytes(*_bytes_of_choice(plan, numbers, far))


def _of_lists(setting: Setting, rank: int, transport: ResolvedTransport) -> Bytes:
    """The bytes of lists of keys that go with queries, in the forward pass: int32 entries."""
    plan, by_heads = setting.plan(rank), transport is ResolvedTransport.ULYSSES
    every = (Bytes(*_lists_exchanged(plan, one, by_heads)) for one in setting.shape.ring.lists)
    sizes = _sizes_of_lists(setting)
    return sum((_times(one, size) for one, size in zip(every, sizes, strict=True)), Bytes(0, 0))


def _sizes_of_lists(setting: Setting) -> list[int]:
    """The bytes of a list of int32 in all batch entries, for each input that lists keys."""
    sizes = setting.sizes
    names = [one.name for one in interface(setting.normal).lists]
    return [4 * sizes.batch * max(picks_of(inputs[name]) for inputs in sizes.entries) for name in names]


def _by_heads(setting: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The bytes of both passes if ranks exchange their rows for shares of the heads, and results back."""
    sizes, size, plan = setting.sizes, setting.shape.sharing, setting.plan(rank)
    rows, others = plan.own_rows, plan.group_rows - plan.own_rows
    own, own_kv = sizes.heads // size, sizes.kv_heads // size
    away = sizes.heads - own
    coming, leaving = others * sizes.numbers(own, own_kv), rows * sizes.numbers(away, sizes.kv_heads - own_kv)
    result, flow = _result(setting), _flow(setting)
    forward = Bytes(
        coming * sizes.element + rows * away * result,
        leaving * sizes.element + others * own * result,
    )
    backward = Bytes(others * own * flow + leaving * FLOAT, rows * away * flow + coming * FLOAT)
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def relaid(setting: Setting, rank: int) -> tuple[Bytes, Bytes]:
    """The bytes of both passes for exchanging the rows that a rank holds for those that it works on."""
    both = _overlap(setting, rank, rank)
    return _exchanged(setting, setting.plan(rank).own_rows - both, sum(map(len, setting.held[rank])) - both)


def _overlap(setting: Setting, holding: int, working: int) -> int:
    """The number of positions that rank `holding` holds and rank `working` works on."""
    return sum(len(_shared(held, worked)) for held in setting.held[holding] for worked in setting.worked[working])


def _exchanged(setting: Setting, coming: int, leaving: int) -> tuple[Bytes, Bytes]:
    """The bytes of both passes if `coming` rows are sent to a rank to work on, and `leaving` rows are sent by it."""
    sizes = setting.sizes
    every = sizes.numbers(sizes.heads, sizes.kv_heads)
    row, wide = every * sizes.element, every * FLOAT
    result, flow = sizes.heads * _result(setting), sizes.heads * _flow(setting)
    forward = Bytes(coming * row + leaving * result, leaving * row + coming * result)
    backward = Bytes(coming * flow + leaving * wide, leaving * flow + coming * wide)
    return _times(forward, sizes.batch), _times(backward, sizes.batch)


def _result(setting: Setting) -> int:
    """The bytes of a row of out and its lse, of each branch under gates."""
    return _stacked(setting) * (setting.sizes.dims.value * setting.sizes.element + setting.shape.ring.lse_bytes)


def _flow(setting: Setting) -> int:
    """The bytes of the gradients of a row of out and, only where a sink always needs it, of its lse."""
    through_lse = FLOAT if setting.shape.ring.lse_bytes > FLOAT else 0
    return _stacked(setting) * (setting.sizes.dims.value * setting.sizes.element + through_lse)


def _stacked(setting: Setting) -> int:
    """The results of a row: one, or under gates that of each branch."""
    return max(1, len(interface(setting.normal).gates))


def _crossing(setting: Setting, rank: int, transport: ResolvedTransport, hops: tuple[Hop, ...]) -> Bytes:
    """The bytes of both passes that cross between the nodes of a ring."""
    node = _ranks_of_node(rank, setting.ring.ranks, setting.ring.nodes)
    if setting.ring.nodes == 1:
        return Bytes(0, 0)
    received = sum(hop.received for hop in hops if hop.source not in node)
    sent = sum(hop.sent for hop in hops if hop.target not in node)
    coming, leaving, list_bytes = 0, 0, 0
    if setting.held != setting.worked:
        others = [one for one in range(setting.ring.ranks) if one not in node]
        coming, leaving = (
            sum(_overlap(setting, one, rank) for one in others),
            sum(_overlap(setting, rank, one) for one in others),
        )
        several = zip(setting.shape.ring.lists, _sizes_of_lists(setting), strict=True)
        sizes = setting.sizes
        list_bytes = sum(size * one.of_heads(sizes.heads, sizes.kv_heads) for one, size in several)
    every = (
        Bytes(list_bytes * coming, list_bytes * leaving),
        *_by_rows(setting, received, sent),
        *_exchanged(setting, coming, leaving),
        _of_choice(setting, rank, transport)[1],
    )
    return sum(every, Bytes(0, 0))


def _memory_of_lists(setting: Setting, rank: int, transport: ResolvedTransport) -> int:
    """The bytes of a rank's lists of keys, and of those that come to it."""
    held = _lists_held(setting.plan(rank))
    every = zip(held, _sizes_of_lists(setting), strict=True)
    return sum(several * size for several, size in every) + _of_lists(setting, rank, transport).received


def _pairs_of_row(setting: Setting) -> int:
    """The numbers of pairs that a position has, of an entry whose numbers others share; 0: it has none."""
    given = [one for one in interface(setting.normal).tables if one.facts.of_pairs]
    return sum(setting.sizes.n * (setting.sizes.heads if one.shape else 1) for one in given)


def _times(one: Bytes, batch: int) -> Bytes:
    return Bytes(batch * one.received, batch * one.sent)


def _memory(setting: Setting, rank: int, transport: ResolvedTransport, hops: tuple[Hop, ...]) -> Memory:
    sizes = setting.sizes
    plan, size, block = setting.plan(rank), setting.shape.sharing, setting.shape.ring.block
    rows = max(sum(map(len, plan.held[rank])), plan.own_rows) * sizes.batch
    every, results = sizes.numbers(sizes.heads, sizes.kv_heads), sizes.heads * _stacked(setting)
    out, lse = results * sizes.dims.value * sizes.element, results * 2 * FLOAT  # lse in float64
    held = rows * (every * sizes.element + out + lse) + _memory_of_lists(setting, rank, transport)
    gradients = rows * (out + every * FLOAT)
    pairs = plan.own_rows * _pairs_of_row(setting)
    held, gradients = held + pairs * sizes.element, gradients + pairs * FLOAT
    moved = [hop.received + hop.sent for hop in hops]
    together = (
        sum(moved)
        if transport in (ResolvedTransport.ALLTOALL, ResolvedTransport.ALLGATHER)
        else max(map(sum, pairwise([*moved, 0])), default=0)
    )
    by_heads = transport is ResolvedTransport.ULYSSES
    if setting.plan(rank, transport).relays:  # relayed rows are held until all ranks of the node have them
        node = _ranks_of_node(rank, plan.ranks, plan.nodes)
        together += max((hop.received for hop in hops if hop.source not in node), default=0)
    buffers = together * sizes.batch * sizes.dims.both * (sizes.element + FLOAT)
    if block:  # the means of all blocks are gathered
        heads = sizes.kv_heads // size if by_heads else sizes.kv_heads
        buffers += -(-sizes.n // block) * heads * sizes.batch * sizes.dims.key * FLOAT
    if by_heads:
        share = plan.group_rows * sizes.batch // size
        buffers += share * (every * (sizes.element + FLOAT) + 2 * out + lse)
    return Memory(held, gradients, buffers)
