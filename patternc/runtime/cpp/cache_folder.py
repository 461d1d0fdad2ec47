"""The folder of this user in which what is made once is kept."""

import contextlib
import errno
import functools
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .notices import _say


def _cache_folder() -> Path | None:
    """`PATTERNC_CACHE`, or `patternc` in the user's cache folder; None where nothing says where that is."""
    if own := os.environ.get("PATTERNC_CACHE"):
        return Path(own).absolute()
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches).absolute() / "patternc"
    try:
        return Path.home().absolute() / ".cache" / "patternc"
    except RuntimeError:  # neither HOME nor an entry of this user
        return None


def _place(name: str) -> Path:
    """The path at which a file of this name is kept, or will be: in the cache folder, or else in a temporary one.

    The temporary folder is taken, and said once, where no `PATTERNC_CACHE` is set, and the user's cache folder neither
    has the file nor can be written.

    Raises:
        OSError: there is no such folder either, or it is another user's.
    """
    folder = _cache_folder()
    if folder is not None and (os.environ.get("PATTERNC_CACHE") or _exists(folder / name)):
        return folder / name
    wrong = "there is no home folder" if folder is None else _unwritable(folder)
    return (_temporary_folder(wrong) if folder is None or wrong else folder) / name


def _exists(path: Path) -> bool:
    """Whether there is a file, also where a folder above may not be searched."""
    return os.path.exists(path)  # noqa: PTH110 - that of Path raises before Python 3.12


@functools.cache
def _unwritable(folder: Path) -> str:
    """Why files can't be kept in a folder, which is made if it does not exist; empty where they can."""
    probe = folder / f".patternc-{os.urandom(16).hex()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            probe.write_bytes(bytes(_LARGEST))
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        return f"{folder} can't be written ({error.strerror or error})"
    return ""


_LARGEST = 1 << 20
"""Bytes for which there has to be room: what one compiled file takes, and more."""


def _temporary_folder(wrong: str) -> Path:
    """The folder of this user among temporary files, made if it does not exist. `wrong`: why it is needed.

    Nothing in it can come from others: it is a folder that this user owns and that nobody else can open, in a place
    where others can't replace it.
    """
    named = "set PATTERNC_CACHE to a folder of yours"
    try:
        place = Path(tempfile.gettempdir())
        folder = place / ("patternc" if sys.platform == "win32" else f"patternc-{os.geteuid()}")
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise OSError(error.errno, f"{wrong}, nor can a temporary folder ({error.strerror}): {named}") from error
    if sys.platform != "win32":
        found, mode = folder.lstat(), place.stat().st_mode
        own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
        if not own or (mode & stat.S_IWOTH and not mode & stat.S_ISVTX):
            refused = f"{wrong}, and others can put files into this temporary folder: {named}"
            raise PermissionError(errno.EPERM, refused, os.fspath(folder))
    _say(f"{wrong}: what is compiled is kept in {folder}; {named} to keep it elsewhere")
    return folder


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
    raise PermissionError(errno.EPERM, f"nothing is loaded from this cache folder: {wrong}", os.fspath(folder))


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Make the folder of what is kept for a block that writes to it; say what to do where it can't be written.

    Raises:
        OSError: it can't be written, or other users can write to it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_keep(folder, error) from error
    _refuse_shared(folder)
    try:
        yield
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT):
            raise _cannot_keep(folder, error) from error
        raise


def _cannot_keep(folder: Path, error: OSError) -> OSError:
    wrong = f"nothing can be kept in this cache folder ({error.strerror}): set PATTERNC_CACHE to a folder of yours"
    return OSError(error.errno, wrong, os.fspath(folder))
