"""Compile, keep on disk, import."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

from patternc.driver import backend_named
from patternc.driver import compile as compile_file
from patternc.emit import File
from patternc.source import Source
from patternc.targets import TARGETS


def load(path: str | os.PathLike[str], backend: str = "auto", **parameters: object) -> ModuleType:
    """Compile a pattern file of one pattern and import the result; the same text is compiled once a process.

    `auto` takes Triton where torch sees a CUDA device it was built for, and torch elsewhere; the module's
    `__patternc_backend__` says which.

    Raises:
        Rejected: the file is wrong.
        ValueError: no such backend, or the file holds several patterns.
        OSError: the file can't be read.
    """
    chosen, target = _best_here() if backend == "auto" else (backend, None)
    files = compile_file(path, chosen, target, **parameters)
    if len(files) != 1:
        raise ValueError(f"path: {os.fspath(path)} compiles to {len(files)} files; load takes one pattern")
    (file,) = files
    module = imported(file)
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
    """The file, written to the cache and imported from there (Triton reads the source of its kernels)."""
    digest = Source(file.name, file.text).sha256
    name = f"patternc_generated_{Path(file.name).stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    path = _cache_folder() / digest / file.name
    write(path, file.text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:  # half a module is none: the next call imports it again
        del sys.modules[name]
        raise
    return module


def _cache_folder() -> Path:
    base = os.environ.get("PATTERNC_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base) / "patternc" if base else Path.home() / ".cache" / "patternc"


def write(path: Path, text: str) -> None:
    """Write a whole file or nothing: to a name of this process beside it, then moved into place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(text.encode())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
