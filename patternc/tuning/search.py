"""The search for the fastest tile of a kernel: which candidates are compiled, which are checked and timed, which wins.

The model, the compiler and the GPU are passed in as functions (`SearchTools`), so that tests can replace them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import median, quantiles

from patternc.codegen.backend import Compiled, Tiling
from patternc.targets import TunedTile
from patternc.tuning.tile_files import Times

BLOCK_M, BLOCK_N = (16, 32, 64, 128), (16, 32, 64, 128)
"""Rows and columns of the tiles that are tried."""
KEPT = 12
"""Candidates of a kernel that are checked and timed."""
COMPILED = 4
"""At most COMPILED * KEPT candidates are compiled."""
SPILLED = 320
"""Bytes a thread that a candidate may spill if candidates are timed: the fastest of some gradients spilled 276."""


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
    predicted: float
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


@dataclass(frozen=True, slots=True)
class CandidateRunner:
    """Runs candidates on a device.

    `gate`: checks a candidate's results, and returns why they are wrong, or an empty string. `seconds`: times one run.
    `runs`: the number of timed runs per candidate.
    """

    gate: Callable[[Candidate], str]
    seconds: Callable[[Candidate], float]
    runs: int


@dataclass(frozen=True, slots=True)
class SearchTools:
    """The functions that a search calls.

    `predict`: the seconds that a model predicts, more exactly once a candidate is compiled. `runner`: None means that
    nothing is run and the model decides. `observe`: called with the name of every step and its candidate.
    """

    predict: Callable[[Candidate, Compiled | None], float]
    compile: Callable[[Candidate], Compiled]
    runner: CandidateRunner | None
    observe: Callable[[str, Candidate], None]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """All trials of a kernel: usable candidates by predicted seconds, then the rejected ones. `chosen` may be None."""

    trials: tuple[Trial, ...]
    chosen: Trial | None


def candidates(tallest: int, tiling: Tiling, *, descriptors: bool = False) -> tuple[Candidate, ...]:
    """All candidates of a backend for launches whose tiles have at most `tallest` rows.

    `descriptors`: try each tile with loads by pointers and with loads by tensor descriptors.
    """
    rows = tuple(size for size in BLOCK_M if size <= max(tallest, BLOCK_M[0]))
    loads_by = (False, True) if descriptors else (False,)
    every = product(rows, BLOCK_N, tiling.programs, tiling.stages, loads_by)
    return tuple(Candidate(m, n, warps, stages, most, loads) for m, n, (warps, most), stages, loads in every)


def search(tried: Sequence[Candidate], own: Candidate, kept: int, tools: SearchTools) -> SearchResult:
    """Find the fastest candidate that compiles without a fault and gives correct results.

    Args:
        tried: the candidates.
        own: the tile of the tile table, which is always tried, and first.
        kept: how many candidates are checked and timed.
        tools: the model, the compiler and the device.

    Returns:
        With a runner, the candidate with the smallest median time is chosen; without, the one with the smallest
        predicted time. Ties go to the smaller predicted time, then to the smaller tile.
    """
    compiled = _compiled(tried, own, kept, tools)
    passed = sorted((one for one in compiled if not one.rejected), key=lambda one: (one.predicted, one.candidate))
    if tools.runner is not None:
        passed = _timed([_gated(one, tools, tools.runner) for one in passed], tools, tools.runner)
    faults = [one for one in (*passed, *compiled) if one.rejected]
    passed = [one for one in passed if not one.rejected]
    chosen = min(passed, key=lambda one: one.times.median if one.times else 0.0, default=None)  # the first of equals
    return SearchResult((*passed, *faults), chosen)


def _compiled(tried: Sequence[Candidate], own: Candidate, kept: int, tools: SearchTools) -> list[Trial]:
    """Compile candidates in order of predicted seconds until `kept` of them have no fault."""
    ranked = sorted(set(tried) - {own}, key=lambda one: (tools.predict(one, None), one))
    found: list[Trial] = []
    for candidate in (own, *ranked[: COMPILED * kept - 1]):
        tools.observe("compile", candidate)
        made = tools.compile(candidate)
        most = 0 if tools.runner is None else SPILLED if candidate != own else made.spilled
        fault = f"spills {made.spilled} bytes a thread" if made.spilled > most else made.fault
        found.append(Trial(candidate, made, tools.predict(candidate, made), fault))
        if sum(not one.rejected for one in found) == kept:
            break
    return found


def _gated(trial: Trial, tools: SearchTools, runner: CandidateRunner) -> Trial:
    tools.observe("check", trial.candidate)
    return replace(trial, rejected=runner.gate(trial.candidate))


def _timed(trials: list[Trial], tools: SearchTools, runner: CandidateRunner) -> list[Trial]:
    """Time one run of each candidate in turn, so that a disturbance of the machine affects all of them."""
    seconds: dict[Candidate, list[float]] = {one.candidate: [] for one in trials if not one.rejected}
    for _ in range(runner.runs):
        for candidate, found in seconds.items():
            tools.observe("time", candidate)
            found.append(runner.seconds(candidate))
    return [replace(one, seconds=tuple(seconds.get(one.candidate, ()))) for one in trials]
