"""An installed wheel is whole: grammar, templates, presets and the benchmark harness travel with it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from built_modules import module_path
from conftest import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_wheel_holds_what_the_compiler_reads(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "patternc/grammar/patternc.lark" in names
    assert "patternc/grammar/automaton.json" in names
    assert "patternc/presets/longnet.pat" in names
    assert "patternc/explanations/P012.md" in names
    assert "patternc/runtime/cpp/attention.h" in names
    assert "patternc/harness/__main__.py" in names
    assert "patternc/py.typed" in names
    for name in ("LICENSE", "NOTICE"):
        assert any(path.endswith(f".dist-info/licenses/{name}") for path in names)
    templates = {path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").rglob("*.*")}
    assert {f"patternc/{name}" for name in templates} <= names
    assert not [name for name in names if name.startswith(("tests/", "generated/")) or "__pycache__" in name]


def test_an_unpacked_wheel_builds_the_same(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    command = [sys.executable, "-m", "patternc", "build", str(ROOT / "tests" / "patterns" / "longnet.pat")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    subprocess.run([*command, "-o", str(tmp_path / "out")], cwd=tmp_path, env=environment, check=True)
    made = [path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.py")]
    assert Path("longnet_torch.py") in made
    assert Path("patternc_runtime/torch/attend.py") in made
    here = module_path("tests", "longnet", "torch").parent
    for path in made:
        assert (tmp_path / "out" / path).read_text() == (here / path).read_text()


def test_nothing_committed_names_a_machine() -> None:
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in filter(None, listed.stdout.split("\0")):
        text = (ROOT / name).read_bytes().decode("utf-8", errors="replace") if (ROOT / name).is_file() else ""
        for word in ("file" + ":///", "/" + "root/", "/" + "home/", "extra-index" + "-url", "find" + "-links"):
            assert word not in text, f"{name} holds {word!r}"


def test_the_lock_has_hashes_of_what_is_pinned() -> None:
    def pins(name: str) -> dict[str, str]:
        found = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / name).read_text(), re.MULTILINE)
        return {re.sub("[_.]", "-", package.lower()): version.rstrip(";") for package, version in found}

    lock = (ROOT / "requirements.lock").read_text()
    assert pins("requirements.lock") == pins("requirements.in"), "make lock"
    assert not re.findall(r"^[\w.-]+==\S+.*[^\\]$", lock, re.MULTILINE), "no hash follows"
    assert "torch" not in pins("requirements.lock")


def test_changes_are_of_a_kind() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]
    kinds = {one["directory"] for one in table["type"]}
    for path in (ROOT / table["directory"]).iterdir():
        name, kind, suffix = path.name.rsplit(".", 2)
        assert name.startswith("+"), f"{path.name}: begins with +, as there is no number of an issue"
        assert (kind in kinds, suffix) == (True, "md"), (
            f"{path.name}: must be +WORDS.KIND.md, KIND one of {sorted(kinds)}"
        )
        assert not path.read_text().startswith("- "), f"{path.name}: towncrier writes the first bullet"
