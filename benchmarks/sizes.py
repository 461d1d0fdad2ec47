"""How large the compiler's modules and functions are, and which names several modules have.

    python benchmarks/sizes.py                       this checkout
    python benchmarks/sizes.py ../other/patternc     another one, to compare with

A name is counted where a module defines a function or a class at its top, other than `_private` ones; modules of the
command line, which all have a `command`, and of back ends, which mirror one another, are counted each by itself.
"""

from __future__ import annotations

import argparse
import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

PACKAGE = Path(__file__).resolve().parent.parent / "patternc"


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its path in the package, its lines, and those of each function; the public names at its top."""

    path: str
    lines: int
    functions: tuple[tuple[str, int], ...]
    names: tuple[str, ...]


def modules(package: Path) -> Iterator[Module]:
    """Every module of a package."""
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        functions = tuple(
            (node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
        )
        own = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
        names = tuple(name for name in own if not name.startswith("_"))
        yield Module(path.relative_to(package).as_posix(), text.count("\n"), functions, names)


def repeated(found: tuple[Module, ...]) -> dict[str, list[str]]:
    """The public names that several modules define, with the modules' paths."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in found:
        if not module.path.startswith("cli/"):
            for name in module.names:
                places[name].append(module.path)
    return {name: paths for name, paths in sorted(places.items()) if len(paths) > 1}


def table(package: Path, longest: int) -> Iterator[str]:
    """The lines of the report."""
    found = tuple(modules(package))
    functions = sorted(((size, name, module.path) for module in found for name, size in module.functions), reverse=True)
    sizes, spans = [module.lines for module in found], [size for size, _, _ in functions]
    yield "| | |\n|---|---|"
    yield f"| modules | {len(found)} |"
    yield f"| lines of a module | {median(sizes):.0f} at the median, {max(sizes)} at most |"
    yield f"| of more than 300 lines | {sum(size > 300 for size in sizes)} |"
    yield f"| lines of a function | {median(spans):.0f} at the median, {max(spans)} at most |"
    yield f"| of more than 30 lines | {sum(span > 30 for span in spans)} |"
    yield f"| public names of several modules | {len(repeated(found))} |"
    yield ""
    for module in sorted(found, key=lambda one: -one.lines)[:longest]:
        yield f"- {module.lines} lines: `{module.path}`"
    for size, name, path in functions[:longest]:
        yield f"- {size} lines: `{name}` of `{path}`"
    for name, paths in repeated(found).items():
        yield f"- `{name}`: {', '.join(f'`{path}`' for path in paths)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("package", nargs="?", type=Path, default=PACKAGE)
    parser.add_argument("--longest", type=int, default=10, help="how many modules and functions to list")
    arguments = parser.parse_args()
    print("\n".join(table(arguments.package, arguments.longest)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
