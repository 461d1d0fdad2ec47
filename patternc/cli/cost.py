"""`patternc cost`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

import click

from patternc.cli import inputs, options, projects
from patternc.cli.calls import AskedCall, call_of, length_of, refuse_call
from patternc.cli.completion import beginning_with, target_names
from patternc.cli.cost_text import lines, model_lines
from patternc.cli.quantities import si, time
from patternc.cli.report import Report
from patternc.cli.ring_options import AskedRing, ring_options, setting_of
from patternc.cost.cost_json import document
from patternc.cost.device_time import Call
from patternc.cost.estimates import Estimate, estimate
from patternc.cost.models import ModelCost, model_costs
from patternc.diagnostics import nearest
from patternc.driver import Analysis, quoting
from patternc.ir.mask import KeySource, Pattern
from patternc.ir.projections import ModuleSpec
from patternc.ring.forecast import Forecast, forecast, has_documents
from patternc.ring.transports import resolved_transport
from patternc.schedule.grid_layout import LISTED
from patternc.targets import TARGETS, Target, target_named

# ---- budgets: limits on predicted times and bytes of a target, such as `sm_90 < 20 ms` -------------------------------
_SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_BYTES = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_QUANTITIES = {
    "both": _SECONDS,
    "forward": _SECONDS,
    "backward": _SECONDS,
    "step": _SECONDS,
    "memory": _BYTES,
    "cache": _BYTES,
}
_BUDGET = re.compile(r"\s*(?P<target>\w+)(?:\s+(?P<quantity>\w+))?\s*<\s*(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>\w+)\s*")
_FORM = "write a target, one of {} (both if it is left out), and a limit: 'sm_90 < 20 ms', 'cpu step < 2 ms'"


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit, in seconds or bytes, on a quantity of a target; `text` as it was written."""

    text: str
    target: str
    quantity: str
    limit: float

    def exceeded(self, made: ModelCost) -> str:
        """A sentence that names the cost if it is not below the limit; empty if it is."""
        found = {
            "both": made.forward + made.backward,
            "forward": made.forward,
            "backward": made.backward,
            "step": made.step,
            "memory": made.memory,
            "cache": made.cache,
        }[self.quantity]
        if found is None:
            return f"{self.text}: there is no decoding step, as not every pattern is causal and counted exactly"
        if found < self.limit:
            return ""
        shown = time(found) if _QUANTITIES[self.quantity] is _SECONDS else f"{si(found)}B"
        what = "both passes take" if self.quantity == "both" else f"{self.quantity} takes"
        return f"{self.text}: {what} {shown}"


def budgets(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[Budget, ...]:
    """The budgets of an option; a usage error for a text that is none."""

    def wrong(message: str) -> click.BadParameter:
        return click.BadParameter(message, ctx, param)

    def one(text: str) -> Budget:
        matched = _BUDGET.fullmatch(text)
        if matched is None:
            raise wrong(f"{text!r}: {_FORM.format(', '.join(_QUANTITIES))}")
        target, quantity = matched["target"], matched["quantity"] or "both"
        if target_named(target) is None:
            raise wrong(f"{text!r}: {target!r}; {nearest(target, [one.name for one in TARGETS])}")
        if quantity not in _QUANTITIES:
            raise wrong(f"{text!r}: {quantity!r}; {nearest(quantity, list(_QUANTITIES))}")
        units = _QUANTITIES[quantity]
        if matched["unit"] not in units:
            raise wrong(f"{text!r}: {matched['unit']!r}: {quantity} is in {', '.join(units)}")
        return Budget(text.strip(), target, quantity, float(matched["number"]) * units[matched["unit"]])

    return tuple(map(one, texts))


def over_budget(wanted: Sequence[Budget], costs: Iterable[ModelCost]) -> Iterator[str]:
    """A sentence for each budget that a cost exceeds."""
    for made in costs:
        for budget in wanted:
            if made.target.name == budget.target and (found := budget.exceeded(made)):
                yield found


# ---- the command -----------------------------------------------------------------------------------------------------
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
@options.value_dim
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
@options.gathered(asked=AskedCall, ring=AskedRing, report=Report)
def command(
    path: str,
    targets: tuple[Target, ...],
    asked: AskedCall,
    wanted: tuple[Budget, ...],
    as_json: bool,
    ring: AskedRing,
    given: Mapping[str, str],
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Count what a pattern costs: keys per row, tiles, FLOPs, bytes, predicted times, and what to change.

    FILE may be the layers of a model, as in '5 x local.pat + 1 x global.pat'. Nothing is run, and no GPU is needed:
    counts are exact, or say that they are not; times are arithmetic.
    """
    options.refuse_two_formats(as_json, report)
    for budget in wanted:
        if budget.target not in [one.name for one in targets]:
            raise click.BadParameter(f"{budget.text}: --target leaves it out", param_hint="--budget")
    layers = _layers(path)
    exceeded: list[str] = []
    found: list[tuple[int, Estimate]] = []
    for count, file in layers or [(1, file) for file in projects.pattern_files(path)]:
        for analysis in projects.analyses(report, [file], overrides):
            inputs.refuse_unknown(analysis.meanings, given)
            made = tuple(_estimates(analysis, asked, targets, given, ring))
            found += [(count, one) for one in made]
            if not as_json:
                report.say("\n\n".join("\n".join(lines(one)) for one in made))
            elif not layers:
                report.say(json.dumps(document(analysis.source.name, made), indent=2))
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
    code = report.write()
    for text in exceeded:
        click.echo(f"over budget: {text}", err=True)
    return code or int(bool(exceeded))


_LAYER = re.compile(r"\s*(?P<count>[1-9]\d*)\s*x\s+(?P<file>\S.*?)\s*")


def _layers(path: str) -> list[tuple[int, str]]:
    """The layers of a model, written as `5 x local.pat + 1 x global.pat`; none if that is a single file."""
    terms = [_LAYER.fullmatch(term) for term in path.split(" + ")]
    return [] if not all(terms) else [(int(term["count"]), term["file"]) for term in terms if term]


def _call(pattern: Pattern, module: ModuleSpec | None, asked: AskedCall, n: int) -> Call:
    """The call of a pattern, or of the module around it, which fixes its heads."""
    if module is None:
        return call_of(pattern, asked, n)
    if replace(asked, length=None, batch=1) != AskedCall():
        message = f"{pattern.name} is in module {module.name}, which says its heads: leave out --heads, "
        raise click.UsageError(message + "--kv-heads, --head-dim and --value-dim")
    return Call.of_module(module, n, asked.batch)


def _estimates(
    analysis: Analysis, asked: AskedCall, targets: tuple[Target, ...], given: Mapping[str, str], ring: AskedRing
) -> Iterator[Estimate]:
    """One estimate for each pattern, or for each module around it."""
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        for module in meaning.modules or (None,):
            call = _call(meaning, module, asked, length_of(meaning, asked.length))
            refuse_call(meaning, call)
            _refuse_long_documents(meaning, call.n)
            _refuse_large_grid(meaning)
            values = inputs.inputs_of(meaning, given, call.n, call.heads)
            others = inputs.inputs_at(meaning, given, call.heads)
            assumed = tuple(inputs.assumed(meaning, values, given))
            forecast = _ring(meaning, normal, call, ring, given)
            if forecast is not None:
                assumed = (*assumed, "one device holds the whole sequence, but for the numbers of the ring")
            if isinstance(meaning.source, KeySource):
                words = f"as many entries of {meaning.source.name} as positions, in memory and in dense attention"
                assumed = (*assumed, words)
            source = quoting(analysis.source, meaning)
            made = estimate((meaning, normal), source, call, values, others, targets, assumed, module)
            yield replace(made, ring=forecast)


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


def _ring(meaning: Pattern, normal: Pattern, call: Call, asked: AskedRing, given: Mapping[str, str]) -> Forecast | None:
    """The forecast for the pattern's ring, or for the ring that options set."""
    if isinstance(meaning.source, KeySource) or (meaning.ring is None and not asked.something):
        return None  # entries come to all ranks
    made = setting_of(meaning, normal, asked, call, given)
    return forecast(made, resolved_transport(made))
