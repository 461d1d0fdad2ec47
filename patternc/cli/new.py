"""`patternc new`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from patternc.cli.completion import beginning_with
from patternc.cli.presets import presets
from patternc.diagnostics import nearest
from patternc.files import write
from patternc.source import printable

_FILE = click.Path(allow_dash=True)


@click.command("new")
@click.argument("name", required=False, shell_complete=beginning_with(lambda: [preset.name for preset in presets()]))
@click.option(
    "--from-config",
    "config",
    metavar="CONFIG",
    type=click.Path(exists=True, dir_okay=False),
    help="Write the patterns of the layers of a Hugging Face model, one file for each kind, from its config.json.",
)
@click.option(
    "-o",
    "path",
    metavar="FILE",
    type=_FILE,
    help="Output file, or with --from-config the folder; `-` is standard output.  [default: NAME.pat, or this folder]",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
def command(name: str | None, config: str | None, path: str | None, force: bool) -> int:
    """Copy a preset (see `patternc list`) to a file to start from, or write the patterns of a model."""
    if (name is None) == (config is None):
        raise click.UsageError("give the NAME of a preset, or --from-config with the config.json of a model")
    if config is not None:
        _write(_of_model(Path(config)), None if path == "-" else Path(path or "."), force)
        return 0
    assert name is not None
    known = {preset.name: preset for preset in presets()}
    if name not in known:
        raise click.BadParameter(f"{name!r}; {nearest(name, known)}", param_hint="NAME")
    text = known[name].text
    if path == "-":
        _write({"": text}, None, force)
        return 0
    file = Path(path or f"{name}.pat")
    if file.is_dir():
        raise click.BadParameter(f"File {path!r} is a directory.", param_hint="'-o'")
    _write({file.name: text}, file.parent, force)
    return 0


def _of_model(config: Path) -> dict[str, str]:
    """The pattern files of a model's layers, by their names."""
    from patternc.model_layers import layer_kinds, pattern_text  # here: presets need none of it

    try:
        read = json.loads(config.read_bytes())
        if not isinstance(read, dict):
            raise ValueError("is not a JSON object")
        kinds = layer_kinds(read)
    except ValueError as error:  # of JSON and of Unicode too
        raise click.UsageError(f"{printable(str(config))}: {error}") from None
    files = {kind.name: f"{kind.name}.pat" for kind in kinds}
    model = printable(str(read.get("model_type", "a model")))
    return {files[kind.name]: pattern_text(kind, model, files) for kind in kinds}


def _write(texts: dict[str, str], folder: Path | None, force: bool) -> None:
    """Write files into a folder, none if one of them exists; without a folder to standard output."""
    if folder is None:
        click.echo("\n".join(texts.values()).encode(), nl=False)
        return
    for file in (folder / name for name in texts):
        if file.exists() and not force:
            raise click.UsageError(f"{file} exists already; --force replaces it")
    for name, text in texts.items():
        write(folder / name, text)
        click.echo(printable(str(folder / name)))
