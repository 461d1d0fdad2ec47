"""Predicted times: a roofline plus the launches. They are computed from the device table, not measured."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.cost_constants import BACKWARD_PRODUCTS, FORWARD_PRODUCTS, LAUNCH, MOVED_BACKWARD
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Call:
    """A call over a whole sequence of n positions. `batch`: batch entries. `itemsize`: bytes per element."""

    n: int
    heads: int
    kv_heads: int
    head_dim: int
    batch: int = 1
    itemsize: int = 2


@dataclass(frozen=True, slots=True)
class PassWork:
    """The work of a pass: operations of products, bytes moved between memory and processors, and kernel launches.

    `beside`: the operations of products that take as long as all other work of a CPU: lists, tests, copies of columns.
    """

    flops: float
    moved: float
    launches: int
    beside: float = 0.0


def seconds_of(work: PassWork, target: Target) -> float:
    """The longer of the times of arithmetic and of memory traffic, plus the time of the launches."""
    return max((work.flops + work.beside) / target.flops, work.moved / target.bandwidth) + work.launches * LAUNCH


def bound_of(work: PassWork, target: Target) -> str:
    """The part that takes longest: `compute`, `lists` (a CPU's work besides products), `memory` or `launches`."""
    times = {
        "compute": work.flops / target.flops,
        "lists": work.beside / target.flops,
        "memory": work.moved / target.bandwidth,
        "launches": work.launches * LAUNCH,
    }
    return max(times, key=lambda name: times[name])


def dense(n: int, heads: int, kv_heads: int, head_dim: int, itemsize: int, causal: bool) -> tuple[PassWork, PassWork]:
    """Both passes of a dense attention kernel for one batch entry; `causal`: only the lower triangle."""
    pairs = heads * (n * (n + 1) // 2 if causal else n * n)
    rows, keys = itemsize * n * heads * head_dim, itemsize * n * kv_heads * head_dim
    forward = PassWork(2 * FORWARD_PRODUCTS * head_dim * pairs, 2 * rows + 2 * keys, 1)
    backward = PassWork(2 * BACKWARD_PRODUCTS * head_dim * pairs, MOVED_BACKWARD * forward.moved, 2)
    return forward, backward
