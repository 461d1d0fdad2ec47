"""The run-time library: one text for each definition, in every file that holds it, and no definition without a call."""

from __future__ import annotations

import ast
import builtins
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.codegen.library import MODULES, MODULES_OF, PACKAGE, Definition, Section, closure, library
from patternc.codegen.library_text import definitions, every_definition, imports, linked, unshared_definitions
from patternc.codegen.registry import BACKENDS
from patternc.codegen.runtime_file import runtime_file

NAMES = tuple(backend.name for backend in BACKENDS)
FOLDER = ROOT / "patternc" / "runtime"
GENERATED = sorted((ROOT / "generated").rglob("*.py"))


def pieces(backend: str) -> Iterator[tuple[Section, Definition]]:
    return ((section, one) for section in library(backend) for one in section.definitions)


def backend_of(path: Path) -> str:
    """The backend of a generated file; empty of a reference, which is of none."""
    return next((name for name in NAMES if path.stem.endswith(name)), "")


def test_every_module_of_the_folder_is_in_the_library() -> None:
    named = {*MODULES, *(module for modules in MODULES_OF.values() for module in modules)}
    found = {path.relative_to(FOLDER).with_suffix("").as_posix().replace("/", ".") for path in FOLDER.rglob("*.py")}
    assert named == {name for name in found if not name.endswith("__init__")}


@pytest.mark.parametrize("backend", NAMES)
def test_a_module_imports_from_those_before_it(backend: str) -> None:
    before: set[str] = set()
    for module in (*MODULES, *MODULES_OF.get(backend, ())):
        tree = ast.parse((FOLDER / f"{module.replace('.', '/')}.py").read_text())
        taken = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
        own = {name for name in taken if name.startswith(PACKAGE)}
        assert own <= before, module
        before.add(f"{PACKAGE}.{module}")


@pytest.mark.parametrize("backend", NAMES)
def test_a_name_is_defined_once(backend: str) -> None:
    names = every_definition(backend)
    assert len(names) == len(set(names)) > 50


@pytest.mark.parametrize("backend", NAMES)
def test_what_a_definition_reads_is_known(backend: str) -> None:
    known = {*every_definition(backend), *dir(builtins)}
    for section, one in pieces(backend):
        assert one.reads <= known | {given.bound for given in section.imports}, one.names


def test_text_is_that_of_the_source() -> None:
    """With its comments and decorators; together the pieces are all of a module but docstring and imports."""
    for module, section in zip(MODULES, library("torch"), strict=False):
        text = (FOLDER / f"{module}.py").read_text()
        lines = [line for line in text.splitlines() if line]
        held = [line for one in section.definitions for line in one.text.splitlines() if line]
        assert lines[-len(held) :] == held, module
        assert all(one.text in text for one in section.definitions)


def test_calls_are_followed() -> None:
    found = closure(library("torch"), ["_lowest_pairs", "math", "nothing"])
    assert {"_lowest_pairs", "_candidates", "_hash", "_mixed", "_INVERSE", "_ODD"} <= found
    assert not found & {"_hashed_pairs", "_below", "nothing"}


def test_a_local_name_is_no_read() -> None:
    """`numbers` of a call is a variable; the module of that name is read elsewhere."""
    reads = {name: one.reads for _, one in pieces("torch") for name in one.names}
    assert "numbers" in reads["_integer"]
    assert "numbers" not in reads["_by_entry"]


def test_what_is_held_is_imported() -> None:
    names = ("_with_sink", "time")
    assert imports(names, "torch") == "import math\nimport time\n\nimport torch\nfrom torch import Tensor, nn"
    assert imports(names, "torch", linked=True) == "import time\n\nimport torch\nfrom torch import Tensor"
    assert definitions(names, "torch").startswith("# ---- attention sinks -")


@pytest.mark.parametrize("backend", NAMES)
def test_no_runtime_file_imports_torch_distributed(backend: str) -> None:
    """A module with a ring holds what does; what that reads is taken from the runtime file."""
    shared = runtime_file(backend).text
    assert "torch.distributed" not in shared
    held = unshared_definitions(("_agree",), backend)
    assert "class _Ranks:" in held
    taken = linked(("_agree",), backend)
    assert "_require" in taken
    assert "_agree" not in taken
    assert all(f"def {name}(" in shared for name in taken)
    assert "import torch.distributed as dist" in imports(("_agree",), backend, linked=True)
    assert unshared_definitions(("_require",), backend) == ""


@pytest.mark.parametrize("backend", NAMES)
def test_texts_run(backend: str) -> None:
    """What each name needs is whole: executed alone it defines the name."""
    if backend == "triton":
        pytest.importorskip("triton")
    for name in every_definition(backend):
        found: dict[str, object] = {}
        exec(f"{imports((name,), backend)}\n\n{definitions((name,), backend)}\n", found)
        assert name in found


@pytest.mark.long
def test_files_hold_the_text_of_the_library() -> None:
    """Each generated file, also beside benchmarks: a definition of the library's name and section is its text."""
    texts = {name: {own: one.text for _, one in pieces(name) for own in one.names} for name in (*NAMES, "")}
    held = 0
    for path in GENERATED:
        own = texts[backend_of(path)]
        text = path.read_text()
        written = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        for name in sorted(written & own.keys()):
            assert own[name] in text, f"{path.name}: {name}"
            held += 1
    assert held > 1000


@pytest.mark.parametrize("path", [path for path in GENERATED if "runtime" not in path.stem], ids=lambda path: path.stem)
def test_a_file_holds_what_it_calls(path: Path) -> None:
    """No definition of the library is there that nothing in the file reads."""
    tree = ast.parse(path.read_text())
    read = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    names = set(every_definition(backend_of(path)))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names:
            inside = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
            assert read.count(node.name) > inside.count(node.name), node.name


@pytest.mark.long
def test_the_compiler_imports_only_orders_of_it() -> None:
    """Building a pattern reads the library, and imports neither torch nor more of it than orders of cells and tiles."""
    text = (
        "import sys, patternc\n"
        f"patternc.compile({str(ROOT / 'tests' / 'patterns' / 'longnet.pat')!r}, backend='torch')\n"
        "print(*(name for name in sys.modules if name.startswith(('patternc.runtime.', 'torch', 'triton'))))\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    orders = {f"patternc.runtime{name}" for name in ("", ".hilbert", ".triton", ".triton.turns")}
    assert set(done.stdout.split()) <= orders


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_imported(module: str) -> None:
    found = importlib.import_module(f"{PACKAGE}.{module}")
    assert found.__doc__
