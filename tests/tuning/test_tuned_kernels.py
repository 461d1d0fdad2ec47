"""The kernels of a file's patterns as subjects of tuning, one after the other; a compiler and a clock are made up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import ROOT

from patternc.codegen.backend import Compiled
from patternc.cost.device_time import Call
from patternc.driver import analyse, read
from patternc.ir.addresses import HeadDims
from patternc.targets import Target, target_named
from patternc.tuning.search import Candidate, CandidateRunner
from patternc.tuning.subjects import Subject, subject, with_tile
from patternc.tuning.tuned_kernels import TuningTools, tile_now, tuned_kernels

CALL = Call(16384, 8, 8)
FITS = Compiled(120, 0, 40 << 10)
TALLER = Candidate(64, 64, 4, 3)
RUNNER = CandidateRunner(lambda _: "", lambda _: 1.0, 1)


def target(name: str = "sm_90") -> Target:
    found = target_named(name)
    assert found is not None
    return found


def subject_of(name: str, call: Call = CALL) -> Subject:
    analysis = analyse(read(ROOT / "tests" / "patterns" / f"{name}.pat"), {}, targets=())
    return subject(analysis, 0, target(), call, "bfloat16")


def test_kernels_are_those_of_the_generated_file() -> None:
    one = subject_of("longnet")
    assert one.kernels == ("forward", "forward_merging", "grad_query", "grad_key_value", "grad_key_value_merging")
    assert one.names("grad_query") == {"_grad_query_folded", "_grad_query_dense"}
    assert one.tallest("forward", 128) == 128
    assert subject_of("block_sparse").tallest("forward_blocks", 128) == 64


def test_kernels_that_load_by_descriptors_are_those_with_runs_of_columns() -> None:
    assert all(map(subject_of("sliding_window").describes, ("forward", "grad_query", "grad_key_value")))
    assert subject_of("block_sparse").describes("forward_blocks")  # its window
    listed = subject_of("neighbourhood", replace(CALL, n=24 * 24))
    assert not any(map(listed.describes, listed.kernels))


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

    tools = TuningTools(compiled, lambda *_: RUNNER, lambda *_: None)
    one = subject_of("sliding_window", replace(CALL, dims=HeadDims.equal(head_dim)))
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

    tools = TuningTools(compiled, lambda *_: RUNNER, lambda *_: None)
    found = list(tuned_kernels((subject_of("sliding_window"),), 2, tools))
    assert [one.kernel for one in found] == ["forward", "grad_query", "grad_key_value"]
    assert told == {
        "forward": {()},
        "grad_query": {("forward",)},
        "grad_key_value": {("forward", "grad_query")},
    }
