"""`patternc show`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping

import click

from patternc.analysis.picture import Counts, Mean, count, draw, swatch
from patternc.cli import inputs, options
from patternc.cli.report import Report, has_colours
from patternc.cli.resolved_pattern import of_head, statements
from patternc.diagnostics import Format
from patternc.driver import analyse
from patternc.ir.mask import Pattern


@click.command("show")
@options.file
@options.length
@click.option("--head", type=click.IntRange(min=0), default=0, show_default=True, help="Head to draw.")
@click.option("--heads", type=click.IntRange(min=1), default=None, help="Number of heads.  [default: 8]")
@click.option("--width", type=click.IntRange(min=8), default=None, help="Width in columns.  [default: the terminal's]")
@click.option("--color/--no-color", default=None, help="Use colours.  [default: if the terminal supports them]")
@inputs.option
@options.overrides
@options.diagnostics_format
def command(
    path: str,
    length: int | None,
    head: int,
    heads: int | None,
    width: int | None,
    color: bool | None,
    given: Mapping[str, str],
    overrides: Mapping[str, str],
    form: Format,
) -> int:
    """Draw the mask of one head: queries downwards, keys to the right."""
    report = Report(form)
    size = (width or min(shutil.get_terminal_size().columns, 130)) - 2  # two columns are the frame
    colour = has_colours(sys.stdout) if color is None else color
    for file in options.pattern_files(path):
        with report.catching():
            source = options.read(file)
            analysis = analyse(source, overrides)
            report.add(analysis.warnings, source)
            meanings = analysis.meanings
            inputs.refuse_unknown(meanings, given)
            for pattern, written in zip(meanings, statements(source, overrides), strict=True):
                n = options.length_of(pattern, length)
                total = options.number_of_heads(pattern, head, heads, "--head")
                values = inputs.inputs_of(pattern, given, n, total)
                counts = count(pattern, head, total, n, size, values)
                for line in inputs.described(pattern, values):
                    report.say(f"{pattern.name}: {line}")
                for line in _lines(pattern, of_head(written, pattern, head, total), head, total, counts, colour):
                    report.say(line, color=colour)
    report.write()
    return int(report.rejected)


def _lines(
    pattern: Pattern, written: tuple[str, ...], head: int, heads: int, counts: Counts, colour: bool
) -> Iterator[str]:
    """The picture of one head with its keys per row, and the legend of its branches."""
    n = counts.n
    yield f"{pattern.name}: head {head} of {heads}, {n} positions, {_keys(counts.together, n)}"
    if counts.rows < n:
        yield f"(the picture counts {counts.rows} of {n} rows, drawn at random)"
    size = counts.admitted.shape[1]
    yield f"┌{'─' * size}┐"
    for line in draw(counts, colour).splitlines():
        blank = " " * (0 if colour else size - len(line))
        yield f"│{line}{blank}│"
    yield f"└{'─' * size}┘"
    for b, text in enumerate(written):
        yield f"{swatch(b, colour)} {text}"
        yield f"   {_keys(counts.keys[b], n)}"


def _keys(mean: Mean, n: int) -> str:
    """Keys per row, with the standard error if it is an estimate."""
    density = mean.value / n
    share = f"density {density:.4f}" if density >= 0.001 or not density else f"density {density:.2g}"
    if mean.error:
        return f"about {mean.value:.1f} keys per row (standard error {mean.error:.2g}), {share}"
    return f"{mean.value:.1f} keys per row, {share}"
