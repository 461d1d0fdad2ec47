"""Generated files in a repository whose linters and type checkers have their default settings, or strict ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.cli import run

PATTERNS = ("longnet", "ring_longnet", "projected")


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what `build` writes: all backends, references, a ring, a module, the library; one stands alone."""
    folder = tmp_path_factory.mktemp("repository") / "lib"
    files = [str(ROOT / "tests" / "patterns" / f"{name}.pat") for name in PATTERNS]
    assert run(["build", *files, "--backend", "all", "-o", str(folder)]) == 0
    assert run(["build", files[0], "--backend", "triton", "-o", str(folder / "alone.py")]) == 0
    return folder


def accepted(*command: str, folder: Path) -> None:
    found = subprocess.run([*command, str(folder)], cwd=folder.parent, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_ruff_with_its_defaults_accepts_them(lib: Path) -> None:
    ruff = (sys.executable, "-m", "ruff")
    accepted(*ruff, "check", "--isolated", "--no-cache", folder=lib)
    accepted(*ruff, "check", "--isolated", "--no-cache", "--select", "E,F,W,I,N,D,ANN,PL", folder=lib)
    accepted(*ruff, "format", "--isolated", "--no-cache", "--check", folder=lib)
    accepted(*ruff, "format", "--isolated", "--no-cache", "--check", "--line-length", "60", folder=lib)


@pytest.mark.parametrize("words", [(), ("--strict",)])
def test_mypy_accepts_them(lib: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    settings = ("--config-file", "/dev/null", "--cache-dir", str(tmp_path), "--follow-imports", "skip")
    accepted(sys.executable, "-m", "mypy", *settings, *words, folder=lib)


def pyright_accepts(files: list[str], mode: str, lib: Path, python: str) -> None:
    """By basedpyright, which is pyright with its program in the wheel: nothing is downloaded when it runs."""
    settings = lib.parent / f"{mode}.json"
    settings.write_text(json.dumps({"include": files, "typeCheckingMode": mode}))
    command = (sys.executable, "-m", "basedpyright", "--pythonpath", python, "--project", str(settings), "--outputjson")
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert json.loads(found.stdout)["summary"]["filesAnalyzed"] == len(files)


def test_pyright_with_its_defaults_accepts_modules(lib: Path) -> None:
    """Its default mode is `standard`. Torch is not found: one more error to pass by, and half the time."""
    modules = [str(lib / f"{name}_torch.py") for name in PATTERNS]
    pyright_accepts(modules, "standard", lib, f"{sys.base_prefix}/bin/python3")


@pytest.mark.long
def test_strict_pyright_accepts_all(lib: Path) -> None:
    pyright_accepts([str(path) for path in lib.rglob("*.py")], "strict", lib, sys.executable)
