"""The model that ranks tiles: what it must prefer, from facts of compiled kernels; and the table it starts from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import ROOT

from patternc.codegen.backend import Compiled
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.target_cost import cost_on_target
from patternc.cost.tile_work import Call
from patternc.driver import analyse, read
from patternc.targets import Target, target_named
from patternc.tuning.search import Candidate
from patternc.tuning.subjects import Subject, subject
from patternc.tuning.tile_model import TiledRun, loads, predicted, with_tile
from patternc.tuning.tuned_kernels import TuningTools, tile_now, tuned_kernels

CALL = Call(16384, 8, 8, 64)
FITS = Compiled(120, 0, 40 << 10)


def target(name: str = "sm_90") -> Target:
    found = target_named(name)
    assert found is not None
    return found


def subject_of(name: str, call: Call = CALL) -> Subject:
    analysis = analyse(read(ROOT / "tests" / "patterns" / f"{name}.pat"), {})
    return subject(analysis, 0, target(), call, "bfloat16")


def seconds(one: Subject, kernel: str, candidate: Candidate, compiled: Compiled | None = FITS) -> float:
    inputs = sample_inputs(one.pattern, one.call.n, one.call.heads, TYPICAL)
    every = loads(one.plan, kernel, one.call, inputs, candidate)
    return predicted(every, candidate, compiled, one.call, one.plan.target, one.tiling)


@pytest.mark.parametrize("name", ["longnet", "sliding_window", "block_sparse", "mixed_heads"])
def test_tiles_are_those_that_cost_counts(name: str) -> None:
    """With the table's own tiles, the tiles of all kernels of a direction are those of `patternc cost`."""
    one = subject_of(name, Call(2048, 8, 4, 64, 2))
    inputs = sample_inputs(one.pattern, one.call.n, one.call.heads, TYPICAL)
    found: dict[str, int] = {}
    for kernel in one.kernels:
        for load in loads(one.plan, kernel, one.call, inputs, tile_now(target(), kernel, one.call)):
            found[load.direction.value] = found.get(load.direction.value, 0) + load.visited
    meant = cost_on_target(one.plan, one.call, inputs, 1.0).work
    assert found == {work.direction.value: work.visited for work in meant}


def test_kernels_are_those_of_the_generated_file() -> None:
    one = subject_of("longnet")
    assert one.kernels == ("forward", "forward_merging", "grad_query", "grad_key_value", "grad_key_value_merging")
    assert one.names("grad_query") == {"_grad_query_folded", "_grad_query_dense"}
    assert one.tallest("forward", 128) == 128
    assert subject_of("block_sparse").tallest("forward_blocks", 128) == 64


TALLER = Candidate(64, 64, 4, 3)


@pytest.mark.parametrize(
    ("worse", "compiled"),
    [
        (replace(TALLER, warps=8), FITS),  # warps beyond 16 rows each compute the same again
        (replace(TALLER, stages=2), FITS),  # two stages wait for every load
        (replace(TALLER, stages=1), FITS),
        (TALLER, replace(FITS, registers=250)),  # one program fewer on a processor
        (TALLER, replace(FITS, shared=200 << 10)),
        (replace(TALLER, warps=2), FITS),  # no warp group
        (replace(TALLER, block_n=16), FITS),  # four times as many steps
    ],
)
def test_preferred(worse: Candidate, compiled: Compiled) -> None:
    one = subject_of("sliding_window")
    assert seconds(one, "forward", worse, compiled) > seconds(one, "forward", TALLER)


def test_warps_beyond_sixteen_rows_each_compute_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STEP_OVERHEAD", "LOAD_LATENCY"):
        monkeypatch.setattr(f"patternc.tuning.tile_model.{name}", 0.0)
    one = subject_of("sliding_window")
    four, eight = (seconds(one, "forward", replace(TALLER, warps=warps)) for warps in (4, 8))
    assert eight == pytest.approx(2 * four, rel=0.05)
    plain = replace(one, call=replace(one.call, itemsize=4))  # without tensor cores warps stand along columns too
    four, eight = (seconds(plain, "forward", replace(TALLER, warps=warps)) for warps in (4, 8))
    assert eight == four


def test_a_narrow_window_prefers_tiles_that_waste_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where loads and steps cost nothing, executed pairs alone decide."""
    for name in ("STEP_OVERHEAD", "LOAD_LATENCY"):
        monkeypatch.setattr(f"patternc.tuning.tile_model.{name}", 0.0)
    one = subject_of("sliding_window")
    wide, narrow = Candidate(64, 128, 4, 3), Candidate(64, 32, 4, 3)
    assert seconds(one, "forward", wide) > seconds(one, "forward", narrow)


def test_descriptors_pay_where_programs_take_many_columns() -> None:
    """They cost a program once, and save addresses of every tile."""
    for name, head_dim, wins in (("sliding_window", 64, False), ("longnet", 128, True)):
        one = subject_of(name, replace(CALL, head_dim=head_dim))
        plain, described = (Candidate(64, 64, 4, 3, 0, descriptors) for descriptors in (False, True))
        assert (seconds(one, "forward", described) < seconds(one, "forward", plain)) is wins


def test_kernels_that_load_by_descriptors_are_those_with_runs_of_columns() -> None:
    assert all(map(subject_of("sliding_window").describes, ("forward", "grad_query", "grad_key_value")))
    assert subject_of("block_sparse").describes("forward_blocks")  # its window
    listed = subject_of("neighbourhood", replace(CALL, n=24 * 24))
    assert not any(map(listed.describes, listed.kernels))


def test_what_is_expected_to_spill_is_ranked_last() -> None:
    one = subject_of("sliding_window", replace(CALL, head_dim=256))
    assert seconds(one, "grad_key_value", Candidate(128, 128, 2, 1), None) > 3 * seconds(
        one, "grad_key_value", Candidate(32, 16, 4, 1), None
    )


def test_a_limit_of_registers_makes_room_for_a_second_program_unless_it_spills() -> None:
    """Before anything is compiled: 128 rows of 64 numbers and 64 columns take more than 128 registers a thread."""
    one = subject_of("sliding_window")
    free, limited = Candidate(128, 64, 8, 3), Candidate(128, 64, 8, 3, 128)
    assert seconds(one, "forward", limited, None) < seconds(one, "forward", free, None)
    wide = replace(one, call=replace(one.call, head_dim=128))
    assert seconds(wide, "forward", limited, None) > 2 * seconds(wide, "forward", free, None)


def test_later_kernels_are_tuned_with_the_tiles_of_earlier_ones() -> None:
    first = with_tile(target(), "forward", CALL, TALLER)
    both = with_tile(first, "grad_query", CALL, replace(TALLER, block_n=32))
    assert tile_now(both, "forward", CALL) == TALLER
    assert tile_now(both, "grad_query", CALL) == replace(TALLER, block_n=32)
    again = with_tile(both, "forward", CALL, replace(TALLER, warps=2))
    assert tile_now(again, "forward", CALL) == replace(TALLER, warps=2)
    assert tile_now(again, "grad_key_value", CALL) == tile_now(target(), "grad_key_value", CALL)


@pytest.mark.parametrize(("head_dim", "wanted"), [(64, {False, True}), (96, {False})])
def test_descriptors_are_tried_where_generated_files_take_them(head_dim: int, wanted: set[bool]) -> None:
    """A row of 96 numbers has a part beyond 64, which is loaded by pointers."""
    tried: list[Candidate] = []

    def compiled(_several: tuple[Subject, ...], kernel: str, candidate: Candidate) -> Compiled:
        tried.extend([candidate] if kernel == "forward" else [])
        return replace(FITS, registers=100) if candidate.descriptors else FITS

    tools = TuningTools(
        compiled, None, lambda one: sample_inputs(one.pattern, one.call.n, one.call.heads, TYPICAL), lambda *_: None
    )
    one = subject_of("sliding_window", replace(CALL, head_dim=head_dim))
    next(iter(tuned_kernels((one,), 24, tools)))
    assert {
        candidate.descriptors for candidate in tried if candidate != tile_now(target(), "forward", one.call)
    } == wanted


def test_each_kernel_is_compiled_with_the_tiles_found_before() -> None:
    told: dict[str, set[tuple[str, ...]]] = {}

    def compiled(several: tuple[Subject, ...], kernel: str, _: Candidate) -> Compiled:
        tuned = several[0].plan.target.tuned
        told.setdefault(kernel, set()).add(() if tuned is None else tuple(one.kernel for one in tuned.tiles))
        return FITS

    tools = TuningTools(
        compiled, None, lambda one: sample_inputs(one.pattern, one.call.n, one.call.heads, TYPICAL), lambda *_: None
    )
    found = list(tuned_kernels((subject_of("sliding_window"),), 2, tools))
    assert [one.kernel for one in found] == ["forward", "grad_query", "grad_key_value"]
    assert told == {
        "forward": {()},
        "grad_query": {("forward",)},
        "grad_key_value": {("forward", "grad_query")},
    }


def test_one_long_program_bounds_a_launch() -> None:
    even = TiledRun(subject_of("sliding_window").plan.tiles.groups[0].forward[0].direction, 64, 64, 132_000, 1320, 100)
    long = replace(even, longest=100_000)
    tiling = subject_of("sliding_window").tiling
    first, second = (predicted((one,), TALLER, FITS, CALL, target(), tiling) for one in (even, long))
    assert second > 10 * first
