"""`patternc build --compile`: shared objects beside modules, which need no compiler where they run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cpp_probe import needs_compiler

from patternc.cli import run

RUN = """
import torch, two_cpp, two_reference
for dtype, close in ((torch.float32, 1e-5), (torch.bfloat16, 1e-2)):
    tensors = [torch.randn(1, 2, 70, 32, dtype=dtype) for _ in range(3)]
    meant = two_reference.reference(*tensors)
    assert (two_cpp.attention(*tensors).double() - meant).norm() < close * meant.norm()
"""


@needs_compiler
@pytest.mark.long
def test_modules_run_without_a_compiler(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiled in a hurry; what is shipped is taken, and what is stale is refused."""
    out, words = good.parent / "out", ["build", str(good), "--backend", "cpp", "--compile", "-o"]
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-O0")
    assert run([*words, str(out)]) == 0
    names = [out / f"two_cpp.{element}.so" for element in ("float32", "bfloat16", "float16")]
    *said, last = capsys.readouterr().out.splitlines()
    assert [re.sub(r"\d+ KiB", "", line) for line in said[-3:]] == [f"{name}: " for name in names]
    assert last.startswith(f"compiled for CPUs of these kinds and instruction sets: {os.uname().machine}, ")
    assert all(name.stat().st_size > 10000 for name in names)

    bare = {**os.environ, "CXX": "no-such-c++", "PATTERNC_CACHE": str(good.parent / "none")}
    subprocess.run([sys.executable, "-c", RUN], env=bare, cwd=out, check=True)
    assert not (good.parent / "none").exists()

    good.write_text(good.read_text().replace("3, 0", "3, 1"))
    assert run(["build", str(good), "--backend", "cpp", "-o", str(out)]) == 0
    done = subprocess.run([sys.executable, "-c", RUN], env=bare, cwd=out, check=False, capture_output=True, text=True)
    assert f"{names[0]} was compiled from another two_cpp.cpp than the one beside it: run `patternc b" in done.stderr


def test_a_compiler_is_asked_for_by_name(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CXX", "no-such-c++")
    assert run(["build", str(good), "--backend", "cpp", "--compile", "-o", str(good.parent / "out")]) == 1
    assert "Error: no C++ compiler is found (CXX is no-such-c++): install g++ 10 or later" in capsys.readouterr().err
    assert not list((good.parent / "out").glob("*.so"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--backend", "torch"], "modules of this backend have nothing to compile: add --backend cpp"),
        (["--backend", "reference"], "modules of this backend have nothing to compile: add --backend cpp"),
        (
            ["--backend", "cpp", "--runtime", "inline"],
            "a module that stands alone has no programs beside it: name a fol",
        ),
        (["--backend", "cpp", "-o", "-"], "a module that stands alone has no programs beside it: name a folder"),
        (["--backend", "cpp", "--check"], "--check writes nothing: leave out one of them"),
    ],
)
def test_what_cannot_be_compiled(
    words: list[str], message: str, good: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(good.parent)
    assert run(["build", str(good), "--compile", *words]) == 2
    assert f"Invalid value for --compile: {message}" in capsys.readouterr().err
    assert [path.name for path in good.parent.iterdir()] == [good.name]
