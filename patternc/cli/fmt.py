"""`patternc fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from patternc.cli import options, projects
from patternc.cli.report import Report, difference
from patternc.files import write_through
from patternc.frontend.formatter import format_text


@click.command("fmt")
@projects.configured_files
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 with a diff if a file would change.")
@options.diagnostics_format
@options.gathered(report=Report)
def command(paths: tuple[str, ...], only_check: bool, report: Report) -> int:
    """Format pattern files in place; `-` reads standard input and writes standard output."""
    for path in projects.pattern_files(*paths):
        with report.catching():
            source = options.read(path)
            text = format_text(source)
            if only_check and text != source.text:
                report.say(difference(source.text, text, source.place, f"{source.place} (formatted)"), nl=False)
                report.find("P039", f"{source.place} is not formatted", source.place, "run `patternc fmt`")
            elif path == options.STDIN and not only_check:
                report.say(text.encode(), nl=False)
            elif text != source.text:
                write_through(Path(path), text)
                report.say(f"{source.place}: formatted")
    return report.write()
