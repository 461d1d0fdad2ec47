"""Shared objects of programs: shipped beside a module, or compiled once and kept in the cache folder."""

import contextlib
import errno
import fcntl
import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from .cache_folder import _cache_folder, _refuse_shared
from .compiler import _compile, _compiler
from .instruction_sets import _missing_sets
from .shared_objects import _partial, _Record, _record_of, _seal

_ELEMENTS = {"float32": "float", "bfloat16": "patternc::BFloat16", "float16": "patternc::Float16"}
"""What C++ calls torch's types of elements."""


def _shipped_name(name: str, element: str) -> str:
    """The file name of the shared object that is shipped beside a source, for one type of elements."""
    return f"{name.removesuffix('.cpp')}.{element}.so"


def _build(text: str, name: str, element: str, path: Path) -> None:
    """Compile a source for one type of elements to a path; no other process ever finds half of it there.

    Raises:
        RuntimeError: there is no compiler, it is too old, or the source does not compile.
        OSError: the path can't be written.
    """
    compiler = _compiler()
    with _partial(path) as partial:
        _compile(compiler, text, name, f"PATTERNC_ELEMENT={_ELEMENTS[element]}", partial)
        _seal(partial, _source_digest(text, element), compiler.version, compiler.sets)


def _object(text: str, name: str, element: str, folder: Path, entry: str = "", rows: int = 0) -> Path:
    """The shared object of a source for one type of elements: the one in the source's folder, else that in the cache.

    What is shipped has all programs; what is compiled here has those that a call needs together with a named entry
    point, for tiles of so many rows. Modules share what is of the library alone.

    Raises:
        RuntimeError: it can't be compiled, or the one in the folder does not fit the source or this CPU.
        OSError: the cache can't be written, or other users can write to it.
    """
    shipped = folder / _shipped_name(name, element)
    if shipped.exists():
        _require_fit(shipped, _record_of(shipped), _source_digest(text, element), name)
        return shipped
    own, said = text, name
    if entry:
        name, text = _of_library(text, name, entry) or (name, _with_part(text, entry))
        own = f'#define PATTERNC_ROWS {rows}\n#line 1 "{name}"\n{text}'
        said = f"{_part(entry)} of {name}, tiles of {rows} rows,"
    compiler, source = _compiler(), _source_digest(own, element)
    cache = _cache_folder()
    path = cache / f"{Path(name).stem}_{_sha256(source, *compiler.command, *compiler[1:])[:32]}.so"

    def build() -> None:
        _say_compiling(said, element, compiler.version, cache)
        _build(own, name, element, path)

    _build_once(path, build)
    return path


def _build_once(path: Path, build: Callable[[], None]) -> None:
    """Build a file of the cache folder where neither this process nor another one has.

    Raises:
        OSError: the cache can't be written, or other users can write to it.
    """
    cache = path.parent
    if cache.exists():
        _refuse_shared(cache)
    if _record_of(path) is None:
        with _writing(cache), _locked(path):
            if _record_of(path) is None:  # else another process has just built it
                build()


def _require_fit(path: Path, record: _Record | None, source: str, name: str) -> None:
    """Raise where a shipped object must not be loaded."""
    again = "run `patternc build` with `--compile` again, or delete it: programs are then compiled at first use"
    if record is None:
        raise RuntimeError(f"{path} is damaged, or was not made by patternc: {again}")
    if record.source != source:
        raise RuntimeError(f"{path} was compiled from another {name} than the one beside it: {again}")
    if missing := _missing_sets(record.sets):
        lacks = f"{path} was compiled for a CPU with {', '.join(missing)}, which this one lacks"
        raise RuntimeError(f"{lacks}: {again}; PATTERNC_CXXFLAGS=-march=... compiles for other CPUs")


def _of_library(text: str, name: str, entry: str) -> tuple[str, str] | None:
    """The library's name and text with an entry point that is of no part of a source; None if it is of one."""
    library = re.search(rf'^#line 1 "(\w+\.h)"$.*?(?=^#line \d+ "{re.escape(name)}"$)', text, re.MULTILINE | re.DOTALL)
    defined = f"PATTERNC_KERNEL({entry})\n"
    return (library[1], library[0] + defined) if library and defined in text and _part(entry) == entry else None


def _with_part(text: str, entry: str) -> str:
    """A source without the lines that define entry points of other parts: what they instantiate is not compiled."""
    return re.sub(
        r"^PATTERNC_(?:ENTRY\w*|KERNEL)\((\w+)\)$",
        lambda found: found[0] if _part(found[1]) == _part(entry) else "",
        text,
        flags=re.MULTILINE,
    )


def _part(entry: str) -> str:
    """What an entry point is compiled with, by its name; one that belongs to no part is compiled alone."""
    return next((part for part, names in _PARTS.items() if entry.startswith(names)), entry)


_PARTS = {
    "calls of few queries": ("forward_split", "forward_merged"),
    "the forward pass": ("forward", "mix"),
    "gradients in one pass": ("gradients",),
    "gradients": ("grad",),
}


def _source_digest(text: str, element: str) -> str:
    return _sha256(text, element)


def _sha256(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _say_compiling(name: str, element: str, version: str, cache: Path) -> None:
    if sys.stderr is not None:  # as where a process has no terminal
        sys.stderr.write(f"patternc: compiling {name} for {element} with {version}; it is kept in {cache}\n")
        sys.stderr.flush()


@contextlib.contextmanager
def _writing(cache: Path) -> Iterator[None]:
    """Make the cache folder; say what to do where it can't be written."""
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_shared(cache)
        yield
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR, errno.EEXIST):
            raise
        wrong = f"compiled programs can't be kept there ({error.strerror}): set PATTERNC_CACHE to a folder of yours"
        raise OSError(error.errno, wrong, os.fspath(cache)) from error


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one thread of one process at a time make a file, and remove what one that was killed has left of it.

    The lock ends with the process that holds it. Where a file system has no locks, several may compile the same.
    """
    with path.with_suffix(".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            for left in path.parent.glob(f".{path.name}-*"):
                left.unlink(missing_ok=True)
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP):
                raise
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)  # a process forked meanwhile holds the file open
