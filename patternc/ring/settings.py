"""A pattern on a ring with the sizes of a call, the positions that each rank holds, and the links between ranks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import gcd
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.mask import Pattern, Ring, RingLayout
from patternc.ir.semantics import NOTHING, Inputs, group_of, position
from patternc.ir.traversal import key_limits, topk_of
from patternc.runtime.ring_plan.steps import Shards, _shards_of, _stretches
from patternc.transforms import Clause, clauses_of

Parts: TypeAlias = tuple[range, ...]
"""Stretches of positions."""
PARTS = 4096
"""The number of parts of the sequence whose work is measured for `layout=balanced`."""
NODE = 8
"""The number of GPUs per node if a ring does not state its nodes: those of an HGX H100 board."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """A call over the whole sequence. `element`: bytes per element. `entries`: the inputs of distinct batch entries.

    The call has the heads from `head_offset` on of a model with `num_heads` heads; None: the model has no later heads.
    `shares`: how many such calls are counted, where ranks share out heads.
    """

    n: int
    heads: int = 8
    kv_heads: int = 8
    head_dim: int = 64
    element: int = 2
    batch: int = 1
    entries: tuple[Inputs, ...] = (NOTHING,)
    head_offset: int = 0
    num_heads: int | None = None
    shares: int = 1

    @property
    def model_heads(self) -> int:
        """The heads of the whole model."""
        return self.head_offset + self.heads if self.num_heads is None else self.num_heads

    @property
    def own_heads(self) -> range:
        """The heads of the call."""
        return range(self.head_offset, self.head_offset + self.heads)


@dataclass(frozen=True, slots=True)
class Setting:
    """A pattern in normal form on a ring. `held`: the positions that each rank holds; `worked`: those it works on.

    The two differ if rows are striped: ranks first exchange them for stretches of consecutive positions, and exchange
    the results back. If a `topk` chooses blocks, stretches consist of whole blocks, so that one rank has all rows of a
    block and can compute its mean. `needed`: the rows that were counted before, by the queries and the keys.
    """

    normal: Pattern
    ring: Ring
    sizes: Sizes
    held: Shards = field(repr=False)
    worked: Shards = field(repr=False)
    needed: dict[tuple[Parts, Parts], int] = field(default_factory=dict, repr=False, compare=False)


def ring_setting(normal: Pattern, ring: Ring, sizes: Sizes) -> Setting:
    """The setting of a call on a ring."""
    if ring.layout is RingLayout.BALANCED and ring.ranks > 1:
        balanced = tuple((one,) for one in _balanced(normal, ring.ranks, sizes))
        return Setting(normal, ring, sizes, balanced, balanced)
    working = RingLayout.CONTIGUOUS if ring.layout is RingLayout.STRIPED else ring.layout
    held, worked = (
        _shards_of(sizes.n, ring.ranks, layout.value, block_of(normal)) for layout in (ring.layout, working)
    )
    return Setting(normal, ring, sizes, held, worked)


def sharing(setting: Setting) -> int:
    """How many ranks of a node share out the heads under ulysses: no key head is sent to two of them."""
    return gcd(setting.ring.ranks // setting.ring.nodes, setting.sizes.kv_heads)


def of_heads(setting: Setting, rank: int) -> Setting:
    """Under ulysses, the ring of the ranks with the same heads as a rank: one of each group that shares heads out."""
    sizes, ring, size = setting.sizes, setting.ring, sharing(setting)
    heads = sizes.heads // size
    own = replace(
        sizes,
        heads=heads,
        kv_heads=sizes.kv_heads // size,
        head_offset=sizes.head_offset + rank % size * heads,
        num_heads=sizes.model_heads,
        shares=size,
    )
    layout = RingLayout.CONTIGUOUS if ring.layout is RingLayout.STRIPED else ring.layout
    return ring_setting(setting.normal, Ring(ring.ranks // size, layout, nodes=ring.nodes), own)


def group_rows(setting: Setting, rank: int) -> int:
    """The number of positions of the ranks that share out heads with a rank."""
    size = sharing(setting)
    return sum(rows_of(setting.worked, one) for one in range(rank // size * size, (rank // size + 1) * size))


def rows_of(shards: Shards, rank: int) -> int:
    """The number of positions of a rank."""
    return sum(map(len, shards[rank]))


def block_of(normal: Pattern) -> int:
    """The block size of the pattern's `topk`; 1 without one."""
    topk = topk_of(normal)
    return 1 if topk is None else topk.block


def _balanced(normal: Pattern, ranks: int, sizes: Sizes) -> tuple[range, ...]:
    """Stretches in which the first head has equal work, up to one of PARTS parts of the sequence."""
    step = max(1, sizes.n // PARTS)
    rows = np.arange(0, sizes.n, step, dtype=np.int64)
    work = np.cumsum(sum(_widths(clause, rows, sizes.n, one) for clause in _first(normal) for one in sizes.entries))
    shares = work[-1] * np.arange(1, ranks) / ranks
    inner = np.minimum(np.searchsorted(work, shares) * step + step, sizes.n)
    block = block_of(normal)
    return _stretches([0, *(min(sizes.n, -(-end // block) * block) for end in inner.tolist()), sizes.n])


def _first(normal: Pattern) -> tuple[Clause, ...]:
    group = group_of(normal, 0, 1)
    return tuple(dict.fromkeys(clause for branch in group.branches for clause in clauses_of(branch.mask)))


def _widths(clause: Clause, rows: npt.NDArray[np.int64], n: int, inputs: Inputs) -> npt.NDArray[np.int64]:
    """For each row, the number of keys between the bounds of a clause."""
    lows, highs = key_limits(clause)
    low, high = np.zeros_like(rows), np.full_like(rows, n)
    for bound in lows:
        low = np.maximum(low, position(bound, rows, n, inputs))
    for bound in highs:
        high = np.minimum(high, position(bound, rows, n, inputs))
    return np.asarray(np.maximum(high - low, 0))


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two GPUs: bytes per second in one direction while all GPUs send, and seconds per message."""

    name: str
    bandwidth: float
    latency: float


# Latencies are those that NCCL tunes by (NVIDIA/nccl, src/graph/tuning.cc, commit 01afd20): 8.4 us to begin with the
# ring algorithm and the simple protocol, and 3.4 us of NVLink or 9.6 us of a network.
NVLINK = Link("NVLink", 450e9, 11.8e-6)  # H100 SXM data sheet: 900 GB/s in both directions together
INFINIBAND = Link("InfiniBand", 50e9, 18e-6)  # ConnectX-7 data sheet: 400 Gb/s a port, one for each GPU
ETHERNET = Link("Ethernet", 12.5e9, 50e-6)  # IEEE 802.3ba: 100 Gb/s a GPU; 50 us for TCP is an assumption

NETWORKS: tuple[Link, ...] = (NVLINK, INFINIBAND, ETHERNET)
"""The networks between nodes. Inside a node, the link is always NVLink."""
