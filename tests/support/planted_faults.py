"""Modules with a planted fault."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from loading import load


def planted(module: ModuleType, found: str, fault: str) -> ModuleType:
    """The module with a fault; its reference stands beside it."""
    assert module.__file__ is not None
    path = Path(module.__file__)
    text = path.read_text()
    assert found in text, found
    path.write_text(text.replace(found, fault))
    return load(path)
