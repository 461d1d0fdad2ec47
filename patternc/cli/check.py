"""`patternc check`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from patternc.cli import options, projects
from patternc.cli.options import STDIN
from patternc.cli.report import Report, inform
from patternc.cli.timings import Timings, timings_option
from patternc.diagnostics import Format, Policy
from patternc.driver import analyse
from patternc.frontend.directives import directives


@click.command("check")
@projects.configured_files
@options.overrides
@options.warning_policy
@options.diagnostics_format
@timings_option
@click.option("--watch", is_flag=True, help="Check again whenever a pattern file changes (needs patternc[watch]).")
@options.gathered(policy=Policy)
def command(
    paths: tuple[str, ...],
    overrides: Mapping[str, str],
    policy: Policy,
    form: Format,
    timings: bool,
    watch: bool,
) -> int:
    """Report all errors and warnings in pattern files, and masks that are not what their files expect."""
    if watch:
        return _repeated(lambda: _check(paths, overrides, policy, form, timings), paths)
    return _check(paths, overrides, policy, form, timings)


def _check(paths: tuple[str, ...], overrides: Mapping[str, str], policy: Policy, form: Format, timings: bool) -> int:
    report, spent = Report(form), Timings(timings)
    for path in projects.pattern_files(*paths):
        report.policy = projects.policy_of(path, policy)
        with report.catching():
            source = options.read(path)
            analysis = analyse(source, projects.parameters_of(path, overrides), spent.observer())
            report.add(analysis.warnings, source)
            if directives(source).expectations:
                from patternc.pictures.expectations import unmet  # here: most files expect nothing

                report.add(unmet(source), source)
            names = ", ".join(analysis.names)
            kinds = [one.severity for one in report.policy.applied(analysis.warnings)]
            what = "denied warning" if "error" in kinds else "warning"
            report.say(f"{source.place}: {names}: {_counted(len(kinds), what)}")
    code = report.write()
    spent.write()
    return code


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _repeated(command: Callable[[], int], paths: Sequence[str]) -> int:
    """Run a command now, and again after each change of the `.pat` files at paths, until interrupted."""
    if STDIN in paths:
        raise click.UsageError("standard input can't be watched: name files")
    try:
        from watchfiles import Change, watch
    except ModuleNotFoundError:
        raise click.UsageError("--watch needs watchfiles: install patternc[watch]") from None

    def is_pattern(_change: Change, path: str) -> bool:
        return path.endswith(".pat")

    folders = sorted({path if Path(path).is_dir() else str(Path(path).parent) for path in paths})
    inform(f"watching {', '.join(folders)}; Ctrl-C ends it")
    code, started = 0, False
    # Control returns every 200 milliseconds, so that an interrupt is noticed.
    for changes in watch(*folders, watch_filter=is_pattern, yield_on_timeout=True, rust_timeout=200):
        if changes or not started:  # the first tick comes when changes are seen from then on
            code, started = command(), True
    return code
