"""`patternc.load`: complete modules for every thread and process, from a cache that only its owner can write."""

from __future__ import annotations

import importlib
import os
import pickle
import py_compile
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT

import patternc
from patternc import loaded
from patternc.files import File

FILE = File("tiny_torch.py", "class Tiny:\n    pass\n")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; modules of this process stay where they are."""
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    for name in [name for name in sys.modules if name.startswith("patternc.loaded.")]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path / "cache"


def _kept(cache: Path) -> Path:
    loaded.keep(FILE)
    (path,) = cache.iterdir()
    return path


def test_threads_get_whole_modules(cache: Path, tmp_path: Path) -> None:
    paths = [tmp_path / f"p{i}.pat" for i in range(6)]
    for i, path in enumerate(paths):
        path.write_text(f"pattern p{i} {{ attend window({i + 1}, 0) }}\n")
    barrier = threading.Barrier(8)

    def work(_: int) -> list[object]:
        barrier.wait()
        return [patternc.load(path, backend="torch").attention for path in paths]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(8)))
    assert all(one == found[0] for one in found)
    assert sorted(path.suffix for path in cache.iterdir()) == [".py"] * 6


def test_processes_share_a_cold_cache(cache: Path) -> None:
    code = "from patternc import loaded; from patternc.files import File; import importlib; "
    code += f"loaded.keep({FILE!r}); "
    code += f"print(importlib.import_module(loaded.module_name({FILE!r})).Tiny.__name__)"
    processes = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    assert [process.communicate()[0] for process in processes] == ["Tiny\n"] * 4
    assert [path.suffix for path in cache.iterdir()] == [".py"]


def test_a_warm_cache_is_only_read(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { attend window(7, 0) }\n")
    first = patternc.load(path, backend="torch")
    (kept,) = cache.iterdir()
    before = kept.stat()
    monkeypatch.delitem(sys.modules, first.__name__)
    monkeypatch.setattr(loaded, "write", None)
    cache.chmod(0o500)
    again = patternc.load(path, backend="torch")
    assert again is not first
    assert again.SPEC == first.SPEC
    assert (before.st_ino, before.st_mtime_ns) == (kept.stat().st_ino, kept.stat().st_mtime_ns)
    assert list(cache.iterdir()) == [kept]


def test_another_process_unpickles_what_was_loaded(cache: Path) -> None:
    loaded.keep(FILE)
    thing = importlib.import_module(loaded.module_name(FILE)).Tiny()
    code = "import pickle, sys; print(type(pickle.loads(bytes.fromhex(sys.argv[1]))).__module__)"
    command = [sys.executable, "-c", code, pickle.dumps(thing).hex()]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == type(thing).__module__ == loaded.module_name(FILE)
    elsewhere = {**os.environ, "PATTERNC_CACHE": str(cache / "none")}
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=elsewhere)
    assert "call patternc.load with its pattern file, or set PATTERNC_CACHE" in found.stderr


def test_planted_byte_code_is_not_run(cache: Path, tmp_path: Path) -> None:
    path = _kept(cache)
    evil = tmp_path / "evil.py"
    evil.write_text("raise SystemExit('planted')\n")
    planted = Path(importlib.util.cache_from_source(str(path)))
    py_compile.compile(str(evil), str(planted), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    before = planted.read_bytes()
    assert importlib.import_module(loaded.module_name(FILE)).Tiny
    assert planted.read_bytes() == before


def test_a_file_that_was_changed_is_not_run(cache: Path) -> None:
    path = _kept(cache)
    path.write_text("raise SystemExit('changed')\n")
    with pytest.raises(ImportError, match=r"does not match the digest in its name: call patternc\.load"):
        importlib.import_module(loaded.module_name(FILE))
    loaded.keep(FILE)
    assert importlib.import_module(loaded.module_name(FILE)).Tiny


@pytest.mark.parametrize("name", ["os", "tiny_torch", f"tiny_{'g' * 32}", f"..tiny_{'0' * 32}"])
def test_other_names_are_not_found(name: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(f"patternc.loaded.{name}")


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_cache_that_others_can_write_to_is_refused(mode: int, cache: Path) -> None:
    loaded.keep(FILE)
    cache.chmod(mode)
    message = rf"others can write to it \(mode {mode:o}\): run chmod go-w, or set PATTERNC_CACHE"
    with pytest.raises(PermissionError, match=message):
        loaded.keep(FILE)
    with pytest.raises(PermissionError, match=message):
        importlib.import_module(loaded.module_name(FILE))


@pytest.mark.skipif(os.name == "nt", reason="owners of POSIX")
@pytest.mark.parametrize("linked", [False, True])
def test_a_cache_of_someone_else_is_refused(linked: bool, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded.keep(FILE)
    theirs = cache
    if linked:
        theirs = cache.with_name("link")
        theirs.symlink_to(cache)
        monkeypatch.setenv("PATTERNC_CACHE", str(theirs))
    if os.geteuid() == 0:
        os.chown(theirs, 12345, -1, follow_symlinks=False)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(PermissionError, match=r"it belongs to user .* set PATTERNC_CACHE to your own"):
        loaded.keep(FILE)


def test_a_cache_is_made_for_its_user_alone(cache: Path) -> None:
    loaded.keep(FILE)
    assert os.name == "nt" or cache.stat().st_mode & 0o777 == 0o700
