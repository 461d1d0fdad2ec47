"""The costs of two patterns in one call, for each target."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.analysis.equal_heads import distinct_heads
from patternc.analysis.row_counts import mean_over_heads
from patternc.cost.list_lines import CountCache
from patternc.cost.target_cost import TargetCost, cost_on_target, plans_for
from patternc.cost.tile_work import Call
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs
from patternc.source import Source
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class CostChange:
    """The cost on a target, before and after."""

    before: TargetCost
    after: TargetCost

    @property
    def ratio(self) -> float:
        """The predicted time of both passes after the change over that before it."""
        return self.after.seconds / self.before.seconds


@dataclass(frozen=True, slots=True)
class ComparedPattern:
    """One of the patterns: as written, in normal form, its file, and the runtime inputs of the call."""

    meaning: Pattern
    normal: Pattern
    source: Source
    inputs: Inputs


def cost_changes(
    before: ComparedPattern, after: ComparedPattern, call: Call, targets: tuple[Target, ...]
) -> tuple[CostChange, ...]:
    """The cost of a call on each target; that of equal patterns is computed once."""
    old = _costs(before, call, targets)
    same = (before.meaning, before.normal) == (after.meaning, after.normal)  # so that their inputs are, too
    new = old if same else _costs(after, call, targets)
    return tuple(CostChange(a, b) for a, b in zip(old, new, strict=True))


def _costs(side: ComparedPattern, call: Call, targets: tuple[Target, ...]) -> list[TargetCost]:
    mean = mean_over_heads(side.normal, distinct_heads(side.normal, call.heads), call.heads, call.n, side.inputs)
    cache = CountCache()
    plans = plans_for((side.meaning, side.normal), side.source, targets)
    return [cost_on_target(plan, call, side.inputs, mean, cache) for plan in plans]
