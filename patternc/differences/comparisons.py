"""The differences of two patterns (results, keys, cost, generated code) as one record, for text and JSON output."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from patternc.analysis.equal_heads import distinct_heads
from patternc.cost.count_cache import CountCache
from patternc.cost.device_time import Call
from patternc.cost.target_cost import TargetCost, cost_on_target, plans_for
from patternc.counting.row_counts import mean_over_heads
from patternc.differences.key_changes import KeyChanges
from patternc.differences.verdicts import Basis, Difference, Verdict
from patternc.files import File
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs, admits, group_of
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
    """A pattern of the comparison: as written, in normal form, its file, and the runtime inputs of the call."""

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


@dataclass(frozen=True, slots=True)
class Admitting:
    """The statements of each pattern that admit the first differing key, with their source locations."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CodeChange:
    """A generated file before and after; None if there is no such file."""

    before: File | None
    after: File | None

    @property
    def name(self) -> str:
        """The file's name after the change, or before it if the file is gone."""
        named = self.after or self.before
        assert named is not None
        return named.name

    @property
    def lines(self) -> tuple[int, int]:
        """The numbers of added and of removed lines."""
        old, new = ([] if one is None else one.text.splitlines() for one in (self.before, self.after))
        if old == new:
            return 0, 0
        steps = difflib.SequenceMatcher(None, old, new).get_opcodes()
        changed = [step for step in steps if step[0] != "equal"]
        return sum(step[4] - step[3] for step in changed), sum(step[2] - step[1] for step in changed)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two patterns. `call`: the call whose cost is compared; None if no such call fits both."""

    before: str
    after: str
    verdict: Verdict
    admitting: Admitting | None
    keys: KeyChanges | None
    call: Call | None
    costs: tuple[CostChange, ...]
    code: tuple[CodeChange, ...]


@dataclass(frozen=True, slots=True)
class Files:
    """The comparison of two files, pattern by pattern. `gained`, `lost`: patterns that only one file has."""

    before: str
    after: str
    patterns: tuple[Comparison, ...]
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both files mean the same, as far as is proven or was tried."""
        return not (self.gained or self.lost) and all(one.verdict.same for one in self.patterns)

    @property
    def proven(self) -> bool:
        """Whether it is proven that both files mean the same."""
        return self.same and all(one.verdict.basis is Basis.PROVEN for one in self.patterns)


def admitting(
    patterns: tuple[Pattern, Pattern], written: tuple[tuple[str, ...], ...], difference: Difference
) -> Admitting:
    """The statements that admit the key of a difference; `written`: of each pattern, those of the head."""
    return Admitting(*(_of_side(patterns[i], written[i], difference, i) for i in range(2)))


def _of_side(pattern: Pattern, written: tuple[str, ...], difference: Difference, side: int) -> tuple[str, ...]:
    trial = difference.trial
    if difference.key is None:
        return written
    branches = group_of(pattern, difference.head, trial.heads).branches
    where = difference.head, difference.query, difference.key, trial.n, trial.heads, difference.inputs[side]
    return tuple(text for text, branch in zip(written, branches, strict=True) if admits(branch.mask, *where))
