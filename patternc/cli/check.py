"""`patternc check`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from patternc.cli import options
from patternc.cli.report import Report
from patternc.diagnostics import Format
from patternc.driver import analyse


@click.command("check")
@options.files
@options.overrides
@options.diagnostics_format
def command(paths: tuple[str, ...], overrides: Mapping[str, str], form: Format) -> int:
    """Report all errors and warnings in pattern files."""
    report = Report(form)
    for path in options.pattern_files(*paths):
        with report.catching():
            source = options.read(path)
            analysis = analyse(source, overrides)
            report.add(analysis.warnings, source)
            names = ", ".join(meaning.name for meaning in analysis.meanings)
            report.say(f"{source.place}: {names}: {_counted(len(analysis.warnings), 'warning')}")
    report.write()
    return int(report.rejected)


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
