"""C++ modules for other machines: sources that hold the headers they need, and shared objects."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

from patternc.codegen.library import RUNTIME
from patternc.resources import headers
from patternc.runtime.cpp.includes import _header, _with_headers


def shared_objects(folder: Path, names: Iterable[str]) -> Iterator[tuple[Path, list[str]]]:
    """Compile the sources among the files of a folder, which has the run-time package, for each type of elements.

    As many compilers run at once as there are cores. Returns, for each shared object, its path, and the kind of CPU and
    the instruction sets that it needs.

    Raises:
        RuntimeError: there is no compiler, it is too old, or a source does not compile.
        OSError: a file can't be read or written.
    """
    from patternc.runtime.cpp.builds import _ELEMENTS, _build, _shipped_name  # here: writing files needs no compiler
    from patternc.runtime.cpp.instruction_sets import _ASKS_CPU
    from patternc.runtime.cpp.shared_objects import _record_of

    header = partial(_header, folder / RUNTIME)

    def compiled(name: str, element: str) -> tuple[Path, list[str]]:
        text = _with_headers((folder / name).read_text(encoding="utf-8"), name, header)
        path = folder / _shipped_name(name, element)
        _build(text, name, element, path, _ASKS_CPU)
        record = _record_of(path)
        return path, [] if record is None else record.sets

    sources = [name for name in names if name.endswith(".cpp")]
    with ThreadPoolExecutor(os.cpu_count()) as compilers:
        yield from compilers.map(compiled, *zip(*product(sources, _ELEMENTS), strict=True))


def kept_programs(text: str, name: str, element: str) -> Path:
    """Compile all programs of a source into the cache folder, unless they are there; returns the object's path.

    Raises:
        RuntimeError: there is no compiler, it is too old, or the source does not compile.
        OSError: the cache can't be written, or other users can write to it.
    """
    from patternc.runtime.cpp.builds import _keep_all  # here: writing files needs no compiler

    return _keep_all(with_headers(text, name), name, element)


def with_headers(text: str, name: str, folder: str = "cpp") -> str:
    """Replace each `#include "..."` of the library's headers in a source by the header's text, each once."""
    return _with_headers(text, name, (headers("tiles") | headers(folder)).__getitem__)


# ---- the machine -----------------------------------------------------------------------------------------------------
def lacks() -> str:
    """The reason why this machine can't run C++ modules, with a remedy; empty if it can."""
    if sys.platform == "win32":
        return "C++ modules need Linux or macOS"
    if platform.machine() not in ("x86_64", "AMD64"):
        return f"C++ modules have never run on {platform.machine()}: try them by name"
    from patternc.runtime.cpp.compiler import _compiler  # here: writing files needs no compiler

    try:
        sets = _compiler().sets
    except RuntimeError as error:
        return str(error)
    return "" if "avx2" in sets else "this CPU lacks AVX2"
