"""Import directions: a room imports only from lower floors, and only one room knows each foreign library."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import get_args

import pytest
from conftest import ROOT

from patternc.codegen.registry import BACKENDS
from patternc.driver import DEFAULT
from patternc.ir.mask import InputBound

PACKAGE = ROOT / "patternc"

FLOORS: tuple[tuple[str, ...], ...] = (
    (
        *("source", "resources", "files", "pattern_paths", "document_offsets", "targets", "cost_constants"),
        *("protocols", "model_layers"),
    ),
    ("runtime",),  # copied beside generated modules, so it imports nothing of the compiler
    ("diagnostics", "sarif", "loaded"),
    ("ir",),
    ("frontend", "transforms"),  # both speak of masks only
    ("bare_masks", "highlighting", "schedule"),
    ("counting",),  # over listings of a schedule
    ("analysis",),
    ("codegen", "ring", "testing"),
    ("best_backend", "cost"),  # counts what backends run
    ("differences", "driver"),
    ("config", "pictures", "tuning"),
    ("api", "editor"),
    ("__init__",),
    ("cli",),
    ("integrations", "__main__"),  # may use everything; nothing uses them
)
"""Rooms are the folders of the package and the modules beside them."""
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

NEVER: tuple[tuple[str, str], ...] = (
    ("schedule", "ir.semantics"),
    ("transforms", "ir.semantics"),
    ("codegen", "frontend"),
    ("codegen", "ir.semantics"),
    ("codegen", "transforms"),
    ("codegen.reference_masks", "ir.truths"),  # a reference shares no reading of masks with what it judges
    ("codegen.reference_masks", "ir.facts"),
    ("frontend.parser", "ir"),
    ("ir.mask", "ir.kernel"),  # a page of IR knows only those before it
    ("ir.kernel", "ir.tile"),
    ("ir.tile", "ir.host"),
    ("testing", "codegen"),  # the oracle shares no code with what it judges
    ("testing", "transforms"),
    ("testing", "schedule"),
)
"""Imports that no floor allows, by name: a room, and what it never reads."""

# A foreign library and the rooms, or modules of rooms, that may import it when they are imported themselves.
ONLY_IN: dict[str, tuple[str, ...]] = {
    "lark": ("frontend.parser",),
    "jinja2": ("codegen.emit",),
    "click": ("cli",),
    "torch": ("runtime", "integrations"),
    "transformers": ("integrations",),
    "vllm": ("integrations.vllm",),
    "cudnn": ("integrations.cudnn",),
    "triton": ("runtime.triton",),
    "matplotlib": (),
    "pytest": ("integrations.pytest",),
    "pygls": ("editor",),
    "lsprotocol": ("editor",),
    "pygments": ("highlighting",),
}
# These import torch, or triton, inside a function.
LAZY_TORCH = (
    "codegen.triton.compiled_launches",
    "codegen.triton.quick_interpreter",
    "testing",
    "tuning",
    "best_backend",
    "cli",
    "protocols",
    "document_offsets",
)

MODULES = sorted(PACKAGE.rglob("*.py"))


def _room(module: str) -> str:
    """`patternc.ir.mask` -> `ir`, `patternc.driver` -> `driver`, `patternc` -> `__init__`."""
    return [*module.split("."), "__init__"][1]


def _is_within(module: str, places: tuple[str, ...]) -> bool:
    """Whether a module is one of some rooms and modules, or in one."""
    return any(f"{module}.".startswith(f"patternc.{place}.") for place in places)


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = frozenset(map(_name, MODULES))


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(tree: ast.AST, here: str) -> Iterator[str]:
    """What a module imports, by full names. Those of the run-time library are relative, and all others are not."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), level=level, names=names):
                assert not level or here.startswith("patternc.runtime."), "a relative import: write it in full"
                assert level or not module.startswith("patternc") or not here.startswith("patternc.runtime."), module
                full = ".".join((*here.split(".")[:-level], module)) if level else module
                yield from (inner if (inner := f"{full}.{alias.name}") in NAMES else full for alias in names)
            case _:
                pass


def _eager(tree: ast.Module, here: str) -> Iterator[str]:
    """The imports that run when the module is imported (not those inside functions or `if TYPE_CHECKING`)."""
    for node in tree.body:
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if not guarded and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _imports(node, here)


def test_programs_take_inputs_by_their_facts() -> None:
    """A new kind of bound or input changes no program over tiles, no function that launches it and no cost of it."""
    kinds = {"InputKind", *(bound.__name__ for bound in get_args(InputBound))}
    for path in (*sorted((PACKAGE / "codegen/tiles").glob("*.py")), PACKAGE / "cost/launch_runs.py"):
        named = kinds & set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
        assert not named, f"{_name(path)} names {sorted(named)}: ask their facts"


def test_imports_only_from_lower_floors() -> None:
    for path in MODULES:
        here = _room(_name(path))
        assert here in FLOOR, f"{here} stands on no floor: add it to FLOORS"
        for module in _imports(_parsed(path), _name(path)):
            there = _room(module) if module.split(".")[0] == "patternc" else here
            assert there == here or FLOOR[there] < FLOOR[here], f"{here} (floor {FLOOR[here]}) imports {module}"


def test_modules_import_in_no_circle() -> None:
    """Not even those of one room: a reader may begin with a module that imports none of the others."""
    graph = {_name(path): {*_eager(_parsed(path), _name(path))} & NAMES for path in MODULES}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_the_compiler_imports_no_torch_from_the_library() -> None:
    """What it shares with generated modules are plans and orders in plain numbers, and compilers of programs."""
    graph = {_name(path): {*_eager(_parsed(path), _name(path))} for path in MODULES}
    library = {name for name in graph if _is_within(name, ("runtime",))}
    read = {there for name in graph.keys() - library for there in graph[name]} & library
    while more := {there for name in read for there in graph[name] & library} - read:
        read |= more
    assert not [name for name in read if {"torch", "triton"} & {there.split(".")[0] for there in graph[name]}]


def test_the_house_is_drawn_as_it_stands() -> None:
    """In `docs/ARCHITECTURE.md`: all rooms, each once, and none reads a room of a row above its own."""
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    drawn = page[page.index("<!-- house -->") : page.index("<!-- end of house -->")]
    rows = [re.findall(r"`(\w+)`", line) for line in drawn.splitlines() if line.startswith("| ")]
    assert sorted(room for row in rows for room in row) == sorted(FLOOR)
    height = {room: -place for place, row in enumerate(rows) for room in row}
    for path in MODULES:
        for module in _imports(_parsed(path), _name(path)):
            if module.split(".")[0] == "patternc":
                assert height[_room(module)] <= height[_room(_name(path))], f"{_name(path)} imports {module}"


@pytest.mark.parametrize(("room", "other"), NEVER)
def test_never(room: str, other: str) -> None:
    for path in MODULES:
        if _is_within(_name(path), (room,)):
            for module in _imports(_parsed(path), _name(path)):
                assert not _is_within(module, (other,)), f"{_name(path)} imports {module}"


def test_a_module_name_occurs_once() -> None:
    """Outside of `cli`, whose modules are named by their commands, target IRs, which mirror one another, and rings."""
    own = [path for path in MODULES if "cli" not in path.parts and path.stem != "__init__"]
    targets = {"tiles", "ring", "ring_plan", *(backend.name for backend in BACKENDS)}
    twice = Counter(path.stem for path in own if not targets & set(path.parts))
    assert not [name for name, count in twice.items() if count > 1]


def test_only_backends_name_a_backend() -> None:
    """Whoever needs to know asks the registry, so that a backend more is a line there."""
    for path in (path for path in MODULES if "codegen" not in path.parts):
        tree = _parsed(path)
        names = {backend.name for backend in BACKENDS} - {"cuda"}  # which is also what torch calls GPUs
        words = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not words & names - ({DEFAULT} if path.stem == "driver" else set()), path
        for module in _imports(tree, _name(path)):
            assert not {f"patternc.codegen.{name}" for name in names} & {module, module.rpartition(".")[0]}, path


def test_foreign_libraries_stay_in_their_rooms() -> None:
    for path in MODULES:
        here, tree = _name(path), _parsed(path)
        eager = {module.split(".")[0] for module in _eager(tree, _name(path))}
        every = {module.split(".")[0] for module in _imports(tree, _name(path))}
        for library, rooms in ONLY_IN.items():
            assert library not in eager or _is_within(here, rooms), f"{here} imports {library}"
            lazy = (*rooms, *(LAZY_TORCH if library in {"torch", "triton"} else ()))
            assert library not in every or _is_within(here, lazy), f"{here} imports {library} in a function"


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        tree = _parsed(path)
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        assert "print" not in names or _room(_name(path)) == "cli", path


READ_BY_ONE: dict[str, str] = {
    "cli.presets": "a command of its own",
    "cli.targets": "a command of its own",
    "frontend.parser.automaton": "tests write the file that it reads",
    "frontend.primitives.box": "a family of primitives",
    "frontend.primitives.comparison": "a family of primitives",
    "ir.verify_batches": "the verifier of an IR of its own",
    "transforms.key_ranges": "other rooms read it through the registry",
    "transforms.merge_branches": "a pass",
}
"""Small modules that one neighbour alone reads, and why they stand apart nevertheless."""
SMALL, JOINED = 100, 280
"""Lines of a module that should join its only reader, and of both together at most."""


def test_a_small_module_that_one_neighbour_reads_joins_it() -> None:
    """Not the run-time library, whose modules are what files import; nor what is imported late, for start-up's sake."""
    modules = {_name(path): path for path in MODULES if "runtime" not in path.parts}
    readers: dict[str, set[str]] = {name: set() for name in modules}
    late: set[str] = set()
    for here, path in modules.items():
        nodes = [node for node in ast.walk(_parsed(path)) if isinstance(node, ast.ImportFrom)]
        eager = {id(node) for node in _parsed(path).body}
        for node in nodes:
            for there in {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)} & modules.keys():
                readers[there].add(here)
                late |= set() if id(node) in eager else {there}
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules.items()}
    found = set()
    for name in (name for name in modules.keys() - late if len(readers[name]) == 1 and lines[name] < SMALL):
        (one,) = readers[name]
        beside = name.rpartition(".")[0] in (one, one.rpartition(".")[0])
        if beside and modules[name].stem != "__init__" and lines[name] + lines[one] <= JOINED:
            found.add(name.removeprefix("patternc."))
    assert found == READ_BY_ONE.keys()
