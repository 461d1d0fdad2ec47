"""Where the grammar and the templates are: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder of that name (`grammar` or `templates`)."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def grammar() -> str:
    """The text of the language's grammar."""
    return (folder("grammar") / "patternc.lark").read_text(encoding="utf-8")


def templates() -> Path:
    """The folder that holds one folder of templates for each backend."""
    return folder("templates")
