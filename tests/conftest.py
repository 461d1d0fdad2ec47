"""Golden files, the options of the test run, and the folders, seeds and threads that every test finds.

`pytest --update-goldens` is the only writer of golden files: it prints what it wrote and refuses to run under CI.
"""

from __future__ import annotations

import difflib
import fcntl
import gc
import hashlib
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from shares import commit_of, dtype_of, share_of

from patternc.codegen.triton.quick_interpreter import search_once

# A busy machine is no finding, and a failure belongs to the change that shows it: the same examples in every run.
settings.register_profile(
    "patternc", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
settings.load_profile("patternc")
# Hypothesis tries constants that it finds in the source of all modules loaded so far. Those are hundreds of generated
# ones, which ones depends on the tests that ran before, and parsing them takes longer than most properties.
providers._get_local_constants = lambda: providers._local_constants

# Nothing is written to a home folder: what keeps files there is given a folder of this process.
SCRATCH = Path(tempfile.mkdtemp(prefix="patternc-tests-"))
FOLDERS = (
    "HF_HOME",
    "HYPOTHESIS_STORAGE_DIRECTORY",
    "MPLCONFIGDIR",
    "PATTERNC_CACHE",
    "PATTERNC_MODULES",
    "TORCHINDUCTOR_CACHE_DIR",
    "TRITON_CACHE_DIR",
    "TRITON_HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
)
KEPT = {"PATTERNC_CACHE", "PATTERNC_MODULES"} & os.environ.keys() if "PYTEST_XDIST_WORKER" in os.environ else set()
"""Of the process that started this one: what one of them builds and compiles, all load."""
os.environ.update({name: str(SCRATCH / name.lower()) for name in FOLDERS if name not in KEPT})
# Triton reads it when it is imported: tests run its kernels on the CPU. What compiles kernels does so without it.
os.environ["TRITON_INTERPRET"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"  # a process for each core already; calls are too small for several threads
# C++ programs of tests compile in half the time. Those of made patterns, of the library, and of the C++ backend's own
# tests are compiled as users' are.
os.environ.setdefault("PATTERNC_CXXFLAGS", "-O1")

ROOT = Path(__file__).resolve().parent.parent
GOOD = "pattern two {\n    attend window(3, 0)\n}\n"
BAD = "pattern two {\n    attend windw(3, 0)\n}\n"
UPDATE = "pytest --update-goldens"


@dataclass(slots=True)
class Goldens:
    """Compares texts with committed files, or writes them when the run asks for it."""

    update: bool
    written: list[str] = field(default_factory=list)

    def __call__(self, path: Path | str, text: str) -> None:
        """Hold one golden file: `text` must be what `path` (taken from the repository root) holds."""
        file = ROOT / path
        name = file.relative_to(ROOT).as_posix()
        present = file.read_bytes().decode() if file.exists() else None
        if present == text:
            return
        if self.update:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
            self.written.append(f"wrote {name}")
        elif present is None:
            pytest.fail(f"{name} is missing; write it with: {UPDATE}", pytrace=False)
        else:
            pytest.fail(f"{name} is stale; write it anew with: {UPDATE}\n{_difference(name, present, text)}", False)

    def digest(self, path: Path | str, name: str, text: str) -> None:
        """Hold one line of a file of digests: that of `text`, which is called `name` there."""
        found, wanted = _digests(ROOT / path), hashlib.sha256(text.encode()).hexdigest()[:16]
        if found.get(name) == wanted:
            return
        if not self.update:
            pytest.fail(f"{path}: the text of {name} has changed, or is new; write it anew with: {UPDATE}", False)
        self._mend_digests(path, lambda found: {**found, name: wanted})

    def digests(self, path: Path | str, names: Set[str]) -> None:
        """Hold the names in a file of digests: exactly these."""
        found = _digests(ROOT / path)
        if found.keys() == names:
            return
        if not self.update:
            listed = ", ".join(sorted(found.keys() ^ names))
            pytest.fail(f"{path}: too many or missing: {listed}; write it anew with: {UPDATE}", False)
        self._mend_digests(path, lambda found: {name: digest for name, digest in found.items() if name in names})

    def _mend_digests(self, path: Path | str, mended: Callable[[dict[str, str]], dict[str, str]]) -> None:
        """Write a file of digests anew, which other processes of the run may be writing too."""
        with (ROOT / path).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            digests = mended(_digests(ROOT / path))
            (ROOT / path).write_bytes("".join(f"{digests[name]}  {name}\n" for name in sorted(digests)).encode())
        self.written.append(f"wrote {path}")

    def names(self, folder: Path | str, names: Set[str], pattern: str = "*") -> None:
        """Hold the names of the files of a folder that match `pattern`: no others than these."""
        for path in sorted((ROOT / folder).glob(pattern)):
            name = path.relative_to(ROOT / folder).as_posix()
            if path.is_dir() or name in names or path.suffix == ".pyc":
                continue
            if not self.update:
                pytest.fail(f"{folder}/{name}: nothing makes this file; remove it with: {UPDATE}", pytrace=False)
            path.unlink()
            self.written.append(f"deleted {folder}/{name}")

    def tree(self, folder: Path | str, files: Mapping[str, str], pattern: str = "*") -> None:
        """Hold a whole folder: exactly `files` (name -> text) among its files that match `pattern`."""
        self.names(folder, files.keys(), pattern)
        for name in sorted(files):
            self(Path(folder) / name, files[name])


def _digests(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def _difference(name: str, present: str, wanted: str) -> str:
    lines = difflib.unified_diff(
        present.splitlines(True), wanted.splitlines(True), f"{name} (committed)", f"{name} (now)"
    )
    return "".join(list(lines)[:80])


_GOLDENS = pytest.StashKey[Goldens]()


SHARED = ("long", "slow")
"""Markers of tests of which a run can take a share; a test that has both is slow."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the golden files anew (never under CI)")
    for kind in SHARED:
        parser.addoption(f"--{kind}-share", type=int, default=1, metavar="N", help=f"run one in N of the {kind} tests")


def pytest_configure(config: pytest.Config) -> None:
    update = bool(config.getoption("--update-goldens"))
    if update and os.environ.get("CI"):
        raise pytest.UsageError("--update-goldens writes files: it does not run under CI")
    config.stash[_GOLDENS] = Goldens(update)


def pytest_unconfigure() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what the options ask for: the tests that hold golden files (`--update-goldens`), or shares of others."""
    if config.stash[_GOLDENS].update:
        items[:] = [item for item in items if isinstance(item, pytest.Function) and "golden" in item.fixturenames]
        return
    dropped = set[str]()
    for marker in SHARED:
        one_in = int(config.getoption(f"--{marker}-share"))
        if one_in > 1:
            marked = {item.nodeid: _kind(item) for item in items if _marker(item) == marker}
            dropped |= marked.keys() - share_of(marked, one_in, commit_of(ROOT))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in dropped])
    kept = [item for item in items if item.nodeid not in dropped]
    items[:] = sorted(kept, key=_is_short)  # what takes longest comes first, so that all processes end together


def _is_short(item: pytest.Item) -> bool:
    return not (item.get_closest_marker("parted") or item.get_closest_marker("slow"))


def _marker(item: pytest.Item) -> str | None:
    return next((marker for marker in reversed(SHARED) if item.get_closest_marker(marker)), None)


def pytest_collectstart() -> None:
    gc.disable()  # what is imported stays until the end


def pytest_collection_finish() -> None:
    """Search for garbage only among what tests make: everything imported is left out.

    From here on no bytecode is kept: modules that tests make are often written anew within one second, and the
    bytecode of a file of that second and that size would be taken for theirs.
    """
    sys.dont_write_bytecode = True
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    gc.enable()


def _kind(item: pytest.Item) -> tuple[bool, str, str]:
    """Of which a share holds at least one test: whether Triton's interpreter runs it, the type of elements, and, of a
    part of a test, which test that is.
    """
    parameters = tuple(item.callspec.params.values()) if hasattr(item, "callspec") else ()
    whole = item.nodeid.partition("[")[0] if item.get_closest_marker("parted") else ""
    return item.get_closest_marker("interpreter") is not None, dtype_of(parameters), whole


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if "triton" in sys.modules or item.get_closest_marker("interpreter"):
        search_once()
    _seed(0)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call() -> None:
    _seed(1)


def _seed(number: int) -> None:
    """The same random numbers for a test in any order and process. Torch is imported by the tests that need it."""
    random.seed(number)
    if "torch" in sys.modules:
        import torch

        torch.manual_seed(number)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash[_GOLDENS].written:
        terminalreporter.write_line(line)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Goldens:
    """`golden(path, text)` holds one golden file, `golden.tree(folder, {name: text})` a folder of them."""
    return request.config.stash[_GOLDENS]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "two.pat"
    path.write_text(GOOD)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.pat"
    path.write_text(BAD)
    return path
