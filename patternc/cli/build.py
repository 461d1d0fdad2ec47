"""`patternc build`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from patternc.cli import options, projects
from patternc.cli.completion import backend_names, beginning_with, target_names
from patternc.cli.generated_files import Made, Output, finish, refuse_compiling
from patternc.cli.projects import Project, settled
from patternc.cli.report import Report
from patternc.cli.timings import Timings, timings_option
from patternc.codegen.emit import Runtime
from patternc.diagnostics import Policy
from patternc.driver import DEFAULT, REFERENCE, WARNED, Observe, analyse, ignore, joined, modules, references
from patternc.ir.joined import Join
from patternc.ir.mask import Pattern
from patternc.ir.verify import verifying
from patternc.source import printable

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend
    from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options of the command line, with their defaults."""

    output: str
    backend: str
    target: str | None
    tiles: str | None
    runtime: str | None


@click.command("build")
@projects.configured_files
@click.option(
    "-o",
    "output",
    default=".",
    show_default=True,
    type=click.Path(allow_dash=True),
    help="Output folder; or one module, without its reference: a file named `*.py`, `-` for standard output.",
)
@click.option(
    "--backend",
    shell_complete=beginning_with(backend_names),
    default=DEFAULT,
    show_default=True,
    metavar=options.backend_names(REFERENCE),
    help="Backend to generate code with; the reference file is the same for all.",
)
@click.option(
    "--target",
    metavar="NAME",
    shell_complete=beginning_with(target_names),
    help="The device to build for (`patternc targets`).",
)
@click.option(
    "--tiles",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Tile sizes of Triton or CUDA kernels, from `patternc tune`; its target is the default.",
)
@click.option(
    "--runtime",
    type=click.Choice([one.value for one in Runtime]),
    help="Where the run-time library is: in the package `patternc_runtime` beside the modules (default in a folder); "
    "or inline, each module has what it calls.",
)
@options.overrides
@click.option(
    "--compile",
    "ships",
    is_flag=True,
    help="Also compile C++ programs to shared objects beside their modules, for machines without a compiler.",
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 with a diff if the folder is stale.")
@options.warning_policy
@options.diagnostics_format
@timings_option
@click.option(
    "--verify-stages",
    is_flag=True,
    help="Hold the result of each stage to the invariants of its IR; a fault is a defect of patternc.",
)
@options.gathered(asked=_Asked, policy=Policy, report=Report, spent=Timings)
def command(
    paths: tuple[str, ...],
    asked: _Asked,
    overrides: Mapping[str, str],
    ships: bool,
    only_check: bool,
    policy: Policy,
    report: Report,
    spent: Timings,
    verify_stages: bool,
) -> int:
    """Write the generated modules and the reference of each pattern: write none if any pattern file has errors.

    A file with denied warnings is left out, and what it was built to before stays.
    """
    files = projects.pattern_files(*paths)
    plans = [_plan(project, asked, policy) for project in projects.projects(files)]
    for plan in plans if ships else ():
        refuse_compiling(tuple(one for one, _ in plan.builds), plan.runtime, only_check)
    outputs: dict[str, Output] = {}

    def observer(of: str) -> Observe:
        return spent.observer(of, verifying() if verify_stages else ignore)

    for plan in plans:
        report.policy = plan.policy
        place = plan.output if plan.output == options.STDIN else os.path.realpath(plan.output)
        into = outputs.setdefault(place, Output(plan.output, plan.is_file, plan.policy))
        into.whole &= plan.project.is_whole(paths, files)
        into.backends |= dict.fromkeys(one for one, _ in plan.builds)
        if plan.runtime is Runtime.VENDORED:
            into.sharing |= dict.fromkeys(one for one, _ in plan.builds)
        for made in (one for path in plan.project.files for one in _made(path, plan, overrides, report, observer)):
            (into.denied if made.denied else into.made).append(made)
    if not report.stopped:
        finish([one for one in outputs.values() if one.made], only_check, ships, report)
    code = report.write()
    spent.write()
    return code


Observers: TypeAlias = Callable[[str], Observe]
"""Makes the observer of a build by a backend, or of the stages that all share."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The build of one project's files. `is_file`: `output` is one module, or standard output, and not a folder."""

    project: Project
    output: str
    is_file: bool
    builds: tuple[tuple[Backend, Target], ...]
    runtime: Runtime
    policy: Policy


def _plan(project: Project, asked: _Asked, policy: Policy) -> _Plan:
    """The build that the command line's options ask for; for options that are left out, the project's table decides."""
    table = project.config
    output = settled("output", asked.output, table.output_folder)
    backend = settled("backend", asked.backend, ",".join(table.backends) or None)
    target = settled("target", asked.target, table.target)
    is_file = _is_file(output)
    builds = _tuned(_builds(backend, target), target, asked.tiles)
    runtime = _runtime(settled("runtime", asked.runtime, table.runtime), backend, is_file)
    return _Plan(project, output, is_file, builds, runtime, projects.policy_of(project.files[0], policy))


def _builds(backend: str, target: str | None) -> tuple[tuple[Backend, Target], ...]:
    """The backends and their targets; none for `reference`, which does not depend on the target."""
    if backend != REFERENCE:
        return options.builds(backend, target, REFERENCE)
    if target is not None:
        raise click.BadParameter(
            f"the {REFERENCE} does not depend on the target: remove {target}", param_hint="--target"
        )
    return ()


def _tuned(
    builds: tuple[tuple[Backend, Target], ...], target: str | None, path: str | None
) -> tuple[tuple[Backend, Target], ...]:
    """The builds with the tile sizes of a tile file; without a `target`, they are for the target of the file."""
    if path is None:
        return builds
    from patternc.tuning.tile_files import TileFileError, parse_tiles, source_of

    name, data = printable(Path(path).name), Path(path).read_bytes()
    try:
        text = data.decode()
        file = parse_tiles(text, name)
        if all(backend.name != file.backend for backend, _ in builds):
            message = f"{name} holds tiles of {file.backend} modules: add --backend {file.backend}"
            raise click.BadParameter(message, param_hint="--tiles")

        def with_tiles(backend: Backend, own: Target) -> Target:
            if backend.name != file.backend:
                return own
            made = options.tiled_build(file.target if target is None else target, backend.name)[1]
            return replace(made, tuned=source_of(file, text, name, made))

        return tuple((backend, with_tiles(backend, own)) for backend, own in builds)
    except UnicodeDecodeError:
        raise click.BadParameter(f"{name} is not UTF-8 text", param_hint="--tiles") from None
    except TileFileError as error:
        raise click.BadParameter(str(error), param_hint="--tiles") from None


def _is_file(output: str) -> bool:
    """Whether `-o` names a module, or standard output, and no folder; a usage error if it names another file."""
    if output == options.STDIN or (output.endswith(".py") and not Path(output).is_dir()):
        return True
    if Path(output).is_file():
        message = f"{printable(output)} is a file: name a folder, or a module: a file whose name ends with .py"
        raise click.BadParameter(message, param_hint="-o")
    return False


def _runtime(name: str | None, backend: str, alone: bool) -> Runtime:
    """Whether modules hold what they call of the library or import it; a usage error if they can't import it.

    `alone`: no folder is written, but one file.
    """
    if name is None:
        return Runtime.INLINE if alone or backend == REFERENCE else Runtime.VENDORED
    if backend == REFERENCE:
        raise click.BadParameter(f"the {REFERENCE} always stands alone: remove it", param_hint="--runtime")
    if Runtime(name) is Runtime.VENDORED and alone:
        raise click.BadParameter("-o takes one file, which stands alone: name a folder", param_hint="--runtime")
    return Runtime(name)


def _made(path: str, plan: _Plan, overrides: Mapping[str, str], report: Report, observer: Observers) -> Iterator[Made]:
    """The generated files of a pattern file; of one module without its reference, unless that is the module."""
    with report.catching():
        source = options.read(path)
        targets = tuple(target.name for _, target in plan.builds)
        analysis = analyse(source, projects.parameters_of(path, overrides), observer(""), targets or WARNED)
        denied = report.add(analysis.warnings, source)
        made = [
            (
                backend.name,
                modules(analysis, backend, target, observer(backend.name), plan.runtime),
                joined(analysis, backend, target, plan.runtime),
            )
            for backend, target in plan.builds
        ]
        if not (plan.is_file and plan.builds):
            made.append((REFERENCE, references(analysis, observer(REFERENCE)), joined(analysis, None, None)))
        for name, files, joins in made:
            origins: tuple[Pattern | Join, ...] = (*analysis.meanings, *analysis.joins)
            for file, pattern in zip((*files, *joins), origins, strict=True):
                yield from (Made(one, name, (pattern, source), denied) for one in (file, *file.beside))
