"""The pytest plugin: a project's pattern files are tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from patternc.cli import run

CONFIG = """[tool.pytest.ini_options]
addopts = ["-p", "patternc.integrations.pytest"]

[tool.patternc]
files = ["*.pat"]
output = "made"
backends = ["torch", "triton"]
"""
NEAR = "pattern near(left=3) {\n    attend window(left, 0)\n}\n\n# patternc: expect keys(5, n=64) == 2..5\n"


def outcomes(folder: Path, *words: str) -> tuple[int, dict[str, str], str]:
    """The exit code of a run of pytest in a folder, the outcome of each item, and what it printed."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = re.findall(r"^(\S+?)::(\S+) (PASSED|FAILED|SKIPPED)", done.stdout, re.MULTILINE)
    return done.returncode, {f"{file}::{item}": outcome for file, item, outcome in found}, done.stdout


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(CONFIG)
    (tmp_path / "near.pat").write_text(NEAR)
    assert run(["build"]) == 0
    return tmp_path


@pytest.mark.long
def test_a_good_file_passes(project: Path) -> None:
    code, found, _ = outcomes(project)
    assert code == 0
    assert found == {
        "near.pat::findings": "PASSED",
        "near.pat::expect:5": "PASSED",
        "near.pat::stale": "PASSED",
        "near.pat::selfcheck:near:torch": "PASSED",
        "near.pat::selfcheck:near:triton": "SKIPPED",
    }


@pytest.mark.long
def test_each_fault_fails_its_own_item(project: Path) -> None:
    (project / "pyproject.toml").write_text(f'{CONFIG}deny = ["P012"]\n')
    near = NEAR.replace("window(left, 0)", "segment(64, dilation=6)").replace("5, n=64", "6, n=64")
    (project / "near.pat").write_text(near)
    (project / "bad.pat").write_text("pattern bad { attend windw(3) }\n")
    module = (project / "made" / "near_torch.py").read_text()
    code, found, printed = outcomes(project, "-k", "not selfcheck")
    assert code == 1
    assert found == {
        "bad.pat::findings": "FAILED",
        "near.pat::findings": "FAILED",
        "near.pat::expect:5": "FAILED",
        "near.pat::stale": "FAILED",
    }
    for text in ("error[P010]", "error[P012]", "error[P051]: query 6 attends to", "error[P037]: made/near_torch.py"):
        assert text in printed
    assert "Traceback" not in printed
    assert (project / "made" / "near_torch.py").read_text() == module


@pytest.mark.long
def test_warnings_are_those_of_pytest(project: Path) -> None:
    (project / "near.pat").write_text("pattern near {\n    attend segment(64, dilation=6)\n}\n")
    code, found, printed = outcomes(project, "-k", "findings")
    assert (code, found) == (0, {"near.pat::findings": "PASSED"})
    assert "PatternWarning: warning[P012]" in printed


@pytest.mark.long
def test_a_selfcheck_compares_the_module_with_its_reference(project: Path) -> None:
    """A module that differs, by a fault planted in the loading of it."""
    (project / "pyproject.toml").write_text(CONFIG.replace('output = "made"\n', ""))
    (project / "conftest.py").write_text(
        "import patternc.integrations.pytest as plugin\n"
        "whole = plugin.load\n"
        "plugin.load = lambda path, backend, **names: whole(path, backend, **{**names, **({} if backend == 'reference'"
        " else {'left': '2'})})\n"
    )
    code, found, printed = outcomes(project, "-k", "selfcheck and torch")
    assert (code, found) == (1, {"near.pat::selfcheck:near:torch": "FAILED"})
    assert "AssertionError: out has a relative error of" in printed


@pytest.mark.long
def test_a_selfcheck_runs_what_is_built(project: Path) -> None:
    """It makes nothing, unless what is built is stale."""
    load = "import patternc.integrations.pytest as plugin\nplugin.load = None\n"
    (project / "conftest.py").write_text(load)
    code, found, printed = outcomes(project, "-k", "selfcheck and torch")
    assert (code, found) == (0, {"near.pat::selfcheck:near:torch": "PASSED"}), printed
    (project / "near.pat").write_text(NEAR.replace("left=3", "left=2"))
    code, found, printed = outcomes(project, "-k", "selfcheck and torch")
    assert (code, found) == (1, {"near.pat::selfcheck:near:torch": "FAILED"})
    assert "'NoneType' object is not callable" in printed


@pytest.mark.long
def test_a_file_without_a_configuration_is_checked(tmp_path: Path) -> None:
    (tmp_path / "two.pat").write_text("pattern a { attend causal }\npattern b(w) { attend window(w, 0) }\n")
    code, found, printed = outcomes(tmp_path, "-p", "patternc.integrations.pytest")
    assert (code, found) == (1, {"two.pat::findings": "FAILED"})
    assert "parameter `w` has no value" in printed
    (tmp_path / "two.pat").write_text("pattern a { attend causal }\npattern b(w=3) { attend window(w, 0) }\n")
    code, found, _ = outcomes(tmp_path, "-p", "patternc.integrations.pytest", "-k", "selfcheck")
    names = ("two.pat::selfcheck:a:torch", "two.pat::selfcheck:b:torch")
    assert (code, found) == (0, dict.fromkeys(names, "PASSED"))
