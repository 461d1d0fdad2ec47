"""`patternc check`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from patternc.cli import options
from patternc.cli.report import Report
from patternc.cli.timings import Timings, timings_option
from patternc.diagnostics import Format, Policy
from patternc.driver import analyse
from patternc.frontend.directives import directives


@click.command("check")
@options.configured_files
@options.overrides
@options.warning_policy
@options.diagnostics_format
@timings_option
def command(
    paths: tuple[str, ...],
    overrides: Mapping[str, str],
    deny: frozenset[str],
    allow: frozenset[str],
    form: Format,
    timings: bool,
) -> int:
    """Report all errors and warnings in pattern files."""
    report, spent = Report(form, Policy(allow, deny)), Timings()
    for path in options.pattern_files(*paths):
        with report.catching():
            source = options.read(path)
            analysis = analyse(source, options.parameters_of(path, overrides), spent.observer())
            report.add(analysis.warnings, source)
            if directives(source).expectations:
                from patternc.pictures.expectations import unmet  # here: most files expect nothing

                report.add(unmet(source), source)
            names = ", ".join(meaning.name for meaning in analysis.meanings)
            report.say(f"{source.place}: {names}: {_counted(len(analysis.warnings), 'warning')}")
    report.write()
    if timings:
        spent.write()
    return int(report.rejected)


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
