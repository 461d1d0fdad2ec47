"""Shared objects, each with a record at its end of what it was made from and of what it needs."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class _Record(NamedTuple):
    """The record that a shared object holds about itself.

    `source`: the digest of the text that was compiled. `sets`: the kind of CPU and the instruction sets that it was
    compiled for. `contents`: the digest of all that is before the record.
    """

    source: str
    compiler: str
    sets: list[str]
    contents: str


_END = b"\npatternc object, record of "
_DIGITS = 8
"""The number of digits of the length of a record."""


def _seal(path: Path, source: str, compiler: str, sets: list[str]) -> None:
    """Write a shared object's record at its end, behind all that loaders read."""
    record = _Record(source, compiler, sets, hashlib.sha256(path.read_bytes()).hexdigest())
    text = json.dumps(record._asdict()).encode()
    with path.open("ab") as file:
        file.write(text + _END + b"%0*d" % (_DIGITS, len(text)))
        file.flush()
        os.fsync(file.fileno())
    path.chmod(path.stat().st_mode & 0o755)


def _record_of(path: Path) -> _Record | None:
    """The record of a shared object; None where there is no such file, or it is cut short or altered."""
    data = path.read_bytes() if path.exists() else b""
    end = len(data) - _DIGITS - len(_END)
    if end < 0 or data[end:-_DIGITS] != _END or not data[-_DIGITS:].isdigit():
        return None
    start = max(0, end - int(data[-_DIGITS:]))
    try:
        record = _Record(**json.loads(data[start:end]))
    except (ValueError, TypeError):
        return None
    return record if record.contents == hashlib.sha256(memoryview(data)[:start]).hexdigest() else None


@contextlib.contextmanager
def _partial(path: Path) -> Iterator[Path]:
    """A file of an unpredictable name beside a path, which is moved there once it is whole, and never before."""
    partial = path.with_name(f".{path.name}-{os.urandom(16).hex()}")
    try:
        partial.touch(exist_ok=False)  # which fails if anything exists there, also a link
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
