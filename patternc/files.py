"""Generated files, and writing them atomically."""

from __future__ import annotations

import errno
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class File:
    """A generated file. `beside`: those that it reads at run time, which stand in the same folder."""

    name: str
    text: str
    beside: tuple[File, ...] = ()


def write(path: Path, text: str) -> None:
    """Write a text file atomically, as `write_bytes` does.

    Raises:
        OSError: the file can't be written; `filename` is the path, or a folder that can't be created.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file atomically: to a new file of an unpredictable name beside it, which is then moved into place.

    A link at the path is replaced, never followed. The permissions of an existing file are kept.

    Raises:
        OSError: the file can't be written, or the path is a device or a pipe; `filename` is the path, or a folder that
            can't be created.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is a device or a pipe, must be a file", os.fspath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".patternc-{os.urandom(16).hex()}")
    try:
        with partial.open("xb") as file:  # "x" fails if anything exists there, also a link
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _take_over(path, partial)
        partial.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        partial.unlink(missing_ok=True)


def write_through(path: Path, text: str) -> None:
    """Write the file that a path refers to, following links."""
    write(Path(os.path.realpath(path)), text)


def _take_over(path: Path, partial: Path) -> None:
    """Give a new file the permissions of the one it replaces and, for root, its owner."""
    if not os.path.lexists(path):
        return
    found = path.lstat()
    if stat.S_ISREG(found.st_mode):
        if sys.platform != "win32" and os.geteuid() == 0:
            os.chown(partial, found.st_uid, found.st_gid)
        partial.chmod(stat.S_IMODE(found.st_mode))
