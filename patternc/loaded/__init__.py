"""Modules imported by `patternc.load`: `patternc.loaded.NAME_DIGEST` is the file of that name in the cache.

Importing such a name imports this package first, which installs a finder on `sys.meta_path`. A process that never
called `load` can therefore unpickle objects from another one, as long as both use the same cache. A file is run only if
the digest of its text matches its name and no other user can write to the folder; bytecode is neither read nor written.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from patternc.files import File, write
from patternc.runtime.cpp.cache_folder import _place, _refuse_shared, _writing

_DIGITS = 32  # of a SHA-256, in hexadecimal
_NAME = re.compile(rf"[A-Za-z_]\w*_[0-9a-f]{{{_DIGITS}}}", re.ASCII)


def imported(file: File) -> ModuleType:
    """Write a generated file to the cache and import it from there (Triton reads the source of its kernels).

    The module is executed once, under Python's import lock, so every thread gets a complete module.
    """
    name = module_name(file)
    if name not in sys.modules:
        keep(file)
    return import_module(name)


def module_name(file: File) -> str:
    """The name under which a generated file is imported."""
    return f"{__name__}.{Path(file.name).stem}_{_digest(file.text.encode())}"


def keep(file: File) -> None:
    """Put a generated file into the cache. An existing file is only read, so a warm cache may be read-only.

    Raises:
        OSError: the cache can't be written, or other users can write to it.
    """
    path = _path(module_name(file))
    if path.exists():
        _refuse_shared(path.parent)
        if path.read_bytes() == file.text.encode():
            return
    with _writing(path.parent):
        write(path, file.text)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def _path(name: str) -> Path:
    return _place(f"{name.rpartition('.')[2]}.py")


class _Loader(ExecutionLoader):
    """Executes a cached file from its source text."""

    def get_filename(self, fullname: str) -> str:
        return os.fspath(_path(fullname))

    def get_source(self, fullname: str) -> str:
        path = Path(self.get_filename(fullname))
        again = "call patternc.load with its pattern file, or set PATTERNC_CACHE to the cache of the process that did"
        if not path.exists():
            raise ModuleNotFoundError(f"{path} does not exist: {again}", name=fullname)
        _refuse_shared(path.parent)
        data = path.read_bytes()
        if _digest(data) != fullname[-_DIGITS:]:
            raise ImportError(f"{path} does not match the digest in its name: {again}", name=fullname)
        return data.decode()


class _Finder(MetaPathFinder):
    """Finds the cached modules of this package."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != __name__ or not _NAME.fullmatch(name):
            return None
        loader = _Loader()
        return spec_from_file_location(fullname, loader.get_filename(fullname), loader=loader)


sys.meta_path.append(_Finder())
