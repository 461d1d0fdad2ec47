"""The public functions `patternc.compile` and `patternc.load`: from a path to files, or to a module."""

from __future__ import annotations

import os
from types import ModuleType
from typing import TYPE_CHECKING

from patternc.cache import imported
from patternc.driver import REFERENCE, analyse, modules, read, references
from patternc.files import File
from patternc.source import is_unicode
from patternc.targets import TARGETS, Target, target_named

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend


def compile(  # noqa: A001 -- `patternc.compile` is the public name
    path: str | os.PathLike[str], backend: str = "torch", target: str | None = None, **parameters: object
) -> tuple[File, ...]:
    """Compile a pattern file.

    Args:
        path: the `.pat` file.
        backend: `torch`, `triton` or `reference`.
        target: a name from the device table; None means the backend's first target.
        parameters: values of the pattern's parameters, such as `w=[64, 128]`.

    Returns:
        The files that `patternc build` would write: the backend's modules, one per pattern, followed by the reference
        files of the same patterns; with the backend `reference` only the latter. Nothing is written to disk.

    Raises:
        Rejected: the file has errors; holds all of them.
        ValueError: unknown backend or target, or a parameter that is not Unicode text.
        OSError: the file can't be read.
    """
    overrides = {name: _language_text(value) for name, value in parameters.items()}
    for name, text in overrides.items():
        if not is_unicode(text):
            raise ValueError(f"{name}: {text!a} is not Unicode text")
    builds = _builds(backend, target)
    analysis = analyse(read(path), overrides)
    return (*(file for build in builds for file in modules(analysis, *build)), *references(analysis))


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
    files = compile(path, chosen, target, **parameters)
    own = [file for file in files if file.name.endswith(f"_{chosen}.py")]
    if len(own) != 1:
        raise ValueError(f"path: {os.fspath(path)} holds {len(own)} patterns; load takes one")
    module = imported(own[0])
    module.__dict__["__patternc_backend__"] = chosen
    return module


def _builds(backend: str, target: str | None) -> tuple[tuple[Backend, Target], ...]:
    """The backend and its target; nothing for the reference, which does not depend on the target."""
    if backend == REFERENCE and target is None:
        return ()
    if backend == REFERENCE:
        raise ValueError(f"target: the {REFERENCE} does not depend on the target: remove {target!r}")
    chosen = backend_named(backend)
    return ((chosen, _target(chosen, target)),)


def _language_text(value: object) -> str:
    """A Python value as pattern-language text, as written after `-D NAME=`."""
    return f"[{', '.join(map(_language_text, value))}]" if isinstance(value, (list, tuple)) else str(value)


def backend_named(name: str) -> Backend:
    """The backend of that name in the registry.

    Raises:
        ValueError: there is no such backend.
    """
    from patternc.codegen.registry import BACKENDS  # here: checking a file needs no backend

    for backend in BACKENDS:
        if backend.name == name:
            return backend
    names = ", ".join([*(backend.name for backend in BACKENDS), REFERENCE])
    raise ValueError(f"backend: {name!r} is not one of {names}")


def _target(backend: Backend, name: str | None) -> Target:
    chosen = target_named(backend.targets[0] if name is None else name)
    if chosen is None:
        raise ValueError(f"target: {name!r} is not one of {', '.join(target.name for target in TARGETS)}")
    if chosen.name not in backend.targets:
        raise ValueError(f"target: {backend.name} builds for {', '.join(backend.targets)}, not {chosen.name}")
    return chosen


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
