"""Cache a generated file on disk and import it as a module."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from patternc import loaded
from patternc.files import File


def imported(file: File) -> ModuleType:
    """Write a generated file to the cache and import it from there (Triton reads the source of its kernels).

    The module is executed once, under Python's import lock, so every thread gets a complete module.
    """
    name = loaded.module_name(file)
    if name not in sys.modules:
        loaded.keep(file)
    return import_module(name)
