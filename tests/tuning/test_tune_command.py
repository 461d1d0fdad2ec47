"""`patternc tune`: its messages, its tile file, and what a build makes of that; compilers and clocks are made up."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import triton  # noqa: F401 -- before a test removes the word of the interpreter, which Triton reads once
from conftest import ROOT

from patternc.cli import run, tune
from patternc.codegen.backend import Compiled
from patternc.runtime.cuda import nvrtc
from patternc.tuning.search import Candidate, CandidateRunner
from patternc.tuning.subjects import Subject
from patternc.tuning.tile_files import parse_tiles, text_of

WINDOW = str(ROOT / "tests" / "patterns" / "sliding_window.pat")
LONGNET = str(ROOT / "tests" / "patterns" / "longnet.pat")
BEST = Candidate(64, 32, 4, 3)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In an empty folder, with a compiler that finds nothing wrong, and no word of the interpreter."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRITON_INTERPRET")
    monkeypatch.setattr(tune, "compiled", lambda *_: Compiled(120, 0, 40960))


def ranked(*words: str) -> int:
    return run(["tune", WINDOW, "-n", "2048", "--head-dim", "64", *words])


def on_device(monkeypatch: pytest.MonkeyPatch, gate: str = "", capability: tuple[int, int] = (9, 0)) -> None:
    """A GPU on which one candidate is the fastest; `gate`: why that one is refused."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "NVIDIA H200")
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda: capability)
    monkeypatch.setattr(tune, "_driver", lambda: "580.1")
    monkeypatch.setattr(tune, "cuda_clock", lambda _: None)

    def device(_several: tuple[Subject, ...], _kernel: str, runs: int, _place: str, _clock: object) -> CandidateRunner:
        return CandidateRunner(
            lambda one: gate if one == BEST else "",
            lambda one: 1e-3 if one == BEST else 2e-3 + one.block_n * 1e-6,
            runs,
        )

    monkeypatch.setattr(tune, "device_runs", device)


def test_a_ranking_says_so_and_a_build_takes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ranked() == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "sm_90, no GPU: candidates are compiled and ranked by a model. Nothing is run, and nothing is"
    )
    assert "median" not in out
    file = parse_tiles((tmp_path / "tiles-sm_90.json").read_text(), "tiles-sm_90.json")
    assert (file.timed, file.device, file.target, dict(file.versions)["driver"]) == (False, "", "sm_90", "none")
    assert [one.kernel for one in file.entries] == ["forward", "grad_key_value", "grad_query"]
    assert all(one.times is None and one.table_times is None and one.predicted > 0 for one in file.entries)
    words = ["build", WINDOW, "-o", "out", "--backend", "triton", "--tiles", "tiles-sm_90.json"]
    assert run(words) == 0
    assert "# ranked by a model, never timed." in (tmp_path / "out" / "sliding_window_triton.py").read_text()
    first = (tmp_path / "tiles-sm_90.json").read_bytes()
    assert ranked() == 0
    assert (tmp_path / "tiles-sm_90.json").read_bytes() == first


def with_nvrtc(monkeypatch: pytest.MonkeyPatch, *architectures: int) -> None:
    found = (nvrtc._Nvrtc(None, "12.9", architectures),) if architectures else ()
    monkeypatch.setattr(nvrtc, "_nvrtcs", lambda: found)


def test_tiles_of_cuda_modules_are_ranked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_nvrtc(monkeypatch, 61, 75, 90)
    for name, dtype in (("sm_75", "float16"), ("sm_61", "float32"), ("sm_90", "bfloat16")):
        assert ranked("--target", name, "--backend", "cuda", "--keep", "2") == 0
        file = parse_tiles((tmp_path / f"tiles-{name}.json").read_text(), name)
        assert (file.backend, file.target, file.timed, dict(file.versions)["nvrtc"]) == ("cuda", name, False, "12.9")
        assert [(one.kernel, one.dtype) for one in file.entries] == [
            (kernel, dtype) for kernel in ("forward", "grad_key_value", "grad_query")
        ]
    assert run(["build", WINDOW, "-o", "out", "--backend", "cuda", "--tiles", "tiles-sm_90.json"]) == 0
    text = (tmp_path / "out" / "sliding_window_cuda.py").read_text()
    assert text.count(", tiles=_TILES)") == 3
    assert 'target="sm_90"' in text


def test_without_nvrtc_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_nvrtc(monkeypatch)
    assert ranked("--target", "sm_75") == 2
    with_nvrtc(monkeypatch, 75, 90)
    assert ranked("--target", "sm_61") == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "no NVRTC is found, which compiles CUDA kernels: install CUDA 12's NVRTC: pip install nvidia-cuda-" in said
    assert "NVRTC 12.9 compiles for sm_75 to sm_90, not for sm_61: install CUDA 12's NVRTC: pip install" in said
    assert not list(tmp_path.iterdir())


def test_a_gpu_that_triton_does_not_serve(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_device(monkeypatch, capability=(7, 5))
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "Tesla T4")
    with_nvrtc(monkeypatch, 75)
    assert ranked("--runs", "1", "--keep", "2") == 0
    assert capsys.readouterr().out.startswith("Tesla T4, sm_75: candidates are checked, then timed in turns\n")
    file = parse_tiles((tmp_path / "tiles-tesla-t4.json").read_text(), "x")
    assert (file.backend, file.device, file.timed) == ("cuda", "Tesla T4", True)
    monkeypatch.setenv("PATTERNC_EMULATE", "sm_75")
    assert ranked() == 2
    assert "PATTERNC_EMULATE=sm_75: the emulator compiles nothing; unset it" in capsys.readouterr().err


def test_the_fastest_that_passes_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_device(monkeypatch)
    assert ranked("--keep", "64", "--runs", "3") == 0
    out = capsys.readouterr().out
    assert out.startswith("NVIDIA H200, sm_90: candidates are checked, then timed in turns\n")
    assert "1.000    1.000 to 1.000  chosen\n" in out
    file = parse_tiles((tmp_path / "tiles-nvidia-h200.json").read_text(), "tiles-nvidia-h200.json")
    assert (file.timed, file.device, dict(file.versions)["driver"]) == (True, "NVIDIA H200", "580.1")
    for one in file.entries:
        assert Candidate(one.block_m, one.block_n, one.warps, one.stages) == BEST
        assert one.times is not None
        assert one.table_times is not None
        assert (one.times.median, one.times.runs) == (1e-3, 3)
        assert one.table_times.median > 2e-3


def test_what_the_gate_refuses_is_shown_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_device(monkeypatch, gate="dk is not finite")
    assert ranked("--keep", "64", "--runs", "1") == 0
    assert "rejected: dk is not finite\n" in capsys.readouterr().out
    file = parse_tiles((tmp_path / "tiles-nvidia-h200.json").read_text(), "x")
    assert all(Candidate(one.block_m, one.block_n, one.warps, one.stages) != BEST for one in file.entries)


def test_no_candidate_left_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune, "compiled", lambda *_: Compiled(255, 8, 40960))
    assert ranked("--keep", "1") == 1
    captured = capsys.readouterr()
    assert "error[P043]: no candidate of grad_query can be used" in captured.err
    assert "rejected: spills 8 bytes a thread" in captured.out
    assert not list(tmp_path.iterdir())


def test_an_interrupt_leaves_a_whole_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(_several: tuple[Subject, ...], kernel: str, _candidate: Candidate) -> Compiled:
        if kernel == "grad_query":
            raise KeyboardInterrupt
        return Compiled(120, 0, 40960)

    monkeypatch.setattr(tune, "compiled", interrupted)
    assert ranked() == 130
    file = parse_tiles((tmp_path / "tiles-sm_90.json").read_text(), "x")
    assert [one.kernel for one in file.entries] == ["forward"]
    assert [path.name for path in tmp_path.iterdir()] == ["tiles-sm_90.json"]


def test_entries_are_added_to_a_file_of_the_same_device_and_versions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tiles-sm_90.json"
    assert ranked() == 0
    assert run(["tune", WINDOW, "-n", "2048", "--head-dim", "128", "--dtype", "float32"]) == 0
    file = parse_tiles(path.read_text(), path.name)
    assert {(one.dtype, one.head_dim) for one in file.entries} == {("bfloat16", 64), ("float32", 128)}
    path.write_text(text_of(replace(file, versions=(("torch", "1.0"), *file.versions[1:]))))
    before = path.read_bytes()
    capsys.readouterr()
    assert ranked() == 2
    assert "tiles-sm_90.json has versions torch 1.0," in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_sizes_of_a_module_are_the_default(tmp_path: Path) -> None:
    (tmp_path / "m.pat").write_text(
        "pattern p {\n    attend window(63, 0)\n}\n\nmodule Layer {\n    pattern p\n    embed 384\n    heads 4\n"
        "    head_dim 96\n}\n"
    )
    assert run(["tune", "m.pat", "-n", "512"]) == 0
    body = json.loads((tmp_path / "tiles-sm_90.json").read_text())
    assert {(one["head_dim"], one["call"]) for one in body["entries"]} == {(96, "n=512, 4 heads, 4 key heads, batch 1")}
    assert run(["tune", WINDOW, "-n", "512", "-o", "two.json"]) == 0
    body = json.loads((tmp_path / "two.json").read_text())
    assert {(one["dtype"], one["head_dim"]) for one in body["entries"]} == {("bfloat16", 64), ("bfloat16", 128)}


def test_patterns_of_a_folder_share_the_entries_of_their_kernels(tmp_path: Path) -> None:
    (folder := tmp_path / "patterns").mkdir()
    for name in (WINDOW, LONGNET):
        (folder / Path(name).name).write_text(Path(name).read_text())
    assert run(["tune", "patterns", "-n", "1024", "--head-dim", "64", "--keep", "1"]) == 0
    entries = {one.kernel: one for one in parse_tiles((tmp_path / "tiles-sm_90.json").read_text(), "x").entries}
    assert entries["forward"].patterns == ("longnet", "sliding_window")
    assert entries["forward_merging"].patterns == ("longnet",)


REFUSED = {
    "no such target": (["--target", "sm_91"], "'sm_91'; did you mean `sm_90`?"),
    "torch only": (["--target", "cpu"], "torch: batches of plain operations have no tiles; tune for triton or cuda"),
    "C++": (
        ["--backend", "cpp"],
        "cpp: tiles of C++ modules are fixed, 16 or 64 rows by 64 columns, and registers take",
    ),
    "several": (
        ["--backend", "triton,cuda"],
        "triton,cuda: one backend has its tiles tuned at a time; tune for",
    ),
    "not that one": (["--backend", "triton", "--target", "sm_75"], "triton builds for sm_90,"),
    "widened": (
        ["--target", "sm_75", "--dtype", "bfloat16"],
        "dtype is bfloat16, expected float32: CUDA modules compute bfloat16 in float32 on sm_75 at head_dim 64",
    ),
    "not CUDA": (["--target", "gfx942"], "gfx942: candidates are compiled only for CUDA targets"),
    "no GPU": (["--device", "cuda"], "cuda: torch finds no GPU on this machine"),
    "two types": (["--dtype", "bfloat16", "--dtype", "float16"], "bfloat16 and float16 have one entry"),
    "heads": (["--heads", "6", "--kv-heads", "4"], "4: 6 heads can't share so many key heads"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, message = REFUSED[name]
    assert ranked(*words) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


def test_another_target_than_the_gpu(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    on_device(monkeypatch)
    assert ranked("--target", "sm_80") == 2
    message = "sm_80: NVIDIA H200 runs modules for sm_90; rank for another device with --device none"
    assert message in " ".join(capsys.readouterr().err.split())
    assert ranked("--target", "sm_80", "--device", "none") == 0
    assert [path.name for path in tmp_path.iterdir()] == ["tiles-sm_80.json"]


def test_the_interpreter_compiles_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    assert ranked() == 2
    assert "TRITON_INTERPRET=1: Triton's interpreter compiles nothing" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["torch", "triton"])
def test_a_missing_library(missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else found(name))
    assert ranked() == 2
    assert f"needs {missing}: install it first" in capsys.readouterr().err


def test_a_pattern_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.pat").write_text("pattern p {\n    attend windw(3, 0)\n}\n")
    assert run(["tune", "bad.pat"]) == 1
    assert "error[P010]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.pat"]


@pytest.mark.slow
def test_compiled_for_a_target(tmp_path: Path) -> None:
    """With Triton's compiler, in a process of its own: the interpreter of the other tests excludes it."""
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    words = ["tune", WINDOW, "-n", "2048", "--head-dim", "64", "--keep", "2", "-o", str(tmp_path / "tiles.json")]
    command = [sys.executable, "-m", "patternc", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for one in parse_tiles((tmp_path / "tiles.json").read_text(), "tiles.json").entries:
        assert 32 < one.registers <= 255
        assert one.block_m * 64 * 2 <= one.shared <= 227 << 10
