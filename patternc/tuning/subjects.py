"""What is tuned: a pattern with a call, and its modules with the tile of a candidate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType

from patternc.cache import imported
from patternc.codegen.tiles.descriptors import describes
from patternc.cost.target_cost import Plan, plan_for
from patternc.cost.tile_work import Call
from patternc.driver import Analysis, modules, quoting
from patternc.ir.mask import Pattern
from patternc.targets import Target
from patternc.testing.calls import Shape, fitting_length
from patternc.tuning.search import Candidate
from patternc.tuning.tile_files import ITEMSIZE
from patternc.tuning.tile_model import launches_of, with_tile

COMPILED_LENGTH, CHECKED_LENGTH = 512, 1021
"""Positions at least of the calls that are compiled and checked: the second is odd, and not too long for the oracle."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A pattern of a file, for a call. `plan`: what its target runs."""

    analysis: Analysis
    number: int
    plan: Plan
    call: Call
    dtype: str

    @property
    def pattern(self) -> Pattern:
        """What it means."""
        return self.analysis.meanings[self.number]

    @property
    def kernels(self) -> tuple[str, ...]:
        """The rows of the tile table that its launches read, in the order of a call; "rows" visit no columns."""
        found = dict.fromkeys(launch.tile for _, _, launch in launches_of(self.plan))
        return tuple(name for name in found if name != "rows")

    def names(self, kernel: str) -> frozenset[str]:
        """The programs that take their tiles from a row."""
        return frozenset(launch.program for _, _, launch in launches_of(self.plan, kernel))

    def describes(self, kernel: str) -> bool:
        """Whether a kernel has columns that tensor descriptors can load."""
        assert self.plan.tiles is not None
        names = self.names(kernel)
        return any(describes(one.program) for one in self.plan.tiles.programs if one.name in names)

    def tallest(self, kernel: str, most: int) -> int:
        """The most rows of a tile of a kernel, where blocks of rows are small; `most`: elsewhere."""
        return max(most if one.most is None else one.most for _, _, one in launches_of(self.plan, kernel))

    def tuned(self, target: Target) -> Subject:
        """The subject with other tiles."""
        return replace(self, plan=replace(self.plan, target=target))

    def module(self, kernel: str, candidate: Candidate) -> ModuleType:
        """The pattern's module with the tile of a candidate."""
        target = with_tile(self.plan.target, kernel, self.call, candidate)
        return imported(modules(self.analysis, self.plan.backend, target)[self.number])

    def shape(self, least: int, batch: int) -> Shape:
        """A call of its heads over a whole sequence of `least` positions, or the next length that the pattern takes."""
        call = self.call
        n = fitting_length(self.pattern, least, call.heads, call.head_dim)
        return Shape("whole", batch, call.heads, call.kv_heads, call.head_dim, n, n, 0, 0, n)


def subject(analysis: Analysis, number: int, target: Target, call: Call, dtype: str) -> Subject:
    """A pattern of a file by its number, for elements of a type."""
    meaning = analysis.meanings[number]
    plan = plan_for((meaning, analysis.normals[number]), quoting(analysis.source, meaning), target)
    return Subject(analysis, number, plan, replace(call, itemsize=ITEMSIZE[dtype]), dtype)
