"""Advice on what to change in a pattern: each change is made, and the changed pattern is counted like the original."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.analysis.equal_heads import distinct_heads
from patternc.cost.count_cache import CountCache
from patternc.cost.pattern_edits import Edit, edits
from patternc.cost.slow_candidates import pieces
from patternc.cost.target_cost import Plan, TargetCost, cost_on_target, plan_for
from patternc.cost.tile_work import Call
from patternc.cost_constants import ADVISED_CLAUSES, ADVISED_RATIO, LEAST_OCCUPANCY_GAIN
from patternc.counting.effort import EFFORT
from patternc.counting.row_counts import mean_over_heads
from patternc.ir.mask import ByHead, ByHeadBlock, Offset, Pattern, Side
from patternc.ir.semantics import Inputs, offset_value
from patternc.ir.traversal import pattern_atoms, residues
from patternc.source import Source
from patternc.targets import Target
from patternc.transforms import PASSES


@dataclass(frozen=True, slots=True)
class Advice:
    """A change as a sentence, and the number that it improves, before and after the change."""

    text: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Advised:
    """The changes that are worth making, and how many further changes were not counted, as that would take long."""

    found: tuple[Advice, ...]
    untried: int


def advise(meaning: Pattern, source: Source, call: Call, inputs: Inputs, plan: Plan, made: TargetCost) -> Advised:
    """The changes of a pattern that raise its occupancy or reduce its predicted time on a target with Triton kernels.

    Args:
        meaning: the pattern as written.
        source: the file, with the texts of the clauses that comments quote.
        call: the length and heads of the call.
        inputs: the runtime inputs of one batch entry.
        plan: the plan of the pattern for the target.
        made: its cost.
    """
    shared = tuple(_shared_keys(meaning, call))
    every = tuple(edits(meaning))
    clauses = sum(1 for group in plan.kernel.groups for _ in pieces(group))
    tried = every[: max(1, ADVISED_CLAUSES // max(1, clauses))]
    costs = ((edit, _cost(edit.pattern, source, call, inputs, made.target, len(tried))) for edit in tried)
    found = (_compared(edit, made, after) for edit, after in costs)
    return Advised((*shared, *(one for one in found if one is not None)), len(every) - len(tried))


def _compared(edit: Edit, made: TargetCost, after: TargetCost) -> Advice | None:
    where, words = f"on {made.target.name}", edit.words
    before, now = made.forward.occupancy, after.forward.occupancy
    if now - before >= LEAST_OCCUPANCY_GAIN:
        return Advice(f"use {words}: occupancy {before:.2f} -> {now:.2f} {where}", before, now)
    if edit.keeps and after.seconds <= ADVISED_RATIO * made.seconds:
        times = f"{made.seconds * 1e3:.3g} -> {after.seconds * 1e3:.3g} ms"
        return Advice(f"use {words}: {times} forward and backward, predicted {where}", made.seconds, after.seconds)
    return None


def _cost(meaning: Pattern, source: Source, call: Call, inputs: Inputs, target: Target, shared: int) -> TargetCost:
    """The cost of a changed pattern; `shared`: how many changes share the effort of counting one pattern."""
    normal = meaning
    for stage in PASSES:
        normal = stage.run(normal)
    heads = distinct_heads(normal, call.heads)
    mean = mean_over_heads(normal, heads, call.heads, call.n, inputs, EFFORT // shared)
    plan = plan_for((meaning, normal), source, target)
    return cost_on_target(plan, call, inputs, mean, CountCache(shared=shared))


def _shared_keys(meaning: Pattern, call: Call) -> Iterator[Advice]:
    """Advice for query heads that share a key head but attend to several residue classes of its keys."""
    shared = call.heads // call.kv_heads
    dilations = dict.fromkeys(
        atom.dilation for atom in residues(pattern_atoms(meaning), Side.KEY) if isinstance(atom.offset, ByHead)
    )
    for dilation in dilations:
        before, after = (_classes(rule, dilation, call, shared) for rule in (ByHead(), ByHeadBlock()))
        if after < before:
            yield Advice(
                f"offset=head_block lets the {shared} heads of a key head share keys: "
                f"residue classes mod {dilation} that they attend to {before} -> {after}",
                before,
                after,
            )


def _classes(rule: Offset, dilation: int, call: Call, shared: int) -> int:
    """The most residue classes of keys that the query heads of one key head attend to."""
    firsts = range(0, call.heads, shared)
    return max(
        len({offset_value(rule, dilation, head, call.heads) for head in range(first, first + shared)})
        for first in firsts
    )
