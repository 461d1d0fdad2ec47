"""`patternc cost`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import prod

import click

from patternc.analysis.calls import accepts
from patternc.cli import inputs, options, projects
from patternc.cli.budgets import Budget, budgets, over_budget
from patternc.cli.completion import beginning_with, target_names
from patternc.cli.cost_text import lines, model_lines
from patternc.cli.report import Report
from patternc.cli.ring_options import Asked, ring_options, setting_of
from patternc.cost.cost_json import document
from patternc.cost.device_time import Call
from patternc.cost.estimates import Estimate, estimate, heads_without
from patternc.cost.models import model_costs
from patternc.diagnostics import Format, nearest
from patternc.driver import Analysis, analyse, quoting
from patternc.ir.mask import Pattern
from patternc.ir.projections import ModuleSpec
from patternc.ring.forecast import Forecast, forecast, has_documents
from patternc.ring.settings import Sizes
from patternc.ring.transports import resolved_transport
from patternc.schedule.grid_layout import LISTED
from patternc.targets import TARGETS, Target, target_named


def targets_named(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[Target, ...]:
    """The targets with these names, or all targets, in the order of the device table; a usage error if unknown."""
    for name in names:
        if target_named(name) is None:
            raise click.BadParameter(f"{name!r}; {nearest(name, [one.name for one in TARGETS])}", ctx, param)
    return tuple(one for one in TARGETS if one.name in names) if names else TARGETS


def _subject(ctx: click.Context, param: click.Parameter, path: str) -> str:
    """A file, or the layers of a model, whose files exist."""
    for _, file in _layers(path) or [(1, path)]:
        options.PATTERN_FILE.convert(file, param, ctx)
    return path


@click.command("cost")
@click.argument("path", metavar="FILE", callback=_subject)
@options.length
@click.option(
    "--target",
    "targets",
    shell_complete=beginning_with(target_names),
    metavar="TARGET",
    multiple=True,
    callback=targets_named,
    help="A target; may be repeated.  [default: all]",
)
@click.option("--heads", type=options.head_count, help="Number of heads.  [default: 8, or the module's]")
@click.option("--kv-heads", type=options.head_count, help="Number of key heads.  [default: as many as heads]")
@click.option("--head-dim", type=options.head_size, help="Size of a head.  [default: 64, or the module's]")
@click.option("--batch", type=options.batch_size, default=1, show_default=True, help="Batch entries.")
@click.option(
    "--budget",
    "wanted",
    metavar="LIMIT",
    multiple=True,
    callback=budgets,
    help="A limit such as 'sm_90 < 20 ms' or 'cpu step < 2 ms'; exit with 1 if it is not met. May be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON; docs/cost.md states its schema.")
@ring_options
@inputs.option
@options.overrides
@options.diagnostics_format
def command(
    path: str,
    length: int | None,
    targets: tuple[Target, ...],
    heads: int | None,
    kv_heads: int | None,
    head_dim: int | None,
    batch: int,
    wanted: tuple[Budget, ...],
    as_json: bool,
    ranks: int | None,
    layout: str | None,
    transport: str | None,
    nodes: int | None,
    given: Mapping[str, str],
    overrides: Mapping[str, str],
    form: Format,
) -> int:
    """Count what a pattern costs: keys per row, tiles, FLOPs, bytes, predicted times, and what to change.

    FILE may be the layers of a model, as in '5 x local.pat + 1 x global.pat'. Nothing is run, and no GPU is needed:
    counts are exact, or say that they are not; times are arithmetic.
    """
    options.refuse_two_formats(as_json, form)
    for budget in wanted:
        if budget.target not in [one.name for one in targets]:
            raise click.BadParameter(f"{budget.text}: --target leaves it out", param_hint="--budget")
    report = Report(form)
    sizes, asked = _Sizes(heads, kv_heads, head_dim, batch), Asked(ranks, layout, transport, nodes)
    layers = _layers(path)
    exceeded: list[str] = []
    found: list[tuple[int, Estimate]] = []
    for count, file in layers or [(1, file) for file in projects.pattern_files(path)]:
        with report.catching():
            source = options.read(file)
            analysis = analyse(source, projects.parameters_of(file, overrides))
            report.add(analysis.warnings, source)
            inputs.refuse_unknown(analysis.meanings, given)
            made = tuple(_estimates(analysis, length, sizes, targets, given, asked))
            found += [(count, one) for one in made]
            if not as_json:
                report.say("\n\n".join("\n".join(lines(one)) for one in made))
            elif not layers:
                report.say(json.dumps(document(source.name, made), indent=2))
            if not layers:
                exceeded += (text for one in made for text in over_budget(wanted, model_costs([(1, one)])))
            elif len(made) != 1:
                message = f"{file} has {len(made)} patterns or modules: layers are written as files with one"
                raise click.BadParameter(message, param_hint="FILE")
    if layers and not report.rejected:
        exceeded += over_budget(wanted, model_costs(found))
        every = (one for _, one in found)
        text = json.dumps(document(path, every, model_costs(found)), indent=2) if as_json else ""
        report.say(text or "\n".join(("", *model_lines(found))))
    report.write()
    for text in exceeded:
        click.echo(f"over budget: {text}", err=True)
    return int(report.rejected or bool(exceeded))


_LAYER = re.compile(r"\s*(?P<count>[1-9]\d*)\s*x\s+(?P<file>\S.*?)\s*")


def _layers(path: str) -> list[tuple[int, str]]:
    """The layers of a model, written as `5 x local.pat + 1 x global.pat`; none if that is a single file."""
    terms = [_LAYER.fullmatch(term) for term in path.split(" + ")]
    return [] if not all(terms) else [(int(term["count"]), term["file"]) for term in terms if term]


class _Sizes:
    """The sizes of a call that options set."""

    def __init__(self, heads: int | None, kv_heads: int | None, head_dim: int | None, batch: int) -> None:
        self.heads, self.kv_heads, self.head_dim, self.batch = heads, kv_heads, head_dim, batch

    def call(self, pattern: Pattern, module: ModuleSpec | None, n: int) -> Call:
        """The call of a pattern, or of the module around it, which fixes its heads."""
        if module is not None:
            if (self.heads, self.kv_heads, self.head_dim) != (None, None, None):
                message = f"{pattern.name} is in module {module.name}, which says its heads: leave out --heads, "
                raise click.UsageError(message + "--kv-heads and --head-dim")
            return Call(n, module.heads, module.kv_heads, module.head_dim, self.batch)
        heads = options.number_of_heads(pattern, 0, self.heads, "--heads")
        kv_heads = self.kv_heads or heads
        if heads % kv_heads:
            raise click.BadParameter(
                f"{kv_heads}: {heads} heads can't share so many key heads", param_hint="--kv-heads"
            )
        return Call(n, heads, kv_heads, self.head_dim or 64, self.batch)


def _estimates(
    analysis: Analysis,
    length: int | None,
    sizes: _Sizes,
    targets: tuple[Target, ...],
    given: Mapping[str, str],
    asked: Asked,
) -> Iterator[Estimate]:
    """One estimate for each pattern, or for each module around it."""
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        for module in meaning.modules or (None,):
            call = sizes.call(meaning, module, options.length_of(meaning, length))
            refuse_call(meaning, call)
            _refuse_long_documents(meaning, call.n)
            _refuse_large_grid(meaning)
            values = inputs.inputs_of(meaning, given, call.n, call.heads)
            others = inputs.inputs_at(meaning, given, call.heads)
            assumed = tuple(inputs.assumed(meaning, values, given))
            ring = _ring(meaning, normal, call, asked, given)
            if ring is not None:
                assumed = (*assumed, "one device holds the whole sequence, but for the numbers of the ring")
            source = quoting(analysis.source, meaning)
            made = estimate((meaning, normal), source, call, values, others, targets, assumed, module)
            yield replace(made, ring=ring)


def _refuse_long_documents(meaning: Pattern, n: int) -> None:
    """Raise a usage error for a length at which documents need too much memory."""
    # The most positions of a call with documents: counting needs two numbers per position.
    longest_of_documents = 1 << 24
    if n > longest_of_documents and has_documents(meaning):
        message = f"{n}: the ends of its document are kept for each position, of at most {longest_of_documents}"
        raise click.BadParameter(message, param_hint="-n")


def _refuse_large_grid(meaning: Pattern) -> None:
    """Raise a usage error for a grid whose order of cells needs too much memory."""
    cells = prod(meaning.grid)
    if meaning.grid and cells > LISTED:
        sizes = " x ".join(map(str, meaning.grid))
        message = f"{meaning.name} has a grid of {sizes} = {cells} cells: the order of all cells is held in memory, of "
        raise click.UsageError(message + f"at most {LISTED}; the cost per cell of a smaller grid is about the same")


def _ring(meaning: Pattern, normal: Pattern, call: Call, asked: Asked, given: Mapping[str, str]) -> Forecast | None:
    """The forecast for the pattern's ring, or for the ring that options set."""
    if meaning.ring is None and not asked.something:
        return None
    sizes = Sizes(call.n, call.heads, call.kv_heads, call.head_dim, batch=call.batch)
    made = setting_of(meaning, normal, asked, sizes, given)
    return forecast(made, resolved_transport(made))


def refuse_call(pattern: Pattern, call: Call) -> None:
    """Raise a usage error for a call that the pattern does not accept."""
    options.refuse_length(pattern, call.n)
    missing = heads_without(pattern, call.heads)
    if missing:
        raise click.BadParameter(
            f"{call.heads}: no branch of {pattern.name} is of head {missing[0]}", param_hint="--heads"
        )
    if not accepts(pattern, call.n, call.heads, call.head_dim):
        required = " and ".join(one.text for one in pattern.requirements)
        shown = f"{call.n} positions, {call.heads} heads of {call.head_dim}"
        raise click.UsageError(f"{pattern.name} requires {required}; the call has {shown}")
