"""Compile a pattern, cache the generated module on disk and import it."""

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
    """Compile a file with one pattern and import the generated module; equal text gives the same module object.

    `auto` chooses Triton where torch finds a supported CUDA device, and torch elsewhere; the module's
    `__patternc_backend__` is the backend that was chosen. `reference` loads the reference file: `reference`, `mask` and
    `selfcheck`.

    Raises:
        Rejected: the file has errors.
        ValueError: unknown backend, or the file holds several patterns.
        OSError: the file can't be read, or the cache can't be written, or other users can write to the cache.
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
    """Write a generated file to the cache and import it from there (Triton reads the source of its kernels).

    The module is executed once, under Python's import lock, so every thread gets a complete module.
    """
    name = loaded.module_name(file)
    if name not in sys.modules:
        loaded.keep(file)
    return import_module(name)
