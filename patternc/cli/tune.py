"""`patternc tune`."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import click

from patternc.analysis.calls import UnsatisfiableError, accepts, fitting_length
from patternc.cli import options, projects
from patternc.cli.calls import AskedCall, call_of, refuse_call
from patternc.cli.completion import backend_names, beginning_with
from patternc.cli.report import Report
from patternc.cli.tune_text import heading, progress, table
from patternc.cost.device_time import Call
from patternc.driver import Analysis
from patternc.files import write
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.source import printable
from patternc.targets import Target
from patternc.tuning.compiled_launches import compiled
from patternc.tuning.device_runs import cuda_clock, device_runs
from patternc.tuning.search import KEPT
from patternc.tuning.subjects import Subject, subject
from patternc.tuning.tile_files import ITEMSIZE, TileFile, TileFileError, merged, parse_tiles, text_of, widened
from patternc.tuning.tuned_kernels import TuningTools, tuned_kernels

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend

LENGTH = 16384
"""Positions of a call without -n."""


@click.command("tune")
@options.file
@click.option(
    "--backend",
    metavar="NAME",
    shell_complete=beginning_with(backend_names),
    help="The backend whose tiles are tuned.  [default: the first that builds for the GPU, Triton before CUDA]",
)
@click.option(
    "--device",
    type=click.Choice(["cuda"]),
    default="cuda",
    show_default=True,
    help="Where candidates are timed.",
)
@click.option(
    "-n", "length", metavar="N", type=options.positions, help=f"Sequence length, such as 64K.  [default: {LENGTH}]"
)
@click.option("--batch", type=options.batch_size, default=1, show_default=True, help="Batch entries.")
@click.option("--heads", type=options.head_count, help="Number of heads.  [default: 8, or the module's]")
@click.option("--kv-heads", type=options.head_count, help="Number of key heads.  [default: as many as heads]")
@click.option(
    "--head-dim",
    "head_dims",
    type=options.head_size,
    multiple=True,
    help="Size of a head; may be repeated.  [default: 64 and 128, or the module's]",
)
@click.option(
    "--dtype",
    "dtypes",
    type=click.Choice(list(ITEMSIZE)),
    multiple=True,
    help="Data type; may be repeated.  [default: bfloat16, or the first that the backend's kernels do not widen]",
)
@click.option(
    "--keep", type=click.IntRange(1, 64), default=KEPT, show_default=True, help="Candidates of a kernel at most."
)
@click.option("--runs", type=click.IntRange(1, 10000), default=20, show_default=True, help="Timed runs of each.")
@click.option(
    "-o",
    "out",
    type=click.Path(dir_okay=False),
    help="The tile file.  [default: tiles-DEVICE.json]",
)
@options.overrides
@options.diagnostics_format
@options.gathered(asked=AskedCall, report=Report)
def command(
    path: str,
    backend: str | None,
    device: str,
    asked: AskedCall,
    head_dims: tuple[int, ...],
    dtypes: tuple[str, ...],
    keep: int,
    runs: int,
    out: str | None,
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Choose the tile sizes of a pattern's Triton or CUDA kernels, and write them to the device's tile file.

    Candidates are compiled ahead of time (CUDA kernels by NVRTC), checked against the float64 meaning, and timed in
    turns on this machine's GPU.
    """
    build, gpu = _build(device, backend)
    _refuse_uncompilable(build[0], dtypes)
    made = _empty_file(build, gpu)
    file = Path(out or f"tiles-{_slug(made.device)}.json")
    before = _before(file, made)
    analyses = list(projects.analyses(report, projects.pattern_files(path), overrides, (made.target,)))
    if not report.rejected:
        report.say(heading(made))
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, PATTERNC_CACHE=folder):
            for several in _several(analyses, build, asked, head_dims, dtypes):
                before = _tune(several, before, made, file, keep, runs, report)
        report.say(f"{printable(str(file))}: {len(before.entries)} entries; patternc build --tiles uses them")
    return report.write()


def _refuse_uncompilable(backend: Backend, dtypes: tuple[str, ...]) -> None:
    """Raise a usage error if nothing can be compiled, or if two element types would share an entry."""
    options.refuse_missing_packages(backend)
    interpreter = backend.interpreter
    asked = "" if interpreter is None else os.environ.get(interpreter.variable, "0")
    if interpreter is not None and asked not in ("", "0"):
        message = f"{interpreter.variable}={asked}: {interpreter.title} compiles nothing; unset it to tune"
        raise click.UsageError(message)
    if {"bfloat16", "float16"} <= set(dtypes):
        message = "bfloat16 and float16 have one entry, as elements of two bytes: choose one of them"
        raise click.BadParameter(message, param_hint="--dtype")


def _build(device: str, backend: str | None) -> tuple[tuple[Backend, Target], str]:
    """The backend and target to build for, and the GPU that times candidates; a usage error if there is none."""
    import torch

    if not torch.cuda.is_available():
        message = f"{device}: torch finds no GPU on this machine, and tiles are chosen by timing them on one; without"
        raise click.BadParameter(f"{message} --tiles, `patternc build` takes those of its table", param_hint="--device")
    from patternc.best_backend import best_here

    name, here = printable(torch.cuda.get_device_name()), best_here().target
    if here is None or here.capability is None:
        reason = "runs no generated kernels" if here is None else f"is of the target {here.name}"
        raise click.BadParameter(
            f"{name} {reason}; candidates are compiled only for CUDA targets", param_hint="--device"
        )
    return options.tiled_build(here.name, backend), name


def _empty_file(build: tuple[Backend, Target], gpu: str) -> TileFile:
    """A tile file without entries; a usage error if there is no compiler."""
    backend, target = build
    assert backend.tiling is not None
    try:
        compilers = backend.tiling.versions(target)
    except RuntimeError as error:
        raise click.UsageError(str(error)) from None
    packages = ((name, str(import_module(name).__version__)) for name in backend.packages)
    versions = *packages, *compilers, ("driver", _driver())
    return TileFile(backend.name, target.name, gpu, target.capability or 0, versions, ())


def _driver() -> str:
    """The version of the driver, from `nvidia-smi`."""
    words = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()[0].strip()


def _slug(name: str) -> str:
    """A name in letters, digits, `_` and hyphens."""
    return "-".join("".join(c if c.isalnum() or c == "_" else " " for c in name.lower()).split())


def _before(path: Path, made: TileFile) -> TileFile:
    """The existing tile file to which entries are added; a usage error if they can't be added to it."""
    if not path.exists():
        return made
    name = printable(path.name)
    try:
        return merged(parse_tiles(path.read_bytes().decode(errors="replace"), name), made, name)
    except TileFileError as error:
        raise click.BadParameter(str(error), param_hint="-o") from None


def _several(
    analyses: list[Analysis],
    build: tuple[Backend, Target],
    asked: AskedCall,
    head_dims: tuple[int, ...],
    dtypes: tuple[str, ...],
) -> Iterator[tuple[Subject, ...]]:
    """The subjects (patterns with calls), grouped by element type and head size; a usage error for a widened type."""
    backend, target = build
    found = [
        (analysis, number, call)
        for analysis in analyses
        for number, meaning in enumerate(analysis.meanings)
        for call in _calls(meaning, asked, head_dims)
    ]
    for dtype in dict.fromkeys(dtypes or (None,)):
        for dims in sorted({call.dims for _, _, call in found}):
            faults = {one: widened(backend, target, one, dims.largest) for one in ITEMSIZE}
            own = dtype or next(one for one, fault in faults.items() if not fault)
            if faults[own]:
                raise click.BadParameter(faults[own], param_hint="--dtype")
            calls = ((analysis, number, target, call) for analysis, number, call in found if call.dims == dims)
            yield tuple(subject(*one, own, backend) for one in calls)


def _calls(meaning: Pattern, asked: AskedCall, head_dims: tuple[int, ...]) -> Iterator[Call]:
    """A call per head size: those of options, or of the module, or the usual ones that the pattern accepts."""
    module = next(iter(meaning.modules), None)
    if module is not None and asked.heads is None and asked.kv_heads is None and not head_dims:
        usual = Call.of_module(module, 1, asked.batch)
        sizes: tuple[HeadDims, ...] = (module.dims,)
    else:
        usual = call_of(meaning, asked, 1)
        sizes = tuple(map(HeadDims.equal, head_dims or options.HEAD_DIMS))
    for dims in sizes:
        try:
            n = asked.length or fitting_length(meaning, LENGTH, usual.heads, dims.key)
        except UnsatisfiableError as reason:
            if head_dims:
                raise click.UsageError(f"{meaning.name}: {reason}") from None
            continue
        call = replace(usual, n=n, dims=dims)
        if head_dims or accepts(meaning, n, call.heads, dims.key):
            refuse_call(meaning, call)
            yield call


def _tune(
    several: tuple[Subject, ...], before: TileFile, made: TileFile, path: Path, keep: int, runs: int, report: Report
) -> TileFile:
    """Tune the kernels of some subjects, and write the whole file after each kernel."""
    clock = cache(cuda_clock)
    tools = TuningTools(
        compiled, lambda these, kernel: device_runs(these, kernel, runs, "cuda", clock("cuda")), progress
    )
    for tuned in tuned_kernels(several, keep, tools):
        report.say("\n" + "\n".join(table(tuned)))
        if tuned.entry is None:
            message = f"no candidate of {tuned.kernel} can be used; the table shows the reasons"
            report.find("P043", message, several[0].analysis.source.place, "raise --keep, or build without --tiles")
        else:
            before = merged(before, replace(made, entries=(tuned.entry,)), path.name)
            write(path, text_of(before))
    return before
