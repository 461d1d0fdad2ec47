"""Golden files and the options of the test run.

`pytest --update-goldens` is the only writer of golden files: it prints what it wrote and refuses to run under CI.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no finding.
settings.register_profile("patternc", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patternc")

ROOT = Path(__file__).resolve().parent.parent
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

    def tree(self, folder: Path | str, files: Mapping[str, str], pattern: str = "*") -> None:
        """Hold a whole folder: exactly `files` (name -> text) among its files that match `pattern`."""
        present = {path.name: path for path in (ROOT / folder).glob(pattern) if path.is_file()}
        for orphan in sorted(present.keys() - files.keys()):
            if not self.update:
                pytest.fail(f"{folder}/{orphan}: nothing makes this file; remove it with: {UPDATE}", pytrace=False)
            present[orphan].unlink()
            self.written.append(f"deleted {folder}/{orphan}")
        for name in sorted(files):
            self(Path(folder) / name, files[name])


def _difference(name: str, present: str, wanted: str) -> str:
    lines = difflib.unified_diff(
        present.splitlines(True), wanted.splitlines(True), f"{name} (committed)", f"{name} (now)"
    )
    return "".join(list(lines)[:80])


_GOLDENS = pytest.StashKey[Goldens]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the golden files anew (never under CI)")
    parser.addoption("--slow-share", type=int, default=1, metavar="N", help="run every N-th of the slow tests")


def pytest_configure(config: pytest.Config) -> None:
    update = bool(config.getoption("--update-goldens"))
    if update and os.environ.get("CI"):
        raise pytest.UsageError("--update-goldens writes files: it does not run under CI")
    config.stash[_GOLDENS] = Goldens(update)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what the options ask for: the tests that hold golden files (`--update-goldens`), or every N-th slow test."""
    if config.stash[_GOLDENS].update:
        items[:] = [item for item in items if isinstance(item, pytest.Function) and "golden" in item.fixturenames]
        return
    share = int(config.getoption("--slow-share"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    dropped = [item for number, item in enumerate(slow) if number % share]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in dropped]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash[_GOLDENS].written:
        terminalreporter.write_line(line)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Goldens:
    """`golden(path, text)` holds one golden file, `golden.tree(folder, {name: text})` a folder of them."""
    return request.config.stash[_GOLDENS]


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Modules that a test loads are kept in a folder of the run, in the processes it starts too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
