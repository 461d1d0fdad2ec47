"""Pattern files of a revision: `REV:FILE` is read from the objects of the repository that holds the file's folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import click

from patternc.cli import options
from patternc.driver import LARGEST_FILE, decode
from patternc.source import Source, printable


def read_version(text: str) -> Source:
    """A pattern file: a path, `-` for standard input, or `REV:FILE`, which an existing file of that name hides.

    Raises:
        Rejected: it is not UTF-8 text.
        click.BadParameter: there is no such file, revision or repository, or no git.
    """
    if text == options.STDIN or Path(text).is_file():
        return options.read(text)
    revision, colon, name = text.partition(":")
    if Path(text).exists():
        raise _refused(f"{printable(text)} is not a file")
    if not colon or not revision or not name or revision.startswith("-"):
        raise _refused(f"there is no file {printable(text)}; REV:FILE names one of a revision, such as HEAD~1:x.pat")
    path = Path(name)
    if not path.parent.is_dir():
        raise _refused(f"{printable(text)}: there is no folder {printable(str(path.parent))}")
    blob = _blob(revision, path.parent, path.name, text)
    return decode(path.name, blob, _reader(revision, path.parent), text)


def _refused(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="FILE")


def _blob(revision: str, folder: Path, name: str, shown: str) -> bytes:
    """The bytes of a file at a revision; the path is taken from the folder, not from the top of the repository."""
    done = _git(revision, folder, name)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().removeprefix("fatal: ").partition("\n")[0]
        raise _refused(f"{printable(shown)}: git: {printable(reason)}")
    return done.stdout


def _git(revision: str, folder: Path, name: str) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", os.fspath(folder), "cat-file", "blob", f"{revision}:./{name}"]
    try:
        return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise _refused("REV:FILE needs git, which is not installed") from None


def _reader(revision: str, folder: Path) -> Callable[[str], bytes]:
    """A reader of files at the revision, in the folder or below it; it raises OSError for any other file."""

    def beside(name: str) -> bytes:
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts:
            raise PermissionError(1, "the file is outside the pattern's folder", name)
        done = _git(revision, folder, name)
        if done.returncode:
            raise FileNotFoundError(2, f"not in revision {revision}", name)
        if len(done.stdout) > LARGEST_FILE:
            raise OSError(27, f"larger than {LARGEST_FILE >> 20} MiB", name)
        return done.stdout

    return beside
