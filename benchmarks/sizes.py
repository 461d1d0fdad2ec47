"""How large the project is, and in how many places it says one thing: a table with a column for each checkout.

    python benchmarks/sizes.py                       this checkout
    python benchmarks/sizes.py ../other .            another checkout and this one, a column each
    python benchmarks/sizes.py --rooms ../other .    lines and tokens of each folder, too
    python benchmarks/sizes.py --longest 10          long modules and functions, and names of several modules, too

- Tokens: of the source that people write. Python's are those of its tokenizer, without comments, line ends and
  indentation; a docstring is one token. Those of templates, C++, CUDA, JavaScript, CSS and the grammar are words and
  single signs.
- Class patterns: `case Class(...)`, and each class in `isinstance`, over the atoms and bounds of `ir/mask.py`.
- Knobs: names in capitals at the top of a module whose value is a number, arithmetic of numbers, or a tuple of them.
- Public names of several modules: functions and classes at the top of modules, other than those of the command line,
  which all have a `command`.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent
SOURCES = ("patternc", "grammar", "templates")
WRITTEN = frozenset({".j2", ".h", ".cpp", ".cu", ".cuh", ".js", ".css", ".lark"})
BOUNDS = frozenset({"Constant", "FromEnd", "RelativePosition", "OfBatch", "OfDocument"})
ATOMS = frozenset({"AtLeast", "Below", "Residue", "SameResidue", "Random", "Table", "TopK", "Box", "Compare"})
SPACING = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)


@dataclass(frozen=True, slots=True)
class Module:
    """A Python module: its path in the package, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @property
    def functions(self) -> Iterator[tuple[int, str, str]]:
        """The lines, the name and the module of each function."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef):
                yield (node.end_lineno or node.lineno) - node.lineno + 1, node.name, self.path

    @property
    def tokens(self) -> int:
        return sum(token.type not in SPACING for token in tokenize.generate_tokens(io.StringIO(self.text).readline))


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout of the project, and the modules of its package."""

    root: Path
    modules: tuple[Module, ...]


def checkout(root: Path) -> Checkout:
    """The checkout in a folder."""
    package = root / "patternc"
    paths = sorted(package.rglob("*.py"))
    texts = ((path.relative_to(package).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
    return Checkout(root, tuple(Module(path, text, ast.parse(text)) for path, text in texts))


def other_tokens(root: Path) -> Iterator[tuple[str, int]]:
    """The files of people's source that are not Python, each with its tokens."""
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in WRITTEN:
                yield path.relative_to(root).as_posix(), len(re.findall(r"\w+|[^\w\s]", path.read_text("utf-8")))


def tokens(project: Checkout) -> int:
    return sum(module.tokens for module in project.modules) + sum(count for _, count in other_tokens(project.root))


def class_patterns(tree: ast.AST, classes: frozenset[str]) -> int:
    """How many class patterns and classes in `isinstance` are among some classes."""
    named = (name for node in ast.walk(tree) for name in _tested(node))
    return sum(name in classes for name in named)


def _tested(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.MatchClass(cls=ast.Name(id=name) | ast.Attribute(attr=name)):
            yield name
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, classes]):
            yield from (part.id for part in ast.walk(classes) if isinstance(part, ast.Name))


def pattern_modules(project: Checkout) -> int:
    return sum(class_patterns(module.tree, ATOMS | BOUNDS) > 0 for module in project.modules)


def naming(name: str) -> Callable[[Checkout], int]:
    """The measure that counts the modules whose code names a class."""

    def count(project: Checkout) -> int:
        return sum(any(_names(node, name) for node in ast.walk(module.tree)) for module in project.modules)

    return count


def _names(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Name(id=found) | ast.Attribute(attr=found) | ast.alias(name=found):
            return found == name
        case _:
            return False


def derivations(project: Checkout) -> int:
    """How many times a pattern or a kernel is read for the interface, or a part of it.

    Each call from outside of its own module is one, but all calls of a function that keeps its results together are.
    """
    (home,) = (module for module in project.modules if module.path.endswith("/interface.py"))
    deriving = [node for node in home.tree.body if isinstance(node, ast.FunctionDef) and _takes_pattern(node)]
    kept = {node.name for node in deriving if any("cache" in ast.unparse(one) for one in node.decorator_list)}
    each = {node.name for node in deriving} - kept
    others = [module.tree for module in project.modules if module is not home]
    calls = sum(_calls_of(each, tree) for tree in others)
    return calls + sum(any(_calls_of({name}, tree) for tree in others) for name in kept)


def _takes_pattern(function: ast.FunctionDef) -> bool:
    match function.args.args:
        case [ast.arg(annotation=ast.Name(id="Pattern" | "Kernel")), *_]:
            return True
        case _:
            return False


def _calls_of(names: set[str], tree: ast.Module) -> int:
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).endswith(".interface")
        for alias in node.names
        if alias.name in names
    }
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return sum(isinstance(call.func, ast.Name) and call.func.id in imported for call in calls)


_KNOB = re.compile(r"_?[A-Z][A-Z0-9_]*")


def knobs(project: Checkout) -> int:
    return sum(1 for module in project.modules for _ in named_numbers(module.text))


def named_numbers(text: str) -> Iterator[tuple[str, bool]]:
    """Each constant of a module that is a number, and whether a comment or a string below says what it counts."""
    body, lines = ast.parse(text).body, text.splitlines()
    for place, statement in enumerate(body):
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
                pairs = list(zip(names, values, strict=True))
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case _:
                continue
        after = body[place + 1 : place + 2]
        below = any(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in after)
        beside = "  # " in lines[statement.lineno - 1] or lines[statement.lineno - 2].startswith("#")
        for target, value in pairs:
            if isinstance(target, ast.Name) and _KNOB.fullmatch(target.id) and _is_number(value):
                yield target.id, below or beside


def _is_number(value: ast.expr) -> bool:
    """Whether an expression holds nothing but numbers, or tuples of them."""
    match value:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(operand=operand):
            return _is_number(operand)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Tuple(elts=parts):
            return bool(parts) and all(map(_is_number, parts))
        case _:
            return False


def lonely_rooms(project: Checkout) -> int:
    """How many rooms of the floor test are a single file."""
    text = (project.root / "tests/project/test_rooms.py").read_text("utf-8")
    floors = text[text.index("FLOORS") : text.index("FLOOR =")]
    rooms = (name.replace(".", "/") for name in re.findall(r'"([\w.]+)"', floors))
    package = project.root / "patternc"
    return sum((package / f"{room}.py").exists() and "/" in room for room in rooms)


def committed(project: Checkout) -> int:
    """The lines of generated modules that are committed."""
    command = ["git", "-C", str(project.root), "ls-files", "-z", "generated", "benchmarks/generated"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return sum((project.root / name).read_bytes().count(b"\n") for name in listed if name)


def repeated(modules: tuple[Module, ...]) -> dict[str, list[str]]:
    """The public names that several modules define, with the modules' paths."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        if not module.path.startswith("cli/"):
            for node in module.tree.body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(module.path)
    return {name: paths for name, paths in sorted(places.items()) if len(paths) > 1}


MEASURES: tuple[tuple[str, Callable[[Checkout], float]], ...] = (
    ("tokens of source", tokens),
    ("lines of Python", lambda project: sum(module.lines for module in project.modules)),
    ("modules", lambda project: len(project.modules)),
    ("lines of a module, median", lambda project: median(module.lines for module in project.modules)),
    ("modules of more than 300 lines", lambda project: sum(module.lines > 300 for module in project.modules)),
    ("functions of more than 30 lines", lambda project: sum(size > 30 for size, _, _ in functions(project))),
    (
        "class patterns over atoms and bounds",
        lambda project: sum(class_patterns(module.tree, ATOMS | BOUNDS) for module in project.modules),
    ),
    ("modules that hold them", pattern_modules),
    ("modules that name `OfDocument`", naming("OfDocument")),
    ("modules that name `TopK`", naming("TopK")),
    ("modules that name `Box`", naming("Box")),
    ("derivations of the interface", derivations),
    ("knobs", knobs),
    ("rooms of one file in a folder", lonely_rooms),
    ("public names of several modules", lambda project: len(repeated(project.modules))),
    ("lines of committed output", committed),
)


def functions(project: Checkout) -> Iterator[tuple[int, str, str]]:
    return (function for module in project.modules for function in module.functions)


def measures(projects: tuple[Checkout, ...]) -> Iterator[str]:
    """The lines of the table of measures, a column for each checkout."""
    yield f"| |{''.join(f' {project.root.name or project.root} |' for project in projects)}"
    yield f"|---|{'--:|' * len(projects)}"
    for name, measure in MEASURES:
        yield f"| {name} |{''.join(f' {measure(project):,.0f} |' for project in projects)}"


def rooms(projects: tuple[Checkout, ...]) -> Iterator[str]:
    """The lines of the table of folders: lines of Python, and tokens, of each checkout."""
    yield f"\n| folder |{' lines | tokens |' * len(projects)}"
    yield f"|---|{'--:|' * 2 * len(projects)}"
    counts = tuple(_by_folder(project) for project in projects)
    for folder in sorted({folder for count in counts for folder in count}):
        cells = (f" {count[folder][0]:,} | {count[folder][1]:,} |" for count in counts)
        yield f"| `{folder}` |{''.join(cells)}"


def _by_folder(project: Checkout) -> dict[str, tuple[int, int]]:
    lines: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    for module in project.modules:
        folder = Path("patternc", module.path).parent.as_posix()
        lines[folder] += module.lines
        tokens[folder] += module.tokens
    for path, count in other_tokens(project.root):
        tokens[Path(path).parent.as_posix()] += count
    return defaultdict(lambda: (0, 0), {folder: (lines[folder], tokens[folder]) for folder in tokens})


def longest(project: Checkout, count: int) -> Iterator[str]:
    """The longest modules and functions, and the public names of several modules."""
    yield ""
    for module in sorted(project.modules, key=lambda module: -module.lines)[:count]:
        yield f"- {module.lines} lines: `{module.path}`"
    for size, name, path in sorted(functions(project), reverse=True)[:count]:
        yield f"- {size} lines: `{name}` of `{path}`"
    for name, paths in repeated(project.modules).items():
        yield f"- `{name}`: {', '.join(f'`{path}`' for path in paths)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkouts", nargs="*", type=Path, default=[HERE], help="folders of checkouts")
    parser.add_argument("--rooms", action="store_true", help="lines and tokens of each folder")
    parser.add_argument("--longest", type=int, default=0, help="how many modules and functions of the last one to list")
    arguments = parser.parse_args()
    projects = tuple(checkout(folder.resolve()) for folder in arguments.checkouts)
    print("\n".join(measures(projects)))
    if arguments.rooms:
        print("\n".join(rooms(projects)))
    if arguments.longest:
        print("\n".join(longest(projects[-1], arguments.longest)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
