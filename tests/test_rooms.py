"""Import directions: a room imports only from lower floors, and only one room knows each foreign library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "patternc"

FLOORS: tuple[tuple[str, ...], ...] = (
    ("source", "resources", "files"),
    ("diagnostics", "module_ir", "class_names", "targets"),
    ("mask_ir",),  # a pattern carries the modules around it
    ("kernel_ir", "reads"),  # speak of masks
    ("syntax", "semantics", "atoms", "bounds", "dump", "digest", "codefmt"),
    ("primitives", "causality", "intervals"),
    ("typed",),
    ("parser", "lower", "passes", "emit"),
    ("audit",),
    ("check", "formatter", "schedule"),  # a schedule starts from what the passes ensure; a formatter from a parse
    ("cost",),
    ("backends",),
    ("shapes", "driver"),
    ("given", "loaded"),
    ("selections",),
    ("cache", "oracle"),
    ("verify",),
    ("__init__",),
    ("viewer",),
    ("cli",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# A foreign library and the rooms that may import it when they are imported themselves.
ONLY_IN: dict[str, frozenset[str]] = {
    "lark": frozenset({"parser"}),
    "jinja2": frozenset({"emit"}),
    "click": frozenset({"cli"}),
    "torch": frozenset(),
    "triton": frozenset(),
    "matplotlib": frozenset(),
}
# These import torch inside a function.
LAZY_TORCH = frozenset({"given", "selections", "oracle", "verify", "driver", "cache", "cli"})

MODULES = sorted(PACKAGE.rglob("*.py"))


def _room(module: str) -> str:
    """`patternc.schedule.tiles` -> `schedule`; `patternc` -> `__init__`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), level=0, names=names):
                yield from ((f"{module}.{alias.name}" for alias in names) if module == "patternc" else (module,))
            case ast.ImportFrom(level=level) if level:
                raise AssertionError("a relative import: write it in full")
            case _:
                pass


def _eager(tree: ast.Module) -> Iterator[str]:
    """The imports that run when the module is imported (not those inside functions or `if TYPE_CHECKING`)."""
    for node in tree.body:
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if not guarded and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _imports(node)


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_imports_only_from_lower_floors(path: Path) -> None:
    here = _room(_name(path))
    assert here in FLOOR, f"{here} stands on no floor: add it to FLOORS"
    for module in _imports(ast.parse(path.read_text(encoding="utf-8"))):
        if module.split(".")[0] == "patternc":
            there = _room(module)
            assert there == here or FLOOR[there] < FLOOR[here], f"{here} (floor {FLOOR[here]}) imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_foreign_libraries_stay_in_their_rooms(path: Path) -> None:
    here, tree = _room(_name(path)), ast.parse(path.read_text(encoding="utf-8"))
    eager = {module.split(".")[0] for module in _eager(tree)}
    every = {module.split(".")[0] for module in _imports(tree)}
    for library, rooms in ONLY_IN.items():
        assert library not in eager or here in rooms, f"{here} imports {library}"
        lazy = rooms | (LAZY_TORCH if library in {"torch", "triton"} else frozenset())
        assert library not in every or here in lazy, f"{here} imports {library} in a function"


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        assert "print" not in names or _room(_name(path)) == "cli", path
