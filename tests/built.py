"""Build a pattern's text into an imported module, for tests of what is generated."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from patternc.driver import analyse, backend_named, compile_text
from patternc.ir.mask import Pattern
from patternc.source import Source
from patternc.targets import TARGETS


def build(text: str, folder: Path, backend: str = "torch") -> tuple[ModuleType, Pattern]:
    """The module of a text that holds one pattern, and what it means."""
    source = Source("made.pat", text)
    (meaning,) = analyse(source, {}).meanings
    (file,) = compile_text(source, backend_named(backend), TARGETS[0], {})
    path = folder / file.name
    path.write_text(file.text)
    return load(path), meaning


def load(path: Path) -> ModuleType:
    """A file as a new module, also when it was loaded before; known to `sys.modules`, as torch.compile asks."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_{len(sys.modules)}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
