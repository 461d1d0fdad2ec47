"""`generated/` has some files that `build` writes of `tests/patterns`, and the digests of all others.

The digests are of `benchmarks/patterns` too. `generated/README.md` says which files a reader finds, and why.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, Goldens

from patternc.api import backend_named
from patternc.api import compile as compile_file
from patternc.codegen.backend import Backend
from patternc.codegen.cpp.shipping import with_headers
from patternc.codegen.emit import Runtime
from patternc.codegen.library_text import definitions
from patternc.codegen.registry import BACKENDS
from patternc.codegen.runtime_package import digest as runtime_digest
from patternc.driver import Analysis, analyse, ignore, kernels, printed, read, references
from patternc.files import File
from patternc.ir.kernel import Kernel
from patternc.ir.verify import verifying
from patternc.targets import Target, target_named

SHOWCASE = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))
SUITE = tuple(sorted((ROOT / "benchmarks" / "patterns").glob("*.pat")))
NAMES = tuple(backend.name for backend in BACKENDS)
LIBRARY = "0" * 12
"""What stands in `generated/` for the digest of the run-time library."""
DIGESTS = "generated/digests.txt"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "generated" / "README.md").read_text().splitlines()
    if line.startswith("| [")
]


def pattern_of(cells: list[str]) -> str:
    return cells[0].partition("]")[0].removeprefix("[")


def named(pattern: str, kind: str) -> list[str]:
    """The files of a kind: a backend, or the reference."""
    sources = {"cpp": [f"{pattern}_cpp.cpp"], "cuda": [f"{pattern}_cuda.cu"]}.get(kind, [])
    return [f"{pattern}_{kind}.py", *sources]


READ = {name for cells in ROWS for kind in cells[1].split(", ") for name in named(pattern_of(cells), kind)}
"""The files that a reader finds."""

# Compiles every showcase pattern with every backend and prints one digest of all files.
DIGEST = """
import hashlib, sys
from pathlib import Path
from patternc.codegen.registry import BACKENDS
from patternc.api import compile as compile_file
digest = hashlib.sha256()
for path in sorted(Path(sys.argv[1]).glob("*.pat")):
    for backend in BACKENDS:
        for file in compile_file(path, backend.name):
            digest.update(file.name.encode() + file.text.encode())
print(digest.hexdigest())
"""


@cache
def analysis(path: Path) -> Analysis:
    return analyse(read(path), {}, targets=())


@cache
def reference(path: Path) -> File:
    (file,) = references(analysis(path))
    return file


@cache
def scheduled(path: Path, backend: str) -> tuple[Backend, Target, tuple[Kernel, ...]]:
    chosen = backend_named(backend)
    target = target_named(chosen.targets[0])
    assert target is not None
    return chosen, target, kernels(analysis(path), chosen, target)


@cache
def module(path: Path, backend: str, runtime: Runtime) -> File:
    """The module that stands alone, or the one beside the run-time package."""
    chosen, target, loops = scheduled(path, backend)
    observe = verifying() if runtime is Runtime.INLINE else ignore
    (file,) = printed(analysis(path), loops, chosen, target, observe, runtime)
    return file


def files(path: Path, backend: str) -> tuple[File, ...]:
    """The module that stands alone, and the reference."""
    return module(path, backend, Runtime.INLINE), reference(path)


def vendored(path: Path, backend: str) -> File:
    """The module beside the run-time package, as `build` writes it."""
    return module(path, backend, Runtime.VENDORED)


def committed(path: Path, backend: str) -> tuple[File, ...]:
    """What `build` writes besides the package: the module, what stands beside it, and the reference."""
    own = vendored(path, backend)
    return own, *own.beside, reference(path)


@pytest.mark.parametrize("backend", NAMES)
@pytest.mark.parametrize("path", SHOWCASE, ids=lambda path: path.stem)
def test_both_forms_hold_the_same_pattern(path: Path, backend: str) -> None:
    """A module that stands alone is the one beside the package, and the part of the library that this imports."""
    alone, own_file = files(path, backend)[0].text, vendored(path, backend)
    names = "\n".join(sorted(imported(own_file.text)))
    held = f"{definitions(names, backend)}\n\n\n{OWN}\n\n\n"
    assert alone.count(held) == 1
    (header, own), beside = parts(alone.replace(held, "")), parts(own_file.text)
    for file in own_file.beside:  # which a module that stands alone holds, with the headers that it includes
        programs = with_headers(file.text[file.text.index("#include") :], file.name, backend)
        source = f'_SOURCE = r"""\n{programs}"""\n'
        assert own.count(source) == 1
        digest = hashlib.sha256(file.text.encode()).hexdigest()[:12]
        own = own.replace(source, "").replace("text=_SOURCE", f'digest="{digest}"')
    assert (header, own) == beside
    assert "patternc_runtime" not in alone


OWN = f"{'# ---- kernels of this pattern ':-<120}"


def imported(text: str) -> set[str]:
    """The names that a module takes from the run-time package."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.module]
    taken = [node for node in nodes if str(node.module).startswith("patternc_runtime.")]
    assert {node.level for node in taken} == {1}
    return {one.name for node in taken for one in node.names}


def parts(text: str) -> tuple[str, str]:
    """The header, up to imports, and all that is of the pattern itself."""
    header, _, rest = text.partition('"""\n\n')
    return header.replace(" --runtime inline", ""), rest.partition("\nSPEC = ")[2]


@pytest.mark.parametrize("backend", NAMES)
@pytest.mark.parametrize("path", [*SHOWCASE, *SUITE], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_file(path: Path, backend: str, golden: Goldens) -> None:
    """A file that a reader finds is compared line by line, any other one by its digest."""
    assert {file.name for file in committed(path, backend)} == {
        *named(path.stem, backend),
        *named(path.stem, "reference"),
    }
    for file in committed(path, backend):
        text = file.text.replace(runtime_digest(), LIBRARY)
        if file.name in READ and path in SHOWCASE:
            golden(f"generated/{file.name}", text)
        else:
            golden.digest(DIGESTS, of_suite(path, file.name), text)


def of_suite(path: Path, name: str) -> str:
    return f"{path.parent.parent.name}/{name}"


def test_nothing_else_is_there(golden: Goldens) -> None:
    kinds = (*NAMES, "reference")
    made = {of_suite(path, name) for path in (*SHOWCASE, *SUITE) for kind in kinds for name in named(path.stem, kind)}
    read = {of_suite(SHOWCASE[0], name) for name in READ}
    assert read <= made
    here = {"README.md", Path(DIGESTS).name, "standalone/longnet_torch.py"}
    golden.names("generated", READ | here, "**/*")
    golden.digests(DIGESTS, made - read)


def test_every_pattern_shows_something() -> None:
    for cells in ROWS:
        assert cells[0] == f"[{pattern_of(cells)}](../tests/patterns/{pattern_of(cells)}.pat)"
        assert len(cells) == 3
        assert all(cells)


def test_a_module_that_stands_alone(golden: Goldens) -> None:
    (path,) = (path for path in SHOWCASE if path.stem == "longnet")
    file = module(path, "torch", Runtime.INLINE)
    golden.tree("generated/standalone", {file.name: file.text})


@pytest.mark.long
def test_compiling_twice_gives_the_same() -> None:
    for path in SHOWCASE:
        for backend in NAMES:
            assert compile_file(path, backend) == files(path, backend)


# Every run of `test_every_file` has a hash seed of its own besides.
@pytest.mark.long
@pytest.mark.parametrize("seed", ["1", *(pytest.param(seed, marks=pytest.mark.slow) for seed in ("0", "4242"))])
def test_the_same_in_every_process_and_folder(seed: str, tmp_path: Path) -> None:
    digest = hashlib.sha256()
    for path in SHOWCASE:
        for backend in NAMES:
            for file in files(path, backend):
                digest.update(file.name.encode() + file.text.encode())
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DIGEST, str(ROOT / "tests" / "patterns")]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == digest.hexdigest()


@pytest.mark.parametrize("path", SHOWCASE, ids=lambda path: path.stem)
@pytest.mark.parametrize("backend", NAMES)
def test_no_path_time_or_version_gets_in(path: Path, backend: str) -> None:
    own_file = vendored(path, backend)
    for text in (*(file.text for file in own_file.beside), *(file.text for file in files(path, backend))):
        assert str(ROOT) not in text
        assert "patternc.driver" not in text
        assert "\r" not in text
        assert text.endswith("\n")
    for file in (*files(path, backend), own_file):
        assert str(ROOT) not in file.text
        assert "patternc.driver" not in file.text
        assert not re.search(r"\b(import|from) patternc\b", file.text)
        assert "\r" not in file.text
        assert file.text.endswith("\n")
        first, second, third, *directives, docstring = file.text.splitlines()[:9]
        assert first.startswith(f"# Generated by patternc from {path.name} (sha256 ")
        assert first.endswith("). Do not edit.")
        own = "" if file.name.endswith("_reference.py") else f" --backend {backend}"
        assert second.startswith(f"# Regenerate: patternc build {path.name}{own}")
        assert third == "# This file is yours, without conditions: patternc's licence covers the compiler alone."
        assert all(line.startswith("# ") for line in directives)
        assert docstring.startswith('"""')
