"""Kernels compiled by NVRTC, in the cache folder: a file for all that decides what is compiled. No GPU is needed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from cpp_probe import NAME as PROBE_NAME
from cpp_probe import TEXT as PROBE
from cpp_probe import needs_compiler

from patternc.runtime.cpp import builds, compiler
from patternc.runtime.cpp.shared_objects import _record_of
from patternc.runtime.cuda import driver, emulator, nvrtc
from patternc.runtime.cuda.driver import _code

TEXT, NAME, MACROS = "void kernel();", "near_cuda.cu", ("PATTERNC_DIM=64", "PATTERNC_ONLY=forward")


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What an NVRTC that compiles nothing was asked to compile, for an empty cache folder."""
    found: list[tuple[object, ...]] = []

    def cubin(compiler: Any, *asked: object) -> tuple[bytes, str]:
        found.append((compiler.version, *asked))
        return f"kernel {len(found)}".encode(), ""

    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(nvrtc, "_nvrtcs", lambda: (nvrtc._Nvrtc(None, "12.9", (75, 80)),))
    monkeypatch.setattr(driver, "_cubin", cubin)
    return found


def test_a_kernel_is_compiled_once(
    compiled: list[tuple[object, ...]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert _code(TEXT, NAME, MACROS, 75).startswith(b"kernel 1")
    assert compiled == [("12.9", TEXT, NAME, MACROS, 75)]
    (path,) = (tmp_path / "cache").glob("*.cubin")
    record = _record_of(path)
    assert record is not None
    assert record.sets == ["sm_75"]
    _code(TEXT, NAME, (*MACROS[:1], "PATTERNC_ONLY=grad_query"), 75)
    said = f"with NVRTC 12.9; what is compiled is kept in {path.parent}"
    assert capsys.readouterr().err == f"patternc: compiling kernels of {NAME} for sm_75 {said}\n"


@pytest.mark.parametrize("change", ["architecture", "source", "macros", "kernel", "version", "flags"])
def test_each_kind_of_kernel_has_a_file_of_its_own(
    change: str, compiled: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that runs on devices of two kinds, in one process or by way of a shared home, loads its own code."""
    before = _code(TEXT, NAME, MACROS, 75)
    if change == "version":
        monkeypatch.setattr(nvrtc, "_nvrtcs", lambda: (nvrtc._Nvrtc(None, "12.4", (75, 80)),))
    if change == "flags":
        monkeypatch.setattr(driver, "_NVRTC_FLAGS", ("-std=c++20", "-fmad=false"))
    macros = {"macros": ("PATTERNC_DIM=128", MACROS[1]), "kernel": (MACROS[0], "PATTERNC_ONLY=mix")}.get(change, MACROS)
    text, architecture = TEXT + "\n" * (change == "source"), 80 if change == "architecture" else 75
    after = _code(text, NAME, macros, architecture)
    assert len(compiled) == 2
    assert before.startswith(b"kernel 1")
    assert after.startswith(b"kernel 2")
    assert _code(text, NAME, macros, architecture) == after


@pytest.mark.parametrize("size", [0, 5, -1])
def test_a_damaged_kernel_is_compiled_anew(size: int, compiled: list[tuple[object, ...]], tmp_path: Path) -> None:
    whole = _code(TEXT, NAME, MACROS, 75)
    (path,) = (tmp_path / "cache").glob("*.cubin")
    path.write_bytes(whole[:size])
    assert _code(TEXT, NAME, MACROS, 75).startswith(b"kernel 2")
    path.write_bytes(b"K" + whole[1:])
    assert _code(TEXT, NAME, MACROS, 75).startswith(b"kernel 3")
    assert len(compiled) == 3


def test_a_folder_that_others_can_write_to_is_refused(compiled: list[tuple[object, ...]], tmp_path: Path) -> None:
    _code(TEXT, NAME, MACROS, 75)
    (tmp_path / "cache").chmod(0o777)
    with pytest.raises(PermissionError, match=r"nothing is loaded from this cache folder: others can write to it"):
        _code(TEXT, NAME, MACROS, 75)
    assert len(compiled) == 1


@needs_compiler
@pytest.mark.parametrize("change", ["source", "macros", "version", "flags"])
def test_each_kind_of_emulated_kernels_has_an_object_of_its_own(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The emulator compiles all kernels of a source for a tile."""
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    found = compiler._compiler()
    compiled: list[Path] = []

    def make(_compiler: object, _text: str, _name: str, _defined: str, _source: str, path: Path) -> None:
        compiled.append(path)
        shutil.copy(probe, path)

    builds._build(PROBE, PROBE_NAME, "float32", probe := tmp_path / "probe.so")
    monkeypatch.setattr(emulator, "_make_object", make)
    monkeypatch.setattr(emulator, "_found_compiler", lambda *_: found)
    for _ in range(2):
        emulator._EmulatedKernels(TEXT, NAME, MACROS)
    assert len(compiled) == 1
    changes = {"version": {"version": "c++ 99"}, "flags": {"command": (*found.command, "-O2")}}
    found = found._replace(**changes.get(change, {}))  # type: ignore[arg-type]
    macros = (*MACROS, "PATTERNC_ROWS=32") if change == "macros" else MACROS
    emulator._EmulatedKernels(TEXT + "int a;" * (change == "source"), NAME, macros)
    assert len(set(compiled)) == 2
