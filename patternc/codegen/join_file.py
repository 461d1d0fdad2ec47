"""The file of a pattern with sources: it calls the modules of its parts, and joins what they return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm, prod

from patternc.analysis.calls import held_layers, tested_whole
from patternc.codegen.argument_text import blocks
from patternc.codegen.emit import Origin, Record, View
from patternc.codegen.library import REFERENCE
from patternc.codegen.provenance import Header
from patternc.codegen.reference_file import telling_calls
from patternc.ir.facts import entries_of_documents
from patternc.ir.interface import Argument, Interface, interface
from patternc.ir.joined import OWN, Join
from patternc.ir.mask import Combine, InputKind, KeySource, Pattern, Side, TileOrder
from patternc.ir.scores import Scores
from patternc.ir.traversal import reads_length


@dataclass(frozen=True, slots=True)
class CountedInput(Record):
    """An input that counts entries, or lists them: its least number, and its greatest, of `{}` entries."""

    name: str
    low: int
    high: str


@dataclass(frozen=True, slots=True)
class DocumentsText(Record):
    """Offsets of documents in the sequence and in entries, and the inputs that are found from both."""

    offsets: str
    entries: str
    starts: str
    ends: str


@dataclass(frozen=True, slots=True)
class JoinedPart(Record):
    """A part of a pattern with sources, as its file calls it.

    `name`: that of its source, or `own`; `module`: where its function is. `key`, `value`: the tensors that it takes;
    `words` on those of a source, and `like`: those whose sizes they share. `length`: that of its sequence, in one of
    `n` positions; `entries`, `most`: how many there must be, or may be, and `drawn`: how many calls of `selfcheck`
    have, as texts; empty: any number. `at`: the input that says where they stand. `inputs`: the keywords that it takes;
    `counted`: those that are held to its entries, and `documents` those that are found from documents of queries.
    `order`: the grid and the tiles in whose order its cells are, as texts; empty: that of the call. `gates`: the inputs
    that have numbers for cells in the order of the call.
    """

    name: str
    module: str
    key: str
    value: str
    words: tuple[tuple[str, str], ...]
    like: str
    length: str
    entries: str
    most: str
    drawn: str
    at: str
    inputs: tuple[str, ...]
    counted: tuple[CountedInput, ...]
    documents: tuple[DocumentsText, ...]
    order: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JoinedRing(Record):
    """A ring of a pattern with sources, by names of what its functions take.

    `given`: what the calls of sources take besides queries and numbers; `rows`: those of them that have numbers of
    queries. `compared`: the inputs that must be the same on all ranks, and pairs of which the second must.
    """

    given: tuple[str, ...]
    rows: tuple[str, ...]
    compared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinFile:
    """The inputs of `joins/module.py.j2`.

    `word`: what its function is called. `parts`: that of the sequence, if there is one, is the first; `own`: whether
    there is. `entries`: the tensors of all sources, with words on them. `calls`: whether `selfcheck` has some.
    `cells`: the grid of tiles, as a text, of `count` cells; empty: none. `layer`: the cells of a layer of tiles of all
    sizes, of which calls hold whole ones; `held`: the calls of `selfcheck` that hold some, by queries, keys and where
    both begin. `beside`: whether parts are files beside it. `ring`: what functions for the ranks of a ring take.
    """

    header: Header
    word: str
    parts: tuple[JoinedPart, ...]
    own: bool
    entries: tuple[tuple[str, str], ...]
    interface: Interface
    calls: bool
    cells: str
    count: int
    layer: int
    held: tuple[tuple[int, ...], ...]
    beside: bool
    ring: JoinedRing | None


def join_view(
    join: Join, patterns: Sequence[Pattern], origin: Origin, backend: str, names: Mapping[str, str] | None = None
) -> View:
    """The file of a pattern with sources for a backend, or of its meaning.

    Args:
        join: the pattern.
        patterns: its parts.
        origin: where it is written.
        backend: the name of the backend, or of the references.
        names: the modules of its parts, by their names; None: files beside this one.
    """
    found = names or {one.name: f".{one.name}_{backend}" for one in patterns}
    parts = tuple(_part(join, one, patterns[0], found[one.name]) for one in patterns)
    orders = tuple(one.source for one in patterns if isinstance(one.source, TileOrder))
    order = orders[0] if orders else None
    module = JoinFile(
        header=Header(join.name, _summary(join, parts), backend, origin),
        word="reference" if backend == REFERENCE else "attention",
        parts=parts,
        own=not isinstance(patterns[0].source, KeySource),
        entries=tuple(one for part in parts for one in part.words),
        interface=_interface(join, patterns),
        calls=all(map(telling_calls, patterns)) and (order is None or tested_whole(order.grid)),
        cells="" if order is None else str(order.grid),
        count=0 if order is None else prod(order.grid),
        layer=lcm(*(one.layer for one in orders)),
        held=tuple(tuple(one) for one in held_layers(orders)),
        beside=names is None,
        ring=None if backend == REFERENCE or patterns[0].ring is None else _ring(join, patterns, parts),
    )
    return View("joins/module.py.j2", f"{join.name}_{backend}.py", (module,))


def _summary(join: Join, parts: Sequence[JoinedPart]) -> str:
    how = "in one softmax" if join.combine is Combine.LSE else f"by `combine {join.combine.value}`"
    tiles = [f"tiles of {one.name.removeprefix('tiles_').replace('x', ' x ')}" for one in parts if one.order]
    if tiles:
        held = ["cells of the grid"] * any(one.name == OWN for one in parts) + tiles
        return f"{join.name}: {', '.join(held)}{f', {how}' * (len(parts) > 1)}."
    count = sum(bool(one.words) for one in parts)
    sources = f"{count} source{'s' * (count > 1)} of keys"
    return f"{join.name}: {'the sequence and ' * (count < len(parts))}{sources}, {how}."


def _interface(join: Join, patterns: Sequence[Pattern]) -> Interface:
    """What a call of the whole takes: the arguments of all parts, each once, and what is applied to their results."""
    made = {name for one in join.documents for name in entries_of_documents(one.offsets.name, one.entries.name)}
    made.add(TileOrder.CELLS)
    every = [
        replace(one, order=part.source) if isinstance(part.source, TileOrder) and one.block > 1 else one
        for part in patterns
        for one in interface(part).keywords
        if one.name not in made
    ]
    cuts = (given for one in join.documents for given in (one.offsets, one.entries))
    every += [Argument(one.name, one.kind, masks=True) for one in cuts]
    every += [Argument(one.name, one.kind, one.shape, kernels=False) for one in join.sinks]
    arguments: dict[str, Argument] = {}
    for one in every:
        arguments.setdefault(one.name, one)
    rule = "" if join.combine is Combine.LSE else join.combine.value
    return Interface(tuple(arguments.values()), (), 1, patterns[0].scale, Scores(), rule)


def _part(join: Join, part: Pattern, first: Pattern, module: str) -> JoinedPart:
    called, source = interface(part), part.source
    own = JoinedPart(
        name=OWN,
        module=module,
        key="key",
        value="value",
        words=(),
        like="",
        length="n",
        entries="",
        most="",
        drawn="",
        at="",
        inputs=("validate",) * bool(called.bounded) + tuple(one.name for one in called.keywords),
        counted=(),
        documents=(),
    )
    if source is None:
        return own
    if isinstance(source, TileOrder):
        made = {TileOrder.CELLS, *part.gates}
        if all(one.name in made for one in called.bounded):
            made.add("validate")
        inputs = tuple(one for one in own.inputs if one not in made)
        order = str(source.grid), str(source.sizes)
        return replace(
            own, name=source.name, length=str(prod(source.numbering)), inputs=inputs, order=order, gates=part.gates
        )
    key, value = f"{source.name}_key", f"{source.name}_value"
    held = bool(source.ratio) or reads_length(part)
    before = f"{first.source.name}_" if isinstance(first.source, KeySource) else ""
    pairs = [(one.offsets.name, one.entries.name) for one in join.documents if one.source == source.name]
    at = source.at if source.at in own.inputs else ""
    return replace(
        own,
        name=source.name,
        key=key,
        value=value,
        words=_words(source, at, key, value),
        like="" if first is part else f"({before}key, {before}value)",
        length="n" if held else f"max(n, {key}.shape[2])",
        entries=f"n // {source.ratio}" if source.ratio else "",
        most="n" if held and not source.ratio else "",
        drawn=f"call.seq_len // {source.ratio}" if source.ratio else "3 * call.seq_len // 4 + 1",
        at=at,
        counted=_counted(called, source),
        documents=tuple(DocumentsText(a, b, *entries_of_documents(a, b)) for a, b in pairs),
    )


def _ring(join: Join, patterns: Sequence[Pattern], parts: Sequence[JoinedPart]) -> JoinedRing:
    """The ring of a pattern whose parts, after that of the sequence, have sources."""
    arguments = {one.name: one for part in patterns[1:] for one in interface(part).keywords}
    found = {name for part in parts for pair in part.documents for name in (pair.starts, pair.ends)}
    checked = any("validate" in part.inputs or part.counted or part.documents for part in parts[1:])
    taken = dict.fromkeys(("validate",) * checked)
    taken |= dict.fromkeys(name for part in parts[1:] for name in part.inputs if name not in found)
    taken |= dict.fromkeys(name for part in parts for pair in part.documents for name in (pair.offsets, pair.entries))
    rows = tuple(name for name in taken if name in arguments and _is_of_queries(arguments[name]))
    given = ("key", "value", *(name for part in parts[1:] for name, _ in part.words), *taken)
    sinks = tuple(one.name for one in join.sinks)
    pairs = {name for name in rows if arguments[name].pair}
    compared = (name for name in (*taken, *sinks) if name != "validate" and (name not in rows or name in pairs))
    return JoinedRing(given, rows, tuple(compared))


def _is_of_queries(one: Argument) -> bool:
    """Whether an input has numbers of queries, which may be the first of a pair."""
    return one.facts.gates or one.facts.listed or (one.facts.placed and one.side is not Side.KEY)


def _counted(called: Interface, source: KeySource) -> tuple[CountedInput, ...]:
    """The inputs of a part that list entries, or blocks of them; of entries without a place also those that count."""
    lists = (CountedInput(one.name, -1, f"{blocks(one, '{}')} - 1") for one in called.lists)
    counts = () if source.placed else called.arguments
    return (*lists, *(CountedInput(one.name, 0, "{}") for one in counts if one.kind is InputKind.LENGTHS))


def _words(source: KeySource, at: str, key: str, value: str) -> tuple[tuple[str, str], ...]:
    """What the docstring says of the entries of a source. `at`: the input that masks read of where they stand."""
    if source.ratio:
        count = f"seq_len // {source.ratio}"
        stands = f"entry i stands at position {source.ratio} * i + {source.ratio - 1}"
    else:
        count, stands = (
            "m",
            f"entry i stands at `{at}[i]`, taken as 0 to `seq_len`" if at else "entries, whose places no mask reads",
        )
    return (key, f"[B, Hkv, {count}, D]; {stands}"), (value, f"[B, Hkv, {count}, Dv], of the same entries")
