"""`patternc explain`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

import click

from patternc.api import backend_named
from patternc.cli import inputs, options, projects
from patternc.cli.calls import AskedCall, call_of, length_of, number_of_heads, refuse_length, refuse_long
from patternc.cli.completion import beginning_with, codes
from patternc.cli.quantities import integer
from patternc.cli.report import Report
from patternc.cli.ring_options import AskedRing, ring_options, setting_of
from patternc.cli.ring_tables import rank_lines, ring_lines
from patternc.cli.stage_texts import EMITTED, STAGES, one_after_the_other, stage_texts
from patternc.cli.timings import Timings, timings_option
from patternc.codegen.registry import BACKENDS, Backend
from patternc.cost.sample_inputs import described
from patternc.diagnostics import CODES, nearest
from patternc.ir import semantics
from patternc.ir.mask import KeySource, Pattern, TileOrder
from patternc.pictures.key_runs import runs
from patternc.pictures.resolved_pattern import of_head, statements
from patternc.resources import explanation
from patternc.ring.settings import Setting
from patternc.source import Source

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _stage(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    if name is not None and name not in STAGES:
        raise click.BadParameter(f"{name!r}; {nearest(name, STAGES)}", ctx, param)
    return name


def _row(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    head, query = map(integer, text.split(",")) if text.count(",") == 1 else (None, None)
    if head is None or query is None:
        raise click.BadParameter(f"{text!r} is not HEAD,QUERY, such as 0,4095", ctx, param)
    return head, query


class _Subject(click.Path):
    """A file, or the code of a diagnostic, such as P012; `./P012` is a file with such a name."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not _is_code(value):
            return super().convert(value, param, ctx)
        code = str(value).upper()
        if code not in CODES:
            self.fail(f"there is no code {code}; {nearest(code, CODES)}", param, ctx)
        return code

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Codes, and otherwise files."""
        items = beginning_with(codes)(ctx, param, incomplete.upper()) if incomplete else []
        return items or super().shell_complete(ctx, param, incomplete)


def _is_code(subject: str | os.PathLike[str]) -> bool:
    text = str(subject)
    return text[:1] in ("P", "p") and text[1:].isascii() and text[1:].isdecimal()


@click.command("explain")
@click.argument("subject", metavar="FILE|CODE", type=_Subject(exists=True, allow_dash=True))
@click.option(
    "--after", metavar="STAGE", callback=_stage, help=f"Show only the result of this stage: {', '.join(STAGES)}."
)
@click.option("--emit", type=click.Choice(tuple(EMITTED)), help="Show only this IR, after its last stage.")
@click.option("--query", "row", metavar="HEAD,QUERY", callback=_row, help="Show the keys of one row.")
@click.option("--rank", type=click.IntRange(min=0), help="Show what a rank of the ring holds, receives and sends.")
@ring_options
@options.long_length
@click.option("--heads", type=options.head_count, help="Number of heads, with --query or --ranks.  [default: 8]")
@click.option("--kv-heads", type=options.head_count, help="Number of key heads of a ring.  [default: as many]")
@click.option("--head-dim", type=options.head_size, help="Size of a head of a ring.  [default: 64]")
@options.value_dim
@click.option(
    "--backend",
    "backend_name",
    type=click.Choice([backend.name for backend in BACKENDS]),
    default=BACKENDS[0].name,
    show_default=True,
    help="Backend whose schedule to show, for its first target.",
)
@inputs.option
@options.overrides
@options.diagnostics_format
@timings_option
@options.gathered(ring=AskedRing, asked=AskedCall, report=Report, spent=Timings)
def command(
    subject: str,
    after: str | None,
    emit: str | None,
    row: tuple[int, int] | None,
    rank: int | None,
    ring: AskedRing,
    asked: AskedCall,
    backend_name: str,
    given: Mapping[str, str],
    overrides: Mapping[str, str],
    report: Report,
    spent: Timings,
) -> int:
    """Show the resolved pattern with every default, the result of every stage, the keys of one row, or its ring.

    For a code such as P012: its meaning, an example, and a remedy.
    """
    of_ring = "--rank" if rank is not None else "--ranks" if ring.something else None
    named = (("--after", after), ("--emit", emit), ("--query", row), (of_ring, of_ring))
    shown = [name for name, value in named if name is not None and value is not None]
    if len(shown) > 1:
        raise click.UsageError(f"{' and '.join(shown)} can't be combined: use one of them")
    if _is_code(subject):
        options.refuse_unused(f"{subject} is the code of a diagnostic")
        click.echo(explanation(subject), nl=False)
        return 0
    if row is None and of_ring is None and (asked.length is not None or asked.heads is not None or given):
        raise click.UsageError("-n, --heads and --input need --query or --ranks")
    if row is not None or of_ring is not None:
        options.refuse_unused("no schedule is shown", "backend_name")
    if of_ring is None and (asked.kv_heads, asked.head_dim, asked.value_dim) != (None, None, None):
        raise click.UsageError("--kv-heads, --head-dim and --value-dim need --ranks")
    files = projects.pattern_files(subject)
    for file in files if row is None and of_ring is None else ():
        with report.catching():
            source, parameters = options.read(file), projects.parameters_of(file, overrides)
            stage = after if emit is None else EMITTED[emit]
            _say_stages(source, parameters, backend_named(backend_name), stage, report, spent)
    for analysis in projects.analyses(report, files, overrides, observer=spent.observer) if row or of_ring else ():
        inputs.refuse_unknown(analysis.meanings, given)
        written = statements(analysis.source, analysis.overrides)
        for meaning, normal, texts in zip(analysis.meanings, analysis.normals, written, strict=True):
            n = length_of(meaning, asked.length)
            if row is not None:
                refuse_long(n)
                report.say("\n".join(_keys(meaning, texts, row, n, asked.heads, given)))
                continue
            refuse_length(meaning, n)
            if isinstance(normal.source, KeySource):
                report.say(
                    f"{normal.name}: entries of {normal.source.name} come to all ranks, each of which has a share"
                )
                continue
            made = setting_of(meaning, normal, ring, call_of(meaning, asked, n), given)
            report.say("\n".join(_ring(made, rank, inputs.assumed(meaning, made.sizes.entries[0], given))))
    code = report.write()
    spent.write()
    return code


def _ring(made: Setting, rank: int | None, assumed: Iterator[str]) -> Iterator[str]:
    """The text about one rank, or about all ranks of a ring."""
    if rank is not None and rank >= made.ring.ranks:
        raise click.BadParameter(f"{rank}: ranks are 0 to {made.ring.ranks - 1}", param_hint="--rank")
    several = [f"  assumed     {text}" for text in assumed]
    lines = rank_lines(made, rank) if rank is not None else ring_lines(made, not made.normal.grid and not several)
    yield next(lines)
    yield from several
    yield from lines


def _say_stages(
    source: Source, overrides: Mapping[str, str], backend: Backend, stage: str | None, report: Report, spent: Timings
) -> None:
    """Report the result of every stage, or of the requested one."""
    analysis, texts = stage_texts(source, overrides, backend, spent)
    report.add(analysis.warnings, source)
    if stage is not None and not texts[stage]:
        able = " or ".join(f"--backend {one.name}" for one in BACKENDS if one.host is not None)
        raise click.BadParameter(f"{stage}: {backend.name} has no such stage; add {able}")
    if stage is not None:
        report.say("\n".join(texts[stage]).removesuffix("\n"))
        return
    for line in one_after_the_other(texts, backend):
        report.say(line)


def _keys(
    pattern: Pattern,
    written: tuple[str, ...],
    row: tuple[int, int],
    n: int,
    heads: int | None,
    given: Mapping[str, str],
) -> Iterator[str]:
    """The exact key set of a row for each branch, with the statement that admits it."""
    import numpy as np

    head, query = row
    total = number_of_heads(pattern, head, heads, "--query")
    order, positions = pattern.source, n
    if isinstance(order, TileOrder):
        positions = prod(order.grid)
    if query >= positions:
        raise click.BadParameter(f"query {query}: positions are 0 to {positions - 1}", param_hint="--query")
    values = inputs.inputs_of(pattern, given, n, total)
    counts = np.zeros(n, dtype=np.int64)
    where = ""
    if isinstance(order, TileOrder):
        asked, query = query, next(islice(order.places, query, None))
        where = f", where cell {asked} stands among tiles"
    yield f"{pattern.name}: head {head} of {total}, query {query} of {n}{where}"
    yield from (f"  {line}" for line in described(pattern, values))
    branches = semantics.group_of(pattern, head, total).branches
    for branch, statement in zip(branches, of_head(written, pattern, head, total), strict=True):
        truth = semantics.admits(branch.mask, head, query, np.arange(n), n, total, values)
        keys = np.flatnonzero(np.broadcast_to(truth, n)).tolist()  # a mask that reads no key gives one truth
        counts[keys] += branch.multiplicity
        yield f"  {statement}: {_counted(len(keys))}"
        if keys:
            yield f"    {', '.join(runs(keys))}"
    several = int((counts > 1).sum())
    yield f"  together: {_counted(int((counts > 0).sum()))}" + (
        f", {several} of them more than once" if several else ""
    )


def _counted(keys: int) -> str:
    return f"{keys or 'no'} {'key' if keys == 1 else 'keys'}"
