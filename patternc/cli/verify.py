"""`patternc verify`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

import click

from patternc.analysis.calls import Shape, UnsatisfiableError, shapes, whole_calls
from patternc.cli import options, projects
from patternc.cli.calls import refuse_memory
from patternc.cli.completion import backend_names, beginning_with
from patternc.cli.report import Report, inform, show_step
from patternc.driver import DEFAULT, analyse, joined, modules
from patternc.ir.joined import Join
from patternc.ir.mask import Pattern, TileOrder
from patternc.source import Source

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend
    from patternc.testing.compare import Errors


@click.command("verify")
@projects.configured_files
@click.option(
    "--backend",
    shell_complete=beginning_with(backend_names),
    default=DEFAULT,
    show_default=True,
    metavar=options.backend_names(),
    help="Backend to run.",
)
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    type=click.Choice(options.DTYPES),
    help="May be repeated.  [default: all; in Triton's interpreter all but float16]",
)
@click.option(
    "--device", type=click.Choice(["cpu", "cuda"]), help="Device to run on.  [default: a GPU if there is one]"
)
@click.option(
    "-n",
    "length",
    metavar="N",
    type=options.positions,
    help="Approximate sequence length, such as 4K.  [default: 515, or 131 for Triton; the number of grid cells]",
)
@click.option(
    "--head-dim",
    metavar="D",
    type=options.head_size,
    help="Head size of every call.  [default: 32 in some calls, 48 and 160 in others]",
)
@click.option(
    "--value-dim",
    metavar="D",
    type=options.value_size,
    help="Size of values in every call.  [default: that of --head-dim; else 32, 80 and 96]",
)
@options.as_json
@options.overrides
@options.diagnostics_format
@options.gathered(report=Report)
def command(
    paths: tuple[str, ...],
    backend: str,
    dtypes: tuple[str, ...],
    device: str | None,
    length: int | None,
    head_dim: int | None,
    value_dim: int | None,
    as_json: bool,
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Build, run, and compare outputs, lse and all gradients with the dense float64 reference.

    Each number is the worst relative error (norm of the difference over norm of the reference; for gradients of bias
    and sink, over that of their summands if that is larger) over whole sequences, chunks, decoding steps and ranges at
    every edge of the mask. Triton without a GPU runs in its interpreter.
    """
    options.refuse_two_formats(as_json, report)
    files = projects.pattern_files(*paths)
    chosen = {path: options.chosen_backends(_backend(path, backend)) for path in files}
    options.refuse_missing_gpu(device)
    place = device or _device()
    _interpret(place, tuple(dict.fromkeys(one for backends in chosen.values() for one in backends)))
    rows: list[_Row] = []
    if not as_json:
        report.say(_HEAD)
    for path in files:
        with report.catching():
            source = options.read(path)
            for one in chosen[path]:
                for built in _built(source, one, projects.parameters_of(path, overrides)):
                    calls = _calls_of(built, length or _length(one), (head_dim, value_dim), source, report)
                    for dtype in (dict.fromkeys(dtypes) or _dtypes(one, place)) if calls else ():
                        rows.append(_verify(report, source, _Run(built, one.name, dtype, place), calls))
                        if not as_json:
                            report.say(rows[-1].line)
    if as_json:
        report.say(json.dumps([row.record for row in rows], indent=2))
    return report.write()


def _backend(path: str, given: str) -> str:
    """The backends of a file: those of the option, otherwise those of the table that applies to the file."""
    return projects.settled("backend", given, ",".join(projects.config_of(path).backends) or None)


_FIELDS = ("out", "lse", "dq", "dk", "dv", "bias", "sink")
_HEAD = f"{'pattern':24} {'backend':8} {'dtype':9} {'calls':>5} " + " ".join(f"{name:>8}" for name in _FIELDS)


@dataclass(frozen=True, slots=True)
class _Built:
    """A module: of one pattern, or with `join` of one with sources, whose parts are `parts`."""

    module: ModuleType
    parts: tuple[Pattern, ...]
    join: Join | None = None

    @property
    def name(self) -> str:
        """The pattern's name."""
        return self.parts[0].name if self.join is None else self.join.name


def _built(source: Source, backend: Backend, overrides: Mapping[str, str]) -> Iterator[_Built]:
    """Each pattern of a file with its module; after the parts of all those with sources themselves."""
    from patternc.loaded import imported

    analysis = analyse(source, overrides)
    build = options.builds(backend.name, None)[0]
    names: dict[str, str] = {}
    for meaning, file in zip(analysis.meanings, modules(analysis, *build), strict=True):
        module = imported(file)
        names[meaning.name] = module.__name__
        yield _Built(module, (meaning,))
    for join, file in zip(analysis.joins, joined(analysis, *build, names=names), strict=True):
        yield _Built(imported(file), analysis.parts(join), join)


@dataclass(frozen=True, slots=True)
class _Run:
    """A module to verify, for a data type and a device."""

    built: _Built
    backend: str
    dtype: str
    device: str


def _calls_of(
    built: _Built, length: int, dims: tuple[int | None, int | None], source: Source, report: Report
) -> tuple[Shape, ...]:
    """The calls to compare; none if the pattern accepts no call, which is reported."""
    pattern = built.parts[0]
    orders = tuple(one.source for one in built.parts if isinstance(one.source, TileOrder)) if built.join else ()
    try:
        calls = whole_calls(pattern, orders, *dims) if orders else shapes(pattern, length, *dims)
    except UnsatisfiableError as reason:
        numbers = "or -n" if dims[0] is None else "-n or --head-dim"
        report.find("P041", f"{pattern.name}: {reason}", source.place, f"change the pattern's requirements, {numbers}")
        return ()
    for call in calls:
        refuse_memory(call, 8)  # the reference is in float64
    return calls


@dataclass(frozen=True, slots=True)
class _Row:
    """The largest errors of one run. `verdict`: the calls whose errors are too large, or empty."""

    run: _Run
    calls: int
    worst: Mapping[str, float | None]
    verdict: str

    @property
    def line(self) -> str:
        """A line of the table."""
        numbers = " ".join(f"{'-':>8}" if value is None else f"{value:8.1e}" for value in self.worst.values())
        run = self.run
        return f"{run.built.name:24} {run.backend:8} {run.dtype:9} {self.calls:5} {numbers}  {self.verdict}".rstrip()

    @property
    def record(self) -> dict[str, object]:
        """The row as JSON."""
        run = self.run
        names = {"pattern": run.built.name, "backend": run.backend, "dtype": run.dtype, "device": run.device}
        return {**names, "calls": self.calls, "errors": dict(self.worst), "too_large": self.verdict}


def _verify(report: Report, source: Source, run: _Run, calls: tuple[Shape, ...]) -> _Row:
    """Compare all calls; a finding if an error is too large."""
    from patternc.testing.compare import verify
    from patternc.testing.joined_parts import verify_join

    built, how = run.built, (calls, (run.dtype,), run.device)
    if built.join is None:
        compared = verify(built.module, built.parts[0], *how)
    else:
        compared = verify_join(built.module, built.join, built.parts, *how)
    errors = tuple(_shown(compared, run, calls))
    worst = {name: _worst(getattr(one, name) for one in errors) for name in _FIELDS}
    wrong = tuple(one for one in errors if not one.passed)
    verdict = f"above {wrong[0].tolerance:.0e}: {_calls(wrong)}" if wrong else ""
    if wrong:
        message = f"{built.name}, {run.backend}, {run.dtype}: errors {verdict}"
        report.find("P040", message, source.place, "please report this: it is a bug in patternc")
    return _Row(run, len(errors), worst, verdict)


def _shown(compared: Iterator[Errors], run: _Run, calls: tuple[Shape, ...]) -> Iterator[Errors]:
    """The errors of all calls, while the current one is shown."""
    for number, call in enumerate(calls, 1):
        show_step(f"{run.built.name}, {run.backend}, {run.dtype}: call {number} of {len(calls)}, {call.name}")
        yield next(compared)
    show_step("")


def _worst(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _calls(iterable: Iterable[Errors]) -> str:
    return "; ".join(_described(one.shape) for one in iterable)


def _described(shape: Shape) -> str:
    heads = "" if shape.num_heads is None else f" head_offset={shape.head_offset} num_heads={shape.num_heads}"
    return (
        f"{shape.name} (H={shape.heads}/{shape.kv_heads} D={shape.dims} Nq={shape.queries} Nk={shape.keys} "
        f"q_offset={shape.q_offset} k_offset={shape.k_offset} seq_len={shape.seq_len}{heads})"
    )


def _length(backend: Backend) -> int:
    # The default length of calls, unless an interpreter runs them.
    return 515 if backend.interpreter is None else backend.interpreter.length


def _dtypes(backend: Backend, device: str) -> tuple[str, ...]:
    """All data types; in an interpreter only those that exercise different arithmetic."""
    return options.DTYPES if device == "cuda" or backend.interpreter is None else backend.interpreter.dtypes


def _device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _interpret(device: str, backends: tuple[Backend, ...]) -> None:
    """Without a GPU, enable the interpreters of backends, before their modules are imported."""
    for backend in backends:
        interpreter = backend.interpreter
        if interpreter is None or device != "cpu":
            continue
        if reason := interpreter.unfit():
            raise click.UsageError(reason)
        os.environ.setdefault(interpreter.variable, "1")
        if interpreter.quicken is not None:
            interpreter.quicken()
        inform(f"no GPU: {backend.title} modules run in {interpreter.title}, on the CPU")
