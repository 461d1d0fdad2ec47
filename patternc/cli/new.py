"""`patternc new`."""

from __future__ import annotations

from pathlib import Path

import click

from patternc.cli.completion import beginning_with
from patternc.cli.presets import presets
from patternc.diagnostics import nearest
from patternc.files import write
from patternc.source import printable

_FILE = click.Path(dir_okay=False, allow_dash=True)


@click.command("new")
@click.argument("name", shell_complete=beginning_with(lambda: [preset.name for preset in presets()]))
@click.option(
    "-o", "path", metavar="FILE", type=_FILE, help="Output file; `-` is standard output.  [default: NAME.pat]"
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
def command(name: str, path: str | None, force: bool) -> int:
    """Copy a preset (see `patternc list`) to a file to start from."""
    known = {preset.name: preset for preset in presets()}
    if name not in known:
        raise click.BadParameter(f"{name!r}; {nearest(name, known)}", param_hint="NAME")
    text = known[name].text
    if path == "-":
        click.echo(text.encode(), nl=False)
        return 0
    file = Path(path or f"{name}.pat")
    if file.exists() and not force:
        raise click.UsageError(f"{file} exists already; --force replaces it")
    write(file, text)
    click.echo(printable(str(file)))
    return 0
