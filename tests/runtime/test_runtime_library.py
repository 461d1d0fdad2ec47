"""The run-time library: one text for each definition, in every file that holds it, and no definition without a call."""

from __future__ import annotations

import ast
import builtins
import importlib
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.api import compile as compile_file
from patternc.codegen.library import MODULES, REFERENCE, Definition, Section, closure, library, modules_of
from patternc.codegen.library_text import definitions, imports, runtime_imports
from patternc.codegen.registry import BACKENDS
from patternc.resources import runtime

NAMES = tuple(backend.name for backend in BACKENDS)
LIBRARIES = (*NAMES, REFERENCE)
FOLDER = ROOT / "patternc" / "runtime"
OF_CACHE = (".cpp", ".cpp.cache_folder", ".cpp.includes", ".cpp.notices")
PATTERNS = sorted((ROOT / "tests" / "patterns").glob("*.pat"))


@cache
def standing_alone(path: Path) -> dict[str, str]:
    """The texts of a pattern's modules and reference, by the library that they are of."""
    made = {backend: compile_file(path, backend) for backend in NAMES}
    return {name: own.text for name, (own, _) in made.items()} | {REFERENCE: made[NAMES[0]][1].text}


def pieces(backend: str) -> Iterator[tuple[Section, Definition]]:
    return ((section, one) for section in library(backend) for one in section.definitions)


def every_definition(backend: str) -> tuple[str, ...]:
    """The names of all that the library of a backend defines."""
    return tuple(name for _, one in pieces(backend) for name in one.names)


def test_every_module_of_the_folder_is_in_the_library() -> None:
    named = {module for name in LIBRARIES for module in modules_of(name)}
    found = {path.relative_to(FOLDER).with_suffix("").as_posix().replace("/", ".") for path in FOLDER.rglob("*.py")}
    assert named == {name for name in found if not name.endswith("__init__")}


@pytest.mark.parametrize("backend", LIBRARIES)
def test_a_module_imports_from_those_before_it(backend: str) -> None:
    before: set[str] = set()
    for module in modules_of(backend):
        tree = ast.parse((FOLDER / f"{module.replace('.', '/')}.py").read_text())
        own = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level]
        full = [".".join((*module.split(".")[: -node.level], node.module or "")) for node in own]
        assert before.issuperset(full), module
        before.add(module)


@pytest.mark.parametrize("backend", LIBRARIES)
def test_a_name_is_defined_once(backend: str) -> None:
    names = every_definition(backend)
    assert len(names) == len(set(names)) > 50


@pytest.mark.parametrize("backend", LIBRARIES)
def test_what_a_definition_reads_is_known(backend: str) -> None:
    known = {*every_definition(backend), *dir(builtins), "__file__"}
    for section, one in pieces(backend):
        assert one.reads <= known | {given.bound for given in section.imports}, one.names


def test_text_is_that_of_the_source() -> None:
    """With its comments and decorators; together the pieces are all of a module but docstring and imports."""
    for module, section in zip(MODULES, library("torch"), strict=False):
        text = runtime(module)
        lines = [line for line in text.splitlines() if line]
        held = [line for one in section.definitions for line in one.text.splitlines() if line]
        assert lines[-len(held) :] == held, module
        assert all(one.text in text for one in section.definitions)


def test_calls_are_followed() -> None:
    found = closure("torch", ["_lowest_pairs", "math", "nothing"])
    assert {"_lowest_pairs", "_candidates", "_hash", "_mixed", "_INVERSE", "_ODD"} <= found
    assert not found & {"_hashed_pairs", "_below", "nothing"}


def test_a_local_name_is_no_read() -> None:
    """`numbers` of a call is a variable; the module of that name is read elsewhere."""
    reads = {name: one.reads for _, one in pieces("torch") for name in one.names}
    assert "numbers" in reads["_integer"]
    assert "numbers" not in reads["_check_call"]


def test_what_is_held_is_imported() -> None:
    names = "_with_sink(time)"
    assert imports(names, "torch") == "import math\nimport time\n\nimport torch\nfrom torch import Tensor, nn"
    assert definitions(names, "torch").startswith("# ---- attention sinks -")


def test_a_module_beside_a_package_imports_what_it_reads_itself() -> None:
    names = "def own(math):\n    return _with_sink(time, GREAT_SCORE, math), _agree, own"  # `math` is a variable here
    assert imports(names, "torch", inline=False) == "import time"
    assert runtime_imports(names, "torch", ".of").splitlines() == [
        "from .of.ring.agreement import _agree",
        "from .of.sinks import _with_sink",
        "from .of.torch.attend import GREAT_SCORE",
    ]
    many = [name for name in every_definition("triton") if name.startswith("_")]
    lines = runtime_imports("\n".join(many), "triton", "").splitlines()
    assert max(map(len, lines)) <= 120
    assert sorted(name for line in lines for name in line.partition(" import ")[2].split(", ")) == sorted(many)


@pytest.mark.long
@pytest.mark.parametrize("backend", NAMES)
def test_texts_run(backend: str) -> None:
    """What each name needs is whole: executed alone it defines the name."""
    if backend == "triton":
        pytest.importorskip("triton")
    for name in every_definition(backend):
        found: dict[str, object] = {}
        exec(f"{imports(name, backend)}\n\n{definitions(name, backend)}\n", found)
        assert name in found


@pytest.mark.long
@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_a_file_that_stands_alone_holds_what_it_calls(path: Path) -> None:
    """Each definition of a name of the library is the library's text, and something in the file reads it."""
    for backend, text in standing_alone(path).items():
        own = {name: one.text for _, one in pieces(backend) for name in one.names}
        tree = ast.parse(text)
        read = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        held = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in own]
        assert len(held) > 5
        for node in held:
            inside = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
            assert own[node.name] in text, node.name
            assert read.count(node.name) > inside.count(node.name), node.name


@pytest.mark.long
def test_the_compiler_imports_little_of_it() -> None:
    """Building reads the library; it imports orders of cells, the cache folder and includes alone, and no torch."""
    text = (
        "import sys, patternc\n"
        f"patternc.compile({str(ROOT / 'tests' / 'patterns' / 'longnet.pat')!r}, backend='torch')\n"
        "print(*(name for name in sys.modules if name.startswith(('patternc.runtime.', 'torch', 'triton'))))\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    allowed = {f"patternc.runtime{name}" for name in ("", ".hilbert", ".tiles", ".tiles.turns", *OF_CACHE)}
    assert set(done.stdout.split()) <= allowed


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_imported(module: str) -> None:
    found = importlib.import_module(f"patternc.runtime.{module}")
    assert found.__doc__
