"""The runtime file of a backend: what all modules of a folder share when they are built with `--runtime vendored`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from patternc.codegen.emit import View, render
from patternc.codegen.library_text import shared_definitions
from patternc.files import File


@dataclass(frozen=True, slots=True)
class Link:
    """The runtime file that a module imports from: its name without `.py`, and the digest of its text."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class RuntimeFile:
    """The inputs of `shared/runtime.py.j2`: they depend on no pattern and no target. `library`: all that it defines."""

    backend: str
    digest: str
    library: tuple[str, ...]


@cache
def link(backend: str) -> Link:
    """The runtime file of a backend as modules name it; its digest is that of the text with none in it."""
    return Link(_name(backend), sha256(_file(backend, "").text.encode()).hexdigest()[:12])


def runtime_file(backend: str) -> File:
    """The file that the modules of a backend share."""
    return _file(backend, link(backend).digest)


def _name(backend: str) -> str:
    return f"patternc_runtime_{backend}"


def _file(backend: str, digest: str) -> File:
    data = RuntimeFile(backend, digest, shared_definitions(backend))
    return render(View("shared/runtime.py.j2", f"{_name(backend)}.py", data))
