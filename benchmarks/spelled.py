"""Who spells the generated files: which share of their characters comes from where.

    python benchmarks/spelled.py                 a row for each kind of file, over every pattern of tests/patterns
    python benchmarks/spelled.py --longest 20    and the texts of Python outside of printers, longest first
    python benchmarks/spelled.py --most 3        fails where Python outside of printers spells more than 3 %

Text is to be spelled in two places only: in templates and by the printers of expressions. Every value that a template
interpolates is marked by what it is, and what is between the marks is counted in the finished file:

- `names`: a number, a tuple of numbers, one name, or the bytes of a table;
- `pattern`: text of the pattern file or a quote of it, its name and digest, the command that makes the file again;
- `printers`: what a function of a printer's module returned, as it returned it;
- `python`: anything else, such as a line that Python joined out of pieces, with what printers gave of it.

The rest is the templates' own.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any

PATTERNS = Path(__file__).resolve().parent.parent / "tests" / "patterns"

CODEGEN = Path(__file__).resolve().parent.parent / "patternc" / "codegen"


def printers() -> tuple[str, ...]:
    """The modules whose functions print: `*_text`, `printer`, those in a folder `printer`, and quotes of patterns."""
    found = []
    for path in sorted(CODEGEN.rglob("*.py"), key=lambda path: (len(path.parts), path)):  # packages import modules
        module = path.relative_to(CODEGEN.parent.parent).with_suffix("").parts
        if path.stem.endswith("_text") or "printer" in module or path.stem == "provenance":
            found.append(".".join(module).removesuffix(".__init__"))
    return tuple(found)


ESCAPES = ("quoted", "braced")
"""Filters whose result is as much a template's, or a printer's, as what they are given."""

LAYOUTS = ("fitted", "fitted_tuple", "fit", "trim")
"""Filters that break lines, and spell nothing."""

KINDS = ("names", "pattern", "printers", "python")
_FIRST = 0xE000
"""Characters of private use: one opens each kind, and the next one closes any."""
_CLOSE = chr(_FIRST + len(KINDS))
_MARKS = "".join(chr(_FIRST + index) for index in range(len(KINDS) + 1))
_NAME = re.compile(r"[\w.]*|[A-Za-z0-9+/]{16,}=*")


class Printed(str):
    """What a printer returned."""

    __slots__ = ()


class Templated(str):
    """What a template made, with marks around the values it interpolated."""

    __slots__ = ()


def _marked_printer(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def printer(*args: Any, **kwargs: Any) -> Any:
        found = function(*args, **kwargs)
        return tuple(map(_printed, found)) if isinstance(found, tuple) else _printed(found)

    return printer


def _printed(value: Any) -> Any:
    """What a printer returned, marked: a text, or a record of texts."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return Printed(value) if isinstance(value, str) else value
    texts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return dataclasses.replace(value, **{name: Printed(text) for name, text in texts.items() if isinstance(text, str)})


def mark_printers() -> None:
    """Have printers say what they printed. Before any other module binds their functions by name."""
    for name in printers():
        module = importlib.import_module(name)
        _mark_functions(module, name)
        for kind in vars(module).values():
            if inspect.isclass(kind) and kind.__module__ == name:
                _mark_functions(kind, name)


def _mark_functions(holder: object, module: str) -> None:
    """Have the functions of a module, or the methods of a class in it, say what they printed."""
    for own, function in vars(holder).copy().items():
        if inspect.isfunction(function) and function.__module__ == module and not own.startswith("__"):
            setattr(holder, own, _marked_printer(function))


class Marks:
    """Marks what templates interpolate while one pattern is compiled. `spelled`: the texts of Python, and how often."""

    def __init__(self) -> None:
        self.source = self.name = ""
        self.spelled: Counter[str] = Counter()

    def mark(self, value: object) -> object:
        """What a template puts in the place of a value."""
        if isinstance(value, Templated) or (isinstance(value, str) and any(mark in value for mark in _MARKS)):
            return value
        kind = self._kind(value)
        if kind == "python":
            self.spelled[str(value)] += 1
        return f"{chr(_FIRST + KINDS.index(kind))}{value}{_CLOSE}"

    def _kind(self, value: object) -> str:
        if not isinstance(value, str) or (not isinstance(value, Printed) and _NAME.fullmatch(value)):
            return "names"
        if isinstance(value, Printed):
            return "printers"
        quotes = value.strip() in self.source or value.startswith(f"{self.name}:")
        return "pattern" if quotes else "python"

    def keeping(self, escape: Callable[[str], str]) -> Callable[[str], object]:
        """A filter that changes characters, not who spelled them; marks stay."""
        plain = escape("")

        def kept(text: str) -> object:
            parts = re.split(f"([{_MARKS}])", text)
            start, end = plain[: len(plain) // 2], plain[len(plain) // 2 :]
            inner = (part if part in _MARKS else escape(part)[len(start) : -len(end) or None] for part in parts if part)
            return self.mark(type(text)(f"{start}{''.join(inner)}{end}"))

        return kept

    def joined(self, values: Iterable[object], between: str = "") -> Templated:
        """The filter `join`: what stands between is the template's."""
        return Templated(between.join(str(self.mark(value)) for value in values))


def _marking_environment(marks: Marks, plain: Any) -> Any:
    """An environment of templates, each value marked; text of templates stays so through macros and filters."""
    from jinja2 import nodes

    class Marking(type(plain)):  # type: ignore[misc]
        concat = staticmethod(lambda parts: Templated("".join(map(str, parts))))

        def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
            tree: nodes.Template = super()._parse(source, name, filename)
            for output in tree.find_all(nodes.Output):
                for node in list(output.find_all((nodes.CondExpr, nodes.Call, nodes.Filter))):
                    for field, value in node.iter_fields():
                        setattr(node, field, [_own(one) for one in value] if isinstance(value, list) else _own(value))
            return tree

    def _own(node: Any) -> Any:
        """A literal that a template chooses, or passes on, is the template's."""
        is_text = isinstance(node, nodes.Const) and isinstance(node.value, str)
        return nodes.Filter(node, "templated", [], [], None, None) if is_text else node

    marking = Marking(
        loader=plain.loader,
        undefined=plain.undefined,
        autoescape=False,
        trim_blocks=plain.trim_blocks,
        lstrip_blocks=plain.lstrip_blocks,
        keep_trailing_newline=plain.keep_trailing_newline,
        newline_sequence=plain.newline_sequence,
        extensions=tuple(plain.extensions),
        finalize=marks.mark,
    )
    marking.globals.update(plain.globals)
    own = {name: marks.keeping(plain.filters[name]) for name in ESCAPES if name in plain.filters}
    own |= {name: _laid_out(plain.filters[name]) for name in LAYOUTS if name in plain.filters}
    marking.filters.update({**plain.filters, **own, "join": marks.joined, "templated": Templated})
    return marking


def _laid_out(layout: Callable[..., str]) -> Callable[..., Templated]:
    """A filter that breaks lines of a template's text."""
    return lambda *text: Templated(layout(*text))


def read_through_marks() -> None:
    """Have what reads a finished text, for the names in it and the headers that it includes, pass over marks."""
    from patternc.codegen import library_text
    from patternc.codegen.cpp import shipping

    names_read, with_headers = library_text.names_read, shipping.with_headers
    included = re.compile(f'(?m)^(#include ")[{_MARKS}](.*)[{_MARKS}](")')
    vars(library_text)["names_read"] = lambda text: names_read(re.sub(f"[{_MARKS}]", "", text))
    vars(shipping)["with_headers"] = lambda text, *given: with_headers(included.sub(r"\1\2\3", text), *given)


def counts_of(text: str) -> Counter[str]:
    """How many characters of a marked file are of which kind; those outside of marks are the templates'."""
    found: Counter[str] = Counter()
    kind = "templates"
    for char in text:
        if char == _CLOSE:
            kind = "templates"
        elif char in _MARKS:
            kind = KINDS[ord(char) - _FIRST]
        else:
            found[kind] += 1
    return found


def measured(patterns: Iterable[Path], marks: Marks) -> dict[str, Counter[str]]:
    """The counts of the files of each kind, which is what their names end with."""
    from patternc import api
    from patternc.codegen import emit
    from patternc.codegen.registry import BACKENDS

    plain = emit._environment
    vars(emit)["_environment"] = cache(lambda *filters: _marking_environment(marks, plain(*filters)))
    found: dict[str, Counter[str]] = {}
    try:
        for path in patterns:
            for backend in BACKENDS:
                command = f"patternc build {path.name} --backend {backend.name}"
                source, marks.name = path.read_text(encoding="utf-8"), path.name
                marks.source = "\n".join((source, source.replace("\\", "\\\\"), path.name, command))
                for file in api.compile(path, backend.name):
                    kind = Path(file.name).stem.rpartition("_")[2]
                    found.setdefault(kind, Counter()).update(counts_of(file.text))
    finally:
        vars(emit)["_environment"] = plain
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--longest", type=int, default=0, help="list that many texts of Python, the most costly first")
    parser.add_argument("--pattern", action="append", type=Path, default=[], help="of this file; of all goldens else")
    parser.add_argument("--most", type=float, default=100.0, help="percent of a kind of file that Python may spell")
    arguments = parser.parse_args()
    mark_printers()
    read_through_marks()
    marks = Marks()
    found = measured(arguments.pattern or sorted(PATTERNS.glob("*.pat")), marks)
    columns = ("templates", *KINDS)
    print(f"| files | characters | {' | '.join(columns)} |\n|---|--:|{'--:|' * len(columns)}")
    for kind, counts in sorted(found.items()):
        total = counts.total()
        shares = " | ".join(f"{counts[column] / total:.1%}" for column in columns)
        print(f"| {kind} | {total} | {shares} |")
    heaviest = sorted(marks.spelled.items(), key=lambda item: -len(item[0]) * item[1])
    for text, times in heaviest[: arguments.longest]:
        print(f"{len(text) * times:7} = {times:4} x {text!r}")
    return int(any(100 * counts["python"] > arguments.most * counts.total() for counts in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
