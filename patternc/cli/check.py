"""`patternc check`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from patternc.cli import options
from patternc.cli.report import Report
from patternc.cli.timings import Timings, timings_option
from patternc.diagnostics import Format
from patternc.driver import analyse


@click.command("check")
@options.files
@options.overrides
@options.diagnostics_format
@timings_option
def command(paths: tuple[str, ...], overrides: Mapping[str, str], form: Format, timings: bool) -> int:
    """Report all errors and warnings in pattern files."""
    report, spent = Report(form), Timings()
    for path in options.pattern_files(*paths):
        with report.catching():
            source = options.read(path)
            analysis = analyse(source, overrides, spent.observer())
            report.add(analysis.warnings, source)
            names = ", ".join(meaning.name for meaning in analysis.meanings)
            report.say(f"{source.place}: {names}: {_counted(len(analysis.warnings), 'warning')}")
    report.write()
    if timings:
        spent.write()
    return int(report.rejected)


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
