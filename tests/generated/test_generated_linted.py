"""Generated files in a repository whose linters and type checkers have their default settings, or strict ones."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.cli import run

pytestmark = pytest.mark.long  # builds a dozen files

PATTERNS = ("longnet", "ring_longnet", "projected")
ALONE = str(ROOT / "tests" / "patterns" / "sliding_window.pat")
PYRIGHT = next((name for name in ("pyright", "basedpyright") if shutil.which(name)), None)


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what `build` writes: torch, Triton, references, a ring, a module, the library; one stands alone."""
    folder = tmp_path_factory.mktemp("repository") / "lib"
    paths = [str(ROOT / "tests" / "patterns" / f"{name}.pat") for name in PATTERNS]
    assert run(["build", *paths[:1], "-o", str(folder), "--backend", "all"]) == 0
    assert run(["build", *paths[1:], "-o", str(folder)]) == 0
    assert run(["build", ALONE, "-o", str(folder), "--runtime", "inline"]) == 0
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


@pytest.mark.skipif(PYRIGHT is None, reason="needs pyright: pip install basedpyright")
def test_pyright_accepts_them(lib: Path) -> None:
    (lib.parent / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    accepted(str(PYRIGHT), "--pythonpath", sys.executable, folder=lib)
