"""Which definitions of the package a command, a public call, a plugin or a generated file reaches, by name.

A module is reached if one that is reached imports it, a definition if something reached names it. Names are looked up
as Python does: through imports, aliases and attributes of modules. A method counts with its class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

CALLED = ("main", "command", "COMMANDS")
"""Names in `cli` that are called from outside: by the installed script, and by name of the command."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A module, or a name at the top of one."""

    module: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """One statement at the top of a module that binds names."""

    module: str
    names: tuple[str, ...]
    node: ast.stmt

    @property
    def lines(self) -> int:
        decorators: list[ast.expr] = getattr(self.node, "decorator_list", [])
        return (self.node.end_lineno or 0) - min([self.node.lineno, *(one.lineno for one in decorators)]) + 1


@dataclass
class Package:
    """A package's modules by name. `templates`: text that prints names of the run-time library.

    `statements`: those at the top that bind no names. `called`: definitions that are called when or after the module is
    imported, by Python or by an object of the module that they are handed to.
    """

    root: Path
    templates: str
    trees: dict[str, ast.Module] = field(default_factory=dict)
    definitions: dict[Place, Definition] = field(default_factory=dict)
    aliases: dict[str, dict[str, Place]] = field(default_factory=dict)
    statements: dict[str, list[ast.AST]] = field(default_factory=dict)
    called: dict[str, list[Place]] = field(default_factory=dict)
    _reached: set[Place] = field(default_factory=set)

    def __post_init__(self) -> None:
        for path in sorted(self.root.rglob("*.py")):
            parts = path.relative_to(self.root.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self.trees[name] = ast.parse(path.read_text(encoding="utf-8"))
        for module, tree in self.trees.items():
            self.aliases[module], self.statements[module], self.called[module] = {}, [], []
            for statement in self._flat(tree.body):
                self._take(module, statement)

    def _flat(self, body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
        """Statements at the top, those of conditions included."""
        for statement in body:
            if isinstance(statement, ast.If | ast.Try):
                handled = (inner for handler in getattr(statement, "handlers", ()) for inner in handler.body)
                yield from self._flat((*statement.body, *statement.orelse, *handled))
            else:
                yield statement

    def _take(self, module: str, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names: tuple[str, ...] = (name,)
            case ast.Assign(targets=targets):
                names = tuple(one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = (name,)
            case _:
                names = ()
        if isinstance(statement, ast.Import | ast.ImportFrom):
            self.aliases[module] |= self._imported(module, statement)
        if not names:
            self.statements[module].append(statement)
        hands = self._registers(module, statement)
        self.called[module] += (Place(module, name) for name in names if hands or name[:2] == "__")
        made = Definition(module, names, statement)
        self.definitions |= {Place(module, name): made for name in names}
        self.aliases[module] |= {name: Place(module, name) for name in names}

    def _registers(self, module: str, statement: ast.stmt) -> bool:
        """Whether a function is handed to an object of its module, as `@server.feature(...)` does."""
        for decorator in getattr(statement, "decorator_list", ()):
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                return Place(module, called.value.id) in self.definitions
        return False

    def _imported(self, module: str, statement: ast.Import | ast.ImportFrom) -> dict[str, Place]:
        if isinstance(statement, ast.Import):
            known = [one for one in statement.names if one.name in self.trees]
            return {
                one.asname or one.name.partition(".")[0]: Place(one.name if one.asname else "patternc") for one in known
            }
        source = statement.module or ""
        if statement.level:
            is_package = (self.root.parent / Path(*module.split(".")) / "__init__.py").exists()
            base = module.split(".")[: len(module.split(".")) - statement.level + is_package]
            source = ".".join([*base, *([source] if source else [])])
        found = {}
        for one in statement.names:
            if (inner := f"{source}.{one.name}") in self.trees:
                found[one.asname or one.name] = Place(inner)
            elif source in self.trees:
                found[one.asname or one.name] = Place(source, one.name)
        return found

    # ---- from one to the next ----------------------------------------------------------------------------------------
    def _uses(self, module: str, node: ast.AST) -> Iterator[Place]:
        """The places that a piece of code names, annotations in quotes among them."""
        known = dict(self.aliases[module])
        for inner in ast.walk(node):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                imported = self._imported(module, inner)
                known |= imported
                yield from (Place(place.module) for place in imported.values())
        for inner in ast.walk(node):
            match inner:
                case ast.Name(id=name) if name in known:
                    yield known[name]
                case ast.Constant(value=str(text)) if re.fullmatch(r"[\w.\[\], |]+", text):
                    yield from (known[word] for word in re.findall(r"\w+", text) if word in known)
                case ast.Attribute():
                    yield from self._attribute(inner, known)

    def _attribute(self, node: ast.Attribute, known: dict[str, Place]) -> Iterator[Place]:
        words, value = [node.attr], node.value
        while isinstance(value, ast.Attribute):
            words, value = [value.attr, *words], value.value
        if not isinstance(value, ast.Name) or value.id not in known or known[value.id].name:
            return
        module = known[value.id].module
        for word in words:
            if f"{module}.{word}" not in self.trees:
                yield Place(module, word)
                return
            module = f"{module}.{word}"

    def reach(self, roots: Iterable[Place]) -> None:
        """Mark all that is reached from some places."""
        waiting = list(roots)
        while waiting:
            place = waiting.pop()
            place = self.aliases.get(place.module, {}).get(place.name, place)
            if place in self._reached or place.module not in self.trees:
                continue
            self._reached.add(place)
            if not place.name:
                for node in self.statements[place.module]:
                    waiting += self._uses(place.module, node)
                waiting.append(Place(place.module.rpartition(".")[0]))
                waiting += self.called[place.module]
                continue
            waiting.append(Place(place.module))
            if place in self.definitions:
                waiting += self._uses(place.module, self.definitions[place].node)

    @cached_property
    def printed(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """The words that templates and texts of the compiler hold, and how words begin that it puts together."""
        words, beginnings = set(re.findall(r"\w+", self.templates)), set[str]()
        compiler = (tree for name, tree in self.trees.items() if not name.startswith("patternc.runtime"))
        for node in (node for tree in compiler for node in ast.walk(tree)):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if re.fullmatch(r"_\w+_", text):
                    beginnings.add(text)
                case ast.Constant(value=str(text)):
                    words.update(re.findall(r"\w+", text))
        return frozenset(words | {f"_{word}" for word in words}), tuple(beginnings)

    def reach_commands(self, public: Iterable[Place]) -> None:
        """Mark what commands, public names, the other libraries' plugins and generated files reach."""
        words, beginnings = self.printed
        places = [*public, Place("patternc.__main__"), Place("patternc")]
        for place in self.definitions:
            room = place.module.split(".")[1] if "." in place.module else ""
            called = room == "cli" and place.name in CALLED
            shown = room == "integrations" and place.name[0] != "_"
            library = room == "runtime" and (place.name in words or place.name.startswith(beginnings))
            places += [place] if called or shown or library else []
        self.reach(places)

    # ---- what is left ------------------------------------------------------------------------------------------------
    def unreached(self) -> dict[str, int]:
        """The lines of modules and definitions that nothing reaches."""
        modules = {name for name in self.trees if Place(name) not in self._reached}
        found = {name: self._length(name) for name in modules}
        for made in self.definitions.values():
            if made.module not in modules and not any(Place(made.module, name) in self._reached for name in made.names):
                found[f"{made.module}.{made.names[0]}"] = made.lines
        return found

    def _length(self, module: str) -> int:
        path = self.root.parent.joinpath(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        return len(file.read_text(encoding="utf-8").splitlines())
