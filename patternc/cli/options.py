"""Options that several commands take, and reading the files they name."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from patternc.diagnostics import undecodable
from patternc.source import Source

if TYPE_CHECKING:
    from patternc.backends import Backend
    from patternc.targets import Target

STDIN = "-"


class _Overrides(click.ParamType):
    """`NAME=VALUE`."""

    name = "name=value"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, text = str(value).partition("=")
        if not equals or not name.strip() or not text.strip():
            self.fail(f"{value!r} is not NAME=VALUE, such as w=[64,128]", param, ctx)
        return name.strip(), text.strip()


def _unique(ctx: click.Context, param: click.Parameter, pairs: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise click.BadParameter(f"{name} is given {names.count(name)} times", ctx, param)
    return dict(pairs)


_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
file = click.argument("path", metavar="FILE", type=_FILE)
files = click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=_FILE)
overrides = click.option(
    "-D", "overrides", multiple=True, type=_Overrides(), callback=_unique, help="Set a parameter of the pattern."
)
diagnostics_format = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How diagnostics are written.",
)
length = click.option("-n", "length", metavar="N", type=click.IntRange(min=1), help="The length of the sequence.")


def read(path: str) -> Source:
    """The pattern file at a path; `-` is standard input.

    Raises:
        Rejected: it is not UTF-8 text.
    """
    name, data = ("<stdin>", sys.stdin.buffer.read()) if path == STDIN else (Path(path).name, Path(path).read_bytes())
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise undecodable(name, data, error) from None
    return Source(name, text.replace("\r\n", "\n"))


def chosen_backends(name: str) -> tuple[Backend, ...]:
    """The backend of a name, or every backend for `all`."""
    from patternc.backends import BACKENDS
    from patternc.diagnostics import nearest

    if name == "all":
        return BACKENDS
    found = tuple(backend for backend in BACKENDS if backend.name == name)
    if not found:
        raise click.BadParameter(
            f"{name!r}; {nearest(name, [*(b.name for b in BACKENDS), 'all'])}", param_hint="--backend"
        )
    return found


def builds(backend: str, target: str | None) -> tuple[tuple[Backend, Target], ...]:
    """Each chosen backend with the target it builds for: the one asked for, or its first.

    With `all`, a backend that does not build for the target is left out, and said so.
    """
    from patternc.diagnostics import nearest
    from patternc.targets import TARGETS, target_named

    if target is not None and target_named(target) is None:
        raise click.BadParameter(f"{target!r}; {nearest(target, [t.name for t in TARGETS])}", param_hint="--target")
    found = []
    for one in chosen_backends(backend):
        device = target_named(one.targets[0] if target is None else target)
        if device is not None and device.name in one.targets:
            found.append((one, device))
        elif backend == "all":
            click.echo(f"{one.name} does not build for {target}: left out", err=True)
    if not found:
        names = ", ".join(chosen_backends(backend)[0].targets)
        raise click.BadParameter(f"{backend} builds for {names}, not {target}", param_hint="--target")
    return tuple(found)
