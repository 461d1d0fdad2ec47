"""Predicted times: a roofline plus the launches. They are computed from the device table, not measured."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.analysis.calls import USUAL
from patternc.cost_constants import BACKWARD_PRODUCTS, FORWARD_PRODUCTS, LAUNCH, MOVED_BACKWARD
from patternc.ir.addresses import HeadDims
from patternc.ir.projections import ModuleSpec
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Call:
    """A call over a whole sequence of n positions. `batch`: batch entries. `itemsize`: bytes per element."""

    n: int
    heads: int
    kv_heads: int
    dims: HeadDims = USUAL
    batch: int = 1
    itemsize: int = 2

    @classmethod
    def of_module(cls, module: ModuleSpec, n: int, batch: int = 1) -> Call:
        """A call of the pattern in a module, which fixes its heads."""
        return cls(n, module.heads, module.kv_heads, module.dims, batch)

    def flops(self, products: tuple[int, int], pairs: float) -> float:
        """The operations of matrix products, by side as in `cost_constants`, over pairs of a query and a key."""
        return 2 * self.dims.numbers(*products) * pairs

    def moved_backward(self, forward: float) -> float:
        """The bytes that a backward pass moves, from those of the forward pass: in the ratio of dense attention."""
        return self.dims.numbers(*MOVED_BACKWARD) / (2 * self.dims.both) * forward


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


def dense(call: Call, causal: bool) -> tuple[PassWork, PassWork]:
    """Both passes of a dense attention kernel; `causal`: only the lower triangle."""
    n = call.n
    pairs = call.batch * call.heads * (n * (n + 1) // 2 if causal else n * n)
    moved = call.itemsize * call.batch * n * (call.heads + call.kv_heads) * call.dims.both
    return (
        PassWork(call.flops(FORWARD_PRODUCTS, pairs), moved, 1),
        PassWork(call.flops(BACKWARD_PRODUCTS, pairs), call.moved_backward(moved), 2),
    )
