"""Import directions: a room imports only from lower floors, and only one room knows each foreign library."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.codegen.registry import BACKENDS
from patternc.driver import DEFAULT

PACKAGE = ROOT / "patternc"

FLOORS: tuple[tuple[str, ...], ...] = (
    (
        "source",
        "resources",
        "files",
        "pattern_paths",
        "document_offsets",
        "targets",
        "cost_constants",
        "protocols",
        "schedule.compiled_tiles",
        "ir.hashes",
        "ir.index",
        "runtime.hilbert",  # imports nothing: models take the order of cells of generated files
        "runtime.cpp.notices",  # nor does this, which commands share with compiled programs
        "runtime.cpp.includes",
        "runtime.cpp.instruction_sets",
    ),
    (
        "runtime.tiles.turns",  # imports only the curve
        "runtime.cpp.cache_folder",  # imports only notices
        "runtime.cpp.compiler",  # imports only instruction sets
        "ir.curve_cells",  # and so does this
        "ir.index_text",
        "ir.launch_orders",
        "diagnostics",
        "sarif",
        "ir.projections",
        "ir.addresses",
        "codegen.filters",
        "codegen.library",
        "schedule.tile_sizes",
    ),
    ("codegen.library_text", "loaded"),
    ("ir.chosen_blocks", "ir.mask", "frontend.syntax"),  # a pattern carries the modules around it
    ("ir.bounds", "ir.kernel", "ir.semantics", "ir.tile", "ir.traversal"),  # speak of masks
    ("codegen.provenance",),
    ("codegen.interface",),
    ("codegen.argument_text",),
    ("codegen.emit",),  # templates spell arguments
    ("ir.batch", "ir.host", "ir.tile_functions"),  # speak of kernel IR and index expressions too
    ("ir.liveness",),
    ("ir.digest", "ir.dump", "ir.evaluate_batches", "ir.verify_batches", "ir.intervals", "ir.loops"),
    ("ir.launch_orders", "ir.step_tiles", "ir.verify"),
    ("ir.count_tiles", "ir.run_program", "ir.verify_host"),
    ("ir.evaluate_programs", "ir.tile_accesses"),
    ("ir.evaluate_numbers",),
    ("ir.evaluate_host",),
    ("frontend.primitives",),
    ("frontend.typed", "frontend.parser"),
    ("frontend.lower", "frontend.directives"),
    ("transforms",),
    ("analysis",),  # speaks of written masks too
    ("frontend.check", "frontend.formatter", "schedule"),  # a check asks the transforms whether a mask is empty
    ("testing.calls",),  # data: the calls that `verify` makes, and the self-check of a generated reference
    ("codegen",),
    ("codegen.triton.compiled_launches",),  # with Triton itself
    ("analysis.listed_pairs",),  # work is counted over listings of a schedule
    ("analysis.work",),
    ("analysis.pair_bounds", "analysis.row_counts"),
    ("analysis.picture",),
    ("runtime.ring_steps",),  # imports nothing: forecasts take the steps that ranks run
    ("runtime.ring_waits",),  # imports only steps: forecasts take the model by which ranks choose
    ("ring",),
    ("cost",),  # counts what backends run
    ("differences",),  # compares what patterns cost too
    ("driver",),
    ("config",),
    ("testing",),
    ("tuning",),  # builds, checks and times modules
    ("pictures",),
    ("best_backend",),
    ("editor",),
    ("highlighting",),
    ("bare_masks",),
    ("api",),
    ("integrations",),  # may use everything; nothing uses it
    ("__init__",),
    ("cli",),
    ("testing.pytest",),  # its items are commands too
    ("__main__",),
    ("runtime",),  # the compiler reads it as text
    ("runtime.triton", "runtime.cpp"),
    ("runtime.cuda",),  # compiles for its emulator as C++ is compiled
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

NEVER: tuple[tuple[str, str], ...] = (
    ("frontend", "codegen"),
    ("frontend", "testing"),
    ("schedule", "testing"),
    ("schedule", "ir.semantics"),
    ("transforms", "ir.semantics"),
    ("codegen", "frontend"),
    ("codegen", "ir.semantics"),
    ("codegen", "transforms"),
    ("testing", "codegen"),  # the oracle shares no code with what it judges
    ("testing", "transforms"),
    ("testing", "schedule"),
    ("cli", "integrations"),  # their libraries take seconds to import
    ("__init__", "integrations"),
)
"""Imports that no floor allows, by name: a room, and what it never reads."""

# A foreign library and the rooms that may import it when they are imported themselves.
ONLY_IN: dict[str, frozenset[str]] = {
    "lark": frozenset({"frontend.parser"}),
    "jinja2": frozenset({"codegen.emit"}),
    "click": frozenset({"cli"}),
    "torch": frozenset({"runtime", "runtime.triton", "runtime.cpp", "runtime.cuda", "integrations"}),
    "transformers": frozenset({"integrations"}),
    "triton": frozenset({"runtime.triton"}),
    "matplotlib": frozenset(),
    "pytest": frozenset({"testing.pytest"}),
    "pygls": frozenset({"editor"}),
    "lsprotocol": frozenset({"editor"}),
    "pygments": frozenset({"highlighting"}),
}
# These import torch, or triton, inside a function.
LAZY_TORCH = frozenset(
    {
        *(
            "codegen.triton.compiled_launches",
            "testing",
            "testing.pytest",
            "tuning",
            "best_backend",
            "cli",
            "protocols",
        ),
        "document_offsets",
    }
)

FOLDERS = frozenset({"frontend", "ir", "codegen"})
"""Their own module is a docstring alone."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def _room(module: str) -> str:
    """`patternc.schedule.sweeps` -> `schedule`, `patternc.ir.mask` -> `ir.mask`; `patternc` -> `__init__`."""
    parts = module.split(".")[1:]
    rooms = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((room for room in rooms if room in FLOOR), parts[0] if parts else "__init__")


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _is_folder(module: str) -> bool:
    """`from patternc.ir import mask` names a module after the folder."""
    return module == "patternc" or module.removeprefix("patternc.") in FOLDERS


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
                yield from (f"{full}.{alias.name}" if _is_folder(full) else full for alias in names)
            case _:
                pass


def _eager(tree: ast.Module, here: str) -> Iterator[str]:
    """The imports that run when the module is imported (not those inside functions or `if TYPE_CHECKING`)."""
    for node in tree.body:
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if not guarded and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _imports(node, here)


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_imports_only_from_lower_floors(path: Path) -> None:
    here = _room(_name(path))
    if here in FOLDERS:
        return  # a docstring
    assert here in FLOOR, f"{here} stands on no floor: add it to FLOORS"
    for module in _imports(_parsed(path), _name(path)):
        if module.split(".")[0] == "patternc":
            there = _room(module)
            assert there == here or FLOOR[there] < FLOOR[here], f"{here} (floor {FLOOR[here]}) imports {module}"


@pytest.mark.parametrize(("room", "other"), NEVER)
def test_never(room: str, other: str) -> None:
    for path in (PACKAGE / room.replace(".", "/")).rglob("*.py"):
        for module in _imports(_parsed(path), _name(path)):
            assert not f"{module}.".startswith(f"patternc.{other}."), f"{_name(path)} imports {module}"


def test_a_module_name_occurs_once() -> None:
    """Outside of `cli`, whose modules are named by their commands, and of target IRs, which mirror one another."""
    own = [path for path in MODULES if "cli" not in path.parts and path.stem != "__init__"]
    targets = {"tiles", *(backend.name for backend in BACKENDS)}
    twice = Counter(path.stem for path in own if not targets & set(path.parts))
    assert not [name for name, count in twice.items() if count > 1]


@pytest.mark.parametrize("path", [path for path in MODULES if "codegen" not in path.parts], ids=_name)
def test_only_backends_name_a_backend(path: Path) -> None:
    """Whoever needs to know asks the registry, so that a backend more is a line there."""
    tree = _parsed(path)
    names = {backend.name for backend in BACKENDS} - {"cuda"}  # which is also what torch calls GPUs
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not words & names - ({DEFAULT} if path.stem == "driver" else set())
    for module in _imports(tree, _name(path)):
        assert not {f"patternc.codegen.{name}" for name in names} & {module, module.rpartition(".")[0]}


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_foreign_libraries_stay_in_their_rooms(path: Path) -> None:
    here, tree = _room(_name(path)), _parsed(path)
    eager = {module.split(".")[0] for module in _eager(tree, _name(path))}
    every = {module.split(".")[0] for module in _imports(tree, _name(path))}
    for library, rooms in ONLY_IN.items():
        assert library not in eager or here in rooms, f"{here} imports {library}"
        lazy = rooms | (LAZY_TORCH if library in {"torch", "triton"} else frozenset())
        assert library not in every or here in lazy, f"{here} imports {library} in a function"


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        tree = _parsed(path)
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        assert "print" not in names or _room(_name(path)) == "cli", path


READ_BY_ONE: dict[str, str] = {
    "cli.presets": "a command of its own",
    "cli.targets": "a command of its own",
    "frontend.primitives.box": "a family of primitives",
    "frontend.primitives.comparison": "a family of primitives",
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
