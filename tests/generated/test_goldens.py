"""`generated/` is what `build` writes of `tests/patterns/*.pat`: modules and references, beside the run-time package.

`generated/standalone/` has three of them with `--runtime inline`, `benchmarks/generated/` the benchmark patterns.
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
from patternc.driver import Analysis, analyse, kernels, printed, read, references, runtime_package
from patternc.files import File
from patternc.ir.kernel import Kernel
from patternc.targets import Target, target_named

SHOWCASE = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))
SUITE = tuple(sorted((ROOT / "benchmarks" / "patterns").glob("*.pat")))
NAMES = tuple(backend.name for backend in BACKENDS)
ALONE = ("longnet", "packed", "ring_longnet")
"""Those that a reader finds standing alone too: of a plain pattern, of one with inputs, and of a ring.

In C++ and CUDA only the first, as each has all headers.
"""

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
    return analyse(read(path), {})


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
    (file,) = printed(analysis(path), loops, chosen, target, runtime=runtime)
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
def test_showcase(path: Path, backend: str, golden: Goldens) -> None:
    for file in committed(path, backend):
        golden(f"generated/{file.name}", file.text)


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
    """The names that a module takes from the run-time package: the same as a member of a package, and else."""
    taken: tuple[set[str], set[str]] = (set(), set())
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("patternc_runtime."):
            taken[node.level].update(one.name for one in node.names)
    assert taken[0] == taken[1] != set()
    return taken[0]


def parts(text: str) -> tuple[str, str]:
    """The header, up to imports, and all that is of the pattern itself."""
    header, _, rest = text.partition('"""\n\n')
    return header.replace(" --runtime inline", ""), rest.partition("\nSPEC = ")[2]


@pytest.mark.parametrize("backend", NAMES)
@pytest.mark.parametrize("path", SUITE, ids=lambda path: path.stem)
def test_benchmark_suite(path: Path, backend: str, golden: Goldens) -> None:
    for file in committed(path, backend):
        golden(f"benchmarks/generated/{file.name}", file.text)


@pytest.mark.parametrize(("folder", "paths"), [("generated", SHOWCASE), ("benchmarks/generated", SUITE)])
def test_nothing_else_is_there(folder: str, paths: tuple[Path, ...], golden: Goldens) -> None:
    pairs = [(path, name) for path in paths for name in NAMES]
    made = [file for pair in pairs for file in committed(*pair)]
    golden.tree(folder, {file.name: file.text for file in made})


@pytest.mark.parametrize("parent", ["generated", "benchmarks/generated"])
@pytest.mark.parametrize("folder", sorted({Path(file.name).parent.as_posix() for file in runtime_package(BACKENDS)}))
def test_runtime_package(folder: str, parent: str, golden: Goldens) -> None:
    texts = {Path(file.name): file.text for file in runtime_package(BACKENDS)}
    own = {path.name: text for path, text in texts.items() if path.parent.as_posix() == folder}
    golden.tree(f"{parent}/{folder}", own)


def test_modules_that_stand_alone(golden: Goldens) -> None:
    paths = [path for path in SHOWCASE if path.stem in ALONE]
    alone = (
        files(path, name)[0] for path in paths for name in NAMES if name not in ("cpp", "cuda") or path.stem == ALONE[0]
    )
    golden.tree("generated/standalone", {file.name: file.text for file in alone})


@pytest.mark.long
def test_compiling_twice_gives_the_same() -> None:
    for path in SHOWCASE:
        for backend in NAMES:
            assert compile_file(path, backend) == files(path, backend)


# Every run of `test_showcase` has a hash seed of its own besides.
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
