"""The package's data files: grammar and automaton, templates, the run-time library, pages on diagnostic codes.

The grammar and the templates are beside the package in a checkout, and inside it in an installed wheel.
"""

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


def automaton() -> str:
    """The text of the file in which the grammar's automaton is saved."""
    return (folder("grammar") / "automaton.json").read_text(encoding="utf-8")


def runtime(module: str) -> str:
    """The text of a module of the run-time library, named with dots below `patternc.runtime`."""
    return (_PACKAGE / "runtime" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


def headers(backend: str) -> dict[str, str]:
    """The texts of the run-time library's headers in C++ or CUDA, by their names."""
    folder = _PACKAGE / "runtime" / backend
    return {
        path.name: path.read_text(encoding="utf-8") for path in sorted((*folder.glob("*.h"), *folder.glob("*.cuh")))
    }


def templates() -> Path:
    """The folder with one subfolder of templates per backend."""
    return folder("templates")


def language() -> str:
    """The page that defines the language, `docs/language.md`."""
    installed = _PACKAGE / "language.md"
    return (installed if installed.is_file() else _PACKAGE.parent / "docs" / "language.md").read_text(encoding="utf-8")


def explanation(code: str) -> str:
    """The page about a diagnostic code: its meaning, an example with the report, and a remedy."""
    return (_PACKAGE / "explanations" / f"{code}.md").read_text(encoding="utf-8")
