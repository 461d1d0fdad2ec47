"""`patternc verify` and `bench`: the calls that they make of a pattern, and those that they refuse."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from patternc.analysis.calls import fitting_length
from patternc.cli import run
from patternc.driver import analyse, read


@pytest.mark.parametrize("command", ["verify", "bench"])
def test_what_runs_modules_asks_for_torch_and_a_gpu(
    command: str, good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert run([command, str(good), "--device", "cuda"]) == 2
    assert "cuda: torch finds no GPU on this machine" in capsys.readouterr().err
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setitem(sys.modules, "torch", None)
    assert run([command, str(good)]) == 2
    assert "needs torch: install it first" in capsys.readouterr().err


BENCH = {
    "documents": ("pattern p { input ends: offsets; attend document(@ends); where causal }", ("-n", "150"), "ok"),
    "everything": (
        """
        pattern p {
            input ends: offsets
            input lens: lengths
            input t: table(heads, 9)
            input s: table(heads)
            attend blocks(24, topk(2)) & document(@ends)
            attend prefix(@lens)
            combine lse
            score bias(@t)
            score sink(@s)
        }
        module Whole { pattern p; embed 64; heads 2; dropout 0.1 }
        """,
        ("-n", "1100", "--batch", "2"),
        "it would drop other weights",
    ),
    "grid": ("pattern p { grid 6 x 8; attend box(3, 5) }", (), "ok"),
    "chosen": ("pattern p { attend blocks(16, topk(2) | window(0)) }", ("-n", "150", "--batch", "2"), "a batch entry"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCH)
def test_bench_gives_what_calls_take(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text, words, masked = BENCH[name]
    path = tmp_path / "p.pat"
    path.write_text(text)
    small = ["--heads", "2", "--head-dim", "16", "--threads", "1", "--backward", "--out", str(tmp_path / "out")]
    assert run(["bench", str(path), *words, *small]) == 0, capfd.readouterr()
    results = json.loads((tmp_path / "out" / "p" / "results.json").read_text())["results"]
    by_peer = {result["peer"]: result for result in results}
    ours = by_peer["patternc-torch"]
    assert (ours["status"], ours["n"]) == ("ok", 48 if name == "grid" else int(words[1]))
    assert ours["useful_flops"] > 0
    assert by_peer["sdpa-mask"]["status"].endswith(masked)


@pytest.mark.parametrize("name", ["bench", "verify"])
def test_calls_that_memory_does_not_hold_are_refused(
    name: str, good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 20}.get)
    assert run([name, str(good), "-n", "60000000"]) == 2
    assert "-n: 60000000: the tensors of the call take" in capsys.readouterr().err


def test_verify_takes_the_longest_call_of_a_pattern_of_short_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.pat"
    path.write_text("pattern short { attend window(3, 0); require n < 10 }\n")
    assert run(["verify", str(path), "--dtype", "float32"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("short ")
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    assert fitting_length(pattern, 515, 4, 32) == 9


def test_bench_refuses_a_length_that_is_not_the_grid_s(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { grid 6 x 8; attend box(3, 5) }")
    assert run(["bench", str(path), "-n", "49"]) == 2
    assert "-n: 49: p has a grid of 6 x 8 = 48 cells" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("body", "words", "reason"),
    [
        (
            "attend causal; require n % 64 == 0",
            ["-n", "100"],
            "p requires n % 64 == 0; the call has 100 positions, 8 heads",
        ),
        (
            "attend causal; require heads == 3",
            ["-n", "8", "--heads", "8"],
            "p requires heads == 3; the call has 8 positions",
        ),
        ("attend causal; require heads == 3", [], "p: with 8 heads of 64 no length"),
        ("attend causal; require head_dim == 32", ["-n", "8"], "8 heads of 64"),
        ("heads 0..4 { attend causal }", ["--heads", "8"], "8: p takes at most 4 heads"),
        (
            "heads partition(extra=last); for i in range(9) { attend window(i) }",
            ["--heads", "8"],
            "p needs at least 9 heads",
        ),
        ('attend blocks(8, table("t.npy"))', ["-n", "33", "--heads", "3"], "33: the tables of p cover 32 positions"),
        ('attend blocks(8, table("t.npy"))', ["-n", "32", "--heads", "8"], "8: p takes at most 3 heads"),
    ],
)
def test_bench_refuses_calls_that_the_pattern_does(
    body: str, words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save(tmp_path / "t.npy", np.ones((3, 4, 4), dtype=bool))
    path = tmp_path / "p.pat"
    path.write_text(f"pattern p {{ {body} }}")
    assert run(["bench", str(path), *words]) == 2
    assert reason in capsys.readouterr().err


def test_a_table_limits_lengths_and_heads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.save(tmp_path / "t.npy", np.ones((3, 4, 4), dtype=bool))
    path = tmp_path / "p.pat"
    path.write_text('pattern p { attend blocks(8, table("t.npy")) }')
    assert run(["show", str(path), "-n", "33"]) == 2
    assert run(["explain", str(path), "--query", "0,1", "-n", "33"]) == 2
    assert capsys.readouterr().err.count("33: the tables of p cover 32 positions") == 2
    assert run(["show", str(path), "-n", "16"]) == 0
    assert "head 0 of 3, 16 positions" in capsys.readouterr().out
    assert run(["verify", str(path), "--dtype", "float32", "-n", "20"]) == 0


def test_no_call_meets_tables_of_different_heads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for heads in (3, 5):
        np.save(tmp_path / f"{heads}.npy", np.ones((heads, 4, 4), dtype=bool))
    path = tmp_path / "p.pat"
    path.write_text('pattern p { attend blocks(8, table("3.npy") & table("5.npy")) }')
    assert run(["verify", str(path)]) == 1
    assert "p: it needs at least 5 heads and takes at most 3" in capsys.readouterr().err


def test_verify_with_a_head_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p {\n    attend window(3, 0)\n    require head_dim == 48\n}\n")
    assert run(["verify", str(path), "-n", "20", "--dtype", "float32", "--head-dim", "48"]) == 0
    assert run(["verify", str(path), "-n", "20", "--dtype", "float32", "--head-dim", "80"]) == 1
    assert "-n or --head-dim" in capsys.readouterr().err


def test_verify_names_versions_that_do_not_fit(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.metadata.version", {"triton": "3.6.0", "numpy": "2.4.6"}.__getitem__, raising=True)
    assert run(["verify", str(good), "--backend", "triton", "--device", "cpu"]) == 2
    assert "the interpreter of triton 3.6.0 does not run with numpy 2.4.6" in capsys.readouterr().err


def test_verify(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(good), "-n", "70", "--dtype", "float32"]) == 0
    line = capsys.readouterr().out.splitlines()[1].split()
    assert line[:3] == ["two", "torch", "float32"]
    assert all(float(number) < 2e-6 for number in line[4:9])


def test_a_table_has_no_head_where_there_are_no_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(tmp_path)]) == 2
    out, error = capsys.readouterr()
    assert "there is no .pat file" in error
    assert out == ""
