"""Shared objects of C++ programs: compiled once, kept whole, shipped, and refused where they don't fit."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import signal
import stat
import time
from pathlib import Path

import pytest
from cpp_probe import BROKEN, COMPILE, NAME, TEXT, needs_compiler, start

from patternc.codegen.cpp.shipping import with_headers
from patternc.runtime.cpp import builds, compiler, instruction_sets
from patternc.runtime.cpp.builds import _build, _object, _shipped_name
from patternc.runtime.cpp.compiler import _compiler
from patternc.runtime.cpp.shared_objects import _record_of, _seal

NOWHERE = Path("nowhere")
pytestmark = needs_compiler


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds the probe, compiled in a process of its own."""
    cache = tmp_path_factory.mktemp("caches") / "warm"
    out, said = start(COMPILE, cache).communicate()
    (path,) = cache.glob("*.so")
    assert out == f"{path}\n"
    assert said == f"patternc: compiling {NAME} for float32 with {_compiler().version}; it is kept in {cache}\n"
    return cache


@pytest.fixture
def cache(warm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which is this process's own."""
    shutil.copytree(warm, tmp_path / "cache")
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def probe() -> Path:
    return _object(TEXT, NAME, "float32", NOWHERE)


def listing(folder: Path) -> list[tuple[str, int]]:
    return sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir())


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


# ---- the cache -------------------------------------------------------------------------------------------------------
def test_a_warm_cache_is_only_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.chmod(0o500)
    before = listing(cache)
    monkeypatch.setattr(builds, "_locked", None)
    monkeypatch.setattr(builds, "_build", None)
    path = probe()
    assert [name for name, _ in before if name.endswith(".so")] == [path.name]
    assert listing(cache) == before
    ctypes.CDLL(str(path))


def test_what_is_kept_is_for_its_user_alone(warm: Path) -> None:
    assert stat.S_IMODE(warm.stat().st_mode) == 0o700
    assert not any(path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH) for path in warm.iterdir())


def test_a_cache_that_others_can_write_to_is_refused(cache: Path) -> None:
    cache.chmod(0o777)
    with pytest.raises(PermissionError, match=r"nothing is loaded from this cache folder: others can write to it"):
        probe()


def test_processes_at_once_compile_once(tmp_path: Path) -> None:
    """One compiles, and the others wait for it."""
    slow = script(tmp_path / "slow", 'case "$*" in *-o*) sleep 0.3;; esac\nexec c++ "$@"')
    several = [start(COMPILE, tmp_path / "cache", CXX=slow) for _ in range(3)]
    found = [one.communicate() for one in several]
    assert len({out for out, _ in found}) == 1
    assert sum(said.count("compiling") for _, said in found) == 1, found
    assert len(list((tmp_path / "cache").glob("*.so"))) == 1


@pytest.mark.parametrize("harm", ["cut", "altered", "emptied", "another file"])
def test_what_was_damaged_is_compiled_anew(harm: str, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (path,) = cache.glob("*.so")
    whole = path.read_bytes()
    middle = len(whole) // 2
    harmed = {
        "cut": whole[:-1000],
        "altered": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "emptied": b"",
        "another file": bytes(20000),
    }
    path.write_bytes(harmed[harm])
    assert _record_of(path) is None
    assert probe() == path
    assert _record_of(path) is not None
    assert "compiling" in capsys.readouterr().err
    assert ctypes.CDLL(str(path)).echo


def test_a_killed_compile_leaves_nothing_that_is_loaded(tmp_path: Path) -> None:
    """The process and its compiler are killed where half of the object is written; the next one starts afresh."""
    half = 'for last; do :; done; printf half > "$last"; echo > "$0.half"; sleep 60'
    slow = script(tmp_path / "slow", f'case "$*" in *-o*) {half};; esac\nexec c++ "$@"')
    own = start(COMPILE, tmp_path / "cache", CXX=slow)
    while not (tmp_path / "slow.half").exists():
        assert own.poll() is None
        time.sleep(0.01)
    os.killpg(own.pid, signal.SIGKILL)
    own.communicate()
    (left,) = [path for path in (tmp_path / "cache").iterdir() if path.suffix != ".lock"]
    assert left.name.startswith(".")
    assert left.read_text() == "half"
    script(tmp_path / "slow", 'exec c++ "$@"')
    out, _ = start(COMPILE, tmp_path / "cache", CXX=str(tmp_path / "slow")).communicate()
    assert out.startswith(str(tmp_path / "cache"))
    assert not left.exists()


@pytest.mark.parametrize("change", ["source", "element", "flags", "version", "instruction sets"])
def test_each_kind_has_an_object_of_its_own(change: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (before,) = cache.glob("*.so")
    found = _compiler()
    changed = {
        "flags": found._replace(command=(*found.command, "-DX=1")),
        "version": found._replace(version="c++ 99"),
        "instruction sets": found._replace(macros=found.macros + "#define __AVX1024__ 1\n"),
    }.get(change, found)
    monkeypatch.setattr(builds, "_compiler", lambda: changed)
    text, element = TEXT + "\n" * (change == "source"), "float16" if change == "element" else "float32"
    path = _object(text, NAME, element, NOWHERE)
    assert path != before
    assert {path, before} == set(cache.glob("*.so"))


def test_modules_share_what_is_of_the_library_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`row_delta` reads nothing of a pattern; what is compiled of a pattern has an object and messages of its own."""
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path))
    entries = "PATTERNC_ENTRY(forward_dense)\nPATTERNC_KERNEL(row_delta)\nPATTERNC_KERNEL(mix_evenly)\n"
    compiled: dict[Path, tuple[str, str]] = {}

    def build(text: str, name: str, _: str, path: Path) -> None:
        compiled[path] = (name, text)

    monkeypatch.setattr(builds, "_build", build)
    for name in ("near_cpp.cpp", "far_cpp.cpp"):
        text = with_headers(f'#include "attention.h"\nnamespace programs {{}}  // of {name}\n{entries}', name)
        for entry in ("row_delta", "mix_evenly", "forward_dense"):
            _object(text, name, "float32", NOWHERE, entry, 16)
            _object(text, name, "float32", NOWHERE, entry, 64)
    assert [path.name.rpartition("_")[0] for path in compiled] == [
        *("attention", "attention", "near_cpp", "near_cpp"),
        *("far_cpp", "far_cpp"),
    ]
    for name, source in compiled.values():
        of_library, shared = name == "attention.h", "PATTERNC_KERNEL(row_delta)"
        found = {line for line in source.splitlines() if line.startswith(("PATTERNC_KERNEL", "PATTERNC_ENTRY"))}
        assert found == ({shared} if of_library else set(entries.split()) - {shared})
        assert ("namespace programs {}" in source) is not of_library


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(
        OSError, match=r"can't be kept there \(Not a directory\): set PATTERNC_CACHE to a folder of yours"
    ):
        probe()


# ---- compilers -------------------------------------------------------------------------------------------------------
def test_no_compiler(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-c++ -x")
    with pytest.raises(RuntimeError, match=r"no C\+\+ compiler is found \(CXX is no-such-c\+\+ -x\): install g\+\+"):
        probe()
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("PATH", str(cache))
    compiler._found_compiler.cache_clear()
    with pytest.raises(RuntimeError, match=r"no C\+\+ compiler is found \(there is no c\+\+\): install g\+\+"):
        probe()
    compiler._found_compiler.cache_clear()


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("echo '#define __GNUC__ 9'; echo '#define __cplusplus 201709L'", "is too old"),
        ("echo '#define __GNUC__ 12'; echo '#define __cplusplus 201703L'", "is too old"),
        ("echo \"error: unrecognized option '-std=c++20'\" >&2; exit 1", "can't compile for this CPU: error: unrec"),
    ],
)
def test_an_old_compiler(says: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = script(tmp_path / "old", f'case "$*" in *--version*) echo "GCC 4.8"; exit;; esac\n{says}')
    monkeypatch.setenv("CXX", old)
    with pytest.raises(RuntimeError, match=rf"old \(GCC 4.8\) {words}.*: install g\+\+ 10 or later"):
        probe()


def test_a_compiler_that_is_killed(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", script(tmp_path / "dies", 'case "$*" in *-o*) kill -9 $$;; esac\nexec c++ "$@"'))
    with pytest.raises(RuntimeError, match=rf"dies was ended by signal 9, as where memory runs out, .* {NAME}: run"):
        probe()
    assert not [path for path in cache.iterdir() if path.name.startswith(".")]


def test_what_does_not_compile_names_the_line_of_the_pattern(cache: Path) -> None:
    number = next(i for i, line in enumerate(BROKEN.splitlines(), 1) if "nowhere" in line)
    with pytest.raises(RuntimeError) as caught:
        _object(BROKEN, NAME, "float32", NOWHERE)
    first, second, *_, last = str(caught.value).splitlines()
    assert first == f"{NAME} does not compile (probe.pat:2):"
    assert second.startswith(f"{NAME}:{number}:")
    assert "error: " in second
    assert "nowhere" in second
    assert last.startswith("The compiler: c++ -O3 -march=native")
    assert len(list(cache.glob("*"))) == 3  # what was there, and a lock


def test_flags_of_the_caller_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-O1 -DNAME='a b'")
    assert _compiler().command[-2:] == ("-O1", "-DNAME=a b")


# ---- instruction sets ------------------------------------------------------------------------------------------------
def test_this_cpu_has_what_is_compiled_for_it() -> None:
    sets = _compiler().sets
    assert sets[0] == platform.machine()
    assert instruction_sets._missing_sets(sets) == []


@pytest.mark.skipif(platform.machine() != "x86_64", reason="of x86 CPUs")
def test_sets_of_x86(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-march=x86-64-v3")
    third = {"x86_64", "avx", "avx2", "fma", "f16c", "bmi1", "bmi2", "abm", "movbe", "popcnt", "pni", "ssse3"}
    assert set(_compiler().sets) == third | {"sse4_1", "sse4_2"}
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-march=x86-64-v4")
    assert {"avx512f", "avx512bw", "avx512vl"} <= set(_compiler().sets) - third


def test_a_cpu_that_says_nothing_has_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instruction_sets, "_CPU", tmp_path / "cpuinfo")
    assert instruction_sets._missing_sets([platform.machine(), "avx2"]) == ["avx2"]
    (tmp_path / "cpuinfo").write_text("processor : 0\nFeatures\t: fp asimd sve avx2\n")
    assert instruction_sets._missing_sets([platform.machine(), "avx2", "sve2"]) == ["sve2"]


# ---- shipping --------------------------------------------------------------------------------------------------------
@pytest.fixture
def shipped(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shared object beside a module, on a machine without a compiler."""
    (tmp_path / "out").mkdir()
    path = tmp_path / "out" / _shipped_name(NAME, "float32")
    assert path.name == "probe_cpp.float32.so"
    _build(TEXT, NAME, "float32", path)
    shutil.rmtree(cache)
    monkeypatch.setenv("CXX", "no-such-c++")
    return path


def test_a_shipped_object_needs_no_compiler(shipped: Path, cache: Path) -> None:
    assert _object(TEXT, NAME, "float32", shipped.parent) == shipped
    assert ctypes.CDLL(str(shipped)).echo
    assert not cache.exists()
    with pytest.raises(RuntimeError, match=r"no C\+\+ compiler is found"):
        _object(TEXT, NAME, "bfloat16", shipped.parent)


def test_a_shipped_object_for_another_cpu(shipped: Path) -> None:
    record = _record_of(shipped)
    assert record is not None
    data = shipped.read_bytes()
    shipped.write_bytes(data[: data.rindex(b'{"source"')])
    _seal(shipped, record.source, record.compiler, [*record.sets, "avx2048", "amx_fp4"])
    with pytest.raises(
        RuntimeError, match=r"float32.so was compiled for a CPU with avx2048, amx_fp4, which this one lacks"
    ):
        _object(TEXT, NAME, "float32", shipped.parent)


def test_a_shipped_object_of_another_source(shipped: Path) -> None:
    with pytest.raises(
        RuntimeError, match=rf"was compiled from another {NAME} than the one beside it: run `patternc b"
    ):
        _object(TEXT + "\n", NAME, "float32", shipped.parent)


@pytest.mark.parametrize("size", [0, 20, 5000, -1])
def test_a_shipped_object_that_is_damaged(size: int, shipped: Path) -> None:
    shipped.write_bytes(shipped.read_bytes()[:size])
    with pytest.raises(RuntimeError, match=r"float32.so is damaged, or was not made by patternc: run `patternc build`"):
        _object(TEXT, NAME, "float32", shipped.parent)
