"""What ships is reached: by a command, a public call, a plugin of another library, or a generated file."""

from __future__ import annotations

from pathlib import Path

from conftest import ROOT
from reached import Package, Place

import patternc

PUBLIC = tuple(Place(home, name) for name, home in patternc._HOME.items())
PLUGINS = (Place("patternc.highlighting", "PatternLexer"),)


def unreached(package: Path, templates: str) -> dict[str, int]:
    found = Package(package, templates)
    found.reach_commands((*PUBLIC, *PLUGINS))
    return found.unreached()


def test_everything_is_reached() -> None:
    templates = "\n".join(path.read_text() for path in sorted((ROOT / "templates").rglob("*.j2")))
    found = unreached(ROOT / "patternc", templates)
    listed = "".join(f"\n  {name}: {lines} lines" for name, lines in sorted(found.items()))
    assert not found, (
        f"{sum(found.values())} lines that nothing reaches: remove them, or move them to the tests{listed}"
    )


def test_what_nothing_names_is_found(tmp_path: Path) -> None:
    files = {
        "__init__": "",
        "__main__": "from patternc import cli\ncli.main()",
        "cli/__init__": "from patternc.used import named as other\ndef main(): other(lambda: one)\none = 1",
        "used": "def named(x):\n    from . import late\n    late.call\n@cache\ndef left(): also()\ndef also(): ...",
        "late": "server = 1\n@server.feature()\ndef handler(): return call\ndef call(): ...",
        "lost": "a = 1\nb = 2",
        "runtime/__init__": "",
        "runtime/blocks": "def _printed(): return _inner\ndef _inner(): ...\ndef _made_by(): ...\ndef _never(): ...",
        "printer": "",
        "cli/show": "from patternc import printer\ncommand = f'_made_{printer}'",
    }
    for name, text in files.items():
        path = tmp_path / "patternc" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert unreached(tmp_path / "patternc", "{{ printed }}(x)") == {
        "patternc.lost": 2,
        "patternc.used.left": 2,
        "patternc.used.also": 1,
        "patternc.runtime.blocks._never": 1,
    }
