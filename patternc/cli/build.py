"""`patternc build`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from patternc.cli import options
from patternc.cli.generated_files import orphans, source_name
from patternc.cli.report import Report, difference
from patternc.cli.timings import Timings, timings_option
from patternc.codegen.emit import Runtime
from patternc.diagnostics import Format, Severity
from patternc.driver import DEFAULT, REFERENCE, WARNED, analyse, modules, references, runtime_file
from patternc.files import File, write
from patternc.ir.mask import Pattern
from patternc.source import Source, printable

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend
    from patternc.targets import Target


@click.command("build")
@options.files
@click.option(
    "-o",
    "folder",
    default=".",
    show_default=True,
    type=click.Path(file_okay=False, allow_dash=True),
    help="Output folder; `-` writes one module, without its reference, to standard output.",
)
@click.option(
    "--backend",
    default=DEFAULT,
    show_default=True,
    metavar=options.backend_names(REFERENCE),
    help="Backend to generate code with; the reference file is the same for all.",
)
@click.option("--target", metavar="NAME", help="The device to build for (`patternc targets`).")
@click.option(
    "--tiles",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Tile sizes of Triton kernels, from `patternc tune`; its target is the default.",
)
@click.option(
    "--runtime",
    type=click.Choice([one.value for one in Runtime]),
    default=Runtime.INLINE.value,
    show_default=True,
    help="Where the functions stand that all modules share: in each module, or in one file beside them.",
)
@options.overrides
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 with a diff if the folder is stale.")
@options.diagnostics_format
@timings_option
def command(
    paths: tuple[str, ...],
    folder: str,
    backend: str,
    target: str | None,
    tiles: str | None,
    runtime: str,
    overrides: Mapping[str, str],
    only_check: bool,
    form: Format,
    timings: bool,
) -> int:
    """Write the generated modules and the reference of each pattern: write none if any pattern file has errors."""
    report, spent = Report(form), Timings()
    builds, place = _tuned(_builds(backend, target), target, tiles), _runtime(runtime, backend, folder)
    files = options.pattern_files(*paths)
    made = [one for path in files for one in _made(path, builds, overrides, place, report, spent)]
    if place is Runtime.VENDORED:
        made = [*(_Made(runtime_file(one), one.name) for one, _ in builds), *made]
    if folder == options.STDIN and builds:
        made = [one for one in made if one.backend != REFERENCE]
    if not report.rejected:
        _refuse_collisions(made)
        if folder == options.STDIN:
            _print(made, only_check, report)
        else:
            (_compare if only_check else _write)(made, Path(folder), report)
            whole = any(Path(path).is_dir() for path in paths)
            _find_orphans(made, Path(folder), whole, "error" if only_check else "warning", report)
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
    if not any(backend.tiled for backend, _ in builds):
        backend, _ = options.tiled_build(None)
        message = f"tile sizes are those of {backend.title} kernels: add --backend {backend.name}"
        raise click.BadParameter(message, param_hint="--tiles")
    from patternc.tuning.tile_files import TileFileError, parse_tiles, source_of

    name, data = printable(Path(path).name), Path(path).read_bytes()
    try:
        text = data.decode()
        file = parse_tiles(text, name)

        def with_tiles(backend: Backend, own: Target) -> Target:
            if not backend.tiled:
                return own
            made = own if target is not None else options.builds(backend.name, file.target)[0][1]
            return replace(made, tuned=source_of(file, text, name, made))

        return tuple((backend, with_tiles(backend, own)) for backend, own in builds)
    except UnicodeDecodeError:
        raise click.BadParameter(f"{name} is not UTF-8 text", param_hint="--tiles") from None
    except TileFileError as error:
        raise click.BadParameter(str(error), param_hint="--tiles") from None


def _runtime(name: str, backend: str, folder: str) -> Runtime:
    """Whether modules contain shared functions or import them; a usage error if they can't import them."""
    place = Runtime(name)
    if place is Runtime.VENDORED and backend == REFERENCE:
        raise click.BadParameter(f"the {REFERENCE} always stands alone: remove it", param_hint="--runtime")
    if place is Runtime.VENDORED and folder == options.STDIN:
        raise click.BadParameter("-o - takes one file, and these are two: name a folder", param_hint="--runtime")
    return place


@dataclass(frozen=True, slots=True)
class _Made:
    """A generated file, its backend, and the pattern it is generated from (None for a runtime file)."""

    file: File
    backend: str
    origin: tuple[Pattern, Source] | None = None

    @property
    def place(self) -> str:
        """File and line of the pattern."""
        if self.origin is None:
            return "`--runtime vendored`"
        pattern, source = self.origin
        return f"{source.place}:{source.position(pattern.span.start)[0]}"


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
        analysis = analyse(source, overrides, spent.observer(), targets or WARNED)
        report.add(analysis.warnings, source)
        made = [(one.name, modules(analysis, one, target, spent.observer(one.name), place)) for one, target in builds]
        for name, files in (*made, (REFERENCE, references(analysis, spent.observer(REFERENCE)))):
            for file, pattern in zip(files, analysis.meanings, strict=True):
                yield _Made(file, name, (pattern, source))


def _refuse_collisions(made: list[_Made]) -> None:
    """Raise a usage error if two patterns would be written to the same file."""
    first: dict[str, _Made] = {}
    for one in made:
        other = first.setdefault(one.file.name, one)
        if other is not one:
            places = f"{other.place} and {one.place}"
            raise click.UsageError(f"two patterns would both be written to {one.file.name}: {places}; rename one")


def _print(made: list[_Made], only_check: bool, report: Report) -> None:
    if only_check:
        raise click.UsageError("--check compares files: use a folder instead of -o -")
    if len(made) != 1:
        names = ", ".join(one.file.name for one in made)
        raise click.UsageError(f"-o - takes one file, and these are {len(made)}: {names}; name a folder")
    report.say(made[0].file.text.encode(), nl=False)


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
        path = folder / one.file.name
        write(path, one.file.text)
        report.say(f"{printable(str(path))}: {one.file.text.count(chr(10))} lines")


def _compare(made: list[_Made], folder: Path, report: Report) -> None:
    stale = 0
    for one in made:
        path = folder / one.file.name
        name = printable(str(path))
        present = path.read_bytes().decode("utf-8", errors="replace") if path.exists() else ""
        if present != one.file.text:
            stale += 1
            if path.exists():
                report.say(difference(present, one.file.text, name, f"{name} (as built now)"), nl=False)
            other = _of_another(one, folder)
            found = "is stale: {} now compiles to different code" if path.exists() else "is missing: {} compiles to it"
            message = other or f"{name} {found.format(one.place)}"
            report.find("P037", message, name, _WAYS_OUT if other else "run the same command without --check")
    click.echo(f"{stale} of {len(made)} files would change", err=True)


def _find_orphans(made: list[_Made], folder: Path, whole: bool, severity: Severity, report: Report) -> None:
    patterns: dict[str, set[str]] = {}
    for pattern, source in (one.origin for one in made if one.origin is not None):
        patterns.setdefault(source.name, set()).add(pattern.name)
    for path, reason in orphans(folder, patterns, whole):
        name = printable(str(path))
        report.find("P038", f"{name} no longer has a pattern: {reason}", name, "delete it", severity)
