"""Parts of a pattern: one for each `source` of keys beside those of the sequence, and one for each size of `tiles`."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import prod
from typing import TypeAlias

from patternc.diagnostics import Findings, Related
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import bind
from patternc.frontend.check.placement import Placed, of_branch
from patternc.frontend.check.source_masks import (
    check_choices,
    check_documents,
    check_mask,
    check_order,
    documents_of,
    keys_read,
)
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.values import InputName, Poison, Scope, described
from patternc.frontend.primitives.runtime_masks import Selected
from patternc.ir.facts import entries_of_documents
from patternc.ir.joined import OWN, Documents, Join
from patternc.ir.mask import (
    Combine,
    Input,
    InputKind,
    KeySource,
    Layout,
    Ring,
    RingLayout,
    Sink,
    TileOrder,
    Uncovered,
)
from patternc.source import Span

Source: TypeAlias = KeySource | TileOrder | None
"""What the keys of a branch are: entries of a source, cells tile after tile, or those of the sequence."""
_ARGUMENTS = ("ratio", "at")
_FORMS = "source c(ratio=4), source media(at=@places) or source text"


def source_of(call: syntax.Call, known: Mapping[str, KeySource | None], scope: Scope) -> KeySource | None:
    """The source of a statement; None if it has errors, which are reported."""
    name = call.function
    if name.id in known:
        message = f"two sources are called `{name.id}`"
        scope.error("P015", message, name.span, "the second", help="choose another name")
        return None
    taken = next((one for one in (f"{name.id}_key", f"{name.id}_value") if f"@{one}" in scope), "")
    if name.id == OWN or taken or keyword.iskeyword(name.id) or name.id.startswith("_"):
        message = f"a source cannot be called `{name.id}`: calls take `{taken or name.id + '_key'}`"
        scope.error("P015", message, name.span, "taken", help="choose another name")
        return None
    unnamed = next((one for one in call.arguments if one.name is None), None)
    if unnamed is not None:
        message = f"`source {name.id}`: every argument is named"
        scope.error("P014", message, unnamed.span, "no name", help=f"write {_FORMS}")
        return None
    given = bind(call, _ARGUMENTS, scope)
    if given is None:
        return None
    if len(given) > 1:
        message = f"`source {name.id}` has both `ratio` and `at`"
        scope.error("P014", message, call.span, "one of the two", help="entries stand where one of them says")
        return None
    if "ratio" in given:
        most, asked = 1 << 20, given["ratio"]  # positions of an entry
        ratio = integer(scope.value(asked), f"`source {name.id}`: `ratio`", asked, scope, most=most)
        return None if ratio is None else KeySource(name.id, ratio=ratio, span=call.span)
    at = _places(given["at"], name.id, scope) if "at" in given else ""
    return None if at is None else KeySource(name.id, at=at, span=call.span)


def _places(node: syntax.Expression, name: str, scope: Scope) -> str | None:
    """The input that gives entries their positions; None for anything else, which is reported."""
    value = scope.value(node)
    if isinstance(value, InputName) and value.input.kind is InputKind.POSITIONS:
        return value.input.name
    if not isinstance(value, Poison):
        message = f"`source {name}`: `at` needs an input of positions, not {described(value)}"
        help_ = f"declare `input places: positions`, and write source {name}(at=@places)"
        scope.error("P011", message, node.span, "not positions", help=help_)
    return None


# ---- what a pattern with sources cannot have -------------------------------------------------------------------------
_NOT_BESIDE = {
    "grid": "positions of a grid are cells, where no entry stands: write it as a pattern of its own",
    "heads partition": "write the branches of each head in `heads A..B` blocks",
    "alibi": "entries have no slope: leave it out, or write the branches of the sequence as a pattern of its own",
    "bias": "its table is of the keys of the sequence: write the branches of the sequence as a pattern of their own",
}
"""Statements that have no meaning in a pattern with sources, and what to do."""
_NOT_BESIDE_TILES = {
    "ring": "remove it: rings do not hold tiles whole; box(..., stride=...) may have one",
    "heads partition": _NOT_BESIDE["heads partition"],
    "alibi": "cells of a tile are no distances apart: leave it out",
    "bias": "its table is of cells: leave it out, or write box(..., stride=...)",
}
"""The same beside `tiles`."""


def check_sources(
    pattern: typed.Pattern, first: Mapping[str, Span], sources: Mapping[str, KeySource | None], findings: Findings
) -> None:
    """Report what has no meaning beside sources, and warn of a source that no branch names.

    Args:
        pattern: the pattern, whose branches name sources.
        first: where statements are written, by their words.
        sources: those that are declared.
        findings: receives the diagnostics.
    """
    branches = [branch for group in pattern.groups for branch in group.branches]
    used = [branch.source for branch in branches if isinstance(branch.source, KeySource)]
    orders = [branch.source for branch in branches if isinstance(branch.source, TileOrder)]
    for branch in branches:
        check_order(branch, findings)
        if not isinstance(branch.source, KeySource):
            check_documents(branch, findings)
    for one in sources.values():
        if one is not None and one not in used:
            message = f"the source `{one.name}` is never used, so calls do not take it"
            help_ = f"remove the declaration, or write `attend ... from {one.name}`"
            findings.warning("P029", message, one.span, "unused", help=help_)
    if not (used or orders):
        return
    beside = "sources" if used else "tiles"
    for word, help_ in (_NOT_BESIDE if used else _NOT_BESIDE_TILES).items():
        if word in first:
            message = f"`{word}` in a pattern with {beside}"
            findings.error("P025", message, first[word], f"not beside {beside}", help=help_)
    if pattern.uncovered is Uncovered.ERROR:
        message = f"`uncovered error` in a pattern with {beside}: no part of it knows the keys of the others"
        findings.error("P025", message, first["uncovered"], "not proven", help="remove it: rows without keys are 0")
    if any(one.ragged for one in orders):
        for asked in pattern.requirements:
            if "n" in asked.names:
                message = f"`require` reads `n`, which is {prod(pattern.grid)} on this grid"
                findings.error("P025", message, asked.span, "known from the grid", help="leave `n` out of it")
    if len(used) == len(branches) and not any(one.placed for one in used):
        for asked in pattern.requirements:
            if "n" in asked.names:
                message = "`require` reads `n`, and no key of this pattern has a position"
                findings.error("P025", message, asked.span, "of which keys?", help="leave `n` out of it")
    _rules(pattern, first, beside, findings)
    if pattern.ring is not None and used:
        _ring(pattern.ring, first["ring"], branches, findings)
    for branch in branches:
        check_choices(branch, beside, findings)
        if isinstance(branch.source, KeySource):
            check_mask(branch, branch.source, findings)
    _inputs(pattern, findings)
    taken = {f"{one.name}_{word}": f"keys of the source `{one.name}`" for one in used for word in ("key", "value")}
    shared = (one for branch in branches for one in documents_of(branch))
    taken |= {name: "documents of entries" for one in shared for name in entries_of_documents(*one)}
    if orders:
        taken[TileOrder.CELLS] = "cells of tiles"
    for given in pattern.inputs:
        if given.name in taken:
            message = f"`{given.name}` is what a module calls {taken[given.name]}"
            findings.error("P015", message, given.span, "taken", help="choose another name")


def _ring(ring: Ring, span: Span, branches: list[typed.Branch], findings: Findings) -> None:
    """Report a ring, written at `span`, whose ranks have no stretches of queries that attend to a source."""
    if all(isinstance(branch.source, KeySource) for branch in branches):
        message = "a ring passes keys of the sequence on, and all keys of this pattern are of sources"
        help_ = "remove it: `attention` of a rank's queries takes all entries, `q_offset` and `seq_len`"
        findings.error("P025", message, span, "no keys of the sequence", help=help_)
    if ring.layout not in (RingLayout.CONTIGUOUS, RingLayout.ZIGZAG):
        message = f"`layout={ring.layout.value}` in a pattern with sources, whose entries ranks share like positions"
        findings.error("P045", message, span, "other shares", help="write layout=zigzag or layout=contiguous")
    for branch in branches:
        for one in of_branch(branch) if isinstance(branch.source, KeySource) else ():
            if isinstance(one.primitive, Selected) and one.sizes is not None and one.sizes[0] > 1:
                message = f"lists are for blocks of {one.sizes[0]} queries, and ranks of a ring hold parts of them"
                help_ = "list entries for each query: blocks(1 x ...)"
                findings.error("P025", message, one.span, f"for {one.sizes[0]} queries", help=help_)


def _rules(pattern: typed.Pattern, first: Mapping[str, Span], beside: str, findings: Findings) -> None:
    """Report rules of `combine` that parts of a pattern do not add up to."""
    rules = set(_rules_of(pattern))
    orders = {tuple(_name(branch.source) for branch in group.branches) for group in pattern.groups}
    message = label = help_ = ""
    if Combine.LSE_DETACH in rules:
        message, label = f"`combine lse(detach)` in a pattern with {beside}", f"not beside {beside}"
        help_ = "write `combine lse`, whose weights have gradients"
    elif Combine.LSE in rules and len(rules) > 1:
        message = f"some heads of a pattern with {beside} have one softmax, and others a sum of several"
        label, help_ = "two rules", "write a pattern for each rule"
    elif Combine.GATE in rules and len(orders) > 1:
        message = f"`combine gate` with branches of other {beside} in other heads"
        label, help_ = "of which branch is a gate?", f"write the branches of all heads in one order of {beside}"
    if message:
        findings.error("P025", message, first.get("combine", pattern.groups[0].span), label, help=help_)


def _inputs(pattern: typed.Pattern, findings: Findings) -> None:
    """Report an input of which the keys of a source, or their number, would be others than elsewhere."""
    found: dict[str, list[tuple[Source, bool, Placed]]] = {}
    branches = [branch for group in pattern.groups for branch in group.branches]
    sources = (branch.source for branch in branches)
    standing = {one.at: one.name for one in sources if isinstance(one, KeySource) and one.at}
    for branch in branches:
        tiled = isinstance(branch.source, TileOrder)
        for one in of_branch(branch):
            for name, counts in keys_read(one, branch.source):
                if name in standing:
                    message = f"`@{name}` says where the entries of `{standing[name]}` stand"
                    findings.error("P033", message, one.span, "read by a mask too", help="declare another input")
                    continue
                found.setdefault(name, []).append((branch.source, counts or tiled, one))
    for name, several in found.items():
        where, _, before = several[0]
        other = next((one for one in several if one[0] != where), None)
        if other is not None and any(counts for _, counts, _ in several):
            here, there = _keys_of(other[0]), _keys_of(where)
            message = f"`@{name}` has numbers for keys of {there} and of {here}"
            related = (Related(before.span, f"of {there}"),)
            help_ = "declare one input for each"
            findings.error("P033", message, other[2].span, f"of {here}", help=help_, related=related)


def _rules_of(pattern: typed.Pattern) -> Iterator[Combine]:
    """The rules of heads with several branches, of which each has a part; a gate is one of a single branch too."""
    for group in pattern.groups:
        if len(group.branches) > 1 or group.combine is Combine.GATE:
            yield group.combine


def _keys_of(source: Source) -> str:
    match source:
        case None:
            return "the sequence"
        case TileOrder(_, sizes):
            return f"tiles of {' x '.join(map(str, sizes))}"
        case _:
            return f"`{source.name}`"


def _name(source: Source) -> str:
    return OWN if source is None else source.name


# ---- parts -----------------------------------------------------------------------------------------------------------
def parts(pattern: typed.Pattern) -> tuple[tuple[typed.Pattern, ...], Join | None]:
    """The pattern itself; or of one with sources or tiles its parts, and how they are joined.

    The part of a source `c` of a pattern `p` is the pattern `p_c`, that of the sequence `p_own`, and that of tiles of
    4 x 4 cells `p_tiles_4x4`.
    """
    sources = dict.fromkeys(branch.source for group in pattern.groups for branch in group.branches)
    if not any(sources):
        return (pattern,), None
    sinks = tuple(one.input for one in pattern.scores if isinstance(one, Sink))
    made = tuple(_part(pattern, one) for one in sorted(sources, key=lambda one: one is not None))
    join = Join(
        pattern.name,
        tuple(one.name for one in made),
        next(_rules_of(pattern), Combine.LSE),
        tuple(one for one in pattern.inputs if one.name in sinks),
        tuple(dict.fromkeys(one for part in made for one in _documents(part))),
        "tiles" if any(isinstance(one, TileOrder) for one in sources) else "sources",
        pattern.span,
    )
    return made, join


def _part(pattern: typed.Pattern, source: Source) -> typed.Pattern:
    """The pattern of the branches whose keys are entries of a source, or keys of the sequence, in an order of tiles."""
    groups = tuple(
        replace(
            group,
            branches=tuple(one for one in group.branches if one.source == source),
            divisor=len(group.branches),
        )
        for group in pattern.groups
    )
    kept = [place for place, one in enumerate(pattern.groups[0].branches) if one.source == source]
    gates = tuple(pattern.gates[place] for place in kept) if pattern.gates else ()
    named = (one for group in groups for branch in group.branches for one in of_branch(branch))
    used = {name for one in named for name in one.primitive.inputs} | {*gates}
    at = source.at if isinstance(source, KeySource) else ""
    inputs = [one for one in pattern.inputs if one.name in used or one.name == at]
    made = replace(pattern, groups=groups)
    found = (name for one in _documents(made) for name in entries_of_documents(one.offsets.name, one.entries.name))
    inputs += [Input(name, InputKind.POSITIONS) for name in found]
    nowhere = isinstance(source, KeySource) and not source.placed
    if isinstance(source, TileOrder):
        inputs += [Input(TileOrder.CELLS, InputKind.LABELS)] * source.ragged
        made = replace(pattern, grid=source.numbering, layout=Layout())
    return replace(
        made,
        name=f"{pattern.name}_{_name(source)}",
        groups=groups,
        scores=tuple(one for one in pattern.scores if not isinstance(one, Sink)),
        requirements=tuple(one for one in pattern.requirements if not (nowhere and "n" in one.names)),
        inputs=tuple(_of_part(one, at) for one in inputs),
        gates=gates,
        ring=pattern.ring if source is None else None,
        source=source,
        whole=pattern.name,
    )


def _documents(pattern: typed.Pattern) -> tuple[Documents, ...]:
    """The documents that the queries of a pattern share with entries of its source."""
    declared = {one.name: one for one in pattern.inputs}
    pairs = (one for group in pattern.groups for branch in group.branches for one in documents_of(branch))
    source = "" if pattern.source is None else pattern.source.name
    return tuple(dict.fromkeys(Documents(declared[a], declared[b], source) for a, b in pairs))


def _of_part(given: Input, at: str) -> Input:
    """The input of a part; the positions of entries are numbers of any order to it."""
    return replace(given, kind=InputKind.LABELS) if given.name == at else given
