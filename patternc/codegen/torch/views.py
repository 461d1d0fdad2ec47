"""From a kernel to the inputs of a torch module's template: batches, what they need, and the code around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.backend import Legal
from patternc.codegen.emit import Origin, View
from patternc.codegen.provenance import head_ends, held_heads, place
from patternc.codegen.shell import Around
from patternc.codegen.torch.functions import functions
from patternc.codegen.torch.needs import Uses, names_read, uses
from patternc.codegen.torch.printer.functions import tables, texts
from patternc.codegen.torch.printer.nests import NestPrinter
from patternc.ir.batch import Batches, Group, Nest
from patternc.ir.interface import Interface
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.mask import Combine
from patternc.ir.traversal import all_heads
from patternc.source import Source
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Commented:
    """A nest, and the lines of its comment."""

    nest: Nest
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupText:
    """A group of heads. `every`: whether it has all heads of the model, else `ends`, of the range of those that it has.

    `heads`: the range of those that the call holds. `combined`: how its softmaxes become one output, where that is not
    as most do.
    """

    ends: tuple[str, ...]
    heads: str
    every: bool
    nests: tuple[Commented, ...]
    combined: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Given:
    """The run-time inputs of both passes besides tensors and numbers.

    `read`: their names. `query`, `length`: what `_work` calls the queries, and the length of the sequence. `runs`:
    parameters of `_runs`, with types and values; `masks`: inputs that it reads, of which each batch entry has its own.
    `work`: the other fields of `Work` that differ from their defaults. `scores`: parameters of `_modified`, with types.
    """

    read: frozenset[str]
    query: str
    length: str
    runs: tuple[tuple[str, str, str], ...]
    masks: tuple[str, ...]
    scores: tuple[tuple[str, str], ...]
    work: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TorchModule:
    """The inputs of `torch/kernel.py.j2` besides those that all modules have.

    `printer`: prints nests. `functions`, `tables`: the functions that they call.
    """

    groups: tuple[GroupText, ...]
    printer: NestPrinter
    functions: tuple[str, ...]
    tables: tuple[str, ...]
    uses: Uses
    given: Given


def views(legal: Legal, around: Around, _target: Target, origin: Origin) -> tuple[View, ...]:
    """The view of a pattern's torch module, which serves all targets."""
    kernel, batches = legal.kernel, legal.device
    assert isinstance(batches, Batches)
    groups = tuple(_group(group, origin.source) for group in batches.groups)
    scores = kernel.interface.scores
    called, needs = functions(batches, origin.source), uses(batches, scores)
    module = TorchModule(
        groups=groups,
        printer=NestPrinter(called, needs.apart),
        functions=texts(called),
        tables=tables(called),
        uses=needs,
        given=_given(kernel.interface, batches, needs),
    )
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", (*around, module)),)


def _given(interface: Interface, batches: Batches, needs: Uses) -> Given:
    read = names_read(batches)
    heads = tuple(one.name for one in interface.heads if one.name in read)
    masks = tuple(one for one in interface.operands if one.facts.counts and one.name in read)
    scores = tuple(_scores(interface))
    also = {"head_offset", "num_heads"} if interface.scores.by_head or not all(map(_every, batches.groups)) else set()
    also |= {one.name for one in (*masks, *interface.tables, *interface.asked)} | (
        {"dropout", "seed"} if interface.dropout else set()
    )
    runs, work = tuple(_runs(heads, batches, needs)), tuple(_work(interface, batches, needs, scores))
    asked = any("query" in value for _, _, value in runs) or "combined" in dict(work)
    return Given(
        read=frozenset({*heads, *also}),
        query="query" if asked else "_query",
        length="seq_len" if "n" in read else "_seq_len",
        runs=runs,
        masks=tuple(one.own for one in masks),
        scores=scores,
        work=work,
    )


def _runs(heads: tuple[str, ...], batches: Batches, needs: Uses) -> Iterator[tuple[str, str, str]]:
    if needs.total:
        yield "total", "int", "query.shape[1]"
    if needs.device:
        yield "device", "torch.device", "query.device"
    if "n" in names_read(batches):
        yield "n", "int", "seq_len"
    yield from ((name, "int", name) for name in heads)


def _work(
    interface: Interface, batches: Batches, needs: Uses, scores: tuple[tuple[str, str], ...]
) -> Iterator[tuple[str, str]]:
    """The fields of `Work` that differ from their defaults, but for those of masks."""
    tables = ", ".join(one.own for one in interface.tables)
    if not needs.fused:
        given = "".join(f", {name}={name}" for name, _ in scores)
        yield "modified", f"partial(_modified{given})" if given else "_modified"
    if tables:
        yield "tables", f"({tables},)"
    yield from (("learned", one.name) for one in interface.asked)
    if interface.dropout:
        yield "kept", "_keeping(head_offset, num_heads, dropout, _read_seed(seed))"
    if needs.cells:
        yield "listed", "(_attend_listed, _add_listed)"
    if (softmaxes := max(group.softmaxes for group in batches.groups)) > 1:
        yield "softmaxes", f"{softmaxes}"
    if interface.gates:
        yield "stacked", "True"
    elif softmaxes > 1 or any(dict(_combined(group)).get("divisor") for group in batches.groups):
        yield "combined", "(partial(_combine, groups), partial(_denominators, groups))"


def _every(group: Group) -> bool:
    return all_heads(group.heads)


def _scores(interface: Interface) -> Iterator[tuple[str, str]]:
    """The parameters of `_modified` besides blocks and scores, with their types."""
    if interface.scores.alibi and not interface.scores.slopes:
        yield from (("head_offset", "int"), ("num_heads", "int"))
    yield from ((one.own, "Tensor") for one in interface.tables)


def _group(group: Group, source: Source) -> GroupText:
    every = all_heads(group.heads)
    return GroupText(
        ends=tuple(one for one in head_ends(group.heads, "num_heads") if one != "0"),
        heads=held_heads(group.heads, "total"),
        every=every,
        nests=tuple(_commented(nest, source) for nest in group.nests),
        combined=tuple(_combined(group)),
    )


def _combined(group: Group) -> Iterator[tuple[str, str]]:
    """The fields of `HeadGroup` that differ from their defaults."""
    if group.softmaxes > 1:
        yield "softmaxes", f"{group.softmaxes}"
    if group.combine is not Combine.LSE:
        yield "combine", f'"{group.combine.value}"'
    if group.combine is Combine.MEAN and group.divisor != 1:
        yield "divisor", f"{group.divisor}"


def _commented(nest: Nest, source: Source) -> Commented:
    """A nest with its comment: its place in the pattern file and its kind, on one line if it fits."""
    written = place(nest.clause, source)
    one = f"{written}: {nest.note}"
    lines = (one,) if len(one) <= LINE_LENGTH - 6 else (f"{written}:", nest.note)
    return Commented(nest, lines)
