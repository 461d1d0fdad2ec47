"""Build a pattern's text into an imported module, for tests of what is generated."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from patternc.api import backend_named
from patternc.driver import analyse, modules, references
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
    analysis = analyse(source, values)
    (meaning,) = analysis.meanings
    (file,) = modules(analysis, backend_named(backend), TARGETS[0], verifying())
    (reference,) = references(analysis)
    for made in (file, reference):
        (folder / made.name).write_text(made.text)
    return load(folder / file.name), meaning


def reference_of(module: ModuleType) -> ModuleType:
    """What stands beside a module: its `reference`, `mask` and `selfcheck`."""
    assert module.__file__ is not None
    path = Path(module.__file__)
    return load(path.with_name(f"{path.stem.rpartition('_')[0]}_reference.py"))


def function_of(module: ModuleType, name: str) -> Callable[..., Any]:
    """`attention` of a module, or `reference` or `mask` of what stands beside it."""
    found: Callable[..., Any] = getattr(module if name == "attention" else reference_of(module), name)
    return found


def load(path: Path) -> ModuleType:
    """A file as a new module, also when it was loaded before; known to `sys.modules`, as torch.compile asks.

    It is a member of a package, so that it finds the run-time package beside it.
    """
    name = f"{package_of(path.parent)}.{path.stem}_{len(sys.modules)}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def package_of(folder: Path) -> str:
    """The name of a package whose modules are the files of a folder."""
    name = f"built_{len(sys.modules)}"
    package = sys.modules[name] = ModuleType(name)
    package.__path__ = [str(folder)]
    return name
