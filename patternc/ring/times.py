"""Predicted seconds of both passes of a ring: of kernels, and of what they do not hide.

Kernels run at the rate in the device table, and transfers at the rate of their link. A rank waits for what its kernels
do not hide, as generated modules order transfers and kernels; each message adds its full latency. The backward pass
takes five matrix products instead of two: 2.5 times the FLOPs where values are as long as keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from patternc.analysis.distances import is_causal
from patternc.cost_constants import BACKWARD_PRODUCTS, FORWARD_PRODUCTS
from patternc.ring.hops import rows_needed
from patternc.ring.settings import NETWORKS, NODE, NVLINK, Link, ResolvedTransport, Setting, Sizes
from patternc.ring.traffic import FLOAT, Bytes, RankTraffic, relaid
from patternc.runtime.ring_plan.transport import PAIRS, RankLoad, _stages_of, _wait_of, _wait_of_shares
from patternc.targets import target_named

DEVICE = "sm_90"


@dataclass(frozen=True, slots=True)
class Times:
    """Predicted seconds of both passes on the slowest rank: of its kernels, and in all with each network by name."""

    kernels: float
    networks: tuple[tuple[str, float], ...]


def dense_times(setting: Setting) -> Times:
    """The times of a ring that rotates all keys and values and computes all pairs, or half of them if causal.

    Its work is evenly divided, its transfers overlap with kernels, and each step sends one message.
    """
    sizes, ranks = setting.sizes, setting.ring.ranks
    pairs = sizes.heads * sizes.n * (sizes.n + 1) // 2 if is_causal(setting.normal) else sizes.heads * sizes.n**2
    kernels = seconds_of(sizes, -(-pairs // ranks))
    numbers = (sizes.n - sizes.n // ranks) * sizes.kv_heads * sizes.batch * sizes.dims.both
    total = numbers * (2 * sizes.element + FLOAT)  # keys and values in both passes, and gradients in float32
    return Times(
        kernels,
        tuple(
            (link.name, max(kernels, total / _ring_bandwidth(ranks, link)) + 2 * (ranks - 1) * link.latency)
            for link in NETWORKS
        ),
    )


def _ring_bandwidth(ranks: int, network: Link) -> float:
    """The bandwidth of the slowest link of a ring through all ranks: NVLink if they are in one node."""
    return NVLINK.bandwidth if ranks <= NODE else network.bandwidth


def seconds_of(sizes: Sizes, pairs: int) -> float:
    """The seconds of the kernels of both passes for a number of pairs, at the rate in the device table."""
    device = target_named(DEVICE)
    assert device is not None, "the device is in the table"
    numbers = sum(sizes.dims.numbers(*products) for products in (FORWARD_PRODUCTS, BACKWARD_PRODUCTS))
    return 2 * numbers * sizes.batch * pairs / device.flops


def seconds_with(setting: Setting, one: RankTraffic, kernels: float) -> list[float]:
    """The seconds of both passes of a rank with each of `NETWORKS` between nodes; within its node there is NVLink."""
    ranks, nodes = setting.ring.ranks, setting.ring.nodes
    size = ranks // nodes if nodes > 1 else NODE
    node = range(one.rank // size * size, (one.rank // size + 1) * size)
    peers = _peers(setting, one)
    near = sum(rank in node for rank in peers)
    exchanged, part = sum(relaid(setting, one.rank), Bytes(0, 0)), (min(size, ranks) - 1) / max(1, ranks - 1)
    both, wait = max(exchanged.received, exchanged.sent), _waiting(setting, one, node, kernels)
    found = []
    for network in NETWORKS:
        messages = near * NVLINK.latency + (len(peers) - near) * network.latency
        relaying = both * (part / NVLINK.bandwidth + (1 - part) / network.bandwidth)
        found.append(kernels + wait(NVLINK.bandwidth / network.bandwidth) + relaying + 2 * messages)
    return found


def _waiting(setting: Setting, one: RankTraffic, node: range, kernels: float) -> Callable[[float], float]:
    """The seconds in which a rank waits for keys, heads and gradients whose transfers its kernels do not hide.

    It is a function of how many times as long a row takes that comes from another node.
    """
    sizes = setting.sizes
    plan, whole = setting.plan(one.rank, one.transport), setting.plan(one.rank)
    size = whole.ranks // plan.ranks
    group, place = divmod(one.rank, size)
    received = {(hop.source, hop.arriving): hop.received for hop in one.hops}
    ends = [(size * step.source + place, size * step.arriving + place) for step in plan.steps]
    row = sizes.batch * sizes.dims.both * (2 * sizes.element + FLOAT) / NVLINK.bandwidth
    load = RankLoad(
        PAIRS * kernels / row,
        rows_needed(plan, plan.shards[group], plan.shards[group]),
        tuple((received.get(end, 0), end[0] not in node) for end in ends),
    )
    if one.transport is not ResolvedTransport.ULYSSES:
        at_once = one.transport in (ResolvedTransport.ALLTOALL, ResolvedTransport.ALLGATHER)
        return lambda far: row * _wait_of(load, at_once, far)
    away = sum(rank not in node for rank in range(group * size, (group + 1) * size)) / max(1, size - 1)
    own, others, stages = one.rows, whole.group_rows - one.rows, _stages_of(whole)

    def of_shares(far: float) -> float:
        longer = 1 - away + away * far  # of ranks in several nodes that share out heads
        return row * _wait_of_shares(load, stages, size, longer * own, longer * others, far)

    return of_shares


def _peers(setting: Setting, one: RankTraffic) -> set[int]:
    """The other ranks with which a rank exchanges rows."""
    if setting.held != setting.worked:
        return set(range(setting.ring.ranks)) - {one.rank}
    found = {hop.source for hop in one.hops if hop.received} | {hop.target for hop in one.hops if hop.sent}
    if one.transport is ResolvedTransport.ULYSSES and one.rows:
        size = setting.shape.sharing
        found |= set(range(one.rank // size * size, (one.rank // size + 1) * size)) - {one.rank}
    return found
