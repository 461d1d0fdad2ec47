"""The command line: arguments, exit codes and all printing.

Exit codes: 0 done, 1 findings or would change, 2 usage, 130 interrupted. Results go to stdout, diagnostics to stderr;
with `--format json` or `github` the findings are the result.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import click

from patternc.cli.report import chosen_colours

if TYPE_CHECKING:
    from patternc.config import Config

# Name and summary in `patternc --help`; the command is `command` in the module of that name, imported when it runs.
COMMANDS: tuple[tuple[str, str], ...] = (
    ("new", "Copy a preset to start from."),
    ("list", "List the presets."),
    ("check", "Report all errors and warnings in pattern files."),
    ("fmt", "Format pattern files."),
    (
        "explain",
        "Show the resolved pattern, every compiler stage, the keys of one row, or the page of a code such as P012.",
    ),
    ("cost", "Count what a pattern costs on each target, and say what to change."),
    ("show", "Draw the mask."),
    ("diff", "Show what differs between two patterns: results, keys, cost and generated code."),
    ("build", "Write the generated modules."),
    ("precompile", "Compile what calls would compile at first use, into the cache folder."),
    ("verify", "Compare generated modules with the dense float64 reference."),
    ("bench", "Time generated modules and other implementations."),
    ("tune", "Find the fastest tile sizes for the GPU at hand; `build --tiles` uses them."),
    ("targets", "List the targets, and what this machine can run."),
    ("lsp", "Run the language server for editors."),
    ("doctor", "Say what this machine has and can run, to paste into a bug report."),
)

_MODULES = {"list": "presets", "new": "new"}


class _Commands(click.Group):
    """Commands that are imported only when called, so that `check` starts fast although `verify` needs torch."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [name for name, _ in COMMANDS]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in dict(COMMANDS):
            return None
        module = import_module(f"patternc.cli.{_MODULES.get(name, name)}")
        return cast(click.Command, module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in dict(COMMANDS):
            from patternc.diagnostics import nearest

            ctx.fail(f"no command {args[0]!r}; {nearest(args[0], dict(COMMANDS))}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(COMMANDS)
        with formatter.section("Environment"):
            formatter.write_dl(_ENVIRONMENT)


_ENVIRONMENT = (
    (
        "PATTERNC_CACHE",
        "The cache folder of modules and compiled programs; only you may write to it.  [default: ~/.cache/patternc]",
    ),
    ("PATTERNC_QUIET", "If not empty: no notices, such as that programs are compiled now."),
    ("CXX", "The compiler of C++ programs.  [default: the first of c++, g++ and clang++]"),
    ("PATTERNC_CXXFLAGS", "Further flags of it, such as -march=x86-64-v3 to compile for other CPUs."),
    ("NO_COLOR", "If not empty: no colours."),
    ("FORCE_COLOR", "If not empty: colours, also without a terminal."),
)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="patternc", message="patternc %(version)s")
@click.pass_context
def _patternc(ctx: click.Context) -> None:
    """Compile attention patterns to exact, fast PyTorch and Triton modules."""
    if ctx.invoked_subcommand in _CONFIGURED:
        ctx.obj = configuration(Path.cwd())


_CONFIGURED = ("check", "fmt", "build", "precompile", "verify")
"""The commands that read the configuration."""


def configuration(folder: Path) -> Config | None:
    """The configuration of the project that a folder is in, if it is in one; a usage error if it has mistakes."""
    from patternc.config import find

    with reported_mistakes():
        return find(folder)


@contextmanager
def reported_mistakes() -> Iterator[None]:
    """Turns mistakes of a configuration, which is read inside, into a usage error."""
    from patternc.diagnostics import Rejected

    try:
        yield
    except Rejected as rejected:
        raise MisconfiguredError(str(rejected)) from None


class MisconfiguredError(click.ClickException):
    """A configuration with mistakes, whose report is the message."""

    exit_code = 2

    def show(self, file: IO[str] | None = None) -> None:
        """Write the report."""
        click.echo(self.message, file=file, err=file is None, nl=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its exit code."""
    _open_streams()
    sys.exit(run(arguments))


def _open_streams() -> None:
    """Replace streams that the caller closed by the null device, and make encoding errors impossible."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    stream = sys.stdout
    try:
        result = _patternc.main(arguments, prog_name="patternc", standalone_mode=False, color=chosen_colours())
        sys.stdout.flush()
    except click.ClickException as error:
        if isinstance(error, click.NoSuchOption) and error.option_name == "--json":
            error = click.NoSuchOption("--json", f"{error.message} Findings are written as JSON with --format json.")
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except BrokenPipeError:  # the reader closed the pipe, as in `patternc show ... | head`
        _drop_output()
        return 0
    except SystemExit:
        if sys.stdout is stream:  # click answers a closed pipe by another stream, and by this
            raise
        sys.stdout = stream
        _drop_output()
        return 0
    except OSError as error:
        if error.filename is None:  # errors about files have a name
            _drop_output()
        click.echo(f"Error: {error.filename or 'standard output'}: {error.strerror or error}", err=True)
        return 2
    except ModuleNotFoundError as error:
        from patternc.codegen.registry import BACKENDS

        if all(error.name not in backend.packages for backend in BACKENDS):
            raise
        click.echo(f"Error: this command runs generated modules and needs {error.name}: install it first", err=True)
        return 2
    return result if isinstance(result, int) else 0


def _drop_output() -> None:
    """Discard buffered output at exit, unless the caller replaced the stream."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
