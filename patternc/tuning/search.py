"""The search for the best tile of a kernel: which candidates are compiled, which are checked and timed, which wins.

What it asks of the machine is a record of functions, so that a test gives it a compiler and a clock of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import median, quantiles

from patternc.tuning.tile_files import Times

BLOCK_M, BLOCK_N, STAGES = (16, 32, 64, 128), (16, 32, 64, 128), (1, 2, 3, 4)
"""Rows and columns of the tiles that are tried, and how many loads are in flight."""
PROGRAMS = ((2, 0), (4, 0), (8, 0), (8, 128))
"""Warps of a program, and the most registers of a thread: with 128, a processor holds two programs of eight warps."""
KEPT = 12
"""Candidates of a kernel that are checked and timed."""
COMPILED = 4
"""At most so many times as many are compiled."""


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A tile of `block_m` rows by `block_n` columns, run by `warps`, loads `stages` deep.

    `most_registers`: of a thread; 0: as many as the compiler chooses. `descriptors`: columns that are a run of rows are
    loaded by tensor descriptors.
    """

    block_m: int
    block_n: int
    warps: int
    stages: int
    most_registers: int = 0
    descriptors: bool = False

    def __str__(self) -> str:
        limit = f", at most {self.most_registers} registers" if self.most_registers else ""
        loads = ", descriptors" if self.descriptors else ""
        return f"{self.block_m} x {self.block_n}, {self.warps} warps, {self.stages} stages{limit}{loads}"


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the launches of a kernel compile to: the most of each number.

    `registers` and `spilled` bytes: a thread. `shared` bytes: a program. `fault`: why the tile can't be used, or empty.
    """

    registers: int
    spilled: int
    shared: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate and what is known of it. `rejected`: why it can't win, or empty. `seconds`: of each timed run."""

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
class Device:
    """What runs candidates.

    `gate`: why a candidate's results can't be accepted, or empty. `seconds`: of one run. `runs`: how many are timed.
    """

    gate: Callable[[Candidate], str]
    seconds: Callable[[Candidate], float]
    runs: int


@dataclass(frozen=True, slots=True)
class Machine:
    """What a search asks for.

    `predict`: seconds of a model, better once a candidate is compiled. `device`: None: nothing is run, and the model
    decides. `observe`: told of every step and its candidate.
    """

    predict: Callable[[Candidate, Compiled | None], float]
    compile: Callable[[Candidate], Compiled]
    device: Device | None
    observe: Callable[[str, Candidate], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """All trials of a kernel, those that can win in order of their ranks, then the others; `chosen`: None: none can."""

    trials: tuple[Trial, ...]
    chosen: Trial | None


def candidates(tallest: int, *, descriptors: bool = False) -> tuple[Candidate, ...]:
    """All candidates for launches that cut their tiles at `tallest` rows: taller ones are equal to those.

    `descriptors`: of each tile one that loads by pointers, and one by tensor descriptors.
    """
    rows = tuple(size for size in BLOCK_M if size <= max(tallest, BLOCK_M[0]))
    every = product(rows, BLOCK_N, PROGRAMS, STAGES, (False, True) if descriptors else (False,))
    return tuple(Candidate(m, n, warps, stages, most, loads) for m, n, (warps, most), stages, loads in every)


def search(tried: Sequence[Candidate], own: Candidate, kept: int, machine: Machine) -> Outcome:
    """The fastest candidate that compiles as it must and gives the right results.

    Args:
        tried: the candidates.
        own: the tile of the table, which is tried first whatever the model says of it.
        kept: how many are checked and timed.
        machine: the model, the compiler and the device.

    Returns:
        With a device, the winner is that of the least median, equal ones in order of their ranks; without, that of the
        highest rank. Ranks are the order of predicted seconds, equal ones in order of sizes.
    """
    compiled = _compiled(tried, own, kept, machine)
    passed = sorted((one for one in compiled if not one.rejected), key=lambda one: (one.predicted, one.candidate))
    if machine.device is not None:
        passed = _timed([_gated(one, machine, machine.device) for one in passed], machine, machine.device)
    faults = [one for one in (*passed, *compiled) if one.rejected]
    passed = [one for one in passed if not one.rejected]
    chosen = min(passed, key=lambda one: one.times.median if one.times else 0.0, default=None)  # the first of equals
    return Outcome((*passed, *faults), chosen)


def _compiled(tried: Sequence[Candidate], own: Candidate, kept: int, machine: Machine) -> list[Trial]:
    """Trials of the candidates of the highest ranks, until enough of them compile as they must."""
    ranked = sorted(set(tried) - {own}, key=lambda one: (machine.predict(one, None), one))
    found: list[Trial] = []
    for candidate in (own, *ranked[: COMPILED * kept - 1]):
        machine.observe("compile", candidate)
        made = machine.compile(candidate)
        found.append(Trial(candidate, made, machine.predict(candidate, made), made.fault))
        if sum(not one.rejected for one in found) == kept:
            break
    return found


def _gated(trial: Trial, machine: Machine, device: Device) -> Trial:
    machine.observe("check", trial.candidate)
    return replace(trial, rejected=device.gate(trial.candidate))


def _timed(trials: list[Trial], machine: Machine, device: Device) -> list[Trial]:
    """One run of each in turn, so that what disturbs the machine disturbs all."""
    seconds: dict[Candidate, list[float]] = {one.candidate: [] for one in trials if not one.rejected}
    for _ in range(device.runs):
        for candidate, found in seconds.items():
            machine.observe("time", candidate)
            found.append(device.seconds(candidate))
    return [replace(one, seconds=tuple(seconds.get(one.candidate, ()))) for one in trials]
