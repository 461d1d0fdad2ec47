"""The run-time package: a copy of the library that stands beside the modules of a folder, which import it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from patternc.codegen.emit import View, render
from patternc.codegen.library import MODULES_OF, RUNTIME, modules_of
from patternc.files import File
from patternc.resources import headers, runtime

_NO_DIGEST = 'DIGEST = ""\n'


@dataclass(frozen=True, slots=True)
class RuntimeFile:
    """The inputs of `shared/runtime_file.j2`: a file of the library, as its source is. `sign`: begins comments."""

    text: str
    sign: str


def runtime_package(backends: Iterable[str]) -> tuple[File, ...]:
    """The files of the package for modules of these backends. No pattern, parameter or target changes them.

    The first holds the digest: where a build is cut short, modules of an older one refuse the package.
    """
    names = tuple(backends)
    return (*map(_module, _modules(names)), *(_file(name, text, "//") for name, text in _headers(names)))


@cache
def digest() -> str:
    """The digest of the library, of all its backends."""
    texts = (*map(runtime, _modules(MODULES_OF)), *(text for _, text in _headers(MODULES_OF)))
    return sha256("".join(texts).encode()).hexdigest()[:12]


def _modules(backends: Iterable[str]) -> Iterable[str]:
    """The modules of the package, by their names below it; those of all backends once."""
    found = ["__init__"]
    for module in (module for name in backends for module in modules_of(name)):
        folder, _, below = module.rpartition(".")
        found += [f"{folder}.__init__", module] if below and folder else [module]
    return dict.fromkeys(found)


def _headers(backends: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The headers of backends and those that they share, by their paths below the package, and their texts."""
    own = [name for name in backends if headers(name)]
    folders = ("tiles", *own) if own else ()
    return ((f"{folder}/{name}", text) for folder in folders for name, text in headers(folder).items())


@cache
def _module(module: str) -> File:
    text = runtime(module)
    if module == "__init__":
        text = text.replace(_NO_DIGEST, f'DIGEST = "{digest()}"\n')
    return _file(f"{module.replace('.', '/')}.py", text, "#")


def _file(name: str, text: str, sign: str) -> File:
    return render(View("shared/runtime_file.j2", f"{RUNTIME}/{name}", (RuntimeFile(text, sign),)))
