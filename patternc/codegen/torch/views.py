"""From a kernel to the inputs of a torch module's template: batches, what they need, and the code around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.backend import Legal
from patternc.codegen.emit import Origin, View
from patternc.codegen.provenance import head_ends, held_heads, place
from patternc.codegen.shell import Around
from patternc.codegen.torch.functions import functions
from patternc.codegen.torch.printer.functions import tables, texts
from patternc.codegen.torch.printer.nests import NestPrinter
from patternc.ir.batch import AllHeads, Batches, BlockList, ByShare, Group, Nest, Places, Predicate
from patternc.ir.facts import bound_facts
from patternc.ir.index import Index, names
from patternc.ir.interface import Interface
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.mask import Combine
from patternc.ir.traversal import all_heads, atoms, names_in
from patternc.source import Source
from patternc.targets import Target

DEVICE, TOTAL = "a device", "the number of heads of the call"
"""What a call has besides numbers and inputs: no input is called so."""


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
    given: Given


def views(legal: Legal, around: Around, _target: Target, origin: Origin) -> tuple[View, ...]:
    """The view of a pattern's torch module, which serves all targets."""
    kernel, batches = legal.kernel, legal.device
    assert isinstance(batches, Batches)
    groups = tuple(_group(group, origin.source) for group in batches.groups)
    called = functions(batches, origin.source)
    module = TorchModule(
        groups=groups,
        printer=NestPrinter(called),
        functions=texts(called),
        tables=tables(called),
        given=_given(kernel.interface, batches),
    )
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", (*around, module)),)


def _given(interface: Interface, batches: Batches) -> Given:
    read = _names_read(batches)
    heads = tuple(one.name for one in interface.heads if one.name in read)
    masks = tuple(one for one in interface.operands if one.bounded and one.name in read)
    scores = tuple(_scores(interface))
    also = {"head_offset", "num_heads"} if interface.scores.by_head or not all(map(_every, batches.groups)) else set()
    also |= {one.name for one in (*masks, *interface.tables)} | ({"dropout", "seed"} if interface.dropout else set())
    runs, work = tuple(_runs(heads, read)), tuple(_work(interface, batches, scores))
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


def _runs(heads: tuple[str, ...], read: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    if TOTAL in read:
        yield "total", "int", "query.shape[1]"
    if DEVICE in read:
        yield "device", "torch.device", "query.device"
    if "n" in read:
        yield "n", "int", "seq_len"
    yield from ((name, "int", name) for name in heads)


def _work(interface: Interface, batches: Batches, scores: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    """The fields of `Work` that differ from their defaults, but for those of masks."""
    tables = ", ".join(one.own for one in interface.tables)
    if interface.scores.steps:
        given = "".join(f", {name}={name}" for name, _ in scores)
        yield "modified", f"partial(_modified{given})" if given else "_modified"
    if tables:
        yield "tables", f"({tables},)"
    if interface.dropout:
        yield "kept", "_keeping(head_offset, num_heads, dropout, _read_seed(seed))"
    if (softmaxes := max(group.softmaxes for group in batches.groups)) > 1:
        yield "softmaxes", f"{softmaxes}"
    if softmaxes > 1 or any(dict(_combined(group)).get("divisor") for group in batches.groups):
        yield "combined", "(partial(_combine, groups), partial(_denominators, groups))"


def _every(group: Group) -> bool:
    return all_heads(group.heads)


def _scores(interface: Interface) -> Iterator[tuple[str, str]]:
    """The parameters of `_modified` besides blocks and scores, with their types."""
    if interface.scores.alibi:
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


# ---- what nests read of a call --------------------------------------------------------------------------------------
def _names_read(batches: Batches) -> frozenset[str]:
    """The names that nests read from a call: `DEVICE`, `TOTAL`, `n`, `head_offset`, `num_heads`, and inputs."""
    parted = not all(all_heads(group.heads) for group in batches.groups)
    read = {"head_offset", "num_heads", TOTAL} if parted else set[str]()
    return frozenset(read.union(*map(_read, batches.nests)))


def _read(nest: Nest) -> frozenset[str]:
    batch, views = nest.batch, (nest.batch.rows, nest.batch.columns)
    bounds = [*batch.bounds.lows, *batch.bounds.highs, *(bound for one in views for bound in (*one.lows, *one.highs))]
    found = set().union(*(bound_facts(bound).reads for bound in bounds), names(*_expressions(nest)) & {"num_heads"})
    found |= set() if batch.predicate is None else _tested(batch.predicate)
    found |= {"num_heads"} if "heads" in found or isinstance(nest.heads, ByShare) else set()
    found |= set() if isinstance(nest.heads, AllHeads) else {"head_offset"}
    found |= {DEVICE} if any(isinstance(view, Places) and not view.strided for view in views) else set()
    for blocks in _lists_of(nest):
        found |= {"n", DEVICE, *blocks.inputs}
        found |= {"head_offset"} if blocks.by_place else set()
        found |= {"num_heads"} if blocks.by_total else {TOTAL}
    return frozenset(found - {"head", "heads"})


def _lists_of(nest: Nest) -> tuple[BlockList, ...]:
    """The block lists that a nest calls."""
    own = () if nest.listed is None else (nest.listed.blocks,)
    return (*own, *(table.blocks for table in nest.tables))


def _expressions(nest: Nest) -> Iterator[Index]:
    if nest.classes is not None:
        yield from nest.classes.skipped
    for view in (nest.batch.rows, nest.batch.columns):
        yield from (one.residue for one in view.classes) if isinstance(view, Places) else ()


def _tested(predicate: Predicate) -> frozenset[str]:
    """The names that a predicate reads besides positions: `head`, `heads`, `n` and inputs."""
    looked_up = {table.selection for table in predicate.tables}
    masks = (*predicate.masks, *(mask for mask, _ in predicate.counted))
    asked = (atom for mask in masks for atom in atoms(mask) if atom not in looked_up)
    return frozenset().union(*map(names_in, asked))
