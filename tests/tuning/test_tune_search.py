"""The search for a tile: a compiler, a gate and a clock that the test makes up, and no time in any of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple, dataclass, field, replace
from itertools import cycle

import pytest

from patternc.codegen.backend import Compiled, Tiling
from patternc.codegen.registry import tiled_backends
from patternc.tuning.search import (
    ROUND,
    SIZES,
    SPILLED,
    Candidate,
    CandidateRunner,
    SearchTools,
    candidates,
    search,
)

OWN = Candidate(128, 64, 8, 2)
SMALL, TALL, WIDE, DEEP = (
    Candidate(*sizes) for sizes in ((32, 32, 2, 1), (128, 16, 4, 3), (64, 128, 4, 2), (64, 64, 4, 4))
)
EVERY = (SMALL, TALL, WIDE, DEEP)


def tiling_of(name: str) -> Tiling:
    (found,) = (one.tiling for one in tiled_backends() if one.name == name)
    assert found is not None
    return found


TILING = tiling_of("triton")


@dataclass
class Made:
    """A machine whose clock reads what it is told: seconds of each candidate, in turns.

    `faults` of compiling, and bytes `spilled`; `refusals` of the gate.
    """

    faults: dict[Candidate, str] = field(default_factory=dict)
    spilled: dict[Candidate, int] = field(default_factory=dict)
    refusals: dict[Candidate, str] = field(default_factory=dict)
    clock: dict[Candidate, tuple[float, ...]] = field(default_factory=dict)
    runs: int = 3
    steps: list[tuple[str, Candidate]] = field(default_factory=list)

    def tools(self) -> SearchTools:
        ticks = {candidate: cycle(seconds) for candidate, seconds in self.clock.items()}
        runner = CandidateRunner(lambda one: self.refusals.get(one, ""), lambda one: next(ticks[one]), self.runs)
        return SearchTools(
            compile=lambda one: Compiled(100, self.spilled.get(one, 0), 4096, self.faults.get(one, "")),
            runner=runner,
            observe=lambda step, one: self.steps.append((step, one)),
        )


def chosen(made: Made, tried: tuple[Candidate, ...] = EVERY, kept: int = 12) -> Candidate | None:
    found = search(tried, OWN, kept, made.tools())
    return None if found.chosen is None else found.chosen.candidate


SECONDS: dict[Candidate, tuple[float, ...]] = {OWN: (4.0,), SMALL: (3.0,), TALL: (1.0,), WIDE: (2.0,), DEEP: (5.0,)}


def test_the_fastest_wins() -> None:
    assert chosen(Made(clock=SECONDS)) == TALL


def test_the_median_decides_and_the_spread_is_kept() -> None:
    clock: dict[Candidate, tuple[float, ...]] = {**SECONDS, TALL: (9.0, 1.0, 9.0), WIDE: (2.0, 2.5, 3.0)}
    found = search(EVERY, OWN, 12, Made(clock=clock).tools())
    assert found.chosen is not None
    assert found.chosen.candidate == WIDE
    assert found.chosen.times is not None
    assert (found.chosen.times.low, found.chosen.times.median, found.chosen.times.high) == (2.25, 2.5, 2.75)
    assert found.chosen.times.runs == 3


@pytest.mark.parametrize(
    "reason", ["dq is not finite", "out has a relative error of 3.1e-01", "dk differs between two"]
)
def test_what_fails_the_gate_is_not_timed_and_says_why(reason: str) -> None:
    made = Made(refusals={TALL: reason}, clock={one: SECONDS[one] for one in (OWN, SMALL, WIDE, DEEP)})
    found = search(EVERY, OWN, 12, made.tools())
    assert found.chosen is not None
    assert found.chosen.candidate == WIDE
    last = found.trials[-1]
    assert (last.candidate, last.rejected, last.seconds) == (TALL, reason, ())


def test_what_does_not_compile_as_it_must_is_never_run() -> None:
    made = Made(faults={TALL: "uses no tensor cores"}, clock=SECONDS)
    found = search(EVERY, OWN, 12, made.tools())
    assert found.chosen is not None
    assert found.chosen.candidate == WIDE
    assert [one.rejected for one in found.trials if one.candidate == TALL] == ["uses no tensor cores"]
    assert {step for step, one in made.steps if one == TALL} == {"compile"}


def test_time_says_what_a_few_spilled_bytes_cost_and_what_those_of_the_table_cost() -> None:
    made = Made(clock={**SECONDS, OWN: (2.5,)}, spilled={OWN: 500, TALL: SPILLED + 1, WIDE: SPILLED})
    found = search(EVERY, OWN, 12, made.tools())
    assert found.chosen is not None
    assert found.chosen.candidate == WIDE
    rejected = {one.candidate: one.rejected for one in found.trials if one.rejected}
    assert rejected == {TALL: f"spills {SPILLED + 1} bytes a thread"}


def test_runs_take_turns() -> None:
    made = Made(clock=SECONDS, runs=2)
    search((TALL, WIDE), OWN, 12, made.tools())
    timed = [one for step, one in made.steps if step == "time"]
    assert len(timed) == 6
    assert set(timed[:3]) == {OWN, TALL, WIDE}
    assert timed[:3] == timed[3:]


def test_equal_times_are_decided_by_sizes() -> None:
    clock: dict[Candidate, tuple[float, ...]] = dict.fromkeys((OWN, *EVERY), (2.0,))
    for tried in (EVERY, EVERY[::-1]):
        assert chosen(Made(clock=clock), tried) == SMALL


def distance(one: Candidate) -> float:
    """Seconds that fall towards tiles of 16 rows, 128 columns, 2 warps and 4 stages."""
    rows, columns = (16, 32, 64, 128).index(one.block_m), (16, 32, 64, 128).index(one.block_n)
    return 1.0 + rows + (3 - columns) + one.warps / 2 + (4 - one.stages) + one.most_registers / 64


def test_each_round_begins_at_the_fastest_so_far() -> None:
    """Seven steps from the tile of the table to the fastest of all, and a step or more in each round."""
    every = candidates(128, TILING)
    made = Made(clock={one: (distance(one),) for one in every}, runs=1)
    found = search(every, OWN, 400, made.tools())
    assert found.chosen is not None
    assert found.chosen.candidate == min(every, key=distance) == Candidate(16, 128, 2, 4)
    assert ROUND < len(found.trials) < len(every) // 2
    timed = [one for step, one in made.steps if step == "time"]
    assert len(set(timed[:ROUND])) == ROUND
    differing = [sum(x != y for x, y in zip(astuple(one), astuple(OWN), strict=True)) for one in timed[:ROUND]]
    assert differing[:8] == [0, *[1] * 7]  # the tile of the table, and the seven that differ by one step
    assert max(differing) == 2
    assert timed[ROUND] == min(timed[:ROUND], key=distance)  # the fastest of the first round is in the second too


def test_the_search_ends_where_no_neighbour_is_faster() -> None:
    every = candidates(128, TILING)
    made = Made(clock={one: (1.0 if one == OWN else 2.0,) for one in every})
    found = search(every, OWN, 400, made.tools())
    assert found.chosen is not None
    assert (found.chosen.candidate, len(found.trials)) == (OWN, ROUND)


def test_no_more_are_tried_than_asked_for() -> None:
    every = candidates(128, TILING)
    for kept in (1, 5, ROUND + 1):
        made = Made(clock={one: (distance(one),) for one in every})
        found = search(every, OWN, kept, made.tools())
        assert len([step for step, _ in made.steps if step == "compile"]) == len(found.trials) == kept
        assert OWN in {one.candidate for one in found.trials}


def test_compiling_ends_where_nothing_passes() -> None:
    every = candidates(128, TILING)
    made = Made(faults=dict.fromkeys(every, "spills"))
    found = search(every, OWN, ROUND + 3, made.tools())
    assert found.chosen is None
    assert len(found.trials) == ROUND + 3
    assert Counter(one.candidate for one in found.trials)[OWN] == 1


def test_candidates_are_no_taller_than_launches_cut_them() -> None:
    assert {one.block_m for one in candidates(128, TILING)} == set(SIZES)
    assert {one.block_m for one in candidates(64, TILING)} == {16, 32, 64}
    assert {one.block_m for one in candidates(8, TILING)} == {16}
    assert len(set(candidates(128, TILING))) == len(candidates(128, TILING))


def test_loads_are_tried_by_pointers_and_by_descriptors() -> None:
    plain, both = candidates(128, TILING), candidates(128, TILING, descriptors=True)
    assert set(plain) == {one for one in both if not one.descriptors}
    assert set(plain) == {replace(one, descriptors=False) for one in both if one.descriptors}
    assert str(Candidate(64, 32, 8, 3, 0, True)) == "64 x 32, 8 warps, 3 stages, descriptors"


def test_programs_of_eight_warps_are_tried_with_a_limit_of_registers_too() -> None:
    assert {(one.warps, one.most_registers) for one in candidates(64, TILING)} == {(2, 0), (4, 0), (8, 0), (8, 128)}
    assert str(Candidate(64, 32, 8, 3, 128)) == "64 x 32, 8 warps, 3 stages, at most 128 registers"
    assert str(DEEP) == "64 x 64, 4 warps, 4 stages"
