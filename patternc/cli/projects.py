"""The pattern files that a command is given, and the tables `[tool.patternc]` of the projects that they are in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource

from patternc.cli import configuration, options, reported_mistakes
from patternc.cli.options import PATTERN_FILE, STDIN
from patternc.cli.report import Report
from patternc.config import Config, absolute
from patternc.diagnostics import Policy
from patternc.driver import WARNED, Analysis, Observe, analyse, ignore
from patternc.frontend.check.overrides import Keywords
from patternc.pattern_paths import files_below

_Value = TypeVar("_Value")


def _configured(ctx: click.Context, _param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The given files, or those of the configuration; a usage error without either."""
    with reported_mistakes():
        found = paths or (ctx.obj.paths() if isinstance(ctx.obj, Config) else ())
    if not found:
        raise click.UsageError("name a FILE, or list `files` in the table [tool.patternc] of pyproject.toml", ctx)
    return found


configured_files = click.argument("paths", metavar="[FILE]...", nargs=-1, type=PATTERN_FILE, callback=_configured)


def pattern_files(*paths: str) -> tuple[str, ...]:
    """The files that paths name, each once; a folder stands for the `.pat` files below it, by `files_below`."""
    files = (file for path in paths for file in (_below(path) if Path(path).is_dir() else (path,)))
    first: dict[str, str] = {}
    for file in files:
        first.setdefault(file if file == STDIN else os.path.realpath(file), file)
    return tuple(first.values())


def _below(folder: str) -> Iterator[str]:
    """The pattern files below a folder; a folder without any is an error."""
    found = tuple(map(str, files_below(Path(folder))))
    if not found:
        message = f"there is no .pat file in the folder {folder} or below it"
        left_out = "hidden folders and those of packages, environments and builds are left out unless you name them"
        raise click.BadParameter(f"{message}; {left_out}", param_hint="FILE")
    yield from found


def analyses(
    report: Report,
    paths: Iterable[str],
    overrides: Mapping[str, str],
    targets: tuple[str, ...] = WARNED,
    observer: Callable[[], Observe] = lambda: ignore,
) -> Iterator[Analysis]:
    """The analyses of files, whose warnings are reported; those that are rejected are reported and left out."""
    for path in paths:
        found: list[Analysis] = []
        with report.catching():
            found.append(analyse(options.read(path), parameters_of(path, overrides), observer(), targets))
            report.add(found[0].warnings, found[0].source)
        yield from found


# ---- tables ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Project:
    """Files to which one table applies; `config` is empty without a table."""

    config: Config
    files: tuple[str, ...]

    def is_whole(self, paths: Sequence[str], files: Iterable[str]) -> bool:
        """Whether all pattern files of the project are built: those that its `files` lists, or those of a folder.

        Args:
            paths: what the command is given; without `files`, these are folders that hold all files of the project.
            files: all files of the command. What `files` lists may belong to a project inside this one.
        """
        built = {os.path.realpath(file) for file in files}
        with reported_mistakes():
            listed = {os.path.realpath(file) for file in self.config.paths()}
        folders = [absolute(path) for path in paths if Path(path).is_dir()]
        held = all(any(absolute(file).is_relative_to(folder) for folder in folders) for file in self.files)
        return listed <= built if listed else held


def projects(files: Sequence[str]) -> tuple[Project, ...]:
    """The files by the tables that apply to them, in the order of their first files."""
    found: dict[Path, tuple[Config, list[str]]] = {}
    for file in files:
        config = config_of(file)
        found.setdefault(config.folder, (config, []))[1].append(file)
    return tuple(Project(config, tuple(own)) for config, own in found.values())


def config_of(path: str) -> Config:
    """The table that applies to a file: the nearest from its folder upwards, otherwise that of the current folder.

    Empty without a table; a usage error if it has mistakes. A command reads each table once.
    """
    here = Path.cwd()
    known: dict[Path, Config | None] = click.get_current_context().meta.setdefault(__name__, {})
    for folder in dict.fromkeys((here if path == STDIN else absolute(path).parent, here)):
        if folder not in known:
            known[folder] = configuration(folder)
        if (config := known[folder]) is not None:
            return config
    return Config(here)


def parameters_of(path: str, overrides: Mapping[str, str]) -> Mapping[str, str]:
    """The values of `-D`, and for other parameters those of the table that applies to this file."""
    keywords = Keywords() if path == STDIN else config_of(path).parameters_of(path)
    return overrides if not keywords else Keywords({**keywords, **overrides})


def policy_of(path: str, given: Policy) -> Policy:
    """The treatment of a file's warnings: by the options, otherwise by the table that applies to the file."""
    table = config_of(path).policy
    return Policy(settled("allow", given.allow, table.allow), settled("deny", given.deny, table.deny))


def settled(option: str, value: _Value, configured: _Value | None) -> _Value:
    """The value of an option: that of the command line if it is there, otherwise that of a table, or the default."""
    given = click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE
    return value if given or configured is None else configured
