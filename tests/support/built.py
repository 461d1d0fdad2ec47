"""Build a pattern's text into an imported module, for tests of what is generated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from loading import load

from patternc.api import backend_named
from patternc.driver import analyse, modules, references
from patternc.files import File
from patternc.ir.mask import Pattern
from patternc.ir.verify import verifying
from patternc.source import Source
from patternc.targets import TARGETS


def build(text: str, folder: Path, backend: str = "torch") -> tuple[ModuleType, Pattern]:
    """The module of a text that holds one pattern, and what it means; its reference is written beside it."""
    return build_source(Source("made.pat", text), folder, backend)


def build_source(
    source: Source, folder: Path, backend: str = "torch", values: Mapping[str, str] = MappingProxyType({})
) -> tuple[ModuleType, Pattern]:
    """The same of a source, which may name tables, with values of parameters."""
    files, meaning = made(source, backend, values)
    return written(files, folder), meaning


def made(
    source: Source, backend: str = "torch", values: Mapping[str, str] = MappingProxyType({})
) -> tuple[tuple[File, File], Pattern]:
    """The module of a source, and its reference, as files; and what the pattern means."""
    analysis = analyse(source, values, targets=())
    (meaning,) = analysis.meanings
    (file,) = modules(analysis, backend_named(backend), TARGETS[0], verifying())
    (reference,) = references(analysis)
    return (file, reference), meaning


def written(files: tuple[File, File], folder: Path) -> ModuleType:
    """The module of a file, new at every call; the reference is written beside it."""
    for file in files:
        (folder / file.name).write_text(file.text)
    return load(folder / files[0].name)


def reference_of(module: ModuleType) -> ModuleType:
    """What stands beside a module: its `reference`, `mask` and `selfcheck`."""
    assert module.__file__ is not None
    path = Path(module.__file__)
    return load(path.with_name(f"{path.stem.rpartition('_')[0]}_reference.py"))


def function_of(module: ModuleType, name: str) -> Callable[..., Any]:
    """`attention` of a module, or `reference` or `mask` of what stands beside it."""
    found: Callable[..., Any] = getattr(module if name == "attention" else reference_of(module), name)
    return found
