"""Import generated modules, from files or from their text."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType


def load(path: Path) -> ModuleType:
    """A file as a new module; known to `sys.modules`, as torch.compile asks."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def load_text(name: str, text: str) -> ModuleType:
    """The module of a file `name` that holds a text. Triton reads kernels while it loads: the file is gone after."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text)
        return load(path)
