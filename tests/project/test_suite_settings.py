"""How the tests run: which slow tests a share contains, with equal random numbers, and no writes to a home folder."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from conftest import FOLDERS, KEPT, ROOT, SCRATCH, _kind
from hypothesis import settings
from shares import commit_of, dtype_of, share_of

KINDS = [(interpreted, dtype) for interpreted in (False, True) for dtype in ("float32", "float16", "bfloat16")]
TESTS = {f"test_{number}": KINDS[number % 7 % 6] for number in range(300)}


def test_a_share_is_one_in_so_many_of_each_kind() -> None:
    shares = [share_of(TESTS, 20, commit) for commit in ("", "1f", "2e")]
    for share in shares:
        assert 15 <= len(share) <= 15 + len(KINDS)
        assert {TESTS[test] for test in share} == set(KINDS)
    assert len({frozenset(share) for share in shares}) == 3
    assert shares[1] == share_of(dict(reversed(TESTS.items())), 20, "1f")
    assert share_of(TESTS, 1, "1f") == set(TESTS)


def test_shares_of_many_commits_hold_every_test() -> None:
    assert set().union(*(share_of(TESTS, 20, str(commit)) for commit in range(200))) == set(TESTS)


def test_the_type_of_elements_is_a_parameter_or_float32() -> None:
    assert dtype_of(("sm_90", "bfloat16", 128)) == "bfloat16"
    assert dtype_of(("causal", 3)) == "float32"


@pytest.mark.parted
@pytest.mark.parametrize("part", ["bfloat16"])
def test_parts_of_a_test_are_of_a_kind_of_their_own(part: str, request: pytest.FixtureRequest) -> None:
    whole = request.node.nodeid.partition("[")[0]
    assert _kind(request.node) == (False, part, whole)
    assert whole.endswith("test_parts_of_a_test_are_of_a_kind_of_their_own")


def test_what_takes_longest_runs_first(request: pytest.FixtureRequest) -> None:
    short = [not (one.get_closest_marker("parted") or one.get_closest_marker("slow")) for one in request.session.items]
    assert short == sorted(short)


def test_a_folder_without_history_has_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert commit_of(tmp_path) == ""
    monkeypatch.setenv("PATH", "")
    assert commit_of(ROOT) == ""


@pytest.mark.parametrize("_again", [1, 2])
def test_random_numbers_are_the_same_in_every_run(_again: int) -> None:
    assert random.random() == random.Random(1).random()
    assert torch.equal(torch.rand(3), torch.rand(3, generator=torch.Generator().manual_seed(1)))
    assert settings.default is not None
    assert settings.default.derandomize
    assert settings.default.database is None


@pytest.mark.long
def test_nothing_is_written_to_a_home_folder(tmp_path: Path) -> None:
    """Tests that keep, import and interpret modules, where a home is empty and read-only before."""
    assert all(
        Path(os.environ[name]).is_relative_to(SCRATCH if name not in KEPT else SCRATCH.parent) for name in FOLDERS
    )
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    around = {name: value for name, value in os.environ.items() if name not in FOLDERS and "XDIST" not in name}
    tests = (
        "modules/test_verify.py::test_a_wrong_module_fails[out]",
        "triton_backend/test_triton_backend.py::test_meaning[dense, decode]",
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *(f"{ROOT}/tests/{test}" for test in tests),
    ]
    ran = subprocess.run(
        command, cwd=tmp_path, env={**around, "HOME": str(home)}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    assert list(home.iterdir()) == []
