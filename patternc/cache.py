"""Compile, keep on disk, import."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType

from patternc import loaded
from patternc.driver import backend_named
from patternc.driver import compile as compile_file
from patternc.files import File
from patternc.targets import TARGETS


def load(path: str | os.PathLike[str], backend: str = "auto", **parameters: object) -> ModuleType:
    """Compile a pattern file of one pattern and import the result; the same module for the same text in a process.

    `auto` takes Triton where torch sees a CUDA device it was built for, and torch elsewhere; the module's
    `__patternc_backend__` says which. `reference` is the file of what the pattern means: `reference`, `mask` and
    `selfcheck`.

    Raises:
        Rejected: the file is wrong.
        ValueError: no such backend, or the file holds several patterns.
        OSError: the file can't be read, or the cache can't be written or is not the user's alone.
    """
    chosen, target = _best_here() if backend == "auto" else (backend, None)
    files = compile_file(path, chosen, target, **parameters)
    own = [file for file in files if file.name.endswith(f"_{chosen}.py")]
    if len(own) != 1:
        raise ValueError(f"path: {os.fspath(path)} holds {len(own)} patterns; load takes one")
    module = imported(own[0])
    module.__dict__["__patternc_backend__"] = chosen
    return module


def _best_here() -> tuple[str, str | None]:
    import torch

    if not torch.cuda.is_available():
        return "torch", None
    major, minor = torch.cuda.get_device_capability()
    fitting = [
        target.name
        for target in TARGETS
        if target.name in backend_named("triton").targets and (target.capability or 0) <= 10 * major + minor
    ]
    return ("triton", fitting[-1]) if fitting else ("torch", None)


def imported(file: File) -> ModuleType:
    """The file, written to the cache and imported from there (Triton reads the source of its kernels).

    Every thread gets a whole module: it is executed once, under the lock that Python has for each module.
    """
    name = loaded.module_name(file)
    if name not in sys.modules:
        loaded.keep(file)
    return import_module(name)
