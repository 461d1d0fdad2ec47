"""The file of a pattern with sources: it calls the modules of its parts, and joins what they return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from patternc.codegen.emit import Origin, Record, View
from patternc.codegen.library import REFERENCE
from patternc.codegen.provenance import Header
from patternc.ir.facts import entries_of_documents
from patternc.ir.interface import Argument, interface
from patternc.ir.mask import OWN, Combine, InputKind, Join, KeySource, Pattern
from patternc.ir.traversal import reads_length


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

    `name`: that of its source, or `own`; `function`: what the file calls its `attention`, and `module` where that is.
    `key`, `value`: the tensors that it takes, in `words`; `like`: those whose sizes they share. `length`: that of its
    sequence, in one of `n` positions; `entries`, `most`: how many there must be, or may be, and `drawn`: how many calls
    of `selfcheck` have, as texts; empty: any number. `at`: the input that says where they stand. `bounded`: whether it
    takes `validate`; `inputs`: the keywords that it takes besides. `picks`: those of them that list entries, in blocks
    of so many; `lengths`: those that count entries; `documents`: those that are found from documents of queries and of
    entries.
    """

    name: str
    function: str
    module: str
    key: str
    value: str
    words: tuple[str, ...]
    length: str
    like: str
    entries: str
    most: str
    drawn: str
    at: str
    bounded: bool
    inputs: tuple[str, ...]
    picks: tuple[tuple[str, int], ...]
    lengths: tuple[str, ...]
    documents: tuple[DocumentsText, ...]


@dataclass(frozen=True, slots=True)
class JoinFile:
    """The inputs of `joins/module.py.j2`.

    `word`: what its function is called. `parts`: that of the sequence, if there is one, is the first; `own`: whether
    there is. `rule`: the `combine` that adds parts; empty: all are one softmax. `scale`: whether calls may say it.
    `keywords`: of its inputs; `sinks`: those of them that are sinks. `beside`: whether parts are files beside it.
    """

    header: Header
    word: str
    parts: tuple[JoinedPart, ...]
    own: bool
    rule: str
    scale: bool
    keywords: tuple[Argument, ...]
    sinks: tuple[str, ...]
    bounded: bool
    beside: bool


def join_view(join: Join, origin: Origin, backend: str, names: Mapping[str, str] | None = None) -> View:
    """The file of a pattern with sources for a backend, or of its meaning.

    Args:
        join: the pattern.
        origin: where it is written.
        backend: the name of the backend, or of the references.
        names: the modules of its parts, by their names; None: files beside this one.
    """
    found = names or {one.name: f".{one.name}_{backend}" for one in join.parts}
    parts = tuple(_part(join, one, found[one.name]) for one in join.parts)
    made = {name for part in parts for one in part.documents for name in (one.starts, one.ends)}
    rule = "" if join.combine is Combine.LSE else join.combine.value
    every = [one for part in join.parts for one in interface(part).keywords]
    sinks = tuple(one.name for one in join.sinks)
    others = (*join.sinks, *(given for one in join.documents for given in (one.offsets, one.entries)))
    keywords = {one.name: one for one in every if one.name not in made}
    keywords |= {one.name: Argument(one.name, one.kind, one.shape) for one in others if one.name not in keywords}
    module = JoinFile(
        header=Header(join.name, _summary(join, rule), backend, origin),
        word="reference" if backend == REFERENCE else "attention",
        parts=parts,
        own=join.parts[0].source is None,
        rule=rule,
        scale=all(one.scale is None for one in join.parts),
        keywords=tuple(keywords.values()),
        sinks=sinks,
        bounded=any(one.bounded or one.documents for one in parts),
        beside=names is None,
    )
    return View("joins/module.py.j2", f"{join.name}_{backend}.py", (module,))


def _summary(join: Join, rule: str) -> str:
    count = sum(one.source is not None for one in join.parts)
    sources = f"{count} source{'s' * (count > 1)} of keys"
    how = "in one softmax" if not rule else f"by `combine {rule}`"
    return f"{join.name}: {'the sequence and ' * (count < len(join.parts))}{sources}, {how}."


def _part(join: Join, part: Pattern, module: str) -> JoinedPart:
    called, source = interface(part), part.source
    name = OWN if source is None else source.name
    held, first = source is None or bool(source.ratio) or reads_length(part), join.parts[0]
    before = "" if first.source is None else f"{first.source.name}_"
    at = next((one.name for one in called.keywords if source is not None and one.name == source.at), "")
    counted = () if source is None or source.placed else called.arguments
    pairs = [(one.offsets.name, one.entries.name) for one in join.documents if one.source == name]
    return JoinedPart(
        name=name,
        function=f"_attend_{name}",
        module=module,
        key="key" if source is None else f"{name}_key",
        value="value" if source is None else f"{name}_value",
        words=() if source is None else _words(source, at),
        length="n" if held else f"max(n, {name}_key.shape[2])",
        like="" if first is part else f"({before}key, {before}value)",
        entries=f"n // {source.ratio}" if source is not None and source.ratio else "",
        most="n" if source is not None and held and not source.ratio else "",
        drawn=_drawn(source, held),
        at=at,
        bounded=bool(called.bounded),
        inputs=tuple(one.name for one in called.keywords),
        lengths=tuple(one.name for one in counted if one.kind is InputKind.LENGTHS),
        documents=tuple(DocumentsText(a, b, *entries_of_documents(a, b)) for a, b in pairs),
        picks=() if source is None else tuple((one.name, one.block) for one in called.lists),
    )


def _drawn(source: KeySource | None, held: bool) -> str:
    """How many entries calls of `selfcheck` have: without a ratio an odd number."""
    if source is None:
        return ""
    return f"call.seq_len // {source.ratio}" if source.ratio else "min(37, call.seq_len)" if held else "37"


def _words(source: KeySource, at: str) -> tuple[str, ...]:
    """What the docstring says of the entries of a source. `at`: the input that masks read of where they stand."""
    if source.ratio:
        count = f"seq_len // {source.ratio}"
        stands = f"entry i stands at position {source.ratio} * i + {source.ratio - 1}"
    else:
        count, stands = "m", f"entry i stands at `{at}[i]`" if at else "entries, whose places no mask reads"
    return (
        f"{source.name}_key: [B, Hkv, {count}, D]; {stands}.",
        f"{source.name}_value: [B, Hkv, {count}, Dv], of the same entries.",
    )
