"""`patternc build`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from patternc.cli import options
from patternc.cli.report import Report, difference
from patternc.diagnostics import Format
from patternc.driver import analyse, compile_text
from patternc.emit import File
from patternc.files import write


@click.command("build")
@options.files
@click.option(
    "-o",
    "folder",
    default=".",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to.",
)
@click.option("--backend", default="torch", show_default=True, metavar="torch|triton|all", help="What to generate.")
@click.option("--target", metavar="NAME", help="The device to build for (`patternc targets`).")
@options.overrides
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 with a diff if the folder is stale.")
@options.diagnostics_format
def command(
    paths: tuple[str, ...],
    folder: Path,
    backend: str,
    target: str | None,
    overrides: Mapping[str, str],
    only_check: bool,
    form: Format,
) -> int:
    """Write the generated modules: all of them, or none if any file is wrong."""
    report = Report(form)
    builds = options.builds(backend, target)
    files: list[File] = []
    for path in paths:
        with report.catching():
            source = options.read(path)
            report.add(analyse(source, overrides).warnings, source)
            for chosen, device in builds:
                files += compile_text(source, chosen, device, overrides)
    report.write()
    if report.rejected:
        return 1
    _refuse_duplicates(files)
    return _compare(files, folder) if only_check else _write(files, folder)


def _refuse_duplicates(files: list[File]) -> None:
    names = [file.name for file in files]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise click.UsageError(f"two patterns would both become {', '.join(twice)}: rename one")


def _write(files: list[File], folder: Path) -> int:
    for file in files:
        write(folder / file.name, file.text)
        click.echo(f"{folder / file.name}: {file.text.count(chr(10))} lines")
    return 0


def _compare(files: list[File], folder: Path) -> int:
    stale = 0
    for file in files:
        path = folder / file.name
        present = path.read_bytes().decode("utf-8", errors="replace") if path.exists() else ""
        if present != file.text:
            stale += 1
            click.echo(difference(present, file.text, str(path), f"{path} (as built now)"), nl=False)
    click.echo(f"{stale} of {len(files)} files would change", err=True)
    return int(stale > 0)
