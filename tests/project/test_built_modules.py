"""Modules that benchmarks and checks run: never of another source than this one, and carried to where none compiles."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import built_modules
import pytest
from gpu_pack import pack, unpack


@pytest.fixture
def _anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked up once in a process is looked up again."""
    for name in ("folder", "module_path", "source", "_remove_old"):
        monkeypatch.setattr(built_modules, name, getattr(built_modules, name).__wrapped__)


@pytest.mark.usefixtures("_anew")
def test_any_change_of_the_source_is_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    parts = (
        "patternc/driver.py",
        "patternc/runtime/cpp/tile.h",
        "grammar/a.lark",
        "templates/a.j2",
        "some/patterns/a.pat",
    )
    for part in parts:
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / part).write_text("before")
    monkeypatch.setattr(built_modules, "ROOT", tmp_path)
    monkeypatch.setattr(built_modules, "SUITES", {"some": tmp_path / "some" / "patterns"})
    found = {built_modules.source()}
    for part in parts:
        (tmp_path / part).write_text("after")
        found.add(built_modules.source())
    assert len(found) == 1 + len(parts)
    (tmp_path / "patternc" / "a.pyc").write_text("bytecode")
    assert built_modules.source() in found


@pytest.mark.usefixtures("_anew")
def test_without_a_compiler_it_is_said_how_modules_come(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(built_modules, "MODULES", tmp_path)
    monkeypatch.setitem(sys.modules, "patternc.driver", None)
    said = (
        r"lacks longnet_triton.py, and the compiler can't run here \(.*patternc.driver.*\): run `make gpu-pack` where"
    )
    with pytest.raises(ImportError, match=said):
        built_modules.module_path("tests", "longnet", "triton")
    assert not list(tmp_path.rglob("*"))


@pytest.mark.usefixtures("_anew")
def test_a_pack_brings_modules_and_kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Then the compiler is not asked for."""
    here, there, kernels = tmp_path / "here", tmp_path / "there", tmp_path / "kernels"
    monkeypatch.setattr(built_modules, "MODULES", here)
    built = built_modules.module_path("benchmarks", "window_1024", "torch")
    assert (built.parent / "window_1024_reference.py").exists()
    assert (built.parent / "patternc_runtime" / "torch" / "attend.py").exists()
    kernels.mkdir()
    (kernels / "forward.cubin").write_text("code")
    pack(tmp_path / "pack.tar.gz", kernels)
    monkeypatch.setattr(built_modules, "MODULES", there)
    monkeypatch.setitem(sys.modules, "patternc.driver", None)
    cache = unpack(tmp_path / "pack.tar.gz", tmp_path / "unpacked")
    assert (cache / "forward.cubin").read_text() == "code"
    found = built_modules.module_path("benchmarks", "window_1024", "torch")
    assert found.is_relative_to(there)
    assert found.read_text() == built.read_text()


@pytest.mark.usefixtures("_anew")
def test_modules_of_older_sources_go_after_a_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(built_modules, "MODULES", tmp_path)
    ages = {"old": 2 * built_modules.KEPT, "new": 60, built_modules.source().name: 2 * built_modules.KEPT}
    for name, seconds in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, times=(time.time() - seconds,) * 2)
    built_modules.module_path("tests", "sliding_window", "reference")
    assert {path.name for path in tmp_path.iterdir()} == ages.keys() - {"old"}
