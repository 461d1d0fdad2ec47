"""Where pattern files are: below folders and by globs, without folders that hold the files of other projects."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePath
from typing import NoReturn

LEFT_OUT = ("node_modules", "site-packages", "__pypackages__", "__pycache__", "_build", "buck-out", "build", "dist")
"""Names of folders that hold installed packages or what is built, as formatters of Python leave them out."""
_ENVIRONMENT = ("pyvenv.cfg", "conda-meta")  # what the root of a virtual environment has


def is_left_out(folder: Path) -> bool:
    """Whether a folder is not searched for pattern files: hidden, an environment, installed packages, or built."""
    if folder.name.startswith(".") or folder.name in LEFT_OUT:
        return True
    return any((folder / name).exists() for name in _ENVIRONMENT)


def files_below(folder: Path) -> Iterator[Path]:
    """The `.pat` files below a folder, sorted by name, without those in folders that are left out.

    Raises:
        OSError: a folder can't be read.
    """

    def unreadable(error: OSError) -> NoReturn:
        raise error

    for place, inner, names in os.walk(folder, onerror=unreadable):
        inner[:] = sorted(name for name in inner if not is_left_out(Path(place, name)))
        for path in (Path(place, name) for name in sorted(names) if name.endswith(".pat")):
            if path.is_file() or path.is_symlink():  # a link that leads nowhere is an error, a pipe no pattern
                yield path


def files_of(glob: str, folder: Path, entered: Collection[Path] = ()) -> tuple[Path, ...]:
    """The files that a glob matches, each once and sorted; `**` stands for any number of folders.

    Args:
        glob: the glob. A folder that it names without wildcards is always entered, and others if they are not left out.
        folder: the folder to which the glob is relative.
        entered: folders that are entered even if they would be left out.
    """
    found = (path for path in _matches(folder, PurePath(glob).parts, entered) if path.is_file())
    return tuple(sorted(dict.fromkeys(found)))


def _matches(folder: Path, parts: tuple[str, ...], entered: Collection[Path]) -> Iterator[Path]:
    """The paths below a folder that the parts of a glob match."""
    if not parts:
        yield folder
        return
    first, *others = parts
    if not any(mark in first for mark in "*?["):
        if (folder / first).exists():
            yield from _matches(folder / first, tuple(others), entered)
        return
    if first == "**":
        yield from _matches(folder, tuple(others), entered)
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir() and is_left_out(path) and path not in entered:
            continue
        if first == "**":
            if path.is_dir() and not path.is_symlink():  # a link may lead back to a folder above
                yield from _matches(path, parts, entered)
        elif fnmatch(path.name, first):
            yield from _matches(path, tuple(others), entered)
