"""The runtime file of a backend: what all modules of a folder share when they are built with `--runtime vendored`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from patternc.codegen.emit import View, render
from patternc.codegen.library_text import every_definition
from patternc.codegen.shell import Link


@dataclass(frozen=True, slots=True)
class RuntimeShell:
    """What `shared/runtime.py.j2` spells. It depends on no pattern and no target; `library`: all names of it."""

    backend: str
    digest: str
    library: tuple[str, ...]


def runtime_shell(backend: str, digest: str) -> RuntimeShell:
    """All functions that modules share; `digest`: of the file, empty to find it."""
    return RuntimeShell(backend, digest, every_definition(backend))


def runtime_name(backend: str) -> str:
    """The runtime file's name, without `.py`."""
    return f"patternc_runtime_{backend}"


@cache
def link(backend: str, view: Callable[[str], View]) -> Link:
    """The runtime file of a backend as modules name it, given its view for a digest."""
    return Link(runtime_name(backend), sha256(render(view("")).text.encode()).hexdigest()[:12])
