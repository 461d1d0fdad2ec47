"""Options shared by several commands, and reading of their pattern files."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast, get_args

import click
from click.core import ParameterSource

from patternc.cli.completion import beginning_with, codes
from patternc.cli.quantities import Length
from patternc.cli.report import Report, inform
from patternc.counting.effort import LONGEST
from patternc.diagnostics import CODES, WARNINGS, Format, nearest
from patternc.driver import decode
from patternc.driver import read as read_file
from patternc.source import Source, is_unicode
from patternc.targets import LARGEST_HEAD, LARGEST_VALUE, SMALLEST_HEAD

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend
    from patternc.targets import Target

STDIN = "-"
DTYPES, HEAD_DIMS = ("float32", "bfloat16", "float16"), (64, 128)
"""The types of elements that modules take; usual sizes of heads."""
_Command = TypeVar("_Command", bound=Callable[..., object])


def gathered(**records: type) -> Callable[[_Command], _Command]:
    """Commands take the options that are named like the fields of a dataclass as one record of it, by each name."""

    def decorated(command: _Command) -> _Command:
        @wraps(command)
        def taking(**values: object) -> object:
            names = {
                name: [one.name for one in fields(record) if one.name in values] for name, record in records.items()
            }
            held = {name: records[name](**{one: values[one] for one in some}) for name, some in names.items()}
            rest = values.keys() - {one for some in names.values() for one in some}
            return command(**{one: values[one] for one in rest}, **held)

        return cast(_Command, taking)

    return decorated


def pairs(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> Mapping[str, str]:
    """`NAME=VALUE` texts as a mapping."""
    found: dict[str, str] = {}
    for text in texts:
        if not is_unicode(text):
            shown = text.encode(errors="backslashreplace").decode()
            raise click.BadParameter(f"{shown!r} is not UTF-8 text", ctx, param)
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            example = "w=64,128" if param.name == "overrides" else "offsets=0,100,257"
            raise click.BadParameter(f"{text!r} is not NAME=VALUE, such as {example}", ctx, param)
        if name in found:
            raise click.BadParameter(f"{name} is repeated", ctx, param)
        found[name] = value
    return found


PATTERN_FILE = click.Path(exists=True, allow_dash=True)
file = click.argument("path", metavar="FILE", type=PATTERN_FILE)
files = click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=PATTERN_FILE)


overrides = click.option(
    "-D",
    "overrides",
    metavar="NAME=VALUE",
    multiple=True,
    callback=pairs,
    help="Set a parameter of the pattern; a list is written as w=64,128.",
)
diagnostics_format = click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Format)),
    default="text",
    show_default=True,
    help="Format of findings: text goes to stderr; other formats go to stdout, and all other output to stderr.",
)


def _codes(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> frozenset[str]:
    """Codes of warnings, or `warnings` for all of them."""
    known = (WARNINGS, *CODES) if param.name == "deny" else tuple(CODES)
    for code in given:
        if code not in known:
            raise click.BadParameter(f"{code!r}; {nearest(code, known)}", ctx, param)
    return frozenset(given)


def warning_policy(command: _Command) -> _Command:
    """The options `--deny` and `--allow`, of a policy for warnings."""
    errors = "Make a warning an error; `warnings`: all of them."
    deny = click.option(
        "--deny", metavar="CODE", multiple=True, callback=_codes, shell_complete=beginning_with(codes), help=errors
    )
    allow = click.option(
        "--allow",
        metavar="CODE",
        multiple=True,
        callback=_codes,
        shell_complete=beginning_with(codes),
        help="Don't report a warning.",
    )
    return deny(allow(command))


as_json = click.option(
    "--json", "as_json", is_flag=True, help="Results as JSON on stdout; findings stay text on stderr."
)
positions = Length(LONGEST)
head_size = click.IntRange(SMALLEST_HEAD, LARGEST_HEAD)
value_size = click.IntRange(SMALLEST_HEAD, LARGEST_VALUE)
value_dim = click.option("--value-dim", type=value_size, help="Size of a value.  [default: that of a head]")
head_count = click.IntRange(1, 1 << 16)
batch_size = click.IntRange(1, 1 << 16)
length = click.option(
    "-n",
    "length",
    metavar="N",
    type=positions,
    help="Sequence length, such as 8192, 64K or 1M.  [default: the number of grid cells]",
)
long_length = click.option(
    "-n",
    "length",
    metavar="N",
    type=Length(1 << 40),
    help="Sequence length, such as 8192, 64K or 1M.  [default: the number of grid cells]",
)


def refuse_unused(reason: str, *names: str) -> None:
    """Raise a usage error for options that have no effect here. `names`: the options to check; all if empty."""
    ctx = click.get_current_context()
    options = (one for one in ctx.command.params if isinstance(one, click.Option) and (not names or one.name in names))
    given = [one.opts[0] for one in options if ctx.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE]
    if given:
        raise click.UsageError(f"{reason}: leave out {' and '.join(given)}")


def refuse_two_formats(as_json: bool, report: Report) -> None:
    """Raise a usage error if both results and findings would be written to stdout."""
    if as_json and report.form != "text":
        raise click.UsageError("--json and --format can't be combined: both write to stdout")


def read(path: str) -> Source:
    """Read the pattern file at a path; `-` is standard input.

    Raises:
        Rejected: it is not UTF-8 text.
    """
    if path == STDIN:
        return decode("<stdin>", sys.stdin.buffer.read())
    return read_file(path)


def backend_names(*others: str) -> str:
    """The values of `--backend`, as shown in help."""
    from patternc.codegen.registry import BACKENDS

    return "|".join([*(one.name for one in BACKENDS), "all", *others])


def chosen_backends(name: str, *others: str) -> tuple[Backend, ...]:
    """The backends of these names, between commas, or every backend for `all`.

    `others`: further names that the command takes.
    """
    from patternc.codegen.registry import BACKENDS

    if name == "all":
        return BACKENDS
    known = {backend.name: backend for backend in BACKENDS}
    names = [one.strip() for one in name.split(",")]
    for one in names:
        if one not in known:
            raise click.BadParameter(f"{one!r}; {nearest(one, [*known, 'all', *others])}", param_hint="--backend")
    return tuple(known[one] for one in dict.fromkeys(names))


def builds(backend: str, target: str | None, *others: str) -> tuple[tuple[Backend, Target], ...]:
    """Each chosen backend with its target: the requested one, or the backend's first.

    With `all`, a backend that does not build for the target is skipped with a message. `others`: names that the command
    takes besides.
    """
    from patternc.targets import TARGETS, target_named

    if target is not None and target_named(target) is None:
        raise click.BadParameter(f"{target!r}; {nearest(target, [t.name for t in TARGETS])}", param_hint="--target")
    found = []
    for one in chosen_backends(backend, *others):
        device = target_named(one.targets[0] if target is None else target)
        if device is not None and device.name in one.targets:
            found.append((one, device))
        elif backend == "all":
            inform(f"{one.name} does not build for {target}: skipped")
        else:
            names = ", ".join(one.targets)
            raise click.BadParameter(f"{one.name} builds for {names}, not {target}", param_hint="--target")
    return tuple(found)


def tiled_build(target: str, backend: str | None) -> tuple[Backend, Target]:
    """A backend whose tiles can be tuned, and the target, with its tile table for this backend's modules.

    `backend` None: the first that builds for the target.
    """
    from patternc.codegen.registry import BACKENDS, tiled_backends

    tiled = tiled_backends()
    able = [one for one in (*tiled, *BACKENDS) if target in one.targets]
    own, *others = chosen_backends(backend or (able or tiled)[0].name)
    if own.tiling is None or others:
        reason = "one backend has its tiles tuned at a time" if others else own.untuned
        message = f"{backend if others else own.name}: {reason}; tune for {' or '.join(one.name for one in tiled)}"
        raise click.BadParameter(message, param_hint="--target" if backend is None else "--backend")
    ((_, device),) = builds(own.name, target)
    return own, replace(device, table=own.tiling.table(device))


def refuse_missing_packages(*backends: Backend) -> None:
    """Raise ModuleNotFoundError if a package that a backend's modules import is not installed; none is imported."""
    for name in dict.fromkeys(name for backend in backends for name in backend.packages):
        if importlib.util.find_spec(name) is None:
            raise ModuleNotFoundError(f"no {name}", name=name)


def refuse_missing_gpu(device: str | None) -> None:
    """Raise a usage error if a GPU is requested and torch finds none."""
    if device == "cuda":
        import torch

        if not torch.cuda.is_available():
            raise click.BadParameter("cuda: torch finds no GPU on this machine", param_hint="--device")
