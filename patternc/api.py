"""The public functions `patternc.compile` and `patternc.load`: from a path to files, or to a module."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from patternc.cache import imported
from patternc.diagnostics import nearest
from patternc.driver import DEFAULT, REFERENCE, Analysis, analyse, modules, read, references
from patternc.files import File
from patternc.source import is_unicode
from patternc.targets import TARGETS, Target, target_named

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend


def compile(  # noqa: A001 -- `patternc.compile` is the public name
    path: str | os.PathLike[str], backend: str = DEFAULT, target: str | None = None, **parameters: object
) -> tuple[File, ...]:
    """Compile a pattern file.

    Args:
        path: the `.pat` file.
        backend: `torch`, `triton` or `reference`.
        target: a name from the device table; None means the backend's first target.
        parameters: values of the pattern's parameters, such as `w=[64, 128]`.

    Returns:
        The files that `patternc build --runtime inline` would write: the backend's modules, one per pattern, followed
        by the reference files of the same patterns; with the backend `reference` only the latter. Nothing is written to
        disk.

    Raises:
        Rejected: the file has errors; holds all of them.
        ValueError: unknown backend or target, or a parameter that is not Unicode text.
        OSError: the file can't be read.
    """
    return _files(analyse(read(path), _overrides(parameters)), _builds(backend, target))


def load(path: str | os.PathLike[str], backend: str = "auto", **parameters: object) -> ModuleType:
    """Compile a file with one pattern and import the generated module; equal text gives the same module object.

    `auto` chooses Triton where torch finds a CUDA device that it serves, CUDA C++ on older ones, and torch elsewhere;
    the module's `__patternc_backend__` is the backend that was chosen. `reference` loads the reference file:
    `reference`, `mask` and `selfcheck`. In a notebook a module is shown as the page of `patternc show --html`.

    Raises:
        Rejected: the file has errors.
        ValueError: unknown backend, or the file holds several patterns.
        OSError: the file can't be read, or the cache can't be written, or other users can write to the cache.
    """
    chosen, target = best_here() if backend == "auto" else (backend, None)
    overrides, builds = _overrides(parameters), _builds(chosen, target)
    analysis = analyse(read(path), overrides)
    own = [file for file in _files(analysis, builds) if file.name.endswith(f"_{chosen}.py")]
    if len(own) != 1:
        raise ValueError(f"path: {os.fspath(path)} holds {len(own)} patterns; load takes one")
    module = imported(own[0])
    module.__dict__["__patternc_backend__"] = chosen
    module.__dict__.update(_displays(analysis))
    return module


def _displays(analysis: Analysis) -> dict[str, Callable[[], str]]:
    """The methods by which notebooks show a module: its mask as a picture, and the page of `patternc show --html`."""

    def _repr_svg_() -> str:
        from patternc.show.notebook import picture  # here: loading needs none of it

        return picture(analysis)

    def _repr_html_() -> str:
        from patternc.show.notebook import framed_page

        return framed_page(analysis)

    return {"_repr_svg_": _repr_svg_, "_repr_html_": _repr_html_}


def _overrides(parameters: Mapping[str, object]) -> dict[str, str]:
    """Values of parameters as written after `-D`."""
    overrides = {name: _language_text(value) for name, value in parameters.items()}
    for name, text in overrides.items():
        if not is_unicode(text):
            raise ValueError(f"{name}: {text!a} is not Unicode text")
    return overrides


def _files(analysis: Analysis, builds: tuple[tuple[Backend, Target], ...]) -> tuple[File, ...]:
    """The modules of each backend, then the reference files."""
    return (*(file for build in builds for file in modules(analysis, *build)), *references(analysis))


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
    names = [*(backend.name for backend in BACKENDS), REFERENCE]
    raise ValueError(f"backend: {name!r}; {nearest(name, names)}")


def _target(backend: Backend, name: str | None) -> Target:
    chosen = target_named(backend.targets[0] if name is None else name)
    if chosen is None:
        raise ValueError(f"target: {name!r} is not one of {', '.join(target.name for target in TARGETS)}")
    if chosen.name not in backend.targets:
        raise ValueError(f"target: {backend.name} builds for {', '.join(backend.targets)}, not {chosen.name}")
    return chosen


def best_here() -> tuple[str, str | None]:
    """The backend that `auto` chooses on this machine, and the target of the GPU (None if it runs on any device)."""
    import torch

    from patternc.codegen.registry import BACKENDS, gpu_backends

    found = [target for target in TARGETS if gpu_backends(target) and torch.cuda.is_available()]
    if not found:
        return BACKENDS[0].name, None
    if torch.version.hip:  # AMD's targets are named like its architectures, "gfx942:sramecc+:xnack-" without features
        name = torch.cuda.get_device_properties(0).gcnArchName.split(":")[0]
        found = [target for target in found if target.name == name]
    else:
        major, minor = torch.cuda.get_device_capability()
        found = [one for one in found if one.capability is not None and one.capability <= 10 * major + minor]
    return (gpu_backends(found[-1])[0].name, found[-1].name) if found else (BACKENDS[0].name, None)
