"""Shared objects of programs: shipped beside a module, or compiled once and kept in the cache folder."""

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import platform
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from .cache_folder import _place, _refuse_shared, _writing
from .compiler import _compile, _Compiler, _compiler
from .instruction_sets import _missing_sets
from .notices import _say
from .shared_objects import _partial, _record_of, _seal

_Opened = TypeVar("_Opened")
_ELEMENTS = {"float32": "float", "bfloat16": "patternc::BFloat16", "float16": "patternc::Float16"}
"""The names in C++ of torch's types of elements."""


def _shipped_name(name: str, element: str) -> str:
    """The file name of the shared object that is shipped beside a source, for one type of elements."""
    return f"{name.removesuffix('.cpp')}.{element}.so"


def _build(text: str, name: str, element: str, path: Path, beside: str = "") -> None:
    """Compile a source for one type of elements to a path; no other process ever finds half of it there.

    `beside`: further C++, which the object has too, and which its record does not speak of.

    Raises:
        RuntimeError: there is no compiler, it is too old, or the source does not compile.
        OSError: the path can't be written, or what is compiled can't be loaded.
    """
    defined = f"PATTERNC_ELEMENT={_ELEMENTS[element]}"
    _make_object(_compiler(), text + beside, name, defined, _source_digest(text, element), path)


def _make_object(compiler: _Compiler, text: str, name: str, defined: str, source: str, path: Path) -> None:
    """Compile a text with a macro to a shared object. `source`: the digest of what it is made from, for its record."""
    with _partial(path) as partial:
        _compile(compiler, text, name, defined, partial)
        _seal(partial, source, compiler.version, compiler.sets)
        _open(partial)  # before it gets its name: what has one can be loaded here


def _library(text: str, name: str, element: str, folder: Path, entry: str, rows: int) -> ctypes.CDLL:
    """The loaded object that has an entry point of a source: that in the source's folder, else that in the cache.

    What is shipped has all programs, and what is compiled before it is needed. What is compiled here has those that a
    call needs together with the entry point, for tiles of so many rows.

    Raises:
        RuntimeError: it can't be compiled, or the one in the folder does not fit the source or this CPU.
        OSError: it can't be loaded, the cache can't be written, or other users can write to it.
    """
    shipped = folder / _shipped_name(name, element)
    if shipped.exists():
        return _fitting(shipped, _source_digest(text, element), name)
    compiler = _compiler()
    if _record_of(_object_place(text, name, element, compiler)) is not None:
        return _kept(text, name, element, compiler)
    return _kept(_with_part(text, name, entry, rows), name, element, compiler)


def _keep_all(text: str, name: str, element: str) -> Path:
    """Compile all programs of a source for one type of elements, unless the cache has them; returns the object's path.

    Raises:
        RuntimeError: they can't be compiled.
        OSError: they can't be loaded, the cache can't be written, or other users can write to it.
    """
    compiler = _compiler()
    _kept(text, name, element, compiler)
    return _object_place(text, name, element, compiler)


def _kept(text: str, name: str, element: str, compiler: _Compiler) -> ctypes.CDLL:
    path = _object_place(text, name, element, compiler)

    def build() -> None:
        _say_compiling(name, compiler.version, path.parent)
        _build(text, name, element, path)

    return _open_or_build(path, _open, build)


def _object_place(text: str, name: str, element: str, compiler: _Compiler) -> Path:
    """The cache's place for the object of a source, by everything that decides what is compiled."""
    digest = _sha256(_source_digest(text, element), *compiler.command, *compiler[1:])
    return _place(f"{Path(name).stem}_{digest[:32]}.so")


def _open_or_build(path: Path, opened: Callable[[Path], _Opened], build: Callable[[], None]) -> _Opened:
    """Open a file of the cache folder; build it where neither this process nor another one has, or where it won't open.

    `opened`: opens a whole file, or raises OSError, as for an object that needs a library which this machine lacks.

    Raises:
        OSError: what was built can't be opened, the cache can't be written, or other users can write to it.
    """
    cache = path.parent
    if cache.exists():
        _refuse_shared(cache)

    def whole() -> _Opened | None:
        try:
            return opened(path) if _record_of(path) is not None else None
        except OSError:
            return None  # it is built anew, and what that raises is raised

    found = whole()
    if found is None:
        with _writing(cache), _locked(path):
            found = whole()
            if found is None:  # else another process has just built it
                build()
                found = opened(path)
    return found


def _open(path: Path) -> ctypes.CDLL:
    """Load a shared object.

    Raises:
        OSError: it can't be loaded; says why that may be.
    """
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        noexec = "its file system may be mounted without execution (then set PATTERNC_CACHE to another folder)"
        raise OSError(f"{path} can't be loaded ({error}): {noexec}, or it was compiled on a newer system") from error


def _fitting(path: Path, source: str, name: str) -> ctypes.CDLL:
    """Load a shipped object.

    Raises:
        RuntimeError: it is not whole, or of another source, or for another CPU.
    """
    again = "run `patternc build` with `--compile` again, or delete it: programs are then compiled at first use"
    record = _record_of(path)
    if record is None:
        raise RuntimeError(f"{path} is damaged, or was not made by patternc: {again}")
    if record.source != source:
        raise RuntimeError(f"{path} was compiled from another {name} than the one beside it: {again}")
    kind, *sets = record.sets
    missing = [kind] if kind != platform.machine() else _missing_sets(sets, library := _open(path))
    if missing:
        lacks = f"{path} was compiled for a CPU with {', '.join(missing)}, which this one lacks"
        raise RuntimeError(f"{lacks}: {again}; PATTERNC_CXXFLAGS=-march=... compiles for other CPUs")
    return library


def _with_part(text: str, name: str, entry: str, rows: int) -> str:
    """A source without the lines that define entry points of other parts: what they instantiate is not compiled."""
    own, by_rows = _part(entry)
    kept = re.sub(
        r"^PATTERNC_(?:ENTRY\w*|KERNEL)\((\w+)\)$",
        lambda matched: matched[0] if _part(matched[1])[0] == own else "",
        text,
        flags=re.MULTILINE,
    )
    return f'#define PATTERNC_ROWS {rows}\n#line 1 "{name}"\n{kept}' if by_rows else kept


def _part(entry: str) -> tuple[tuple[str, ...], bool]:
    """The part of an entry point; one that belongs to no part is one of its own."""
    return next((part for part in _PARTS if entry.startswith(part[0])), ((entry,), True))


_PARTS = (
    (("forward_split", "forward_merged"), True),  # of few queries
    (("forward_head",), True),  # of single queries
    (("forward", "mix", "row_delta"), False),
    (("gradients",), True),  # in one pass
    (("grad",), True),
)
"""The entry points that are compiled together, by their beginnings, and whether each height of tiles is compiled alone.

Every session runs the forward pass, and often for long and for short calls. Each other part takes as long as this, and
few sessions run it at more than one height. What gradients read of rows is little, and either way of them needs it.
"""


def _source_digest(text: str, element: str) -> str:
    return _sha256(_code_of(text), element)


def _code_of(text: str) -> str:
    """The code of a source: without empty lines, comment lines, and notes of where a line is from.

    So modules that stand alone share what is compiled with those beside the library, and with what they were before
    their pattern had another comment. A source with other comments, or with raw strings, is taken as it is.
    """
    if re.search(r'/\*|R"|\\[ \t]+$', text, re.MULTILINE):
        return text
    return re.sub(r"(?<!\\\n)^[ \t]*(?://.*(?<!\\)|#line .*)?\n", "", text, flags=re.MULTILINE)


def _sha256(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _say_compiling(what: str, version: str, folder: Path) -> None:
    _say(f"compiling {what} with {version}; what is compiled is kept in {folder}")


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
