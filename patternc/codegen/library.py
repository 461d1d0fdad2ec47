"""The run-time library: what generated files share, read as source from `patternc/runtime/`.

Its modules are plain Python that is linted, typed and tested as it stands. The compiler reads their text, and imports
those of rings and curves that import no torch. `ast` says where a definition begins and ends, `symtable` which names of
its module it reads. A file that stands alone holds the definitions that it calls and those that these call, each as it
is written.
"""

from __future__ import annotations

import ast
import symtable
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from patternc.resources import runtime

RUNTIME = "patternc_runtime"
"""The copy of it beside generated modules that import it."""

MODULES = (
    "checks",
    "kv_caches",
    "sequences",
    "kept_tables",
    "input_tensors",
    "numbers_of_pairs",
    "sinks",
    "gates",
    "joins",
    "grid_tiles",
    "counting",
    "operators",
    "layer_caches",
    "layers",
    "position_hash",
    "selections",
    "block_choice",
    "hashing",
    "boxes",
    "lists",
    "hilbert",
    "curves",
    "ring_plan.runs",
    "ring_plan.bounds",
    "ring_plan.reach",
    "ring_plan.needed",
    "ring_plan.steps",
    "ring_plan.shape",
    "ring_plan.exchange",
    "ring_plan.transport",
    "ring.plan",
    "ring.lists",
    "ring.places",
    "ring.ranks",
    "ring.moves",
    "ring.agreement",
    "ring.call",
    "ring.hops",
    "ring.work",
    "ring.attention",
    "ring.entries",
    "ring.caches",
    "ring.choice",
)
"""Of every backend, in the order of a generated file: a module imports from those before it."""

TILES = (
    "tiles.grids",
    "tiles.starts",
    "tiles.table_cache",
    "tiles.lists",
    "tiles.picked_lists",
    "tiles.turns",
    "tiles.orders",
)
"""Of the backends that launch programs over tiles, before their own."""

MODULES_OF: dict[str, tuple[str, ...]] = {
    "torch": (
        "torch.blocks",
        "torch.heads",
        "torch.segments",
        "torch.dropout",
        "torch.scores",
        "torch.parts",
        "torch.cells",
        "torch.listed",
        "torch.tiles",
        "torch.held",
        "torch.work",
        "torch.mixing",
        "torch.merging",
        "torch.attend",
        "torch.attend_listed",
        "torch.passes",
    ),
    "triton": (
        *TILES,
        "tiles.key_splits",
        "triton.numbers",
        "triton.allocator",
        "triton.launches",
        "triton.tile_choice",
        "triton.tiles",
        "triton.lists",
        "triton.pairs",
        "triton.softmax",
        "triton.visit",
        "triton.compact",
        "triton.row_delta",
        "triton.mixing",
    ),
    "cpp": (
        *TILES,
        "cpp.tile_choice",
        "cpp.notices",
        "cpp.cache_folder",
        "cpp.includes",
        "cpp.instruction_sets",
        "cpp.shared_objects",
        "cpp.compiler",
        "cpp.builds",
        "cpp.arguments",
        "cpp.sources",
        "cpp.regions",
        "cpp.programs",
    ),
    "cuda": (
        *TILES,
        "tiles.key_splits",
        "cpp.notices",
        "cpp.cache_folder",
        "cpp.includes",
        "cpp.instruction_sets",
        "cpp.shared_objects",
        "cpp.compiler",
        "cpp.builds",
        "cpp.arguments",
        "cpp.sources",
        "cuda.emulator",
        "cuda.tile_choice",
        "cuda.nvrtc",
        "cuda.driver",
        "cuda.programs",
    ),
}
"""Of one backend, after those of all."""

REFERENCE = "reference"
_OF_REFERENCES = ("reference.dense", "reference.cells_by_table", "reference.checking")
"""Of the files of references, which stand alone: no package holds them."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, a class or a constant: its text with the comment above it, and what it reads of its module.

    `names`: what it defines, several in `A, B = 1, 2`. `block`: blank lines stand around it.
    """

    names: tuple[str, ...]
    text: str
    reads: frozenset[str]
    block: bool


@dataclass(frozen=True, slots=True)
class Import:
    """`import module` where `name` is empty, else `from module import name`; `bound`: what the file calls it."""

    module: str
    name: str
    bound: str


@dataclass(frozen=True, slots=True)
class Section:
    """A module of the library: its name below the package, its heading, its imports from elsewhere, and definitions."""

    module: str
    heading: str
    imports: tuple[Import, ...]
    definitions: tuple[Definition, ...]


def modules_of(backend: str) -> tuple[str, ...]:
    """The modules of a backend, or of references, in the order of a generated file."""
    return (*MODULES, *(_OF_REFERENCES if backend == REFERENCE else MODULES_OF.get(backend, ())))


@cache
def library(backend: str) -> tuple[Section, ...]:
    """The library of a backend, of modules in their order. A name is defined once."""
    return tuple(map(_section, modules_of(backend)))


def closure(backend: str, names: Iterable[str]) -> frozenset[str]:
    """The names that a library defines among these, and all that their definitions read: definitions and imports."""
    defined = {name: one for section in library(backend) for one in section.definitions for name in one.names}
    found, waiting = set[str](), [name for name in names if name in defined]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += (defined[name].reads | set(defined[name].names)) if name in defined else ()
    return frozenset(found)


_PARSING = threading.Lock()


def parsed(code: str) -> ast.Module:
    """The syntax tree of a piece of code. One at a time, as CPython 3.11 fails where several threads make trees."""
    with _PARSING:
        return ast.parse(code)


@cache
def _section(module: str) -> Section:
    text = runtime(module)
    tree = parsed(text)
    heading = (ast.get_docstring(tree) or "").splitlines()[0]
    return Section(module, heading, tuple(imports_in(tree)), tuple(_definitions(text, tree)))


def imports_in(tree: ast.Module) -> Iterator[Import]:
    """The imports of a module from outside of the library."""
    for node in tree.body:
        match node:
            case ast.Import(names):
                yield from (Import(one.name, "", one.asname or one.name) for one in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from (Import(module, one.name, one.asname or one.name) for one in names)
            case _:
                pass


def _definitions(text: str, tree: ast.Module) -> Iterator[Definition]:
    lines = text.splitlines()
    body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    for place, node in enumerate(body):
        names = _defined(node)
        if not names:
            continue  # the docstring of the module, or of the constant above
        last = _last_line(body, place)
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]) - 1
        code = "\n".join(lines[first:last])
        while lines[first - 1].startswith("#"):
            first -= 1
        block = isinstance(node, ast.FunctionDef | ast.ClassDef)
        yield Definition(names, "\n".join(lines[first:last]), reads(code) - set(names), block)


def _defined(node: ast.stmt) -> tuple[str, ...]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.Assign(targets=[target]):
            return tuple(one.id for one in ast.walk(target) if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
        case _:
            return ()


def _last_line(body: list[ast.stmt], place: int) -> int:
    """The last line of a definition: of a constant, that of the text which documents it."""
    node, after = body[place], body[place + 1 : place + 2]
    constant = not isinstance(node, ast.FunctionDef | ast.ClassDef)
    documented = constant and after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant)
    return (after[0] if documented else node).end_lineno or node.lineno


def reads(code: str) -> frozenset[str]:
    """The names of the module, and of builtins, that a piece of it reads in any scope."""
    found, waiting = set[str](), [symtable.symtable(code, "library", "exec")]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        of_module = table.get_type() == "module"
        found |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_referenced() and (of_module or symbol.is_global())
        }
    return frozenset(found)


def defined(code: str) -> frozenset[str]:
    """The names that a piece of code defines for others."""
    table = symtable.symtable(code, "library", "exec")
    return frozenset(one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported())
