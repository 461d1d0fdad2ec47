"""Output of commands: results, findings and differences, with or without colours."""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

import click

from patternc.diagnostics import Diagnostic, Format, Policy, Rejected, Severity, render
from patternc.source import Source


@dataclass(slots=True)
class Report:
    """Collects the findings of several files and writes them together; JSON is one list.

    `policy`: what becomes of the warnings that are added next.

    Findings as text go to stderr. In any other format they are the result and go to stdout, and all other output goes
    to stderr.
    """

    form: Format
    policy: Policy = field(default_factory=Policy)
    rejected: bool = False  # whether there is any error
    stopped: bool = False  # whether any file does not compile; one with denied warnings does
    _texts: list[str] = field(default_factory=list)

    def say(self, text: str | bytes, nl: bool = True, color: bool | None = None) -> None:
        """Write a result of the command; bytes are written unchanged, whatever the terminal's encoding."""
        click.echo(text, err=self.form != "text", nl=nl, color=color)

    def add(self, diagnostics: tuple[Diagnostic, ...], source: Source) -> bool:
        """Add what the policy leaves of the diagnostics of a file; returns whether there are errors among them."""
        diagnostics = self.policy.applied(diagnostics)
        wrong = any(one.severity == "error" for one in diagnostics)
        self.rejected |= wrong
        if diagnostics:
            self._texts.append(render(diagnostics, source, self.form, color=has_colours(sys.stderr)))
        return wrong

    def find(self, code: str, message: str, path: str, help_: str, severity: Severity = "error") -> None:
        """Add a finding about a whole file."""
        self.add((Diagnostic(code, severity, message, None, help=help_),), Source(path, ""))

    @contextmanager
    def catching(self) -> Iterator[None]:
        """Collect the diagnostics of a rejected file, and continue after the block."""
        try:
            yield
        except Rejected as rejected:
            self.stopped = True
            self.add(rejected.diagnostics, rejected.source)

    def write(self) -> int:
        """Write the findings, and return the exit code."""
        if self.form in ("json", "sarif"):
            entries = [entry for text in self._texts for entry in json.loads(text)]
            click.echo(json.dumps(entries if self.form == "json" else _log(entries), indent=2))
        elif self._texts:
            is_text = self.form == "text"
            click.echo(("\n" if is_text else "").join(self._texts), err=is_text, nl=False)
        return int(self.rejected)


def _log(entries: list[dict[str, object]]) -> dict[str, object]:
    from patternc.sarif import log  # here: few ask for it

    return log(entries)


def inform(text: str) -> None:
    """Write a line to stderr that only informs, unless `PATTERNC_QUIET` is set, and not empty."""
    if not os.environ.get("PATTERNC_QUIET"):
        click.echo(text, err=True)


def show_step(text: str) -> None:
    """Show what a long command does in a line of stderr that the next step overwrites; only on a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{text}", err=True, nl=False)


def difference(old: str, new: str, old_name: str, new_name: str) -> str:
    """A unified diff as written by `diff -u`, which marks a last line without a newline."""
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def chosen_colours() -> bool | None:
    """Whether the environment asks for colours; None if it depends on the stream.

    `NO_COLOR` and `FORCE_COLOR` apply if they are not empty, the first before the second (no-color.org,
    force-color.org).
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


def has_colours(stream: TextIO) -> bool:
    """Whether to write to a stream in colours."""
    chosen = chosen_colours()
    return stream.isatty() if chosen is None else chosen
