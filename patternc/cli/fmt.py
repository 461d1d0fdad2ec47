"""`patternc fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from patternc.cli import options
from patternc.cli.report import Report, difference
from patternc.diagnostics import Format
from patternc.files import write_through
from patternc.formatter import format_text


@click.command("fmt")
@options.files
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 with a diff if a file would change.")
@options.diagnostics_format
def command(paths: tuple[str, ...], only_check: bool, form: Format) -> int:
    """Format pattern files in place; `-` reads standard input and writes standard output."""
    report = Report(form)
    changed = 0
    for path in paths:
        with report.catching():
            source = options.read(path)
            text = format_text(source)
            changed += text != source.text
            if only_check:
                click.echo(difference(source.text, text, path, f"{path} (formatted)"), nl=False)
            elif path == options.STDIN:
                click.echo(text, nl=False)
            elif text != source.text:
                write_through(Path(path), text)
                click.echo(f"{path}: formatted")
    report.write()
    return int(report.rejected or (only_check and changed > 0))
