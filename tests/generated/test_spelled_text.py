"""Who writes generated files: templates and printers write nearly all of their text, other Python hardly any."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT

SCRIPT = ROOT / "benchmarks" / "spelled.py"


def shares(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.long
def test_python_outside_of_printers_spells_little() -> None:
    run = shares("--most", "3")
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.long
def test_the_measure_finds_what_python_spells() -> None:
    pattern = ROOT / "tests" / "patterns" / "longnet.pat"
    run = shares("--most", "0", "--pattern", str(pattern), "--longest", "3")
    assert run.returncode == 1
    assert "| triton |" in run.stdout
    assert run.stdout.count(" x '") == 3
