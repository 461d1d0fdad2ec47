"""The subjects of tuning: a pattern with a call, and its generated module with the tile of a candidate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType

from patternc.analysis.calls import Shape, fitting_length
from patternc.codegen.backend import Backend, Tiling
from patternc.codegen.tiles.descriptors import describes
from patternc.cost.device_time import Call
from patternc.cost.target_cost import Plan, plan_for
from patternc.driver import Analysis, modules, quoting
from patternc.ir.mask import Pattern
from patternc.ir.tile import Group, Launch, Pass
from patternc.loaded import imported
from patternc.targets import Target, TileSource
from patternc.tuning.search import Candidate
from patternc.tuning.tile_files import ITEMSIZE

COMPILED_LENGTH, CHECKED_LENGTH = 512, 1021
"""The least sequence lengths of compiled and of checked calls: the second is odd, and short enough for the oracle."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The `number`-th pattern of a file with a call. `plan`: the kernel and tile IR for its target."""

    analysis: Analysis
    number: int
    plan: Plan
    call: Call
    dtype: str

    @property
    def pattern(self) -> Pattern:
        """The pattern as written."""
        return self.analysis.meanings[self.number]

    @property
    def tiling(self) -> Tiling:
        """The tiling of programs of its backend."""
        assert self.plan.backend.tiling is not None
        return self.plan.backend.tiling

    @property
    def kernels(self) -> tuple[str, ...]:
        """The rows of the tile table that its launches read, in launch order, without "rows" (which visit no keys)."""
        found = dict.fromkeys(launch.tile for _, _, launch in launches_of(self.plan))
        return tuple(name for name in found if name != "rows")

    def names(self, kernel: str) -> frozenset[str]:
        """The names of the programs whose tile sizes come from that row of the tile table."""
        return frozenset(launch.program for _, _, launch in launches_of(self.plan, kernel))

    def describes(self, kernel: str) -> bool:
        """Whether a kernel has columns that tensor descriptors can load."""
        names = self.names(kernel)
        return any(describes(one.program) for one in self.plan.tiles.programs if one.name in names)

    def tallest(self, kernel: str, most: int) -> int:
        """The most rows of a kernel's tiles: `most`, or less if its blocks of rows are smaller."""
        return max(most if one.most is None else one.most for _, _, one in launches_of(self.plan, kernel))

    def tuned(self, target: Target) -> Subject:
        """The subject for a target with other tile sizes."""
        return replace(self, plan=replace(self.plan, target=target))

    def module(self, kernel: str, candidate: Candidate) -> ModuleType:
        """The pattern's generated module with the tile of a candidate."""
        target = with_tile(self.plan.target, kernel, self.call, candidate)
        return imported(modules(self.analysis, self.plan.backend, target)[self.number])

    def shape(self, least: int, batch: int) -> Shape:
        """A call over a whole sequence of at least `least` positions: the next length that the pattern accepts."""
        call = self.call
        n = fitting_length(self.pattern, least, call.heads, call.dims.key)
        return Shape("whole", batch, call.heads, call.kv_heads, call.dims, n, n, 0, 0, n)


def subject(
    analysis: Analysis, number: int, target: Target, call: Call, dtype: str, backend: Backend | None = None
) -> Subject:
    """The `number`-th pattern of a file as a subject, for tensors of type `dtype`.

    `backend`: whose module; None: of the backend that is best on the target.
    """
    meaning = analysis.meanings[number]
    plan = plan_for((meaning, analysis.normals[number]), quoting(analysis.source, meaning), target, backend)
    return Subject(analysis, number, plan, replace(call, itemsize=ITEMSIZE[dtype]), dtype)


def with_tile(target: Target, kernel: str, call: Call, candidate: Candidate) -> Target:
    """The target, with the candidate as the kernel's tile in its tile table."""
    tiles = (candidate.tile(kernel, call.itemsize, call.dims.largest),)
    before = () if target.tuned is None else target.tuned.tiles
    return replace(target, tuned=TileSource("candidate", "", "", (*before, *tiles)))


def launches_of(plan: Plan, kernel: str | None = None) -> Iterator[tuple[Group, Pass, Launch]]:
    """The launches of a plan in order, or only those whose tile sizes are those of the tile table's row `kernel`."""
    for group in plan.tiles.groups:
        for made in (*group.forward, group.grad_query, group.grad_key_value):
            yield from ((group, made, one) for one in made.launches if kernel in (None, one.tile))
