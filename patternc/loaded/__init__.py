"""Modules imported by `patternc.load`: `patternc.loaded.NAME_DIGEST` is the file of that name in the cache.

Importing such a name imports this package first, which installs a finder on `sys.meta_path`. A process that never
called `load` can therefore unpickle objects from another one, as long as both use the same cache. A file is run only if
the digest of its text matches its name and no other user can write to the folder; bytecode is neither read nor written.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import sys
from collections.abc import Sequence
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from patternc.files import File, write

_DIGITS = 32  # of a SHA-256, in hexadecimal
_NAME = re.compile(rf"[A-Za-z_]\w*_[0-9a-f]{{{_DIGITS}}}", re.ASCII)


def module_name(file: File) -> str:
    """The name under which a generated file is imported."""
    return f"{__name__}.{Path(file.name).stem}_{_digest(file.text.encode())}"


def keep(file: File) -> None:
    """Put a generated file into the cache. An existing file is only read, so a warm cache may be read-only.

    Raises:
        OSError: the cache can't be written, or other users can write to it.
    """
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_shared(folder)
    path = _path(folder, module_name(file))
    if not path.exists() or path.read_bytes() != file.text.encode():
        write(path, file.text)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def _folder() -> Path:
    """The cache folder: `PATTERNC_CACHE`, or `patternc` in the user's cache folder."""
    if own := os.environ.get("PATTERNC_CACHE"):
        return Path(own).absolute()
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache").absolute() / "patternc"


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name.rpartition('.')[2]}.py"


def _refuse_shared(folder: Path) -> None:
    """Raise if another user could have put files into the folder, or replaced the link to it."""
    if sys.platform == "win32":
        return
    found = folder.stat()
    owners = {found.st_uid, folder.lstat().st_uid} - {os.geteuid(), 0}
    if owners:
        wrong = f"it belongs to user {min(owners)}, not to you (user {os.geteuid()}): set PATTERNC_CACHE to your own"
    elif found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        mode = stat.S_IMODE(found.st_mode)
        wrong = f"others can write to it (mode {mode:o}): run chmod go-w, or set PATTERNC_CACHE to another folder"
    else:
        return
    raise PermissionError(errno.EPERM, f"modules are not loaded from this cache folder: {wrong}", os.fspath(folder))


class _Loader(ExecutionLoader):
    """Executes a cached file from its source text."""

    def get_filename(self, fullname: str) -> str:
        return os.fspath(_path(_folder(), fullname))

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
