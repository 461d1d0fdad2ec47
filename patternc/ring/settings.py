"""A pattern on a ring with the sizes of a call, the plans of its ranks, and the links between ranks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from patternc.analysis.calls import USUAL
from patternc.counting.effort import EFFORT
from patternc.ir.addresses import HeadDims
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern, Ring, Sink
from patternc.ir.semantics import NOTHING, Inputs
from patternc.ir.traversal import topk_of
from patternc.ring.reaches import bounded_reaches, pattern_reaches
from patternc.runtime.ring_plan import shape as plans
from patternc.runtime.ring_plan.exchange import Exchange
from patternc.runtime.ring_plan.steps import Shards
from patternc.runtime.ring_plan.transport import _of_heads

Parts: TypeAlias = tuple[range, ...]
"""Stretches of positions."""
NODE = 8
"""The number of GPUs per node if a ring does not state its nodes: those of an HGX H100 board."""


class ResolvedTransport(Enum):
    """The transport of a generated module, in which `transport=auto` is resolved."""

    LOCAL = "local"  # no rank needs a row of another rank
    P2P = "p2p"  # needed rows, step by step
    ALLTOALL = "alltoall"  # needed rows, all in one step
    ALLGATHER = "allgather"  # in one step, every rank receives all rows that any rank needs
    ULYSSES = "ulysses"  # ranks exchange shards of the sequence for shares of the heads


@dataclass(frozen=True, slots=True)
class Sizes:
    """A call over the whole sequence. `element`: bytes per element. `entries`: the inputs of distinct batch entries.

    The call has the heads from `head_offset` on of a model with `num_heads` heads; None: the model has no later heads.
    """

    n: int
    heads: int = 8
    kv_heads: int = 8
    dims: HeadDims = USUAL
    element: int = 2
    batch: int = 1
    entries: tuple[Inputs, ...] = (NOTHING,)
    head_offset: int = 0
    num_heads: int | None = None

    @property
    def model_heads(self) -> int:
        """The heads of the whole model."""
        return self.head_offset + self.heads if self.num_heads is None else self.num_heads

    def numbers(self, heads: int, kv_heads: int) -> int:
        """The numbers of a position in so many heads of query, and in so many of key and value."""
        return heads * self.dims.key + kv_heads * self.dims.both

    @property
    def own_heads(self) -> range:
        """The heads of the call."""
        return range(self.head_offset, self.head_offset + self.heads)


@dataclass(frozen=True, slots=True)
class Setting:
    """A pattern in normal form on a ring. `shape`: what the plans of its ranks depend on.

    `is_exact`: whether rows of keys are counted exactly; otherwise they may include keys that no query attends to,
    because lists of blocks take too long to make.
    """

    normal: Pattern
    ring: Ring
    sizes: Sizes
    shape: plans.Shape = field(repr=False)
    is_exact: bool

    @property
    def held(self) -> Shards:
        """The positions that each rank holds."""
        return self.plan(0).held

    @property
    def worked(self) -> Shards:
        """The positions that each rank works on, which differ from those that it holds if rows are striped.

        Ranks then first exchange rows for stretches of consecutive positions, and exchange the results back. If a
        `topk` chooses blocks, stretches consist of whole blocks, so that one rank has all rows of a block.
        """
        return self.plan(0).shards

    def plan(self, rank: int, transport: ResolvedTransport = ResolvedTransport.P2P) -> Exchange:
        """The plan of a rank with a transport: under ulysses that between ranks with the same heads."""
        everyone = transport is ResolvedTransport.ALLGATHER
        ring = self.shape.ring._replace(transport="allgather" if everyone else "auto")
        relays = transport is ResolvedTransport.P2P and 1 < ring.nodes < ring.ranks
        found = Exchange(rank, self.shape._replace(ring=ring), relays)
        return _of_heads(found, rank) if transport is ResolvedTransport.ULYSSES else found


def ring_setting(normal: Pattern, ring: Ring, sizes: Sizes) -> Setting:
    """The setting of a call on a ring."""
    reaches, topk = pattern_reaches(normal), topk_of(normal)
    is_exact = ring.ranks * reaches.examined(sizes.own_heads, sizes.model_heads, sizes.n) <= EFFORT
    arranged = plans.Ring(
        ring.ranks,
        ring.nodes,
        ring.layout.value,
        "auto",
        reaches if is_exact else bounded_reaches(normal),
        0 if topk is None else topk.block,
        8 if any(isinstance(score, Sink) for score in normal.scores) else 4,
        tuple(plans.GivenLists(one.rows, one.owner.value) for one in interface(normal).lists),
        bool(interface(normal).asked),
    )
    entries = plans.Known(dict.fromkeys(map(reaches.numbers, sizes.entries)))
    heads = sizes.heads, sizes.kv_heads, entries, sizes.head_offset, sizes.model_heads
    return Setting(normal, ring, sizes, plans.Shape(arranged, sizes.n, *heads), is_exact)


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
