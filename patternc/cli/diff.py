"""`patternc diff`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import click

from patternc.analysis.calls import UnsatisfiableError, fitting_length, longest, usual_heads
from patternc.cli import inputs, options
from patternc.cli.completion import backend_names, beginning_with, target_names
from patternc.cli.cost import targets_named
from patternc.cli.diff_text import lines
from patternc.cli.report import Report, difference, has_colours
from patternc.cost.device_time import Call
from patternc.differences.comparisons import (
    Admitting,
    CodeChange,
    ComparedPattern,
    Comparison,
    CostChange,
    Files,
    admitting,
    cost_changes,
)
from patternc.differences.difference_json import document
from patternc.differences.key_changes import KeyChanges, Squares, key_changes, squares
from patternc.differences.trials import FAR, is_listed, takes, takes_heads
from patternc.differences.verdicts import Difference, verdict
from patternc.driver import DEFAULT, LARGEST_FILE, Analysis, analyse, decode, modules, quoting, references
from patternc.files import File
from patternc.ir.addresses import HeadDims
from patternc.ir.joined import Join
from patternc.ir.mask import Combine, Pattern
from patternc.pictures.resolved_pattern import of_head, statements
from patternc.schedule.grid_layout import LISTED
from patternc.source import Source, printable
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class _Asked:
    """The values of options."""

    length: int | None
    heads: int | None
    head_dim: int
    targets: tuple[Target, ...]
    backend: str


@click.command("diff")
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@click.option(
    "-n", "length", metavar="N", type=options.positions, help="Length at which keys and cost are counted, such as 64K."
)
@click.option("--heads", type=options.head_count, help="Number of heads.  [default: 8]")
@click.option("--head-dim", type=options.head_size, default=64, show_default=True, help="Size of a head.")
@click.option(
    "--target",
    "targets",
    shell_complete=beginning_with(target_names),
    metavar="TARGET",
    multiple=True,
    callback=targets_named,
    help="A target.  [default: all]",
)
@click.option("--code", is_flag=True, help="Print the differences of the generated modules.")
@click.option(
    "--backend",
    shell_complete=beginning_with(backend_names),
    default=DEFAULT,
    show_default=True,
    metavar=options.backend_names(),
    help="Backend whose modules are compared.",
)
@click.option("--color/--no-color", default=None, help="Use colours.  [default: if the terminal supports them]")
@click.option("--json", "as_json", is_flag=True, help="As JSON; docs/diff.md states its schema.")
@options.overrides
@options.diagnostics_format
@options.gathered(asked=_Asked, report=Report)
def command(
    before: str,
    after: str,
    asked: _Asked,
    code: bool,
    color: bool | None,
    as_json: bool,
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Show what differs between two pattern files: results, keys, cost and generated code.

    BEFORE and AFTER are files, or REV:FILE for a file at a git revision, such as HEAD~1:x.pat; `-` is standard input.
    Exit code 0: it is proven that both mean the same; 1: they differ; 2: errors; 3: calls showed no difference, but
    nothing proves that there is none.
    """
    options.refuse_two_formats(as_json, report)
    if as_json and code:
        raise click.UsageError("--json and --code can't be combined: both write to stdout")
    if before == after == options.STDIN:
        raise click.UsageError("only one of the files can be standard input")
    options.chosen_backends(asked.backend)
    sides = []
    for text in (before, after):
        with report.catching():
            sides.append(analyse(read_version(text), overrides))
    if report.rejected:
        report.write()
        return 2
    old, new = sides
    made = _Made(old, new, asked)
    files = made.files()
    if as_json:
        report.say(json.dumps(document(files), indent=2))
    else:
        colour = has_colours(sys.stdout) if color is None else color
        report.say("\n".join(lines(files, made.pictures, colour)), color=colour)
        if code:
            _say_code(files, report)
    report.write()
    # The exit code: the files are proven to be the same, tested to be, or different.
    return 0 if files.proven else 3 if files.same else 1


def _say_code(files: Files, report: Report) -> None:
    for comparison in files.patterns:
        for change in comparison.code:
            texts = ["" if file is None else file.text for file in (change.before, change.after)]
            names = (f"{change.name} ({files.before})", f"{change.name} ({files.after})")
            report.say(difference(texts[0], texts[1], *names), nl=False)


def _joining(join: Join) -> str:
    """What a pattern with sources makes of its parts, which are compared as patterns."""
    how = "one softmax" if join.combine is Combine.LSE else f"combine {join.combine.value}"
    sinks = "".join(f" with the sink {one.name}" for one in join.sinks)
    return f"{join.name} ({how} of {', '.join(join.parts)}{sinks})"


class _Made:
    """Compares two files pattern by pattern, and draws pictures."""

    def __init__(self, before: Analysis, after: Analysis, asked: _Asked) -> None:
        self.sides, self.asked = (before, after), asked
        self.pictures: list[Squares | None] = []

    def files(self) -> Files:
        """Compare patterns with equal names, or the only two patterns."""
        names = [[one.name for one in side.meanings] for side in self.sides]
        pairs = [(names[0].index(name), names[1].index(name)) for name in names[0] if name in names[1]]
        if len(names[0]) == len(names[1]) == 1:
            pairs = [(0, 0)]
        places = self.sides[0].source.place, self.sides[1].source.place
        comparisons = tuple(self._comparison(*pair) for pair in pairs)
        lost, gained = (
            tuple(name for i, name in enumerate(own) if i not in {pair[side] for pair in pairs})
            for side, own in enumerate(names)
        )
        joins = [dict.fromkeys(map(_joining, side.joins)) for side in self.sides]
        lost += tuple(one for one in joins[0] if one not in joins[1])
        gained += tuple(one for one in joins[1] if one not in joins[0])
        return Files(*places, comparisons, gained, lost)

    def _comparison(self, i: int, j: int) -> Comparison:
        before, after = self.sides[0].meanings[i], self.sides[1].meanings[j]
        call = self._call(before, after)
        found = verdict((before, self.sides[0].normals[i]), (after, self.sides[1].normals[j]))
        changed = None if found.difference is None else self._keys(before, after, found.difference)
        # Squares per side of the picture.
        picture = None if changed is None else squares(before, after, changed, 64)
        self.pictures.append(picture)
        return Comparison(
            before.name,
            after.name,
            found,
            None if found.difference is None else self._admitting((i, j), found.difference),
            changed,
            call,
            () if call is None else self._costs((i, j), call),
            tuple(self._code((i, j))),
        )

    def _admitting(self, places: tuple[int, int], found: Difference) -> Admitting:
        before, after = (side.meanings[place] for side, place in zip(self.sides, places, strict=True))
        written = tuple(
            of_head(statements(side.source, side.overrides)[place], side.meanings[place], found.head, found.trial.heads)
            for side, place in zip(self.sides, places, strict=True)
        )
        return admitting((before, after), written, found)

    def _keys(self, before: Pattern, after: Pattern, found: Difference) -> KeyChanges | None:
        """The changed keys at the length of `-n`, or at the first that shows the difference; None if it is too long."""
        trial, asked = found.trial, self.asked.length
        if max(trial.n, asked or 0) > FAR:
            return None
        heads = self.asked.heads or (8 if takes(before, after, trial.n, 8) else trial.heads)
        lengths = (asked,) if asked and is_listed(before, after, asked) else self._lengths(before, after, trial.n)
        for n in lengths:
            if takes(before, after, n, heads) and is_listed(before, after, n):
                changed = key_changes(before, after, n, heads, trial.seed)
                if changed.share or asked:
                    return changed
        return key_changes(before, after, trial.n, trial.heads, trial.seed)

    def _lengths(self, before: Pattern, after: Pattern, least: int) -> tuple[int, ...]:
        """Lengths that may show a difference that a call of `least` positions shows, or the only possible lengths."""
        ends = (end for end in map(longest, (before, after)) if end is not None)
        # The lengths at which changed keys may be counted without `-n`: the first that shows the difference is used.
        return (*(n for n in (64, 256, 1024, 4096, 16384, 65536) if n > least), *(end for end in ends if end > least))

    # ---- cost --------------------------------------------------------------------------------------------------------
    def _call(self, before: Pattern, after: Pattern) -> Call | None:
        """The call whose cost is compared: with the length and heads of options, or such that both patterns accept."""
        usual = usual_heads(before), usual_heads(after)
        both = takes_heads(before, max(usual)) and takes_heads(after, max(usual))
        heads = self.asked.heads or (max(usual) if both else min(usual))
        head_dim, asked = self.asked.head_dim, self.asked.length
        try:
            # The length of the call whose cost is compared, unless an option or a grid sets it.
            lengths = [asked or fitting_length(one, 16384, heads, head_dim) for one in (before, after)]
        except UnsatisfiableError:
            return None
        for n in (max(lengths), min(lengths)):
            if takes(before, after, n, heads, head_dim):
                ordered = before.grid or after.grid
                return None if ordered and n > LISTED else Call(n, heads, heads, HeadDims.equal(head_dim))
        if asked:
            names = before.name if before.name == after.name else f"{before.name} and {after.name}"
            message = f"{names} don't both take {asked} positions with {heads} heads of {head_dim}"
            raise click.BadParameter(message, param_hint="-n")
        return None

    def _costs(self, places: tuple[int, int], call: Call) -> tuple[CostChange, ...]:
        old, new = (self._side(side, place, call) for side, place in zip(self.sides, places, strict=True))
        return cost_changes(old, new, call, self.asked.targets)

    def _side(self, side: Analysis, place: int, call: Call) -> ComparedPattern:
        meaning = side.meanings[place]
        given = inputs.inputs_of(meaning, {}, call.n, call.heads)
        return ComparedPattern(meaning, side.normals[place], quoting(side.source, meaning), given)

    # ---- code --------------------------------------------------------------------------------------------------------
    def _code(self, places: tuple[int, int]) -> Iterator[CodeChange]:
        """The generated files of both patterns, as if both were built from a file with the later name."""
        old, new = self.sides
        before = tuple(self._generated(old, places[0]))
        same = places[0] == places[1] and (old.source.text, old.overrides) == (new.source.text, new.overrides)
        after = before if same else tuple(self._generated(new, places[1]))
        return (CodeChange(*pair) for pair in zip(before, after, strict=True))

    def _generated(self, side: Analysis, place: int) -> Iterator[File]:
        named = replace(side, source=replace(side.source, name=self.sides[1].source.name))
        alone = named.alone(place)
        for backend, target in options.builds(self.asked.backend, None):
            yield from modules(alone, backend, target)
        yield from references(alone)


# ---- revisions -------------------------------------------------------------------------------------------------------
# Pattern files of a revision: `REV:FILE` is read from the objects of the repository that holds the file's folder.


def read_version(text: str) -> Source:
    """A pattern file: a path, `-` for standard input, or `REV:FILE`, which an existing file of that name hides.

    Raises:
        Rejected: it is not UTF-8 text.
        click.BadParameter: there is no such file, revision or repository, or no git.
    """
    if text == options.STDIN or Path(text).is_file():
        return options.read(text)
    revision, colon, name = text.partition(":")
    if Path(text).exists():
        raise _refused(f"{printable(text)} is not a file")
    if not colon or not revision or not name or revision.startswith("-"):
        raise _refused(f"there is no file {printable(text)}; REV:FILE names one of a revision, such as HEAD~1:x.pat")
    path = Path(name)
    if not path.parent.is_dir():
        raise _refused(f"{printable(text)}: there is no folder {printable(str(path.parent))}")
    blob = _blob(revision, path.parent, path.name, text)
    return decode(path.name, blob, _reader(revision, path.parent), text)


def _refused(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="FILE")


def _blob(revision: str, folder: Path, name: str, shown: str) -> bytes:
    """The bytes of a file at a revision; the path is taken from the folder, not from the top of the repository."""
    done = _git(revision, folder, name)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().removeprefix("fatal: ").partition("\n")[0]
        raise _refused(f"{printable(shown)}: git: {printable(reason)}")
    return done.stdout


def _git(revision: str, folder: Path, name: str) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", os.fspath(folder), "cat-file", "blob", f"{revision}:./{name}"]
    try:
        return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise _refused("REV:FILE needs git, which is not installed") from None


def _reader(revision: str, folder: Path) -> Callable[[str], bytes]:
    """A reader of files at the revision, in the folder or below it; it raises OSError for any other file."""

    def beside(name: str) -> bytes:
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts:
            raise PermissionError(1, "the file is outside the pattern's folder", name)
        done = _git(revision, folder, name)
        if done.returncode:
            raise FileNotFoundError(2, f"not in revision {revision}", name)
        if len(done.stdout) > LARGEST_FILE:
            raise OSError(27, f"larger than {LARGEST_FILE >> 20} MiB", name)
        return done.stdout

    return beside
