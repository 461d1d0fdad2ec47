"""All that differs between two patterns: results, keys, cost and generated code, as one record for text and JSON."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from patternc.cost.tile_work import Call
from patternc.differences.key_changes import KeyChanges
from patternc.differences.target_costs import CostChange
from patternc.differences.verdicts import Basis, Difference, Verdict
from patternc.files import File
from patternc.ir.mask import Pattern
from patternc.ir.semantics import admits, group_of


@dataclass(frozen=True, slots=True)
class Admitting:
    """The statements of each side that admit the first differing key, with their locations."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CodeChange:
    """A generated file before and after; None: there is none."""

    before: File | None
    after: File | None

    @property
    def name(self) -> str:
        """The file's name; the later one, if it has changed."""
        named = self.after or self.before
        assert named is not None
        return named.name

    @property
    def lines(self) -> tuple[int, int]:
        """Lines that are added, and lines that are removed."""
        old, new = ([] if one is None else one.text.splitlines() for one in (self.before, self.after))
        steps = difflib.SequenceMatcher(None, old, new).get_opcodes()
        changed = [step for step in steps if step[0] != "equal"]
        return sum(step[4] - step[3] for step in changed), sum(step[2] - step[1] for step in changed)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two patterns compared. `call`: the one that is priced; None where both take none of its length."""

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
    """Two files compared, pattern by pattern. `gained`, `lost`: names of patterns that only one of them holds."""

    before: str
    after: str
    patterns: tuple[Comparison, ...]
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both mean the same, as far as is proven or was tried."""
        return not (self.gained or self.lost) and all(one.verdict.same for one in self.patterns)

    @property
    def proven(self) -> bool:
        """Whether it is proven that both mean the same."""
        return self.same and all(one.verdict.basis is Basis.PROVEN for one in self.patterns)


def admitting(patterns: tuple[Pattern, Pattern], written: tuple[tuple[str, ...], ...], found: Difference) -> Admitting:
    """Which of the statements `written`, one for each branch of a pattern, admit the key of a difference."""
    return Admitting(*(_of_side(patterns[i], written[i], found, i) for i in range(2)))


def _of_side(pattern: Pattern, written: tuple[str, ...], found: Difference, side: int) -> tuple[str, ...]:
    trial = found.trial
    group = group_of(pattern, found.head, trial.heads)
    first = sum(len(one.branches) for one in pattern.groups[: pattern.groups.index(group)])
    own = written[first : first + len(group.branches)]
    if found.key is None:
        return own
    where = found.head, found.query, found.key, trial.n, trial.heads, found.inputs[side]
    return tuple(text for text, branch in zip(own, group.branches, strict=True) if admits(branch.mask, *where))
