"""The work of a scheduled pattern: the bytes that its schedule moves, and the products of pairs that programs visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from patternc.analysis.distances import is_causal
from patternc.analysis.equal_heads import local_heads
from patternc.cost.cpu_work import of_dense, of_lists
from patternc.cost.device_time import Call, PassWork, dense, seconds_of
from patternc.cost.tile_work import Work
from patternc.cost_constants import FORWARD_PRODUCTS, HEAD_DIM
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Pattern
from patternc.schedule.cost_model import tensors_of_keys, tensors_of_rows
from patternc.targets import Target


def typed(target: Target, call: Call) -> Call:
    """The call with elements of the size for which the target is fast."""
    return replace(call, itemsize=2 if target.tensor_cores and not target.slow_half else 4)


def dense_seconds(normal: Pattern, call: Call, target: Target) -> tuple[float, float]:
    """Predicted seconds of dense attention, forward and backward; causal if the pattern is."""
    loads = dense(call, is_causal(normal))
    beside = of_dense(call) if target.is_cpu else (0.0, 0.0)
    forward, backward = (
        seconds_of(replace(load, beside=call.flops(FORWARD_PRODUCTS, work)), target)
        for load, work in zip(loads, beside, strict=True)
    )
    return forward, backward


def moved_bytes(kernel: Kernel, call: Call) -> float:
    """Bytes that a forward pass moves, by the schedule's cost model, with partials as wide as the inputs."""
    total = 0.0
    for group in kernel.groups:
        heads = len(local_heads(group.heads, call.heads))
        keys = sum(map(tensors_of_keys, group.sweeps)) * call.kv_heads / call.heads
        rows = [tensors_of_rows(sweep, width=1) for sweep in group.sweeps]
        total += heads * call.dims.numbers(keys + sum(one for one, _ in rows), keys + sum(one for _, one in rows))
    return call.batch * call.itemsize * call.n * total


def numbers_of_pairs(kernel: Kernel, call: Call) -> int:
    """The numbers of a tensor that has one for each pair, of an entry whose numbers others share; 0: none is read."""
    interface = kernel.interface
    given = next((one for one in interface.operands if one.name == interface.scores.of_pairs), None)
    return 0 if given is None else call.n**2 * (call.heads if given.shape else 1)


def planned(kernel: Kernel, call: Call, target: Target, work: tuple[Work, ...]) -> tuple[PassWork, PassWork]:
    """The work of both passes of programs over tiles, and of the lists that a CPU makes for them."""
    moved = moved_bytes(kernel, call)
    mixed = sum(len(group.softmaxes) > 1 for group in kernel.groups)
    deltas = sum(len(group.softmaxes) for group in kernel.groups)
    once = any(one.name == "gradients" for one in work)
    lists = of_lists(kernel, call, once=once) if target.is_cpu else (0.0, 0.0)
    pairs = call.itemsize * numbers_of_pairs(kernel, call)
    visited = [one.executed / (call.batch * call.heads * call.n**2) for one in work]
    return (
        _pass(work[:1], call, moved + pairs * visited[0], mixed, lists[0]),
        _pass(work[1:], call, call.moved_backward(moved) + pairs * sum(visited[1:]), deltas, lists[1]),
    )


def _pass(several: Sequence[Work], call: Call, moved: float, launches: int, lists: float) -> PassWork:
    return PassWork(
        flops=sum(call.flops(one.products, one.executed) for one in several),
        moved=moved,
        launches=launches + sum(one.launches for one in several),
        beside=4 * HEAD_DIM * lists + call.flops(FORWARD_PRODUCTS, sum(one.beside for one in several)),
    )
