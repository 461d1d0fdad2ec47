"""`patternc precompile`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import click

from patternc.analysis.calls import Shape, UnsatisfiableError, shapes
from patternc.best_backend import best_here, may_find_devices
from patternc.cli import options, projects
from patternc.cli.completion import backend_names, beginning_with, target_names
from patternc.cli.report import Report
from patternc.codegen.emit import Runtime
from patternc.driver import Analysis, modules
from patternc.ir.addresses import HeadDims
from patternc.loaded import imported, keep
from patternc.source import printable
from patternc.targets import target_named

if TYPE_CHECKING:
    from types import ModuleType

    from patternc.codegen.registry import Backend
    from patternc.ir.mask import Pattern
    from patternc.targets import Target


@click.command("precompile")
@projects.configured_files
@click.option(
    "--backend",
    default="auto",
    show_default=True,
    metavar="NAME",
    shell_complete=beginning_with(lambda: ("auto", *backend_names())),
    help="Backends whose programs are compiled; auto: the one that `patternc.load` takes here.",
)
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    type=click.Choice(options.DTYPES),
    help="Data type; may be repeated.  [default: all]",
)
@click.option(
    "--head-dim",
    "head_dims",
    type=options.head_size,
    multiple=True,
    help="Of CUDA kernels: size of a head; may be repeated.  [default: 64 and 128]",
)
@click.option(
    "--target",
    metavar="NAME",
    shell_complete=beginning_with(target_names),
    help="Of CUDA kernels: the device.  [default: the GPU at hand]",
)
@options.overrides
@options.diagnostics_format
@options.gathered(report=Report)
def command(
    paths: tuple[str, ...],
    backend: str,
    dtypes: tuple[str, ...],
    head_dims: tuple[int, ...],
    target: str | None,
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Compile what a call would compile at first use, into the cache folder (PATTERNC_CACHE).

    C++ programs need the compiler that calls find, also later: its version is part of what a file is kept under. CUDA
    kernels need NVRTC and no GPU. Modules of `patternc.load` and of `patternc build` find the same files.
    """
    chosen = _chosen(backend)
    if all(one.kept_programs for one in chosen):
        options.refuse_unused("no CUDA kernels are compiled", "target", "head_dims")
    builds = [build for one in chosen for build in options.builds(one.name, None if one.kept_programs else target)]
    dims = tuple(dict.fromkeys(head_dims))
    devices = {one.name: _architecture(target) for one, _ in builds if one.kept_programs is None}
    names = tuple(device.name for _, device in builds)
    for analysis in projects.analyses(report, projects.pattern_files(*paths), overrides, names):
        for one, device in builds:
            made = _Made(analysis, one, device, dtypes or options.DTYPES)
            found = made.programs() if one.kept_programs else made.kernels(devices[one.name], dims)
            for line in _failing(found):
                report.say(line)
    return report.write()


def _chosen(names: str) -> tuple[Backend, ...]:
    """The backends whose programs are compiled; a usage error for one that compiles nothing before a call."""
    best = best_here() if names == "auto" else None
    chosen = (best.backend,) if best else options.chosen_backends(names, "auto")
    able = tuple(one for one in chosen if one.kept_programs or (one.tiling is not None and one.tiling.kept))
    for backend in chosen:
        if backend not in able and best:
            missing = f": {best.slower}" if best.slower else ""
            raise click.UsageError(f"{backend.title} modules run here: {backend.not_kept}{missing}")
        if backend not in able and names != "all":
            raise click.BadParameter(f"{backend.name}: {backend.not_kept}", param_hint="--backend")
    options.refuse_missing_packages(*(one for one in able if one.kept_programs is None))
    return able


def _architecture(target: str | None) -> int:
    """The compute capability, times ten, of the named device or of the GPU at hand; a usage error if there is none."""
    found = None if target is None else target_named(target)
    if found is not None:
        assert found.capability is not None, "the backend builds only for CUDA targets"
        return found.capability
    if may_find_devices():
        import torch

        if torch.cuda.is_available() and not torch.version.hip:
            major, minor = torch.cuda.get_device_capability()
            return 10 * major + minor
    raise click.UsageError("there is no GPU to compile CUDA kernels for: name one by --target, such as sm_75")


def _failing(lines: Iterator[str]) -> Iterator[str]:
    """Pass lines on; a RuntimeError (a program that does not compile, no compiler) ends the command."""
    try:
        yield from lines
    except RuntimeError as error:
        raise click.ClickException(str(error)) from error


@dataclass(frozen=True, slots=True)
class _Made:
    """The modules of a file to compile with one backend, for some types of elements."""

    analysis: Analysis
    backend: Backend
    target: Target
    dtypes: tuple[str, ...]

    def programs(self) -> Iterator[str]:
        """Compile sources, as many at once as there are cores; a line for each and each type of elements.

        Modules that stand alone, which `patternc.load` imports, are kept too, so that the folder may be read-only then.
        """
        compiled = self.backend.kept_programs
        assert compiled is not None
        for alone in modules(self.analysis, self.backend, self.target):
            keep(alone)
        files = modules(self.analysis, self.backend, self.target, runtime=Runtime.VENDORED)
        jobs = [(source.text, source.name, dtype) for one in files for source in one.beside for dtype in self.dtypes]
        with ThreadPoolExecutor(os.cpu_count()) as compilers:
            for (_, name, dtype), path in zip(jobs, compilers.map(compiled, *zip(*jobs, strict=True)), strict=True):
                yield f"{name}, {dtype}: {printable(str(path))}: {path.stat().st_size // 1024} KiB"

    def kernels(self, architecture: int, head_dims: tuple[int, ...]) -> Iterator[str]:
        """Compile kernels, one after the other; a line for each pattern, type of elements and head size."""
        files = modules(self.analysis, self.backend, self.target)
        for pattern, file in zip(self.analysis.meanings, files, strict=True):
            module = imported(file)
            own = () if head_dims else tuple(one.dims for one in pattern.modules)
            sizes = own or tuple(map(HeadDims.equal, head_dims or options.HEAD_DIMS))
            for dtype, dims in product(self.dtypes, dict.fromkeys(sizes)):
                try:
                    names = self._names(module, pattern, architecture, dtype, dims)
                except UnsatisfiableError as reason:
                    if head_dims:
                        raise click.BadParameter(
                            f"{dims.key}: {pattern.name}: {reason}", param_hint="--head-dim"
                        ) from None
                    continue
                yield f"{file.name}, {dtype}, head size {dims}, sm_{architecture}: {', '.join(names)}"

    def _names(self, module: ModuleType, pattern: Pattern, architecture: int, dtype: str, dims: HeadDims) -> list[str]:
        """Compile the kernels that calls of every kind launch; returns their names."""
        from patternc.testing.compare import answer_of, draw, with_selection

        assert self.backend.tiling is not None
        assert self.backend.tiling.kept is not None
        found: dict[str, None] = {}
        # Positions of the calls whose kernels are compiled: more make no other kernels.
        for shape in shapes(pattern, 512, dims.key, dims.value):

            def passes(shape: Shape = shape) -> None:
                inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", 0, pattern))
                answer_of(module, pattern, shape, inputs)

            found |= dict.fromkeys(self.backend.tiling.kept(module, architecture, dtype, passes))
        return list(found)
