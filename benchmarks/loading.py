"""Import generated modules, from files or from their text."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType


def load(path: Path, beside: Path | None = None) -> ModuleType:
    """A file as a new module, also when it was loaded before; known to `sys.modules`, as torch.compile asks.

    It is a member of a package, so that it finds the run-time package beside it. `beside`: the folder of that package;
    its own where None.
    """
    name = f"{_package(beside or path.parent)}.{path.stem}_{len(sys.modules)}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_text(name: str, text: str, beside: Path | None = None) -> ModuleType:
    """The module of a file `name` that holds a text. Triton reads kernels while it loads: the file is gone after."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text)
        return load(path, beside)


@cache
def _package(folder: Path) -> str:
    """The name of a package whose modules are the files of a folder."""
    name = f"generated_{len(sys.modules)}"
    package = sys.modules[name] = ModuleType(name)
    package.__path__ = [str(folder)]
    return name
