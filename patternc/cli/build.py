"""`patternc build`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from patternc.cli import options
from patternc.cli.completion import backend_names, beginning_with, target_names
from patternc.cli.generated_files import RUNTIME, orphans, refuse_compiling, runtime_orphans, ship, source_name
from patternc.cli.report import Report, difference
from patternc.cli.timings import Timings, timings_option
from patternc.codegen.emit import Runtime
from patternc.diagnostics import Format, Policy, Severity
from patternc.driver import DEFAULT, REFERENCE, WARNED, analyse, modules, references, runtime_package
from patternc.files import File, write
from patternc.ir.mask import Pattern
from patternc.source import Source, printable

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend
    from patternc.targets import Target


@click.command("build")
@options.configured_files
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
def command(
    paths: tuple[str, ...],
    output: str,
    backend: str,
    target: str | None,
    tiles: str | None,
    runtime: str | None,
    overrides: Mapping[str, str],
    ships: bool,
    only_check: bool,
    deny: frozenset[str],
    allow: frozenset[str],
    form: Format,
    timings: bool,
) -> int:
    """Write the generated modules and the reference of each pattern: write none if any pattern file has errors.

    A file with denied warnings is left out, and what it was built to before stays.
    """
    report, spent = Report(form, Policy(allow, deny)), Timings()
    alone, folder = _is_file(output), Path(output)
    builds, place = _tuned(_builds(backend, target), target, tiles), _runtime(runtime, backend, alone)
    if ships:
        refuse_compiling(tuple(one for one, _ in builds), place, only_check)
    files = options.pattern_files(*paths)
    made = [one for path in files for one in _made(path, builds, overrides, place, report, spent)]
    if alone and builds:
        made = [one for one in made if one.backend != REFERENCE]
    written = [one for one in made if not one.denied]
    if not report.stopped and written:
        _refuse_collisions(made)
        if alone:
            only = _only(written, output)
            written, folder = [replace(only, file=File(folder.name, only.file.text))], folder.parent
        elif place is Runtime.VENDORED:
            written = [*(_Made(one, RUNTIME) for one in runtime_package(one for one, _ in builds)), *written]
        if output == options.STDIN:
            _print(written[0], only_check, report)
        else:
            (_compare if only_check else _write)(written, folder, report)
        if ships:
            ship(((one, [x.file.name for x in written if x.backend == one.name]) for one, _ in builds), folder, report)
        if not alone:
            _find_orphans(
                [*made, *written], folder, options.is_whole(paths), "error" if only_check else "warning", report
            )
    report.write()
    if timings:
        spent.write()
    return int(report.rejected)


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


@dataclass(frozen=True, slots=True)
class _Made:
    """A generated file, its backend, and the pattern it is generated from (None for one of the run-time package).

    `denied`: the pattern's file has warnings that are denied.
    """

    file: File
    backend: str
    origin: tuple[Pattern, Source] | None = None
    denied: bool = False

    @property
    def place(self) -> str:
        """File and line of the pattern."""
        if self.origin is None:
            return "the run-time library"
        pattern, source = self.origin
        return f"{source.place}:{source.position(pattern.span.start)[0]}"

    def change(self, exists: bool) -> str:
        """Why the file would be written."""
        if self.origin is None:
            return "is stale: it differs from the run-time library" if exists else "is missing: modules import it"
        return (
            f"is stale: {self.place} now compiles to different code"
            if exists
            else f"is missing: {self.place} compiles to it"
        )


def _made(
    path: str,
    builds: tuple[tuple[Backend, Target], ...],
    overrides: Mapping[str, str],
    place: Runtime,
    report: Report,
    spent: Timings,
) -> Iterator[_Made]:
    with report.catching():
        source = options.read(path)
        targets = tuple(target.name for _, target in builds)
        analysis = analyse(source, options.parameters_of(path, overrides), spent.observer(), targets or WARNED)
        denied = report.add(analysis.warnings, source)
        made = [(one.name, modules(analysis, one, target, spent.observer(one.name), place)) for one, target in builds]
        for name, files in (*made, (REFERENCE, references(analysis, spent.observer(REFERENCE)))):
            for file, pattern in zip(files, analysis.meanings, strict=True):
                yield from (_Made(one, name, (pattern, source), denied) for one in (file, *file.beside))


def _refuse_collisions(made: list[_Made]) -> None:
    """Raise a usage error if two patterns would be written to the same file."""
    first: dict[str, _Made] = {}
    for one in made:
        other = first.setdefault(one.file.name, one)
        if other is not one:
            places = f"{other.place} and {one.place}"
            raise click.UsageError(f"two patterns would both be written to {one.file.name}: {places}; rename one")


def _only(made: list[_Made], output: str) -> _Made:
    """The file that is written where no folder is named; a usage error if there are several."""
    if len(made) != 1:
        names = ", ".join(one.file.name for one in made)
        message = f"-o {printable(output)} takes one file, and these are {len(made)}: {names}; name a folder"
        raise click.UsageError(message)
    return made[0]


def _print(made: _Made, only_check: bool, report: Report) -> None:
    if only_check:
        raise click.UsageError("--check compares files: use a folder instead of -o -")
    report.say(made.file.text.encode(), nl=False)


_WRITE = "run the same command without --check"
_WAYS_OUT = "rename a pattern, choose another folder, or delete the file"


def _of_another(one: _Made, folder: Path) -> str:
    """A message if the file exists already and was generated from another pattern file; otherwise empty."""
    path, other = folder / one.file.name, source_name(folder / one.file.name)
    own = None if one.origin is None else one.origin[1].name
    if other in (None, own):
        return ""
    return f"{printable(str(path))} exists already and was generated from {other}, not from {own or one.place}"


def _write(made: list[_Made], folder: Path, report: Report) -> None:
    for one in made:
        if message := _of_another(one, folder):
            raise click.UsageError(f"{message}: {_WAYS_OUT}")
    for one in made:
        write(folder / one.file.name, one.file.text)
    for path, files in groupby(made, lambda one: folder / Path(one.file.name).parts[0]):
        texts = [one.file.text for one in files]
        lines = sum(text.count("\n") for text in texts)
        report.say(f"{printable(str(path))}: {f'{len(texts)} files, ' * (len(texts) > 1)}{lines} lines")


def _compare(made: list[_Made], folder: Path, report: Report) -> None:
    stale = [one for one in made if _present(folder / one.file.name) != one.file.text]
    package = folder / RUNTIME
    if not package.exists() and any(one.backend == RUNTIME for one in stale):
        report.find("P037", f"{printable(str(package))} is missing: modules import it", printable(str(package)), _WRITE)
    for one in stale:
        path = folder / one.file.name
        name, other = printable(str(path)), _of_another(one, folder)
        if path.exists():
            report.say(difference(_present(path), one.file.text, name, f"{name} (as built now)"), nl=False)
        if one.backend != RUNTIME or package.exists():
            message = other or f"{name} {one.change(path.exists())}"
            report.find("P037", message, name, _WAYS_OUT if other else _WRITE)
    click.echo(f"{len(stale)} of {len(made)} files would change", err=True)


def _present(path: Path) -> str:
    """The text of a file; empty if there is none."""
    return path.read_bytes().decode("utf-8", errors="replace") if path.exists() else ""


def _find_orphans(made: list[_Made], folder: Path, whole: bool, severity: Severity, report: Report) -> None:
    patterns: dict[str, set[str]] = {}
    for pattern, source in (one.origin for one in made if one.origin is not None):
        patterns.setdefault(source.name, set()).add(pattern.name)
    for path, reason in orphans(folder, patterns, whole):
        name = printable(str(path))
        report.find("P038", f"{name} no longer has a pattern: {reason}", name, "delete it", severity)
    if any(one.backend == RUNTIME for one in made):
        from patternc.codegen.registry import BACKENDS

        for path, reason in runtime_orphans(folder, {one.name for one in runtime_package(BACKENDS)}):
            name = printable(str(path))
            report.find("P038", f"{name} is no longer used: {reason}", name, "delete it", severity)
