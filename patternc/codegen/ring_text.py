"""The inputs of the ring templates: for each clause, which keys a query may attend to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from patternc.codegen.block_lists.listings import Listed, listed_for_ranks
from patternc.codegen.emit import Record
from patternc.codegen.provenance import some_heads
from patternc.ir.index import Index
from patternc.ir.index_text import Printer
from patternc.ir.interface import Argument
from patternc.ir.kernel import Kernel, KernelGroup, Reach
from patternc.ir.lines import Bracket
from patternc.ir.mask import Combine
from patternc.ir.traversal import all_heads, atoms, names_in
from patternc.schedule.ring_reaches import call_fields
from patternc.source import Span


@dataclass(frozen=True, slots=True)
class _Printer(Printer):
    """The spelling of a reach: a negated class is a `Lattice` too."""

    def call(self, function: str, *arguments: Index) -> Bracket:
        found = Printer.call(self, function.replace("Excluded", "Lattice"), *arguments)
        return replace(found, items=(*found.items, "excluded=True")) if function == "Excluded" else found


_PRINTER = _Printer()


@dataclass(frozen=True, slots=True)
class ReachText(Record):
    """A clause: where it was written, and the fields of its `Reach`."""

    span: Span
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RingText(Record):
    """The inputs of `ring/*.py.j2`. `groups`: ranges of the model's heads (empty: all), each with its clauses.

    `head`, `num_heads`: what `_reaches` calls them. `kernels`, `options`: the fields of `Kernels` and of `Ring`
    that are not left to their defaults. `inputs`: those that masks read, but for a number for each query or key and
    lists of keys, which move with them.
    `entry_parameters`, `entries`, `entry_facts`: what `shard` takes and makes of inputs, which decide balanced shares.
    `whole`: the name of the pattern with sources that this is a part of; empty: of none.
    """

    ranks: int
    nodes: int
    layout: str
    transport: str
    head: str
    num_heads: str
    groups: tuple[tuple[str, tuple[ReachText, ...]], ...]
    kernels: tuple[tuple[str, object], ...]
    options: tuple[tuple[str, object], ...]
    inputs: tuple[Argument, ...]
    entry_parameters: str
    entries: str
    entry_facts: str
    whole: str


def ring_text(kernel: Kernel) -> RingText | None:
    """The ring functions of a pattern; None without a `ring` statement."""
    ring, interface = kernel.pattern.ring, kernel.interface
    if ring is None:
        return None
    groups = tuple(
        (some_heads(group.heads, "num_heads"), tuple(_reach(reach, kernel) for reach in group.reaches))
        for group in kernel.reaches
    )
    every = [reach for group in kernel.reaches for reach in group.reaches]
    classes = [atom for reach in every for one in (*reach.queries, *reach.keys) for atom in atoms(one)]
    read = frozenset[str]().union(*map(names_in, classes))
    listeds = [one for one in (listed_for_ranks(kernel, reach) for reach in every) if one is not None]
    balanced = ring.layout.value == "balanced"
    by_total = any(not all_heads(group.heads) for group in kernel.reaches) or "heads" in read
    by_total = by_total or any(one.by_total for one in listeds)
    block = 0 if kernel.choice is None else kernel.choice.topk.block
    lists = "".join(f'GivenLists({one.rows}, "{one.owner.value}"), ' for one in interface.lists)
    options = {"block": block, "lse_bytes": 8 if interface.sinks else 0, "lists": lists and f"({lists.strip()})"}
    options["keeps_heads"] = bool(interface.asked)
    return RingText(
        ranks=ring.ranks,
        nodes=ring.nodes,
        layout=ring.layout.value,
        transport=ring.transport.value,
        head="head" if by_total or "head" in read or any(one.by_head for one in listeds) else "_head",
        num_heads="num_heads" if by_total else "_num_heads",
        groups=groups,
        kernels=tuple(_kernels(kernel)),
        options=tuple((name, value) for name, value in options.items() if value),
        inputs=tuple(one for one in interface.entries if one.facts.declared and not one.facts.placed),
        entry_parameters=", **inputs: Tensor" if balanced else "",
        entries="_entries_named(inputs)" if balanced else "((),)",
        entry_facts="{name: _digest(x) for name, x in inputs.items()}" if balanced else "{}",
        whole=kernel.pattern.whole,
    )


def _kernels(kernel: Kernel) -> Iterator[tuple[str, object]]:
    """The fields of a module's `Kernels`, with their values as text or numbers."""
    interface = kernel.interface
    places = {one.name: place for place, one in enumerate(interface.operands)}
    yield from ((name, places[name]) for name in ("head_offset", "num_heads", "selection") if name in places)
    yield from (("learned", places[one.name]) for one in interface.asked)
    if interface.lists:
        yield "lists", f"({', '.join(str(places[one.name]) for one in interface.lists)},)"
    mixtures = [_mixture(group) for group in kernel.groups if interface.several and len(group.softmaxes) > 1]
    numbers = {"tables": len(interface.tables), "sinks": bool(interface.sinks), "stacked": interface.stacked}
    numbers |= {"softmaxes": interface.softmaxes if mixtures else 0}
    yield from ((name, value) for name, value in numbers.items() if value)
    if kernel.choice is not None:
        yield "choose", "functools.partial(_with_choice, _choose_blocks)"
    if mixtures:
        yield "mixtures", f"({', '.join(mixtures)},)"


def _mixture(group: KernelGroup) -> str:
    """The `Mixture` of a group of heads that combines several softmaxes."""
    divisors = {Combine.MEAN: group.divisor, Combine.SUM: 1}
    heads = some_heads(group.heads, "num_heads")
    of = f"lambda {'num_heads' if 'num_heads' in heads else '_'}: {heads}" if heads else "None"
    return f"Mixture({of}, {len(group.softmaxes)}, {divisors.get(group.combine, 0)})"


def _reach(reach: Reach, kernel: Kernel) -> ReachText:
    fields = [(name, _PRINTER.item(value)) for name, value in call_fields(reach).items()]
    more = (("listed", _listed(listed_for_ranks(kernel, reach))), ("chosen", "True" if reach.chosen else ""))
    return ReachText(reach.span, (*fields, *((name, text) for name, text in more if text)))


def _listed(listed: Listed | None) -> str:
    if listed is None:
        return ""
    heads = ", head, num_heads" if listed.by_total else ", head" if listed.by_head else ""
    return f"ChosenBlocks({listed.name}, {listed.listing.queries}, n{heads})"
