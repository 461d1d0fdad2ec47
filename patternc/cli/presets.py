"""`patternc list`, and loading of presets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click

_FOLDER = Path(__file__).resolve().parent.parent / "presets"


@dataclass(frozen=True, slots=True)
class Preset:
    """A pattern file shipped with the compiler. `about` is the first line of its header comment."""

    name: str
    text: str

    @property
    def about(self) -> str:
        return self.text.splitlines()[0].removeprefix("#").strip()

    @property
    def signature(self) -> str:
        """The pattern's name and parameters, as written."""
        line = next(line for line in self.text.splitlines() if line.startswith("pattern "))
        return line.removeprefix("pattern ").removesuffix("{").strip()


def presets() -> tuple[Preset, ...]:
    """All presets, by name."""
    return tuple(Preset(path.stem, path.read_text(encoding="utf-8")) for path in sorted(_FOLDER.glob("*.pat")))


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="As a JSON list.")
def command(as_json: bool) -> int:
    """List the presets."""
    found = presets()
    if as_json:
        rows = [{"name": p.name, "about": p.about, "pattern": p.signature, "text": p.text} for p in found]
        click.echo(json.dumps(rows, indent=2))
        return 0
    for preset in found:
        click.echo(f"{click.style(preset.name, bold=True)}\n    {preset.about}\n    {preset.signature}")
    return 0
