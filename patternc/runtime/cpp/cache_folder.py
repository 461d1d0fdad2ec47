"""The folder of this user in which what is made once is kept."""

import errno
import os
import stat
import sys
from pathlib import Path


def _cache_folder() -> Path:
    """`PATTERNC_CACHE`, or `patternc` in the user's cache folder."""
    if own := os.environ.get("PATTERNC_CACHE"):
        return Path(own).absolute()
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache").absolute() / "patternc"


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
