"""The benchmark harness: its own meaning of the suite is the compiler's, and what is wrong prints no time."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import torch
from built_modules import module_path
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks" / "harness"))

import cuda_aot
import measure as harness
from cases import MASKS, PATTERNS, SUITES, Case, case
from generated_files import load
from meaning import count, mean_keys
from measure import Result, Settings, _Worker, measure, measure_all
from peers import block_mask_of
from predicates import Admits, Chosen, Neighbourhood, admits, inputs
from report import plot, table, write, write_json

from patternc.counting import row_keys as cost
from patternc.driver import analyse, read
from patternc.ir import semantics

SETTINGS = Settings("cpu", 1, 3, 1.0)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("n", [700, 9000])
def test_meaning_is_the_compilers(name: str, n: int) -> None:
    analysis = analyse(read(ROOT / "benchmarks" / "patterns" / f"{name}.pat"), {}, targets=())
    (pattern,), (normal,) = analysis.meanings, analysis.normals
    q, k = torch.arange(n)[:: max(1, n // 200), None], torch.arange(n)[None, :]
    for h in (0, 1, 4):
        ours = sum(0 * q * k + branch for branch in semantics.multiplicities(pattern, h, q, k, n, 5))
        assert torch.equal(torch.as_tensor(ours), count(PATTERNS[name], 5, torch.tensor(h), q, k))
    assert mean_keys(PATTERNS[name], 5, n) == pytest.approx(cost.mean_keys(normal, 5, n))


@pytest.mark.parametrize("name", MASKS)
def test_predicates_are_the_compilers(name: str) -> None:
    (pattern,) = analyse(read(ROOT / "benchmarks" / "patterns" / f"{name}.pat"), {}, targets=()).meanings
    module = load(module_path("benchmarks", name, "torch"))
    mask, n = MASKS[name]
    n = n if inputs(mask, "cpu") or isinstance(mask, Neighbourhood) else 1000
    query, key = torch.randn(2, 1, 3, n, 16, generator=torch.Generator().manual_seed(0))
    given = {key: value.tolist() for key, value in inputs(mask, "cpu").items()}
    given |= {"selection": module.selection(query, key)[0]} if isinstance(mask, Chosen) else {}
    seen = admits(mask, module, 3, query, key)
    q, k = torch.arange(n)[:: max(1, n // 200), None], torch.arange(n)[None, :]
    for h in (0, 2):
        (truth,) = semantics.multiplicities(pattern, h, q.numpy(), k.numpy(), n, 3, given)
        assert truth.any()
        assert torch.equal(seen(torch.tensor(0), torch.tensor(h), q, k), torch.as_tensor(truth) != 0)


def test_every_case_has_its_pattern() -> None:
    for suite in SUITES.values():
        for one in suite():
            assert (ROOT / "benchmarks" / "patterns" / f"{one.pattern}.pat").exists()


def timed(one: Case, module: Path) -> tuple[Result, ...]:
    return measure(one, {"torch": module}, SETTINGS)


@pytest.mark.slow
@pytest.mark.parametrize("backward", [False, True])
def test_peers_agree_with_the_meaning(backward: bool) -> None:
    one = case("pair_512", 1100, heads=3, backward=backward, peers=("eager", "sdpa-mask"))
    results = timed(one, module_path("benchmarks", "pair_512", "torch"))
    assert [result.status for result in results] == ["ok"] * 3
    assert all(len(result.seconds) == 3 for result in results)


@pytest.mark.slow
def test_a_wrong_module_prints_no_time() -> None:
    one = case("pair_512", 1100, heads=3, peers=())
    (result,) = timed(one, module_path("benchmarks", "pair_1024", "torch"))
    assert result.status.startswith("differs from the meaning")
    assert result.seconds == ()
    assert " ms" not in table((result,))


@pytest.mark.long
def test_a_deadline_leaves_cases_to_a_later_run() -> None:
    """Processes end, whatever they do, and a case that was cut short has no result, neither good nor bad."""
    one = case("pair_512", 1100, heads=3, peers=("eager",))
    modules = {"torch": module_path("benchmarks", "pair_512", "torch")}
    begun: list[subprocess.Popen[str]] = []

    class Counted(_Worker):
        def __init__(self, *more: Any) -> None:
            super().__init__(*more)
            begun.append(self.process)

    with mock.patch("measure._Worker", Counted):
        found = list(measure_all([(one, modules)], replace(SETTINGS, ahead=2, deadline=time.monotonic())))
    assert found == []
    assert len(begun) == 2
    assert all(process.poll() is not None for process in begun)


@pytest.mark.long
def test_a_peer_that_is_not_set_up_in_time_is_left_out() -> None:
    """Whatever it does: the others are timed without it."""
    one = case("pair_512", 700, heads=3, peers=("eager",))
    modules = {"torch": module_path("benchmarks", "pair_512", "torch")}
    waits: list[float] = []

    class Stopped(_Worker):
        def __init__(self, case: Case, peer: str, *more: Any) -> None:
            super().__init__(case, peer, *more)
            if peer == "eager":
                self.process.send_signal(signal.SIGSTOP)

        def wait(self, seconds: float) -> None:
            waits.append(seconds)
            super().wait(0.0 if self.peer == "eager" else math.inf)

    with mock.patch("measure._Worker", Stopped):
        ((_, found),) = measure_all([(one, modules)], replace(SETTINGS, ahead=2, patience=500.0))
    statuses = {result.peer: result.status for result in found}
    assert statuses == {"patternc-torch": "ok", "eager": "failed: not set up in time"}
    assert all(bool(result.seconds) == (result.status == "ok") for result in found)
    assert 500.0 > waits[0] > waits[1]


@pytest.mark.long
def test_all_that_is_set_up_at_once_is_judged_before_anything_is_timed() -> None:
    """Truths are made and compared while the peers of other cases are set up, not between two timings."""
    several = [case("pair_512", n, heads=3, peers=()) for n in (300, 400)]
    modules = {"torch": module_path("benchmarks", "pair_512", "torch")}
    steps: list[str] = []

    def noted(name: str) -> Any:
        step = getattr(harness, name)

        def call(*more: Any) -> Any:
            steps.append(name)
            return step(*more)

        return mock.patch.object(harness, name, call)

    with noted("_truth"), noted("_wait_for"), noted("_judge"), noted("_interleaved"):
        found = list(measure_all([(one, modules) for one in several], replace(SETTINGS, ahead=2)))
    assert [result.status for _, (result,) in found] == ["ok", "ok"]
    assert steps == ["_truth", "_truth", "_wait_for", "_judge", "_judge", "_interleaved", "_interleaved"]


BLOCKED: dict[str, tuple[Admits, int, int, tuple[int, int]]] = {
    "band": (lambda _b, _h, q, k: (k <= q) & ((q - k < 300) | (k < 4)), 1, 1, (1000, 1333)),
    "by head": (lambda b, h, q, k: (k <= q + b) & ((q - k) % (h + 2) == 0) & (q - k < 400), 2, 3, (700, 700)),
    "nothing": (lambda _b, _h, q, k: (k < 0) & (q >= 0), 1, 1, (300, 300)),
    "a step": (lambda _b, _h, q, k: k <= q + 1332, 1, 1, (1, 1333)),
    "everything": (lambda _b, _h, q, k: k >= 0 * q, 1, 1, (256, 384)),
}


@pytest.mark.parametrize("name", BLOCKED)
def test_block_masks_are_those_of_torch(name: str) -> None:
    from torch.nn.attention.flex_attention import create_block_mask

    admitted, batch, heads, lengths = BLOCKED[name]
    ours = block_mask_of(admitted, batch, heads, lengths, "cpu")
    theirs = create_block_mask(admitted, batch, heads, *lengths, device="cpu")
    for side in ("kv", "full_kv", "q", "full_q"):
        for kind in ("num_blocks", "indices"):
            one, other = (getattr(mask, f"{side}_{kind}") for mask in (ours, theirs))
            assert torch.equal(one, other)
            assert one.dtype == other.dtype
    assert ours.seq_lengths == theirs.seq_lengths


def test_the_columns_of_a_table_are_aligned() -> None:
    times = [(0.0001, 0.0002, 0.0003), (1.5, 1.6, 1.7)]
    fields = ("pair", "pair", 8, 1, 1, 16, "float32", False)
    rows = [
        Result(*fields, peer, "ok", seconds=one) for peer, one in zip(("patternc-torch", "flex"), times, strict=True)
    ]
    lines = table((*rows, Result(*fields, "sdpa", "out of memory"))).splitlines()
    bars = [[i for i, character in enumerate(line) if character == "|"] for line in lines]
    assert all(one == bars[0] for one in bars[:-1])
    assert bars[-1][:3] == bars[0][:3]
    assert "0.2 ms" in lines[2]


def test_results_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, elsewhere = tmp_path / "new" / "results.json", tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    result = Result("c", "p", 8, 1, 1, 16, "float32", False, "dense", "ok", seconds=(0.1, 0.2, 0.3))
    write_json(path, (result,), Settings("cpu", 1, 1, 0.1))
    assert json.loads(path.read_text())["results"][0]["case"] == "c"
    assert elsewhere.read_text() == "kept"
    pytest.importorskip("matplotlib")
    plot(path.with_name("results.svg"), (result,))
    assert "<svg" in path.with_name("results.svg").read_text()

    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="full"):
        write(path, b"cut off")
    assert sorted(found.name for found in path.parent.iterdir()) == ["results.json", "results.svg"]


def test_kernels_that_are_compiled_ahead_of_time_are_those_that_calls_launch() -> None:
    source = module_path("tests", "streaming", "cuda").with_suffix(".cu")
    found = cuda_aot.launches(source, 80, "float16", 64)
    gradients = {"row_delta", "grad_query_dense", "grad_key_value_dense"}
    assert {one.kernel for one in found} >= gradients
