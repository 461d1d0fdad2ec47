"""Import generated files: the module of a backend, and the reference that stands beside it."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType


def load(path: Path) -> ModuleType:
    """Import a generated file as a module of a package: beside it may stand the run-time package that it imports."""
    spec = importlib.util.spec_from_file_location(f"{_package(path.parent)}.{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def _package(folder: Path) -> str:
    """The name of a package whose modules are the files of a folder."""
    name = f"generated_{len(sys.modules)}"
    package = sys.modules[name] = ModuleType(name)
    package.__path__ = [str(folder)]
    return name


@cache
def reference_of(module: ModuleType) -> ModuleType:
    """What a module means: `PATTERN_reference.py` in its folder, with `reference` and `mask`."""
    assert module.__file__ is not None
    path = Path(module.__file__)
    return load(path.with_name(f"{path.stem.rpartition('_')[0]}_reference.py"))
