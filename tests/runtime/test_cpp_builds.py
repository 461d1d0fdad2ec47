"""Shared objects of C++ programs: compiled once, kept whole, shipped, and refused where they don't fit."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import signal
import stat
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cpp_probe import BROKEN, COMPILE, NAME, TEXT, needs_compiler, start

from patternc.runtime.cpp import builds, compiler, instruction_sets
from patternc.runtime.cpp.builds import _build, _keep_all, _library, _shipped_name
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
    assert said == (f"patternc: compiling {NAME} with {_compiler().version}; what is compiled is kept in {cache}\n")
    return cache


@pytest.fixture
def cache(warm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which is this process's own."""
    shutil.copytree(warm, tmp_path / "cache")
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def probe() -> Path:
    return _keep_all(TEXT, NAME, "float32")


def shipped_object(text: str, element: str, folder: Path) -> ctypes.CDLL:
    return _library(text, NAME, element, folder, "echo", 16)


def listing(folder: Path) -> list[tuple[str, int]]:
    return sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir())


def rewrite(path: Path, data: bytes) -> None:
    """Write a new file, as this process may have the one that is there in its memory."""
    path.unlink()
    path.write_bytes(data)


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
    rewrite(path, harmed[harm])
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


@pytest.mark.parametrize("change", ["source", "header", "element", "flags", "version", "instruction sets"])
def test_each_kind_has_an_object_of_its_own(change: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (before,) = cache.glob("*.so")
    text, found = TEXT, _compiler()
    if change == "header":
        text = f'#line 1 "own.h"\nint own;\n#line 1 "{NAME}"\n{text}'
        before = _keep_all(text, NAME, "float32")
    changed = {
        "flags": found._replace(command=(*found.command, "-DX=1")),
        "version": found._replace(version="c++ 99"),
        "instruction sets": found._replace(macros=found.macros + "#define __AVX1024__ 1\n"),
    }.get(change, found)
    monkeypatch.setattr(builds, "_compiler", lambda: changed)
    text = {"source": f"{text}int other;\n", "header": text.replace("own;", "other;")}.get(change, text)
    path = _keep_all(text, NAME, "float16" if change == "element" else "float32")
    assert path != before
    assert {path, before} <= set(cache.glob("*.so"))


def test_a_session_compiles_once_for_each_kind_of_call(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training, a short prompt and decoding: three compilers run. Where all programs are kept already, none does."""
    (probe_object,) = cache.glob("*.so")
    entries = ("forward_split", "forward_merged", "forward_dense", "mix_evenly", "gradients_dense", "grad_query_dense")
    text = "".join(f"PATTERNC_ENTRY({name})\n" for name in entries) + "PATTERNC_KERNEL(row_delta)\n"
    compiled: list[list[str]] = []

    def build(source: str, _name: str, _element: str, path: Path) -> None:
        found = re.findall(r"^#define PATTERNC_ROWS (\d+)$|^PATTERNC_\w+\((\w+)\)$", source, re.MULTILINE)
        compiled.append([height or name for height, name in found])
        shutil.copy(probe_object, path)

    monkeypatch.setattr(builds, "_build", build)
    session = {"forward_dense": (64, 16), "row_delta": (64, 16), "gradients_dense": (64,), "mix_evenly": (64,)}
    session |= {"forward_split": (1,), "forward_merged": (1,)}
    for entry, heights in session.items():
        for rows in heights:
            _library(text, NAME, "float32", NOWHERE, entry, rows)
    assert compiled == [
        ["forward_dense", "mix_evenly", "row_delta"],
        ["64", "gradients_dense"],
        ["1", "forward_split", "forward_merged"],
    ]
    _library(text, NAME, "float32", NOWHERE, "forward_merged", 4)
    assert len(compiled) == 4
    _keep_all(text, NAME, "float32")
    assert compiled[4] == [*entries, "row_delta"]
    _library(text, NAME, "float32", NOWHERE, "grad_query_dense", 64)
    assert len(compiled) == 5


LOST = """\
extern "C" void nowhere();
ENTRY lost(const Value*, const int64_t*, int32_t, int32_t, Region) { nowhere(); }
"""


def test_what_cannot_be_loaded_gets_no_name(cache: Path) -> None:
    before = {path.name for path in cache.glob("*.so")}
    with pytest.raises(OSError, match=r"can't be loaded \(.*nowhere.*set PATTERNC_CACHE to another folder"):
        _keep_all(TEXT + LOST, NAME, "float32")
    assert {path.name for path in cache.iterdir() if path.suffix != ".lock"} == before


def test_what_was_kept_and_cannot_be_loaded_here_is_compiled_anew(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where machines with several C libraries share a home folder: the object is whole, and of no use here."""
    (path,) = cache.glob("*.so")
    rewrite(path, b"for another machine")
    _seal(path, "0", "c++", [])
    assert _record_of(path) is not None
    assert shipped_object(TEXT, "float32", NOWHERE)._name == str(path)
    assert capsys.readouterr().err.count("compiling") == 1
    assert ctypes.CDLL(str(path)).echo
    assert shipped_object(TEXT, "float32", NOWHERE)
    assert capsys.readouterr().err == ""


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(
        OSError,
        match=r"nothing can be kept in this cache folder \(Not a directory\): set PATTERNC_CACHE to a folder of",
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
    with pytest.raises(
        RuntimeError, match=r"no C\+\+ compiler is found \(there is no c\+\+, g\+\+ or clang\+\+\): install"
    ):
        probe()
    compiler._found_compiler.cache_clear()


def test_a_compiler_of_usual_names_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler._compiler_name() == "c++"
    for name in ("clang++", "g++", "c++"):
        script(tmp_path / name, "exit")
        assert compiler._compiler_name() == name
    monkeypatch.setenv("CXX", "icpx -w")
    assert compiler._compiler_name() == "icpx -w"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_a_compiler_of_c_links_as_one_of_cpp(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "gcc")
    text = f"{TEXT}struct Own {{ ~Own() {{ delete new int; }} }};\nENTRY make(Region) {{ thread_local Own own; }}\n"
    assert ctypes.CDLL(str(_keep_all(text, NAME, "float32"))).make
    assert len(list(cache.glob("*.so"))) == 2
    assert compiler._cpp_library(("gcc",)) == ("-lstdc++",)
    assert compiler._cpp_library(("c++",)) == ()


def test_comments_outside_of_the_locale(tmp_path: Path) -> None:
    """A comment names the pattern's file. A process whose locale has ASCII alone passes the text on as UTF-8."""
    posix = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    own = COMPILE.replace("(TEXT,", r"(TEXT + '// \xe9.pat:1',")
    out, said = start(own, tmp_path, **posix).communicate()
    assert out.startswith(str(tmp_path)), said


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


def test_a_linker_without_room(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says names the folder and the variable; what else a linker says is shown."""
    says = 'case "$*" in *-o*) echo "/usr/bin/ld: %s" >&2; echo "collect2: error: ld returned 1" >&2; exit 1;; esac'
    full = says.replace("%s", "final link failed: No space left on device")
    monkeypatch.setenv("CXX", script(tmp_path / "full", f'{full}\nexec c++ "$@"'))
    with pytest.raises(
        OSError, match=r"cache folder \(No space left on device\): set PATTERNC_CACHE to a folder of yours"
    ):
        probe()
    other = says.replace("%s", "cannot find -lnone")
    monkeypatch.setenv("CXX", script(tmp_path / "other", f'{other}\nexec c++ "$@"'))
    with pytest.raises(
        RuntimeError, match=rf"{NAME} does not compile:\n/usr/bin/ld: cannot find -lnone\ncollect2: error"
    ):
        probe()
    assert not [path for path in cache.iterdir() if path.name.startswith(".")]


def test_what_does_not_compile_names_the_line_of_the_pattern(cache: Path) -> None:
    number = next(i for i, line in enumerate(BROKEN.splitlines(), 1) if "nowhere" in line)
    with pytest.raises(RuntimeError) as caught:
        _keep_all(BROKEN, NAME, "float32")
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
ON_X86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="of x86 CPUs")


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """A loaded object that asks the CPU."""
    path = tmp_path_factory.mktemp("asking") / "asking.so"
    _build("", "asking_cpp.cpp", "float32", path, instruction_sets._ASKS_CPU)
    return ctypes.CDLL(str(path))


def test_this_cpu_has_what_is_compiled_for_it(asking: ctypes.CDLL) -> None:
    sets = _compiler().sets
    assert sets[0] == platform.machine()
    assert instruction_sets._missing_sets(sets[1:], asking) == []


@ON_X86
def test_a_cpu_has_what_its_system_says_that_it_has(asking: ctypes.CDLL) -> None:
    """Of each set whose bit of `cpuid` the system names too; systems may say less."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    flags = set(next(line for line in lines if line.startswith("flags")).split())
    named = {name for name, _ in instruction_sets._X86.values()} & flags
    assert {"pni", "popcnt"} <= named
    assert instruction_sets._missing_sets(named, asking) == []


def cpu(features: int, states: int, leaves: int = 7, parts: int = 1) -> Any:
    """An x86 CPU whose registers all have these bits, in leaves up to a number, and in their parts."""

    def ask(leaf: int, part: int, which: int) -> int:
        if leaf & 0x7FFFFFFF == 0:
            return leaf + leaves
        return parts if leaf == 7 and part == 0 and which == 0 else features

    return SimpleNamespace(patternc_cpuid=ask, patternc_states=lambda: states)


@ON_X86
@pytest.mark.parametrize(
    ("found", "missing"),
    [
        (cpu(2**32 - 1, 0x600E6), ""),
        (cpu(2**32 - 1, 0xE6), "amx_tile"),
        (cpu(2**32 - 1, 0x6), "avx512_bf16 avx512f amx_tile"),
        (cpu(2**32 - 1, 0x2), "avx avx_vnni fma avx512_bf16 avx512f amx_tile"),
        (cpu(2**32 - 1 - (1 << 27), 0x600E6), "avx avx_vnni fma avx512_bf16 avx512f amx_tile"),
        (cpu(2**32 - 1, 0x600E6, parts=0), "avx_vnni avx512_bf16"),
        (cpu(2**32 - 1, 0x600E6, leaves=1), "avx_vnni avx512_bf16 avx512f amx_tile"),
        (cpu(0, 0x600E6), "pni avx avx_vnni fma avx512_bf16 avx512f amx_tile"),
    ],
)
def test_sets_need_a_bit_and_what_the_system_keeps(found: Any, missing: str) -> None:
    sets = ["pni", "avx", "avx_vnni", "fma", "avx512_bf16", "avx512f", "amx_tile"]
    assert instruction_sets._missing_sets([*sets, "avx2048"], found) == [*missing.split(), "avx2048"]


@pytest.mark.parametrize(("system", "has"), [("linux", {"asimddp", "i8mm"}), ("darwin", {"asimddp", "bf16"})])
def test_sets_of_arm(system: str, has: set[str], asking: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Linux says in two words, and macOS of each set."""

    class System:
        @staticmethod
        def sysctlbyname(name: bytes, found: Any, *_: object) -> int:
            found._obj.value = 1
            return 0 if name in (b"hw.optional.arm.FEAT_DotProd", b"hw.optional.arm.FEAT_BF16") else -1

        class getauxval:  # noqa: N801 - a function with attributes
            def __new__(cls, kind: int) -> Any:
                return {16: 1 << 20, 26: 1 << 13}[kind]

    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: System)
    sets = [name for name, *_ in instruction_sets._ARM.values()]
    assert {*sets, "avx"} - {*instruction_sets._missing_sets([*sets, "avx"], asking)} == has


@ON_X86
def test_sets_of_x86(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-march=x86-64-v3")
    third = {"x86_64", "avx", "avx2", "fma", "f16c", "bmi1", "bmi2", "abm", "movbe", "popcnt", "pni", "ssse3"}
    assert set(_compiler().sets) == third | {"sse4_1", "sse4_2"}
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-march=x86-64-v4")
    assert {"avx512f", "avx512bw", "avx512vl"} <= set(_compiler().sets) - third


# ---- shipping --------------------------------------------------------------------------------------------------------
@pytest.fixture
def shipped(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shared object beside a module, on a machine without a compiler."""
    (tmp_path / "out").mkdir()
    path = tmp_path / "out" / _shipped_name(NAME, "float32")
    assert path.name == "probe_cpp.float32.so"
    _build(TEXT, NAME, "float32", path, instruction_sets._ASKS_CPU)
    shutil.rmtree(cache)
    monkeypatch.setenv("CXX", "no-such-c++")
    return path


def test_a_shipped_object_needs_no_compiler(shipped: Path, cache: Path) -> None:
    assert shipped_object(TEXT, "float32", shipped.parent)._name == str(shipped)
    assert not cache.exists()
    with pytest.raises(RuntimeError, match=r"no C\+\+ compiler is found"):
        shipped_object(TEXT, "bfloat16", shipped.parent)


def test_a_shipped_object_for_another_cpu(shipped: Path) -> None:
    record = _record_of(shipped)
    assert record is not None
    data = shipped.read_bytes()
    rewrite(shipped, data[: data.rindex(b'{"source"')])
    _seal(shipped, record.source, record.compiler, [*record.sets, "avx2048", "amx_fp4"])
    with pytest.raises(
        RuntimeError, match=r"float32.so was compiled for a CPU with avx2048, amx_fp4, which this one lacks"
    ):
        shipped_object(TEXT, "float32", shipped.parent)


def test_a_shipped_object_of_another_source(shipped: Path) -> None:
    with pytest.raises(
        RuntimeError, match=rf"was compiled from another {NAME} than the one beside it: run `patternc b"
    ):
        shipped_object(TEXT + "int other;\n", "float32", shipped.parent)


def test_a_shipped_object_on_a_system_that_says_nothing_of_its_cpu(
    shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As sandboxes do, and kernels that are older than the CPU: the CPU is asked, no file."""
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: str(path) != "/proc/cpuinfo" and exists(path))
    assert shipped_object(TEXT, "float32", shipped.parent).echo


def test_a_shipped_object_of_another_kind_of_cpu_is_not_opened(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = platform.machine()
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    monkeypatch.setattr(builds, "_open", None)
    with pytest.raises(RuntimeError, match=rf"was compiled for a CPU with {own}, which this one lacks"):
        shipped_object(TEXT, "float32", shipped.parent)


@pytest.mark.parametrize("size", [0, 20, 5000, -1])
def test_a_shipped_object_that_is_damaged(size: int, shipped: Path) -> None:
    rewrite(shipped, shipped.read_bytes()[:size])
    with pytest.raises(RuntimeError, match=r"float32.so is damaged, or was not made by patternc: run `patternc build`"):
        shipped_object(TEXT, "float32", shipped.parent)
