"""Forecasts of rings: the work of each rank, the bytes of every transport and layout, and predicted times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from patternc.counting.head_of_call import Numbers
from patternc.counting.pair_sums import pair_sums, pair_sums_of_shares
from patternc.ir.facts import inputs_read
from patternc.ir.interface import interface
from patternc.ir.mask import InputKind, Pattern, Ring, RingLayout
from patternc.ir.traversal import pattern_bounds
from patternc.ring.hops import Hop, hops
from patternc.ring.settings import NETWORKS, ResolvedTransport, Setting, ring_setting
from patternc.ring.times import Times, dense_times, seconds_of, seconds_with
from patternc.ring.traffic import RankTraffic, is_bound, of_hops, traffic
from patternc.ring.transports import can_split, is_local, resolved_transport
from patternc.runtime.ring_plan.steps import Shards

FEW = 16
"""Up to this many ranks, the traffic of every rank is counted; of more ranks, only the first, middle and last."""


@dataclass(frozen=True, slots=True)
class Work:
    """The admitted pairs of each rank, over all heads of one batch entry."""

    pairs: tuple[int, ...]

    @property
    def imbalance(self) -> float:
        """The pairs of the busiest rank over the mean; 1 if there is no work."""
        return max(self.pairs) * len(self.pairs) / sum(self.pairs) if sum(self.pairs) else 1.0


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast for a ring. `ranks`: the traffic of the counted ranks; `work`: of all ranks.

    `is_bound`: whether the row counts are upper bounds. `share`: the most bytes that a counted rank receives in the
    forward pass, over those in a dense ring. `work` and `times` are None if pairs take too long to count. `dense`: the
    times of a ring that rotates all keys and computes all pairs (half of them if causal).
    """

    ring: Ring
    n: int
    transport: ResolvedTransport
    ranks: tuple[RankTraffic, ...]
    is_bound: bool
    share: float
    work: Work | None
    times: Times | None
    dense: Times

    @property
    def most(self) -> RankTraffic:
        """The counted rank that receives the most bytes in both passes."""
        return max(self.ranks, key=_received)

    @property
    def received(self) -> int:
        """The bytes that this rank receives in both passes."""
        return _received(self.most)

    @property
    def crossing(self) -> int:
        """The most bytes that a counted rank receives from other nodes of the ring in both passes."""
        return max(one.crossing.received for one in self.ranks)


def _received(one: RankTraffic) -> int:
    return one.forward.received + one.backward.received


def forecast(setting: Setting, transport: ResolvedTransport) -> Forecast:
    """The forecast for a ring with a transport, which may differ from its own."""
    found = tuple(traffic(setting, rank, transport) for rank in ranks_looked_at(setting.ring.ranks))
    return _forecast(setting, transport, found, work_of(setting, transport))


def _forecast(
    setting: Setting, transport: ResolvedTransport, ranks: tuple[RankTraffic, ...], work: Work | None
) -> Forecast:
    times = None if work is None else _times(setting, ranks, work)
    most = max(share(setting, one) for one in ranks)
    return Forecast(
        setting.ring,
        setting.sizes.n,
        transport,
        ranks,
        is_bound(setting, transport),
        most,
        work,
        times,
        dense_times(setting),
    )


def share(setting: Setting, one: RankTraffic) -> float:
    """The bytes of keys and values that a rank receives in the forward pass, over those of a dense ring."""
    sizes = setting.sizes
    whole = (sizes.n - one.rows) * sizes.kv_heads * sizes.dims.both * sizes.element * sizes.batch
    return one.forward.received / whole if whole else 0.0


def ranks_looked_at(ranks: int) -> tuple[int, ...]:
    """The ranks whose traffic is counted."""
    return tuple(range(ranks)) if ranks <= FEW else (0, ranks // 2, ranks - 1)


def work_of(setting: Setting, transport: ResolvedTransport) -> Work | None:
    """The admitted pairs of each rank; None if they take too long to count."""
    if transport is ResolvedTransport.ULYSSES:
        return _work_of_heads(setting)
    ends = _ends(setting.worked, setting.sizes.n)
    found = pair_sums(setting.normal, setting.sizes, ends)
    return None if found is None else Work(_of_shards(setting.worked, ends, found))


def _work_of_heads(setting: Setting) -> Work | None:
    """The work under ulysses: a rank has a share of the heads, and all positions of the ranks that share with it."""
    groups, size = setting.plan(0, ResolvedTransport.ULYSSES).shards, setting.shape.sharing
    ends = _ends(groups, setting.sizes.n)
    found = pair_sums_of_shares(setting.normal, setting.sizes, ends, size)
    if found is None:
        return None
    every = [_of_shards(groups, ends, share) for share in found]
    return Work(tuple(pairs for one in zip(*every, strict=True) for pairs in one))


def _ends(shards: Shards, n: int) -> Numbers:
    """The positions at which parts of ranks begin or end, in ascending order."""
    parts = [part for shard in shards for part in shard]
    return np.unique([0, n, *(end for part in parts for end in (part.start, part.stop))]).astype(np.int64)


def _of_shards(shards: Shards, ends: Numbers, between: tuple[int, ...]) -> tuple[int, ...]:
    """The pairs of each rank, from those between consecutive ends."""
    below = dict(zip(ends.tolist(), accumulate(between, initial=0), strict=True))
    return tuple(sum(below[part.stop] - below[part.start] for part in shard) for shard in shards)


def pairs_of_hop(setting: Setting, rank: int, source: int) -> int | None:
    """The admitted pairs between the queries of `rank` and the keys of `source`, over all heads; None: too many."""
    total = 0
    for queries in setting.worked[rank]:
        for keys in setting.worked[source]:
            ends = np.array([queries.start, queries.stop], np.int64)
            found = pair_sums(setting.normal, setting.sizes, ends, keys) if queries and keys else (0,)
            if found is None:
                return None
            total += found[0]
    return total


# ---- transports and layouts ------------------------------------------------------------------------------------------
def choices(setting: Setting) -> tuple[Forecast, ...]:
    """The forecasts for every layout with every transport that the pattern supports."""
    works: dict[tuple[Shards, bool], Work | None] = {}
    moves: dict[tuple[Shards, ResolvedTransport], list[tuple[Hop, ...]]] = {}
    ranks = ranks_looked_at(setting.ring.ranks)
    found = []
    for one in _layouts(setting):
        for transport in transports(one):
            work, moved = (one.worked, transport is ResolvedTransport.ULYSSES), (one.worked, transport)
            works[work] = works[work] if work in works else work_of(one, transport)
            if transport is ResolvedTransport.ALLTOALL and not one.plan(0).relays:
                moved = (one.worked, ResolvedTransport.P2P)  # the same rows as step by step
            if moved not in moves:
                moves[moved] = [hops(one, rank, transport) for rank in ranks]
            several = zip(ranks, moves[moved], strict=True)
            looked_at = tuple(of_hops(one, rank, transport, own) for rank, own in several)
            found.append(_forecast(one, transport, looked_at, works[work]))
    return tuple(found)


def transports(setting: Setting) -> Iterator[ResolvedTransport]:
    """The transports of a pattern on a ring; LOCAL replaces p2p, alltoall and allgather if nothing would be sent."""
    yield from (
        (ResolvedTransport.LOCAL,)
        if is_local(setting)
        else (ResolvedTransport.P2P, ResolvedTransport.ALLTOALL, ResolvedTransport.ALLGATHER)
    )
    if can_split(setting):
        yield ResolvedTransport.ULYSSES


def _layouts(setting: Setting) -> Iterator[Setting]:
    for layout in RingLayout:
        fits = {RingLayout.BALANCED: has_documents, RingLayout.STRIPED: can_stripe}
        beside = setting.normal.whole != ""  # sources, whose entries neither of the two shares
        if layout not in fits or (fits[layout](setting.normal) and not beside):
            yield (
                setting
                if layout is setting.ring.layout
                else ring_setting(setting.normal, replace(setting.ring, layout=layout), setting.sizes)
            )


def can_stripe(normal: Pattern) -> bool:
    """Whether ranks may hold single positions: not with numbers of pairs, or lists of keys for blocks of queries."""
    return not interface(normal).asked and all(one.rows == 1 for one in interface(normal).lists)


def has_documents(normal: Pattern) -> bool:
    """Whether the pattern attends within documents, which `layout=balanced` needs."""
    return bool(inputs_read(pattern_bounds(normal), InputKind.OFFSETS))


# ---- times -----------------------------------------------------------------------------------------------------------
def scaling(setting: Setting, ranks: tuple[int, ...], grows: bool) -> tuple[Forecast, ...]:
    """The forecasts for several numbers of ranks, with the same positions per rank (`grows`) or in total."""
    found = []
    for several in ranks:
        n = setting.sizes.n // setting.ring.ranks * several if grows else setting.sizes.n
        ring = replace(setting.ring, ranks=several, nodes=1)
        one = ring_setting(setting.normal, ring, replace(setting.sizes, n=n))
        found.append(forecast(one, resolved_transport(one)))
    return tuple(found)


def _times(setting: Setting, every: tuple[RankTraffic, ...], work: Work) -> Times:
    kernels = seconds_of(setting.sizes, max(work.pairs))
    with_each = zip(*(seconds_with(setting, one, kernels) for one in every), strict=True)
    return Times(kernels, tuple((link.name, max(some)) for link, some in zip(NETWORKS, with_each, strict=True)))
