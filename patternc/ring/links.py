"""The links between ranks, as data: what predicted times of transfers are computed from."""

from __future__ import annotations

from dataclasses import dataclass

NODE = 8
"""GPUs that share NVLink where a ring does not say how many nodes it has: those of an HGX H100 board."""


@dataclass(frozen=True, slots=True)
class Link:
    """Between two GPUs: bytes per second in one direction, all of them at the same time, and seconds per message."""

    name: str
    bandwidth: float
    latency: float


# Latencies are those that NCCL tunes by (NVIDIA/nccl, src/graph/tuning.cc, commit 01afd20): 8.4 us to begin with the
# ring algorithm and the simple protocol, and 3.4 us of NVLink or 9.6 us of a network.
NVLINK = Link("NVLink", 450e9, 11.8e-6)  # H100 SXM data sheet: 900 GB/s in both directions together
INFINIBAND = Link("InfiniBand", 50e9, 18e-6)  # ConnectX-7 data sheet: 400 Gb/s a port, one for each GPU
ETHERNET = Link("Ethernet", 12.5e9, 50e-6)  # IEEE 802.3ba: 100 Gb/s a GPU; 50 us for TCP is an assumption

NETWORKS: tuple[Link, ...] = (NVLINK, INFINIBAND, ETHERNET)
"""What connects nodes. Inside a node it is NVLink in every case."""
