"""What commands write: diagnostics on their way to stderr, and differences."""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import click

from patternc.diagnostics import Diagnostic, Format, Rejected, render
from patternc.source import Source


@dataclass(slots=True)
class Report:
    """Collects what is found in several files and writes it once; JSON is one list."""

    form: Format
    rejected: bool = False
    _texts: list[str] = field(default_factory=list)

    def add(self, diagnostics: tuple[Diagnostic, ...], source: Source) -> None:
        if diagnostics:
            self._texts.append(render(diagnostics, source, self.form, color=_colour() and self.form == "text"))

    @contextmanager
    def catching(self) -> Iterator[None]:
        """Take what a rejected file says; go on after the block."""
        try:
            yield
        except Rejected as rejected:
            self.rejected = True
            self.add(rejected.diagnostics, rejected.source)

    def write(self) -> None:
        if self.form == "json":
            click.echo(json.dumps([entry for text in self._texts for entry in json.loads(text)], indent=2), err=True)
        elif self._texts:
            click.echo(("\n" if self.form == "text" else "").join(self._texts), err=True, nl=False)


def difference(old: str, new: str, old_name: str, new_name: str) -> str:
    """A unified diff, as `diff -u` writes it; a last line without a newline is said to be one."""
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _colour() -> bool:
    return sys.stderr.isatty()
