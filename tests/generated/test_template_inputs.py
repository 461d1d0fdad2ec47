"""Templates and their inputs are held to one another: what either has besides is an error."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest

from patternc.codegen.cpp.modules import CppKernels
from patternc.codegen.emit import Origin, Record, TemplateMismatchError, View, render
from patternc.codegen.provenance import Header
from patternc.codegen.runtime_package import RuntimeFile
from patternc.source import Source

ORIGIN = Origin(Source("made.pat", ""), "", "patternc build made.pat")
READ = ("backend", "made", "name", "origin", "summary")
"""What `cpp/kernels.cpp.j2` reads of a header."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An input that no template reads."""

    pages: int


@dataclass(frozen=True, slots=True)
class Longer(Header):
    """A header with a field that no template reads."""

    pages: int


@dataclass(frozen=True, slots=True)
class Nested(Record):
    """A record inside of another."""

    pages: int


@dataclass(frozen=True, slots=True)
class Outer(Header):
    """A header whose field `origin` holds records that no template reads."""

    origin: tuple[Nested, ...]  # type: ignore[assignment]


def mismatch(template: str, *data: Any) -> str:
    with pytest.raises(TemplateMismatchError) as raised:
        render(View(template, "made", data))
    return str(raised.value)


def test_inputs_are_those_that_the_template_reads() -> None:
    template = "shared/runtime_file.j2"
    assert mismatch(template, RuntimeFile("", "#"), Unread(3)).endswith("missing inputs [], unused inputs ['pages']")
    assert mismatch(template, Unread(3)).endswith("missing inputs ['sign', 'text'], unused inputs ['pages']")


def kernels(title: Any) -> Any:
    """The inputs of a C++ file, whose header is of the type of `title`."""
    hints = {name: field.type for name, field in CppKernels.__dataclass_fields__.items()}
    types = {name: type(title) if name == "title" else object for name in hints}
    made: Any = make_dataclass("Made", types.items())
    return made(title, *(None for _ in range(len(types) - 1)))


@pytest.mark.parametrize(
    ("title", "message"),
    [
        (Longer("a", "b", "c", ORIGIN, 3), "missing inputs [], unused inputs ['Longer.pages']"),
        (Outer("a", "b", "c", ()), "missing inputs [], unused inputs ['Nested.pages']"),
        (
            Nested(3),
            f"missing inputs {[f'title.{name}' for name in READ]}, unused inputs ['Nested.pages']",
        ),
    ],
    ids=["unused", "nested", "missing"],
)
def test_records_are_those_that_the_template_reads(title: Record, message: str) -> None:
    assert mismatch("cpp/kernels.cpp.j2", kernels(title)).endswith(message)
