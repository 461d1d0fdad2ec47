"""The work of a scheduled pattern as far as the schedule tells it: bytes, and the pairs of batches.

Neither tile IR nor numpy is imported, so that `patternc check` counts it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from patternc.analysis.distances import is_causal
from patternc.analysis.equal_heads import local_heads
from patternc.cost.device_time import Call, PassWork, dense, seconds_of
from patternc.cost_constants import FORWARD_PRODUCTS, GRAD_KEY_VALUE_PRODUCTS, GRAD_QUERY_PRODUCTS, MOVED_BACKWARD
from patternc.ir.bounds import value
from patternc.ir.kernel import Kernel, KernelGroup, Piece, Sweep
from patternc.ir.mask import Pattern
from patternc.schedule.cost_model import tensors_of_keys, tensors_of_rows, visited_pairs
from patternc.schedule.dense_lowerings import time_of
from patternc.targets import Target
from patternc.transforms import typical


def typed(target: Target, call: Call) -> Call:
    """The call with elements of the size for which the target is fast."""
    return replace(call, itemsize=2 if target.tensor_cores and not target.slow_half else 4)


def dense_seconds(normal: Pattern, call: Call, target: Target) -> tuple[float, float]:
    """Predicted seconds of dense attention, forward and backward; causal if the pattern is."""
    loads = dense(call.n, call.heads, call.kv_heads, call.head_dim, call.itemsize, is_causal(normal))
    scaled = (PassWork(call.batch * one.flops, call.batch * one.moved, one.launches) for one in loads)
    forward, backward = (seconds_of(one, target) for one in scaled)
    return forward, backward


def moved_bytes(kernel: Kernel, call: Call) -> float:
    """Bytes that a forward pass moves, by the schedule's cost model, with partials as wide as the inputs."""
    total = 0.0
    for group in kernel.groups:
        sweeps = [sweep for softmax in group.softmaxes for sweep in softmax.queries]
        heads = len(local_heads(group.heads, call.heads))
        keys = sum(map(tensors_of_keys, sweeps)) * call.kv_heads / call.heads
        total += heads * (keys + sum(tensors_of_rows(sweep, width=1) for sweep in sweeps))
    return call.batch * call.itemsize * call.n * call.head_dim * total


def batched(kernel: Kernel, call: Call) -> tuple[float, tuple[PassWork, PassWork]]:
    """The pairs of a plan's pieces, estimated at sampled rows, and the work of both passes."""
    executed, passes, launches = 0.0, 0.0, 0
    for group in kernel.groups:
        heads = call.batch * len(local_heads(group.heads, call.heads))
        for sweep, piece in _pieces(group):
            rows = heads * _share_of_rows(piece, call.n)
            executed += rows * visited_pairs(piece, sweep, call.n)
            passes += rows / (call.batch * call.heads) * time_of(piece, sweep, call.n)
            launches += 1
    whole = dense(call.n, call.heads, call.kv_heads, call.head_dim, call.itemsize, causal=False)
    moved = moved_bytes(kernel, call)
    return executed, (
        PassWork(call.batch * passes * whole[0].flops, moved, launches),
        PassWork(call.batch * passes * whole[1].flops, MOVED_BACKWARD * moved, launches),
    )


def tiled(
    kernel: Kernel, call: Call, executed: tuple[float, float, float], launches: tuple[int, int, int]
) -> tuple[PassWork, PassWork]:
    """The work of both passes of programs over tiles.

    Args:
        kernel: the schedule.
        call: the call.
        executed: the pairs in all visited tiles: forward, for gradients of queries, and for those of keys and values.
        launches: the launches of each of them.
    """
    backward = executed[1] * GRAD_QUERY_PRODUCTS + executed[2] * GRAD_KEY_VALUE_PRODUCTS
    moved = moved_bytes(kernel, call)
    mixed = sum(len(group.softmaxes) > 1 for group in kernel.groups)
    deltas = sum(len(group.softmaxes) for group in kernel.groups)
    return (
        PassWork(2 * call.head_dim * FORWARD_PRODUCTS * executed[0], moved, launches[0] + mixed),
        PassWork(2 * call.head_dim * backward, MOVED_BACKWARD * moved, launches[1] + launches[2] + deltas),
    )


def _pieces(group: KernelGroup) -> Iterator[tuple[Sweep, Piece]]:
    for softmax in group.softmaxes:
        for sweep in softmax.queries:
            yield from ((sweep, piece) for piece in sweep.pieces)


def _share_of_rows(piece: Piece, n: int) -> float:
    """The share of rows within a piece's bounds on rows."""
    low = max([0, *(value(typical(bound), 0, n) for bound in piece.row_lows)])
    high = min([n, *(value(typical(bound), 0, n) for bound in piece.row_highs)])
    return max(0, high - low) / n
