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
@click.option("--watch", is_flag=True, help="Check again whenever a pattern file changes (needs patternc[watch]).")
def command(
    paths: tuple[str, ...],
    overrides: Mapping[str, str],
    deny: frozenset[str],
    allow: frozenset[str],
    form: Format,
    timings: bool,
    watch: bool,
) -> int:
    """Report all errors and warnings in pattern files, and masks that are not what their files expect."""
    policy = Policy(allow, deny)
    if watch:
        from patternc.cli.watching import repeated

        return repeated(lambda: _check(paths, overrides, policy, form, timings), paths)
    return _check(paths, overrides, policy, form, timings)


def _check(paths: tuple[str, ...], overrides: Mapping[str, str], policy: Policy, form: Format, timings: bool) -> int:
    report, spent = Report(form, policy), Timings()
    for path in options.pattern_files(*paths):
        with report.catching():
            source = options.read(path)
            analysis = analyse(source, options.parameters_of(path, overrides), spent.observer())
            report.add(analysis.warnings, source)
            if directives(source).expectations:
                from patternc.pictures.expectations import unmet  # here: most files expect nothing

                report.add(unmet(source), source)
            names = ", ".join(meaning.name for meaning in analysis.meanings)
            kinds = [one.severity for one in policy.applied(analysis.warnings)]
            what = "denied warning" if "error" in kinds else "warning"
            report.say(f"{source.place}: {names}: {_counted(len(kinds), what)}")
    report.write()
    if timings:
        spent.write()
    return int(report.rejected)


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
