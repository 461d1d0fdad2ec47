"""The checks for GPUs, rehearsed without one: Triton compiles and launches, with a driver that does nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from built_modules import MODULES, module_path, names
from conftest import ROOT
from gpu_checks import NAMES, TIERS, Kind, checks, compare, groups

CHECK = ROOT / "benchmarks" / "gpu_check.py"
PRETEND = ROOT / "benchmarks" / "pretend_gpu.py"
MOST_SHARED = 232448
"""Bytes of shared memory that a program may take on an H100."""

needs_compiler = pytest.mark.skipif(shutil.which(os.environ.get("CC", "cc")) is None, reason="there is no C compiler")


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What a run of `gpu_check.py` printed and wrote, and what it launched."""

    status: int
    printed: str
    results: tuple[dict[str, Any], ...]
    launches: tuple[dict[str, Any], ...]


def rehearse(folder: Path, *options: str) -> Rehearsed:
    """Run `gpu_check.py` on the stub driver; results and Triton's cache stay in the folder."""
    results, launches = folder / "results.jsonl", folder / "launches.jsonl"
    launches.unlink(missing_ok=True)
    command = [sys.executable, str(PRETEND), "--launches", str(launches), str(CHECK), "--rehearse", "--processes", "1"]
    clean = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    found = subprocess.run(
        [*command, "--out", str(results), *options],
        env={**clean, "TRITON_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [
        tuple(map(json.loads, path.read_text().splitlines())) if path.exists() else () for path in (results, launches)
    ]
    return Rehearsed(found.returncode, found.stdout + found.stderr, *lines)


def kernels(folder: Path) -> int:
    return len(list((folder / "cache").rglob("*.cubin")))


def test_checks_come_in_order_of_value() -> None:
    found = checks()
    assert len({check.name for check in found}) == len(found)
    assert {check.tier for check in found} == set(range(TIERS))
    assert [check.tier for check in found] == sorted(check.tier for check in found)
    assert all(check.call.k_offset and check.call.head_dim == 128 for check in found if check.tier == 0)
    assert sum(map(len, groups(found))) == len(found)


def test_every_module_is_checked() -> None:
    modules = set(names("tests"))
    rings = {name for name in modules if "\ndef ring_attention(" in module_path("tests", name, "torch").read_text()}
    for kind in Kind:
        checked = {check.module for check in checks() if check.kind is kind}
        assert checked == (rings if kind is Kind.RING else modules)


def test_only_gradients_of_biases_may_cancel() -> None:
    (check, *_) = checks()
    out, query = torch.ones(2), torch.full((2,), 50.0)
    truth = {
        **dict.fromkeys(NAMES, out),
        "grad_query": query,
        "grad_bias": torch.ones(4, 5),
        "grad_sink": torch.ones(4),
    }

    def wrong(name: str) -> str:
        return compare(check, {**truth, name: 1.1 * truth[name]}, truth)[1]

    assert compare(check, truth, truth)[1] == ""
    assert compare(check, {"out": out}, {"out": out}) == ({"out": 0.0}, "")
    assert wrong("grad_bias") == ""
    assert wrong("grad_sink") == "grad_sink is 1.0e-01 off"
    assert wrong("grad_query") == "grad_query is 1.0e-01 off"


def test_no_gpu_is_said_in_a_sentence() -> None:
    clean = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    hidden = {**clean, "CUDA_VISIBLE_DEVICES": ""}
    found = subprocess.run([sys.executable, str(CHECK)], env=hidden, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr.startswith("no GPU: ")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.long
def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    """A module that differs from its reference, and one that raises: both are results, and the run goes on."""
    here = [
        module_path("tests", name, kind) for name in ("dilated", "dilated_window") for kind in ("triton", "reference")
    ]
    folder = tmp_path / here[0].parent.relative_to(MODULES)
    shutil.copytree(here[0].parent / "patternc_runtime", folder / "patternc_runtime")
    for path in here:
        shutil.copy(path, folder)
    raising, broken = folder / "dilated_triton.py", folder / "dilated_window_reference.py"
    broken.write_text(broken.read_text() + "\n_right = reference\n\n\ndef reference(*args, **more):\n"
                      "    return 1.001 * _right(*args, **more)\n")  # fmt: skip
    raising.write_text(
        raising.read_text() + "\n\ndef attention(*_, **__):\n    raise RuntimeError('no\\nsuch thing')\n"
    )
    results = tmp_path / "results.jsonl"
    some = "--only", "dilated", "--processes", "1", "--out", str(results)
    command = [sys.executable, str(CHECK), "--only", "whole D=80 bfloat16", *some]
    fine = {**os.environ, "TRITON_INTERPRET": "1", "PATTERNC_MODULES": str(tmp_path)}
    found = subprocess.run(command, env=fine, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    _, first, second = map(json.loads, results.read_text().splitlines())
    assert (first["status"], first["message"]) == ("failed", "RuntimeError: no")
    assert (second["check"], second["status"]) == ("dilated_window whole D=80 bfloat16", "ok")  # 1e-3 is within bf16's
    wide = [*command[:3], "whole D=80 float32", *command[4:]]
    found = subprocess.run(wide, env=fine, capture_output=True, text=True, check=False)
    *_, second = map(json.loads, results.read_text().splitlines())
    assert found.returncode == 1
    assert second["status"] == "wrong"
    assert second["message"].startswith("out is 1.0e-03 off, grad_query is 1.0e-03 off")


@pytest.mark.long
def test_a_ring_of_one_rank(tmp_path: Path) -> None:
    """Without a process group and with one, which must give the same bits; in Triton's interpreter."""
    chosen = "--only", "ring_longnet whole D=16 bfloat16 ring of one rank"
    command = [sys.executable, str(CHECK), *chosen, "--processes", "1", "--out", str(tmp_path / "results.jsonl")]
    interpreted = {**os.environ, "TRITON_INTERPRET": "1"}
    found = subprocess.run(command, env=interpreted, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    _, result = map(json.loads, (tmp_path / "results.jsonl").read_text().splitlines())
    assert result["status"] == "ok"
    assert set(result["errors"]) == {"out", "grad_query", "grad_key", "grad_value"}


@pytest.mark.long
@needs_compiler
def test_a_run_ends_with_its_budget_and_goes_on(tmp_path: Path) -> None:
    chosen = "--only", "dilated_window", "--tiers", "2"
    none = rehearse(tmp_path, *chosen, "--budget", "0.001")
    assert (none.status, none.launches) == (0, ())
    assert "nothing done, 0 done before; 5 left for a later run" in none.printed
    whole = rehearse(tmp_path, *chosen)
    assert whole.status == 0, whole.printed
    assert [one["status"] for one in whole.results if "check" in one] == ["launched"] * 5
    assert all(min(one["grid"]) > 0 and one["shared"] <= MOST_SHARED for one in whole.launches)
    compiled = kernels(tmp_path)
    assert compiled >= len({one["kernel"] for one in whole.launches})
    again = rehearse(tmp_path, *chosen)
    assert again.launches == ()
    assert "nothing done, 5 done before" in again.printed
    anew = rehearse(tmp_path, *chosen, "--anew")
    assert len(anew.launches) == len(whole.launches)
    assert kernels(tmp_path) == compiled


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("module", sorted({check.module for check in checks()}))
def test_every_module_launches(module: str, tmp_path: Path) -> None:
    """Grids are never empty, shared memory fits, and no length compiles a kernel anew."""
    found = rehearse(tmp_path, "--only", f"{module} ", "--tiers", "6")
    statuses = {
        str(one["check"]): one["status"] for one in found.results if one.get("check", "").split(" ")[0] == module
    }
    assert found.status == 0, found.printed
    assert set(statuses.values()) <= {"launched", "ok", "refused"}, found.printed
    lengths = f"{module} whole D=64 bfloat16 new lengths"
    assert statuses[lengths] in ("ok", "refused")
    assert found.launches
    assert all(min(one["grid"]) > 0 and one["shared"] <= MOST_SHARED for one in found.launches)


@pytest.mark.long
@needs_compiler
def test_everything_ends_with_its_budget(tmp_path: Path) -> None:
    """Steps that the budget cuts short leave whole results, and what they did not do to the next run."""
    out = tmp_path / "gpu"
    command = [sys.executable, str(PRETEND), str(ROOT / "benchmarks" / "gpu_all.py"), "--rehearse", "--out", str(out)]
    clean = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    cached = {**clean, "TRITON_CACHE_DIR": str(tmp_path / "cache")}
    found = subprocess.run([*command, "--budget", "4"], env=cached, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert [line for line in found.stdout.splitlines() if line.startswith("==")][:2] == ["== check", "== bench"]
    assert "left for a later run" in found.stdout
    assert "cases left: the budget is used up; --resume goes on with them" in found.stderr
    first, *checked = map(json.loads, (out / "check.jsonl").read_text().splitlines())
    assert first["machine"]["device"] == "H100 (pretended)"
    assert {one["status"] for one in checked} <= {"launched", "ok", "refused"}
    results = json.loads((out / "bench" / "results.json").read_text())["results"]
    assert all(one["status"] == "rehearsed" for one in results if one["peer"].startswith("patternc"))
    assert (out / "table.md").read_text().startswith("| case | patternc-triton |")
