"""The modules that tests, checks and benchmarks run, built from pattern files of this repository at first use.

A module lies in `build/modules`, in a folder that is named by the digest of the compiler's source and of the pattern
files: none is stale. On a machine where the compiler can't run, a GPU's without lark for example, it must lie there
already: `make gpu-pack` builds all, and `gpu_check.py --cache` and `gpu_all.py --cache` unpack what it wrote.

    python benchmarks/built_modules.py triton cuda    # the modules of these backends, of all patterns
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = Path(os.environ.get("PATTERNC_MODULES", ROOT / "build" / "modules"))
SUITES = {"tests": ROOT / "tests" / "patterns", "benchmarks": ROOT / "benchmarks" / "patterns"}
KEPT = 24 * 3600
"""Seconds for which modules of an older compiler are kept: a process that began before an edit may still read them."""


def names(suite: str) -> list[str]:
    """The patterns of a suite."""
    return sorted(path.stem for path in SUITES[suite].glob("*.pat"))


@cache
def folder(suite: str) -> Path:
    """Where the modules of a suite lie, all beside one run-time package."""
    return source() / suite


@cache
def source() -> Path:
    """The folder of all that this source of the compiler builds."""
    digest = sha256()
    for top in (ROOT / "patternc", ROOT / "grammar", ROOT / "templates", *SUITES.values()):
        for path in sorted(top.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return MODULES / digest.hexdigest()[:16]


@cache
def module_path(suite: str, name: str, backend: str) -> Path:
    """The module of a pattern, beside it its reference; the latter itself where the backend is `reference`.

    Raises:
        ImportError: it is not built, and the compiler can't run here.
    """
    path = folder(suite) / f"{name}_{backend}.py"
    if not path.exists():
        _build(SUITES[suite] / f"{name}.pat", backend, path.parent)
    return path


def _build(pattern: Path, backend: str, out: Path) -> None:
    """Write what `patternc build` writes, the module last: where it is, all else is."""
    sys.path.append(str(ROOT))
    try:
        from patternc.api import backend_named
        from patternc.codegen.emit import Runtime
        from patternc.driver import REFERENCE, analyse, modules, read, references, runtime_package
        from patternc.files import write
        from patternc.targets import target_named
    except ImportError as error:
        message = (
            f"{out} lacks {pattern.stem}_{backend}.py, and the compiler can't run here ({error}): run `make gpu-pack`"
        )
        raise ImportError(f"{message} where it can, and bring its file along, for --cache") from error
    finally:
        sys.path.pop()
    _remove_old()
    analysis = analyse(read(pattern), {}, targets=())
    files = list(references(analysis))
    if backend != REFERENCE:
        chosen = backend_named(backend)
        target = target_named(chosen.targets[0])
        assert target is not None
        package = (file for file in runtime_package((chosen,)) if not (out / file.name).exists())
        own = modules(analysis, chosen, target, runtime=Runtime.VENDORED)
        files = [*package, *(beside for file in own for beside in file.beside), *files, *own]
    for file in files:
        write(out / file.name, file.text)


@cache
def _remove_old() -> None:
    """Remove what an older compiler built."""
    for other in MODULES.glob("*"):
        if other != source() and other.stat().st_mtime < time.time() - KEPT:
            shutil.rmtree(other, ignore_errors=True)


def build(backends: Iterable[str]) -> None:
    """Build the modules of these backends that are missing."""
    for suite, backend in product(SUITES, backends):
        for name in names(suite):
            module_path(suite, name, backend)


if __name__ == "__main__":
    build(sys.argv[1:])
    print(source())
