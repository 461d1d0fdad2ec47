"""`patternc doctor`."""

from __future__ import annotations

import json
import os
import platform
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click

from patternc.cli import options
from patternc.cli.targets import installed, machine
from patternc.codegen.registry import BACKENDS
from patternc.config import find
from patternc.diagnostics import Rejected
from patternc.runtime.cpp.cache_folder import _cache_folder, _refuse_shared
from patternc.runtime.cpp.compiler import _compiler_name
from patternc.source import printable

_PACKAGES = ("patternc", "click", "jinja2", "lark", "numpy", "watchfiles", "pygls", "pytest")
_VARIABLES = (
    *("PATTERNC_CACHE", "PATTERNC_QUIET", "PATTERNC_CXXFLAGS", "CXX"),
    *("TRITON_INTERPRET", "PATTERNC_EMULATE", "CUDA_VISIBLE_DEVICES"),
)


@click.command("doctor")
@options.as_json
def command(as_json: bool) -> int:
    """Say what this machine has and can run, to paste into a bug report. Names no folder above your home folder."""
    sections = {
        "system": list(_system()),
        "packages": list(_packages()),
        "compilers": list(_compilers()),
        "cache": [_cache()],
        "configuration": [_configuration()],
        "environment": [f"{name}={_short(os.environ[name])}" for name in _VARIABLES if name in os.environ],
        "machine": [_short(line) for line in machine()],
    }
    if as_json:
        click.echo(json.dumps(sections, indent=2))
        return 0
    for title, lines in sections.items():
        click.echo(title)
        for line in lines or ["nothing is set"]:
            click.echo(f"    {line}")
    return 0


def _system() -> Iterator[str]:
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    yield f"{platform.system()} {platform.release()}"
    yield f"{platform.machine()}, {os.cpu_count()} processors"


def _packages() -> Iterator[str]:
    """The versions of what is installed among the packages that commands and modules import."""
    needed = dict.fromkeys((*_PACKAGES, *(name for backend in BACKENDS for name in backend.packages)))
    for name in needed:
        yield f"{name} {installed(name) or 'is not installed'}"


def _compilers() -> Iterator[str]:
    """The first line that each compiler says about itself."""
    for words in (shlex.split(_compiler_name()) or ["CXX"], ["nvcc"]):
        if shutil.which(words[0]) is None:
            yield f"{_short(words[0])} is not found"
            continue
        said = subprocess.run([*words, "--version"], capture_output=True, check=False).stdout.decode(errors="replace")
        lines = [line for line in said.splitlines() if any(char.isdigit() for char in line)]
        shown = lines[-1] if words == ["nvcc"] and lines else lines[0] if lines else "no version"
        yield f"{_short(words[0])}: {printable(shown)}"


def _cache() -> str:
    """The cache folder of loaded modules and of compiled programs, and whether it can be used."""
    folder = _cache_folder()
    if folder is None:
        return "there is no home folder: a temporary folder is used, set PATTERNC_CACHE"
    place = next(path for path in (folder, *folder.parents) if os.path.exists(path))  # noqa: PTH110 - also unsearchable ones
    if not place.is_dir() or not os.access(place, os.W_OK):
        other = "set it to another folder" if os.environ.get("PATTERNC_CACHE") else "a temporary folder has the rest"
        return f"{_short(str(folder))}: can't be written: {other}"
    if place != folder:
        return f"{_short(str(folder))}: does not exist yet"
    files = [path for path in folder.iterdir() if path.is_file()]
    try:
        _refuse_shared(folder)
    except OSError as error:
        return f"{_short(str(folder))}: can't be used: {_short(str(error))}"
    return f"{_short(str(folder))}: {len(files)} files, {sum(path.stat().st_size for path in files) // 1024} KiB"


def _configuration() -> str:
    """The project's configuration, by its keys."""
    try:
        config = find(Path.cwd())
    except Rejected as rejected:
        return f"pyproject.toml has {len(rejected.diagnostics)} mistakes: run patternc check"
    if config is None:
        return "no [tool.patternc] in pyproject.toml of this folder or above"
    backends = f"backends {', '.join(config.backends)}" if config.backends else "no backends"
    return f"[tool.patternc]: {len(config.paths())} files, {backends}, target {config.target or 'of the backend'}"


def _short(text: str) -> str:
    """A text with `~` for the home folder."""
    home = os.path.expanduser("~")  # noqa: PTH111 - a text is searched for it
    return printable(text.replace(home, "~") if len(home) > 1 else text)
