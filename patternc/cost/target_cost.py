"""The cost of a pattern on one target: tiles, operations, bytes, memory, and times beside those of dense attention."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.analysis.equal_heads import distinct_heads
from patternc.codegen.backend import Backend, in_one_pass
from patternc.codegen.registry import backend_for
from patternc.codegen.tiles import legalize
from patternc.cost.count_cache import CountCache
from patternc.cost.device_time import Call, PassWork, bound_of, seconds_of
from patternc.cost.planned_work import dense_seconds, numbers_of_pairs, planned, typed
from patternc.cost.tile_work import Work, tile_work
from patternc.counting.row_counts import mean_over_heads
from patternc.ir.kernel import Kernel, KernelGroup, Lowering
from patternc.ir.mask import (
    Branch,
    HeadGroup,
    Or,
    Pattern,
)
from patternc.ir.semantics import Inputs
from patternc.ir.tile import Tiles
from patternc.schedule import schedule
from patternc.schedule.piece_masks import mask_of
from patternc.source import Source
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class PassCost:
    """The cost of a forward or backward pass over all heads and batch entries.

    `executed`: the pairs in all visited tiles; `useful`: the admitted pairs. `seconds`: predicted; `dense`: the
    predicted seconds of dense attention. `bound`: which of compute, memory and launches takes longest.
    """

    executed: float
    useful: float
    load: PassWork
    seconds: float
    bound: str
    dense: float

    @property
    def occupancy(self) -> float:
        """Useful pairs over executed pairs; 1 if nothing is executed."""
        return self.useful / self.executed if self.executed else 1.0

    @property
    def waste(self) -> float:
        """Executed pairs over useful pairs."""
        return self.executed / self.useful if self.useful else 1.0


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The shortest length, a power of two, at which a pattern is predicted to be faster than dense attention.

    `n` None: `reason` says why there is none.
    """

    n: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class TargetCost:
    """The cost of a pattern on a target.

    `lowerings`: one per head group. `work`: the tiles of each direction, counted from the tile IR. `memory`: peak bytes
    of inputs, outputs, gradients and buffers, of which `saved` are kept from the forward to the backward pass.
    `break_even`: the length from which on both passes are faster than dense attention. `step`: predicted seconds of a
    decoding step; None if there is none.
    """

    target: Target
    backend: str
    itemsize: int
    lowerings: tuple[str, ...]
    work: tuple[Work, ...]
    forward: PassCost
    backward: PassCost
    memory: int
    saved: int
    break_even: BreakEven = BreakEven(None, "")
    step: float | None = None

    @property
    def seconds(self) -> float:
        """Predicted seconds of both passes."""
        return self.forward.seconds + self.backward.seconds

    @property
    def dense(self) -> float:
        """Predicted seconds of both passes of dense attention."""
        return self.forward.dense + self.backward.dense


@dataclass(frozen=True, slots=True)
class Plan:
    """The kernel and tile IR of a pattern for a target, at any length."""

    normal: Pattern
    target: Target
    backend: Backend
    kernel: Kernel
    tiles: Tiles


def plan_for(subject: tuple[Pattern, Pattern], source: Source, target: Target, backend: Backend | None = None) -> Plan:
    """The plan of a pattern (as written, and in normal form) for a backend; None: the best one on the target."""
    (plan,) = plans_for(subject, source, (target,), backend)
    return plan


def plans_for(
    subject: tuple[Pattern, Pattern], source: Source, targets: tuple[Target, ...], own: Backend | None = None
) -> tuple[Plan, ...]:
    """The plans for some targets; plans with equal kernels share their tile IR."""
    meaning, normal = subject
    legal: dict[tuple[Kernel, bool], Tiles] = {}

    def made(target: Target) -> Plan:
        backend = own or backend_for(target)
        kernel = schedule(meaning, normal, target, backend.lowerings, backend.columns, backend.unordered)
        key = kernel, target.is_cpu
        if key not in legal:
            legal[key] = in_one_pass(kernel, source, target) if target.is_cpu else legalize(kernel, source)
        return Plan(normal, target, backend, kernel, legal[key])

    return tuple(map(made, targets))


def cost_on_target(
    plan: Plan, call: Call, inputs: Inputs, mean_keys: float, cache: CountCache | None = None
) -> TargetCost:
    """The cost of a plan for a call whose rows have `mean_keys` keys on average.

    The element size is the one for which the target is fast. `cache`: earlier counts of the pattern for such a call.
    """
    call = typed(plan.target, call)
    cache = cache or CountCache()
    work = tile_work(plan.tiles, plan.kernel, plan.target, call, inputs, cache)
    useful = _useful_pairs(plan, call, inputs, mean_keys, cache)
    return _of_tiles(plan, work, useful, call)


def seconds_on(plan: Plan, call: Call, inputs: Inputs, cache: CountCache | None = None) -> tuple[float, float]:
    """Predicted seconds of both passes: of a plan, and of dense attention (causal for a causal pattern)."""
    call = typed(plan.target, call)
    work = tile_work(plan.tiles, plan.kernel, plan.target, call, inputs, cache)
    loads = planned(plan.kernel, call, plan.target, work)
    return sum(seconds_of(load, plan.target) for load in loads), sum(dense_seconds(plan.normal, call, plan.target))


def _of_tiles(plan: Plan, work: tuple[Work, ...], useful: float, call: Call) -> TargetCost:
    kernel, target = plan.kernel, plan.target
    forward, *gradients = work
    each = [(call.flops(one.products, 1), one.executed) for one in gradients]
    backward = sum(flops * executed for flops, executed in each) / sum(flops for flops, _ in each)
    loads = planned(kernel, call, target, work)
    against = dense_seconds(plan.normal, call, target)
    times = tuple(seconds_of(load, target) for load in loads)
    memory, saved = _memory(kernel, call, forward.partials, max(one.partials for one in gradients))
    return TargetCost(
        target=target,
        backend=plan.backend.name,
        itemsize=call.itemsize,
        lowerings=_lowerings(kernel),
        work=work,
        forward=PassCost(forward.executed, useful, loads[0], times[0], bound_of(loads[0], target), against[0]),
        backward=PassCost(backward, useful, loads[1], times[1], bound_of(loads[1], target), against[1]),
        memory=memory,
        saved=saved,
    )


def _useful_pairs(plan: Plan, call: Call, inputs: Inputs, mean_keys: float, cache: CountCache) -> float:
    """The admitted pairs of all heads and batch entries, each as often as it is computed."""
    once = visited_once(plan.kernel, plan.normal)
    if once == plan.normal:
        return call.batch * call.heads * call.n * mean_keys
    if once not in cache.means:
        heads = distinct_heads(once, call.heads)
        cache.means[once] = mean_over_heads(once, heads, call.heads, call.n, inputs)
    return call.batch * call.heads * call.n * cache.means[once]


def _lowerings(kernel: Kernel) -> tuple[str, ...]:
    return tuple(group.lowering.value for group in kernel.groups)


def _memory(kernel: Kernel, call: Call, forward: int, backward: int) -> tuple[int, int]:
    """Peak bytes without block lists, and those that are saved for the backward pass.

    `forward`, `backward`: the bytes of partials that are held at the same time in each pass.
    """
    rows, keys = call.batch * call.heads * call.n, call.batch * call.kv_heads * call.n
    softmaxes = max(len(group.softmaxes) for group in kernel.groups)
    parts = rows * softmaxes * (call.dims.value * call.itemsize + 4) if softmaxes > 1 else 0
    tensors = call.itemsize * call.dims.both * (rows + keys)  # query, key, value and out, and so their gradients
    pairs = numbers_of_pairs(kernel, call)
    saved = tensors + 4 * rows + parts + call.itemsize * pairs
    gradients = tensors + 4 * rows * softmaxes + 4 * pairs
    summed = 4 * call.dims.both * keys if len(kernel.groups) > 1 else 0
    return saved + max(forward, gradients + summed + backward), saved


# ---- useful pairs: admitted ones, each as often as the kernel visits it because it is admitted ----------------------
def visited_once(kernel: Kernel, normal: Pattern) -> Pattern:
    """A pattern in normal form whose keys per row are the kernel's useful pairs.

    Every branch counts once. With class-fused sweeps, which may count several branches in one visit, each piece becomes
    a branch.
    """
    groups = zip(kernel.groups, normal.groups, strict=True)
    return replace(normal, groups=tuple(_group(made, group) for made, group in groups))


def _group(made: KernelGroup, group: HeadGroup) -> HeadGroup:
    if made.lowering is Lowering.CLASS_FUSED:
        return replace(group, branches=tuple(Branch(Or((mask_of(*both),))) for both in made.pieces))
    return replace(group, branches=tuple(replace(one, multiplicity=1) for one in group.branches))
