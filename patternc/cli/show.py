"""`patternc show`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import click

from patternc.cli import inputs, options, projects
from patternc.cli.calls import length_of, number_of_heads
from patternc.cli.quantities import integer
from patternc.cli.report import Report, has_colours
from patternc.counting.pixels import Region
from patternc.diagnostics import nearest
from patternc.driver import Analysis
from patternc.files import write_bytes
from patternc.pictures.head_picture import HeadPicture
from patternc.pictures.png import png
from patternc.pictures.resolved_pattern import of_head, statements
from patternc.source import printable

_OUTPUT = click.Path(dir_okay=False, allow_dash=True)
_Part: TypeAlias = tuple[int, int | None] | None


def _part(ctx: click.Context, param: click.Parameter, text: str | None) -> _Part:
    """`A:B` as the first position and the one after the last; either may be left out."""
    if text is None:
        return None
    start, colon, stop = (word.strip() for word in text.partition(":"))
    first, last = integer(start or "0"), integer(stop)
    if not colon or first is None or (stop and last is None):
        raise click.BadParameter(f"{text!r} is not A:B, such as 0:64 (64 is not in it)", ctx, param)
    return first, last


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options of a picture. `rows`, `columns`: the ranges that are drawn, if given."""

    head: int
    heads: int | None
    length: int | None
    rows: _Part
    columns: _Part
    given: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Subject:
    """A pattern of a file, by its index, and the picture of the call that is drawn."""

    analysis: Analysis
    place: int
    asked: _Asked
    picture: HeadPicture


@click.command("show")
@options.file
@options.length
@click.option("--head", type=click.IntRange(0, (1 << 16) - 1), default=0, show_default=True, help="Head to draw.")
@click.option("--heads", type=options.head_count, default=None, help="Number of heads.  [default: 8]")
@click.option("--rows", metavar="A:B", callback=_part, help="Draw only these queries, B not among them.")
@click.option("--cols", "columns", metavar="A:B", callback=_part, help="Draw only these keys, B not among them.")
@click.option("--pattern", "name", metavar="NAME", help="Of a file with several patterns, draw this one.")
@click.option("--width", type=click.IntRange(min=8), default=None, help="Width in columns.  [default: the terminal's]")
@click.option("--color/--no-color", default=None, help="Use colours.  [default: if the terminal supports them]")
@click.option("--svg", "svg_file", metavar="OUT", type=_OUTPUT, help="Write the picture to an SVG file instead.")
@click.option("--png", "png_file", metavar="OUT", type=_OUTPUT, help="Write the picture to a PNG file instead.")
@click.option(
    "--html", "html_file", metavar="OUT", type=_OUTPUT, help="Write a page with all heads, tiles, cost and code."
)
@inputs.option
@options.overrides
@options.diagnostics_format
@options.gathered(asked=_Asked, report=Report)
def command(
    path: str,
    asked: _Asked,
    name: str | None,
    width: int | None,
    color: bool | None,
    svg_file: str | None,
    png_file: str | None,
    html_file: str | None,
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Draw the mask of one head: queries downwards, keys to the right.

    A character shows two rows; where pairs do not fit, its shade is the share of pairs that are admitted. Colours are
    those of the branches. An OUT of `-` is standard output.
    """
    outputs = {"svg": svg_file, "png": png_file, "html": html_file}
    if any(outputs.values()):
        options.refuse_unused("these options are of a picture in text", "width", "color")
    for analysis in projects.analyses(report, projects.pattern_files(path), overrides):
        inputs.refuse_unknown(analysis.meanings, asked.given)
        written = statements(analysis.source, analysis.overrides)
        chosen = _chosen(analysis, name, any(outputs.values()))
        for subject in (_subject(analysis, place, written[place], asked) for place in chosen):
            if any(outputs.values()):
                _write(subject, outputs, report)
            else:
                _say(subject, width, has_colours(sys.stdout) if color is None else color, report)
    return report.write()


def _chosen(analysis: Analysis, name: str | None, alone: bool) -> tuple[int, ...]:
    """The indices of the patterns to draw; `alone`: only one pattern can be drawn, because it goes to a file."""
    names = [pattern.name for pattern in analysis.meanings]
    if name is None and alone and len(names) > 1:
        raise click.UsageError(f"{analysis.source.name} holds {', '.join(names)}: choose one with --pattern")
    if name is not None and name not in names:
        raise click.BadParameter(f"{name!r}; {nearest(name, names)}", param_hint="--pattern")
    return tuple(place for place, own in enumerate(names) if name in (None, own))


def _subject(analysis: Analysis, place: int, written: tuple[str, ...], asked: _Asked) -> _Subject:
    pattern = analysis.meanings[place]
    n = length_of(pattern, asked.length)
    total = number_of_heads(pattern, asked.head, asked.heads, "--head")
    values = inputs.inputs_of(pattern, asked.given, n, total)
    own = of_head(written, pattern, asked.head, total)
    region = Region(_positions(asked.rows, n, "--rows"), _positions(asked.columns, n, "--cols"))
    picture = HeadPicture(pattern, asked.head, total, n, region, own, values)
    return _Subject(analysis, place, asked, picture)


def _positions(part: _Part, n: int, option: str) -> range:
    """The positions in the range of an option; all positions without the option."""
    start, stop = (0, None) if part is None else part
    found = range(start, n if stop is None else stop)
    if not found or found.stop > n:
        raise click.BadParameter(f"{found.start}:{found.stop} is no part of 0:{n}", param_hint=option)
    return found


# ---- files -----------------------------------------------------------------------------------------------------------
def _write(subject: _Subject, outputs: Mapping[str, str | None], report: Report) -> None:
    for kind, path in outputs.items():
        if path is not None:
            _deliver(path, _made(kind, subject), report)


def _made(kind: str, subject: _Subject) -> bytes:
    if kind == "html":
        return _page(subject).encode()
    return png(subject.picture.counts()) if kind == "png" else subject.picture.svg().encode()


def _page(subject: _Subject) -> str:
    """The HTML page, which shows all heads and no region."""
    from patternc.cli.page_subject import subject_of  # here: a picture needs no backend
    from patternc.pictures.page import page

    asked = subject.asked
    if asked.rows is not None or asked.columns is not None:
        raise click.UsageError("--html shows the whole mask: leave out --rows and --cols")
    return page(subject_of(subject.analysis, subject.place, subject.picture.n, asked.head, asked.heads, asked.given))


def _deliver(path: str, data: bytes, report: Report) -> None:
    if path == "-":
        report.say(data, nl=False)
        return
    write_bytes(Path(path), data)
    report.say(printable(path))


# ---- text ------------------------------------------------------------------------------------------------------------
def _say(subject: _Subject, width: int | None, colour: bool, report: Report) -> None:
    size = (width or min(shutil.get_terminal_size().columns, 130)) - 2  # two columns are the frame
    for line in subject.picture.text(size, colour=colour):
        report.say(line, color=colour)
