"""Views to files. The only importer of Jinja, when the first view is rendered: checking a file does without.
The same goes for the filters that templates call.

A view names its template and carries one frozen dataclass. The template's inputs and the dataclass's fields must be the
same set: a missing input and an unused one are both errors of ours, found on the first rendering.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from patternc.files import File
from patternc.resources import templates
from patternc.source import Source

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from jinja2 import Environment, Template, nodes


class Runtime(Enum):
    """Where the run-time library stands.

    INLINE: in each module, what it calls of it. VENDORED: in a package beside the modules, which import from it.
    """

    INLINE = "inline"
    VENDORED = "vendored"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a generated file comes from: the pattern file, the pattern's own text, the command that makes it again."""

    source: Source
    pattern_text: str
    command: str
    runtime: Runtime = Runtime.INLINE


Filters: TypeAlias = tuple[tuple[str, Callable[..., object]], ...]


@dataclass(frozen=True, slots=True)
class View:
    """A file to be: a template (path under `templates/`), its name, the template's inputs.

    `filters`: the printers of expressions that the template calls, by name. `beside`: files that it reads at run time.
    """

    template: str
    name: str
    data: DataclassInstance
    filters: Filters = ()
    beside: tuple[View, ...] = ()


class TemplateMismatchError(Exception):
    """A template and its inputs do not agree: a defect of a backend, never of a pattern."""


def render(view: View) -> File:
    """Spell a view out.

    Raises:
        TemplateMismatchError: the template reads a name the data lacks, or the data has one no template reads.
    """
    given = {field.name: getattr(view.data, field.name) for field in dataclasses.fields(view.data)}
    wanted = _inputs(view.template, view.filters)
    if wanted != given.keys():
        missing, unused = sorted(wanted - given.keys()), sorted(given.keys() - wanted)
        raise TemplateMismatchError(f"{view.template}: missing inputs {missing}, unused inputs {unused}")
    template = _environment(view.filters).get_template(view.template)
    return File(view.name, template.render(given), tuple(map(render, view.beside)))


@cache
def _environment(filters: Filters = ()) -> Environment:
    from jinja2 import BaseLoader, Environment, StrictUndefined

    from patternc.codegen.argument_text import TEXTS
    from patternc.codegen.filters import braced, fitted, fitted_tuple, for_heads, quoted
    from patternc.codegen.library_text import definitions, imports, runtime_imports
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
    layouts = {"fitted": fitted, "fitted_tuple": fitted_tuple, "for_heads": for_heads}
    words = {"quoted": quoted, "braced": braced, "given": given_name, "short": short_name}
    environment.filters |= {**layouts, **words, **dict(TEXTS), **dict(filters)}
    return environment


@cache
def _tree(name: str) -> nodes.Template:
    """A template that is parsed. No filter changes how."""
    path = templates() / name
    return _environment().parse(path.read_text("utf-8"), name, str(path))


@cache
def _inputs(template: str, filters: Filters) -> frozenset[str]:
    """The names a template and everything it includes or extends read from outside."""
    from jinja2 import meta

    found, seen, queue = set[str](), set[str](), [template]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        found |= _undeclared(name, filters)
        queue += [one for one in meta.find_referenced_templates(_tree(name)) if one is not None]
    return frozenset(found)


@cache
def _undeclared(name: str, filters: Filters) -> frozenset[str]:
    """The names that a template reads and does not define."""
    from jinja2.meta import TrackingCodeGenerator

    tracking = TrackingCodeGenerator(_environment(filters))
    tracking.visit(_tree(name))
    return frozenset(tracking.undeclared_identifiers)
