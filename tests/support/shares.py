"""Which of the slow tests a run takes, when it takes one in so many: others at every commit, the same at one commit."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

DTYPES = ("float32", "float16", "bfloat16")


def share_of(tests: Mapping[str, Hashable], one_in: int, commit: str) -> set[str]:
    """One in `one_in` of the tests, of each kind at least one. `tests`: the kind of each test id."""
    kinds: defaultdict[Hashable, list[str]] = defaultdict(list)
    for test, kind in tests.items():
        kinds[kind].append(test)
    chosen: set[str] = set()
    for named in kinds.values():
        ranked = sorted(named, key=lambda test: hashlib.sha256(f"{commit} {test}".encode()).digest())
        chosen |= set(ranked[: -(-len(ranked) // one_in)])
    return chosen


def dtype_of(parameters: Sequence[object]) -> str:
    """The element type that a test's parameters name; float32 where none does."""
    return next((value for value in parameters if isinstance(value, str) and value in DTYPES), DTYPES[0])


def commit_of(folder: Path) -> str:
    """The commit that a folder is at; nothing where git is absent or keeps no history of it."""
    git = shutil.which("git")
    if git is None:
        return ""
    found = subprocess.run([git, "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else ""
