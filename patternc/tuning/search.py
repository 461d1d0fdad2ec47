"""The search for the fastest tile of a kernel: candidates are compiled, checked and timed, those near the best first.

The compiler and the GPU are passed in as functions (`SearchTools`), so that tests can replace them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import product
from statistics import median, quantiles

from patternc.codegen.backend import Compiled, Tiling
from patternc.targets import TunedTile
from patternc.tuning.tile_files import Times

SIZES = (16, 32, 64, 128)
"""Rows, and columns, of the tiles that are tried."""
KEPT, ROUND = 24, 12
"""The most candidates of a kernel that are tried, and how many between two looks at which is the fastest."""
SPILLED = 320
"""Bytes a thread that a candidate may spill: the fastest of some gradients on an H200 spilled 276."""


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A tile of `block_m` rows by `block_n` columns, run by `warps`, loads `stages` deep.

    `most_registers`: a limit per thread; 0 leaves the choice to the compiler. `descriptors`: columns that are
    consecutive rows of a tensor are loaded by tensor descriptors.
    """

    block_m: int
    block_n: int
    warps: int
    stages: int
    most_registers: int = 0
    descriptors: bool = False

    def tile(self, kernel: str, itemsize: int, head_dim: int) -> TunedTile:
        """As the tile of a kernel, for elements of `itemsize` bytes."""
        sizes = self.block_m, self.block_n, self.warps, self.stages
        return TunedTile(kernel, itemsize, head_dim, *sizes, self.most_registers, self.descriptors)

    def __str__(self) -> str:
        limit = f", at most {self.most_registers} registers" if self.most_registers else ""
        loads = ", descriptors" if self.descriptors else ""
        return f"{self.block_m} x {self.block_n}, {self.warps} warps, {self.stages} stages{limit}{loads}"


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate's results. `rejected`: why it can't be chosen, or empty. `seconds`: one entry per timed run."""

    candidate: Candidate
    compiled: Compiled
    rejected: str = ""
    seconds: tuple[float, ...] = ()

    @property
    def times(self) -> Times | None:
        """Median and quartiles of the runs; None without runs."""
        if not self.seconds:
            return None
        if len(self.seconds) == 1:
            return Times(self.seconds[0], self.seconds[0], self.seconds[0], 1)
        low, _, high = quantiles(self.seconds, n=4, method="inclusive")
        return Times(median(self.seconds), low, high, len(self.seconds))

    @property
    def rank(self) -> tuple[float, Candidate]:
        """The order of candidates that passed: by median, then the smaller tile."""
        return median(self.seconds), self.candidate


@dataclass(frozen=True, slots=True)
class CandidateRunner:
    """Runs candidates on a device.

    `gate`: checks a candidate's results, and returns why they are wrong, or an empty string. `seconds`: times one run.
    `runs`: the number of timed runs per candidate and round.
    """

    gate: Callable[[Candidate], str]
    seconds: Callable[[Candidate], float]
    runs: int


@dataclass(frozen=True, slots=True)
class SearchTools:
    """The functions that a search calls. `observe`: called with the name of every step and its candidate."""

    compile: Callable[[Candidate], Compiled]
    runner: CandidateRunner
    observe: Callable[[str, Candidate], None]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """All trials of a kernel: usable candidates by median seconds, then the rejected ones. `chosen` may be None."""

    trials: tuple[Trial, ...]
    chosen: Trial | None


def candidates(tallest: int, tiling: Tiling, *, descriptors: bool = False) -> tuple[Candidate, ...]:
    """All candidates of a backend for launches whose tiles have at most `tallest` rows.

    `descriptors`: try each tile with loads by pointers and with loads by tensor descriptors.
    """
    rows = tuple(size for size in SIZES if size <= max(tallest, SIZES[0]))
    loads_by = (False, True) if descriptors else (False,)
    every = product(rows, SIZES, tiling.programs, tiling.stages, loads_by)
    return tuple(Candidate(m, n, warps, stages, most, loads) for m, n, (warps, most), stages, loads in every)


def search(tried: Sequence[Candidate], first: Candidate, kept: int, tools: SearchTools) -> SearchResult:
    """Find the fastest candidate that compiles without a fault and gives correct results.

    Each round tries the candidates nearest to the fastest one so far, and times them in turns with it. The search ends
    after a round that finds none faster, or after `kept` candidates.

    Args:
        tried: the candidates.
        first: the tile of the tile table, which is always tried.
        kept: the most candidates that are tried.
        tools: the compiler and the device.

    Returns:
        The candidate with the smallest median time is chosen; ties go to the smaller tile.
    """
    trials: dict[Candidate, Trial] = {}
    fastest, near = first, [first, *_nearest(first, set(tried) - {first}, min(ROUND, kept) - 1)]
    while near:
        trials |= {one: _checked(one, first, tools) for one in near}
        trials |= _timed([trials[one] for one in dict.fromkeys((fastest, *near))], tools)
        best = min((one for one in trials.values() if not one.rejected), key=lambda one: one.rank, default=None)
        if best is not None and best.candidate == fastest:
            break
        fastest = fastest if best is None else best.candidate
        near = _nearest(fastest, set(tried) - trials.keys(), min(ROUND, kept - len(trials)))
    passed = sorted((one for one in trials.values() if not one.rejected), key=lambda one: one.rank)
    faults = (one for one in trials.values() if one.rejected)
    return SearchResult((*passed, *faults), next(iter(passed), None))


def _nearest(centre: Candidate, others: Collection[Candidate], count: int) -> list[Candidate]:
    """The candidates that differ from one by the fewest steps in the values of their fields; of equals, the smaller."""
    fields = zip(*map(astuple, (centre, *others)), strict=True)
    places = [{value: place for place, value in enumerate(sorted(set(values)))} for values in fields]

    def steps(candidate: Candidate) -> int:
        pairs = zip(places, astuple(candidate), astuple(centre), strict=True)
        return sum(abs(place[mine] - place[its]) for place, mine, its in pairs)

    return sorted(others, key=lambda one: (steps(one), one))[:count]


def _checked(candidate: Candidate, own: Candidate, tools: SearchTools) -> Trial:
    """Compile a candidate and check its results. What the table's tile spills is accepted."""
    tools.observe("compile", candidate)
    made = tools.compile(candidate)
    if made.fault or (made.spilled > SPILLED and candidate != own):
        return Trial(candidate, made, made.fault or f"spills {made.spilled} bytes a thread")
    tools.observe("check", candidate)
    return Trial(candidate, made, tools.runner.gate(candidate))


def _timed(trials: Sequence[Trial], tools: SearchTools) -> dict[Candidate, Trial]:
    """Time one run of each candidate in turn, so that a disturbance of the machine affects all of them."""
    seconds = {one.candidate: list(one.seconds) for one in trials if not one.rejected}
    for _ in range(tools.runner.runs):
        for candidate, found in seconds.items():
            tools.observe("time", candidate)
            found.append(tools.runner.seconds(candidate))
    return {one.candidate: replace(one, seconds=tuple(seconds.get(one.candidate, ()))) for one in trials}
