"""Views to files. The only importer of Jinja, when the first view is rendered: checking a file does without.
The same goes for the filters that templates call.

A view names its template and carries frozen dataclasses. The template's inputs and their fields must be the same set,
and so must the fields of a `Record` among them and what templates read of it: a missing input and an unused one are
both errors of ours, found on the first rendering.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, get_args, get_type_hints

from patternc.files import File
from patternc.resources import templates
from patternc.source import Source

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from jinja2 import Environment, Template, nodes


class Runtime(Enum):
    """The place of the run-time library.

    INLINE: in each module, what it calls of it. VENDORED: in a package beside the modules, which import from it.
    """

    INLINE = "inline"
    VENDORED = "vendored"


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a generated file: the pattern file, the pattern's own text, and the command that makes it again."""

    source: Source
    pattern_text: str
    command: str
    runtime: Runtime = Runtime.INLINE


Filters: TypeAlias = tuple[tuple[str, Callable[..., object]], ...]


@dataclass(frozen=True, slots=True)
class View:
    """A file to be: a template (path under `templates/`), its name, and dataclasses whose fields are its inputs.

    `filters`: the printers of expressions that the template calls, by name. `beside`: files that it reads at run time.
    """

    template: str
    name: str
    data: tuple[DataclassInstance, ...]
    filters: Filters = ()
    beside: tuple[View, ...] = ()


class Record:
    """Inputs that templates take whole: they read every field."""

    __slots__ = ()


class TemplateMismatchError(Exception):
    """A template and its inputs do not agree: a defect of a backend, never of a pattern."""


def render(view: View) -> File:
    """Spell a view out.

    Raises:
        TemplateMismatchError: the template reads a name the data lacks, or the data has one no template reads.
    """
    given = {field.name: getattr(data, field.name) for data in view.data for field in dataclasses.fields(data)}
    missing, unused = _mismatch(view.template, view.filters, tuple(map(type, view.data)))
    if missing or unused:
        raise TemplateMismatchError(f"{view.template}: missing inputs {missing}, unused inputs {unused}")
    template = _environment(view.filters).get_template(view.template)
    return File(view.name, template.render(given), tuple(map(render, view.beside)))


@cache
def _environment(filters: Filters = ()) -> Environment:
    from jinja2 import BaseLoader, Environment, StrictUndefined

    from patternc.codegen.argument_text import TEXTS
    from patternc.codegen.filters import braced, fitted, for_heads, kind, quoted
    from patternc.codegen.library_text import definitions, imports, runtime_imports
    from patternc.codegen.provenance import place
    from patternc.ir.interface import given_name, short_name

    class Parsed(BaseLoader):
        """Compiles what `_tree` parses once for all environments."""

        def load(
            self,
            environment: Environment,
            name: str,
            globals: MutableMapping[str, object] | None = None,  # noqa: A002 - named by Jinja
        ) -> Template:
            code = environment.compile(_tree(name), name, str(templates() / name))
            return environment.template_class.from_code(environment, code, globals or {})

    environment = Environment(
        loader=Parsed(),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
    )
    environment.filters |= {"definitions": definitions, "imports": imports, "runtime_imports": runtime_imports}
    layouts = {"fitted": fitted, "for_heads": for_heads}
    words = {"quoted": quoted, "braced": braced, "given": given_name, "short": short_name, "kind": kind, "place": place}
    environment.filters |= {**layouts, **words, **dict(TEXTS), **dict(filters)}
    return environment


@cache
def _tree(name: str) -> nodes.Template:
    """A template that is parsed. No filter changes how."""
    path = templates() / name
    return _environment().parse(path.read_text("utf-8"), name, str(path))


@cache
def _mismatch(
    template: str, filters: Filters, types: tuple[type[DataclassInstance], ...]
) -> tuple[list[str], list[str]]:
    """Names that a template reads and no input has, and fields of inputs and of their records that it does not read."""
    from jinja2 import nodes

    names = _closure(template)
    wanted = frozenset[str]().union(*(_undeclared(name, filters) for name in names))
    given = {name: hint for one in types for name, hint in get_type_hints(one).items()}
    fields = [field for name in names for field in _tree(name).find_all(nodes.Getattr)]
    missing, unused = wanted - given.keys(), given.keys() - wanted
    for field in fields:
        if isinstance(field.node, nodes.Name) and field.node.name in wanted & given.keys():
            own = [one for one in _types(given[field.node.name]) if issubclass(one, Record)]
            missing |= {f"{field.node.name}.{field.attr}" for one in own if field.attr not in dir(one)}
    read = {field.attr for field in fields}
    for record in frozenset(one for hint in given.values() for one in _records(hint)):
        unused |= {f"{record.__name__}.{name}" for name in get_type_hints(record) if name not in read}
    return sorted(missing), sorted(unused)


def _types(hint: object) -> Iterator[type]:
    """The types that a type hint names, but for those inside of others."""
    yield from (one for one in (hint, *get_args(hint)) if isinstance(one, type))


def _records(hint: object) -> Iterator[type[Record]]:
    """The records that a field of some type may hold."""
    if isinstance(hint, type) and issubclass(hint, Record):
        yield hint
        yield from (one for inner in get_type_hints(hint).values() for one in _records(inner))
    yield from (one for inner in get_args(hint) for one in _records(inner))


@cache
def _closure(template: str) -> tuple[str, ...]:
    """A template and all that it includes, imports or extends."""
    from jinja2 import meta

    found, queue = dict[str, None](), [template]
    while queue:
        name = queue.pop()
        if name not in found:
            found[name] = None
            queue += [one for one in meta.find_referenced_templates(_tree(name)) if one is not None]
    return tuple(found)


@cache
def _undeclared(name: str, filters: Filters) -> frozenset[str]:
    """The names that a template reads and does not define."""
    from jinja2.meta import TrackingCodeGenerator

    tracking = TrackingCodeGenerator(_environment(filters))
    tracking.visit(_tree(name))
    return frozenset(tracking.undeclared_identifiers)
