"""The links between ranks, from which the times of transfers are predicted."""

from __future__ import annotations

from dataclasses import dataclass

NODE = 8
"""The number of GPUs per node if a ring does not state its nodes: those of an HGX H100 board."""


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
