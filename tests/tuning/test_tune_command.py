"""`patternc tune`: its messages, its tile file, and what a build makes of that; compilers and clocks are made up."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import astuple, replace
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
from patternc.tuning.tile_files import parse_tiles, text_of, tile_of_entry

WINDOW = str(ROOT / "tests" / "patterns" / "sliding_window.pat")
LONGNET = str(ROOT / "tests" / "patterns" / "longnet.pat")
BEST = Candidate(64, 32, 4, 3)
FILE = "tiles-nvidia-h200.json"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In an empty folder, on an H200, with a compiler that finds nothing wrong, and no word of the interpreter."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRITON_INTERPRET")
    monkeypatch.setattr(tune, "compiled", lambda *_: Compiled(120, 0, 40960))
    on_device(monkeypatch)


def tuned(*words: str) -> int:
    return run(["tune", WINDOW, "-n", "2048", "--head-dim", "64", *words])


def on_device(
    monkeypatch: pytest.MonkeyPatch,
    gate: str = "",
    capability: tuple[int, int] = (9, 0),
    name: str = "NVIDIA H200",
) -> None:
    """A GPU on which one candidate is the fastest; `gate`: why that one is refused."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: name)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda: capability)
    monkeypatch.setattr(tune, "_driver", lambda: "580.1")
    monkeypatch.setattr(tune, "cuda_clock", lambda _: None)

    def device(_several: tuple[Subject, ...], _kernel: str, runs: int, _place: str, _clock: object) -> CandidateRunner:
        return CandidateRunner(
            lambda one: gate if one == BEST else "",
            lambda one: (
                1e-3 + sum(abs(mine - best) for mine, best in zip(astuple(one), astuple(BEST), strict=True)) * 1e-5
            ),
            runs,
        )

    monkeypatch.setattr(tune, "device_runs", device)


def test_without_a_gpu_the_message_says_what_a_build_takes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for words in ([], ["--device", "cuda"]):
        assert tuned(*words) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert "cuda: torch finds no GPU on this machine, and tiles are chosen by timing them on one" in said
        assert "without --tiles, `patternc build` takes those of its table" in said
    assert not list(tmp_path.iterdir())


def test_a_build_takes_the_file(tmp_path: Path) -> None:
    assert tuned() == 0
    file = parse_tiles((tmp_path / FILE).read_text(), FILE)
    assert [one.kernel for one in file.entries] == ["forward", "grad_key_value", "grad_query"]
    words = ["build", WINDOW, "-o", "out", "--backend", "triton", "--tiles", FILE]
    assert run(words) == 0
    assert "# timed on NVIDIA H200." in (tmp_path / "out" / "sliding_window_triton.py").read_text()
    first = (tmp_path / FILE).read_bytes()
    assert tuned() == 0
    assert (tmp_path / FILE).read_bytes() == first


def with_nvrtc(monkeypatch: pytest.MonkeyPatch, *architectures: int) -> None:
    found = (nvrtc._Nvrtc(None, "12.9", architectures),) if architectures else ()
    monkeypatch.setattr(nvrtc, "_nvrtcs", lambda: found)


def test_tiles_of_cuda_modules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_nvrtc(monkeypatch, 61, 75, 90)
    for capability, dtype in (((7, 5), "float16"), ((6, 1), "float32"), ((9, 0), "bfloat16")):
        name = f"sm_{capability[0]}{capability[1]}"
        on_device(monkeypatch, capability=capability, name=name)
        assert tuned("--backend", "cuda", "--keep", "2", "--runs", "1") == 0
        file = parse_tiles((tmp_path / f"tiles-{name}.json").read_text(), name)
        assert (file.backend, file.target, dict(file.versions)["nvrtc"]) == ("cuda", name, "12.9")
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
    on_device(monkeypatch, capability=(7, 5))
    assert tuned() == 2
    with_nvrtc(monkeypatch, 75, 90)
    on_device(monkeypatch, capability=(6, 1))
    assert tuned() == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "no NVRTC is found, which compiles CUDA kernels: install CUDA 12's NVRTC: pip install nvidia-cuda-" in said
    assert "NVRTC 12.9 compiles for sm_75 to sm_90, not for sm_61: install CUDA 12's NVRTC: pip install" in said
    assert not list(tmp_path.iterdir())


def test_a_gpu_that_triton_does_not_serve(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_device(monkeypatch, capability=(7, 5), name="Tesla T4")
    with_nvrtc(monkeypatch, 75)
    assert tuned("--runs", "1", "--keep", "2") == 0
    assert capsys.readouterr().out.startswith("Tesla T4, sm_75: candidates are checked, then timed in turns\n")
    file = parse_tiles((tmp_path / "tiles-tesla-t4.json").read_text(), "x")
    assert (file.backend, file.device) == ("cuda", "Tesla T4")
    monkeypatch.setenv("PATTERNC_EMULATE", "sm_75")
    assert tuned() == 2
    assert "PATTERNC_EMULATE=sm_75: the emulator compiles nothing; unset it" in capsys.readouterr().err


def test_the_fastest_that_passes_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tuned("--keep", "64", "--runs", "3") == 0
    out = capsys.readouterr().out
    assert out.startswith("NVIDIA H200, sm_90: candidates are checked, then timed in turns\n")
    assert "1.000    1.000 to 1.000  chosen\n" in out
    assert "model" not in out
    file = parse_tiles((tmp_path / FILE).read_text(), FILE)
    assert (file.device, dict(file.versions)["driver"]) == ("NVIDIA H200", "580.1")
    for one in file.entries:
        assert Candidate(one.block_m, one.block_n, one.warps, one.stages) == BEST
        assert one.table_times is not None
        assert one.times.median == 1e-3
        assert one.table_times.median > 1.2e-3


def test_what_the_gate_refuses_is_shown_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_device(monkeypatch, gate="dk is not finite")
    assert tuned("--keep", "64", "--runs", "1") == 0
    assert "rejected: dk is not finite\n" in capsys.readouterr().out
    file = parse_tiles((tmp_path / FILE).read_text(), "x")
    assert all(tile_of_entry(one) != BEST.tile(one.kernel, 2, 64) for one in file.entries)


def test_no_candidate_left_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune, "compiled", lambda *_: Compiled(255, 8, 40960, "uses no tensor cores"))
    assert tuned("--keep", "1") == 1
    captured = capsys.readouterr()
    assert "error[P043]: no candidate of forward can be used" in captured.err
    assert "rejected: uses no tensor cores" in captured.out
    assert not list(tmp_path.iterdir())


def test_an_interrupt_leaves_a_whole_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(_several: tuple[Subject, ...], kernel: str, _candidate: Candidate) -> Compiled:
        if kernel == "grad_query":
            raise KeyboardInterrupt
        return Compiled(120, 0, 40960)

    monkeypatch.setattr(tune, "compiled", interrupted)
    assert tuned() == 130
    file = parse_tiles((tmp_path / FILE).read_text(), "x")
    assert [one.kernel for one in file.entries] == ["forward"]
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_entries_are_added_to_a_file_of_the_same_device_and_versions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / FILE
    assert tuned() == 0
    assert run(["tune", WINDOW, "-n", "2048", "--head-dim", "128", "--dtype", "float32"]) == 0
    file = parse_tiles(path.read_text(), path.name)
    assert {(one.dtype, one.head_dim) for one in file.entries} == {("bfloat16", 64), ("float32", 128)}
    path.write_text(text_of(replace(file, versions=(("torch", "1.0"), *file.versions[1:]))))
    before = path.read_bytes()
    capsys.readouterr()
    assert tuned() == 2
    assert f"{FILE} has versions torch 1.0," in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_sizes_of_a_module_are_the_default(tmp_path: Path) -> None:
    (tmp_path / "m.pat").write_text(
        "pattern p {\n    attend window(63, 0)\n}\n\nmodule Layer {\n    pattern p\n    embed 384\n    heads 4\n"
        "    head_dim 96\n}\n"
    )
    assert run(["tune", "m.pat", "-n", "512"]) == 0
    body = json.loads((tmp_path / FILE).read_text())
    assert {(one["head_dim"], one["call"]) for one in body["entries"]} == {(96, "n=512, 4 heads, 4 key heads, batch 1")}
    assert run(["tune", WINDOW, "-n", "512", "-o", "two.json"]) == 0
    body = json.loads((tmp_path / "two.json").read_text())
    assert {(one["dtype"], one["head_dim"]) for one in body["entries"]} == {("bfloat16", 64), ("bfloat16", 128)}


def test_patterns_of_a_folder_share_the_entries_of_their_kernels(tmp_path: Path) -> None:
    (folder := tmp_path / "patterns").mkdir()
    for name in (WINDOW, LONGNET):
        (folder / Path(name).name).write_text(Path(name).read_text())
    assert run(["tune", "patterns", "-n", "1024", "--head-dim", "64", "--keep", "1"]) == 0
    entries = {one.kernel: one for one in parse_tiles((tmp_path / FILE).read_text(), "x").entries}
    assert entries["forward"].patterns == ("longnet", "sliding_window")
    assert entries["forward_merging"].patterns == ("longnet",)


REFUSED = {
    "torch": (["--backend", "torch"], "torch: batches of plain operations have no tiles; tune for triton or cuda"),
    "C++": (["--backend", "cpp"], "cpp: tiles of C++ modules are fixed, 16 or 64 rows by 64 columns"),
    "several": (
        ["--backend", "triton,cuda"],
        "triton,cuda: one backend has its tiles tuned at a time; tune for",
    ),
    "no model": (["--device", "none"], "'none' is not 'cuda'"),
    "two types": (["--dtype", "bfloat16", "--dtype", "float16"], "bfloat16 and float16 have one entry"),
    "heads": (["--heads", "6", "--kv-heads", "4"], "4: 6 heads can't share so many key heads"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, message = REFUSED[name]
    assert tuned(*words) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


OLDER = {
    "widened": (
        ["--dtype", "bfloat16"],
        "dtype is bfloat16, expected float32: CUDA modules compute bfloat16 in float32 on sm_75 at head_dim 64",
    ),
    "not that one": (["--backend", "triton"], "triton builds for sm_90,"),
}


@pytest.mark.parametrize("name", OLDER)
def test_refused_on_an_older_gpu(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, message = OLDER[name]
    with_nvrtc(monkeypatch, 75)
    on_device(monkeypatch, capability=(7, 5), name="Tesla T4")
    assert tuned(*words) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


def test_the_interpreter_compiles_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    assert tuned() == 2
    assert "TRITON_INTERPRET=1: Triton's interpreter compiles nothing" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["torch", "triton"])
def test_a_missing_library(missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else found(name))
    assert tuned() == 2
    assert f"needs {missing}: install it first" in capsys.readouterr().err


def test_a_pattern_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.pat").write_text("pattern p {\n    attend windw(3, 0)\n}\n")
    assert run(["tune", "bad.pat"]) == 1
    assert "error[P010]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.pat"]


COMPILED = f"""
from patternc.codegen.triton import TRITON
from patternc.cost.device_time import Call
from patternc.driver import analyse, read
from patternc.targets import target_named
from patternc.tuning.compiled_launches import compiled
from patternc.tuning.search import Candidate
from patternc.tuning.subjects import subject
one = subject(analyse(read({WINDOW!r}), {{}}), 0, target_named("sm_90"), Call(2048, 8, 8), "bfloat16", TRITON)
for kernel in one.kernels:
    made = compiled((one,), kernel, Candidate(64, 32, 4, 3))
    print(made.registers, made.shared, made.fault)
"""


@pytest.mark.slow
def test_compiled_for_a_target() -> None:
    """With Triton's compiler, in a process of its own: the interpreter of the other tests excludes it."""
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    done = subprocess.run([sys.executable, "-c", COMPILED], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert len(lines) == 3
    for registers, shared in lines:  # and no fault
        assert 32 < int(registers) <= 255
        assert 64 * 64 * 2 <= int(shared) <= 227 << 10
