"""`source`: keys beside those of the sequence, and the parts of a pattern, which has one for each source that it names."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from patternc.diagnostics import Findings, Related
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import bind
from patternc.frontend.check.placement import Placed, of_branch
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.values import InputName, Poison, Scope, described
from patternc.frontend.lower import mask as lowered
from patternc.frontend.primitives.block_selections import TopK
from patternc.ir.facts import Form, atom_facts, bound_facts
from patternc.ir.mask import (
    OWN,
    Alibi,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Combine,
    Compare,
    Expression,
    Input,
    InputKind,
    KeySource,
    Name,
    OfBatch,
    OfEach,
    Picked,
    Side,
    Sink,
    Softcap,
    Uncovered,
)
from patternc.ir.traversal import atoms
from patternc.source import Span

MOST_POSITIONS = 1 << 20  # of an entry
_ARGUMENTS = ("ratio", "at")
_FORMS = "source c(ratio=4), source media(at=@places) or source text"


def source_of(call: syntax.Call, known: Mapping[str, KeySource | None], scope: Scope) -> KeySource | None:
    """The source of a statement; None if it has errors, which are reported."""
    name = call.function
    if name.id in known:
        message = f"two sources are called `{name.id}`"
        scope.error("P015", message, name.span, "the second", help="choose another name")
        return None
    if keyword.iskeyword(name.id) or name.id.startswith("_"):
        message = f"a source cannot be called `{name.id}`: calls take `{name.id}_key`"
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
        ratio = integer(
            scope.value(given["ratio"]), f"`source {name.id}`: `ratio`", given["ratio"], scope, most=MOST_POSITIONS
        )
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
    used = {branch.source.name for group in pattern.groups for branch in group.branches if branch.source is not None}
    for one in sources.values():
        if one is not None and one.name not in used:
            message = f"the source `{one.name}` is never used, so calls do not take it"
            help_ = f"remove the declaration, or write `attend ... from {one.name}`"
            findings.warning("P029", message, one.span, "unused", help=help_)
    if not used:
        return
    for word, advice in _NOT_BESIDE.items():
        if word in first:
            message = f"`{word}` in a pattern with sources"
            findings.error("P025", message, first[word], "not beside sources", help=advice)
    if pattern.uncovered is Uncovered.ERROR:
        message = "`uncovered error` in a pattern with sources: how many entries a call has, no pattern knows"
        findings.error("P025", message, first["uncovered"], "not proven", help="remove it: rows without keys are 0")
    for score in pattern.scores:
        if not isinstance(score, Softcap | Sink):
            word = "alibi" if isinstance(score, Alibi) else "bias"
            message = f"`score {word}` in a pattern with sources: it is of the keys of the sequence alone"
            help_ = "leave it out, or write the branches of the sequence as a pattern of its own"
            findings.error("P025", message, first[word], "of which keys?", help=help_)
    _rules(pattern, first, findings)
    for group in pattern.groups:
        for branch in group.branches:
            if branch.source is not None:
                for placed in of_branch(branch):
                    _placed(placed, branch.source, findings)
    _inputs(pattern, findings)


_NOT_BESIDE = {
    "grid": "positions of a grid are cells, and entries of a source stand at none: write it as a pattern of its own",
    "ring": "remove it: rings do not hold sources",
    "heads partition": "write the branches of each head in `heads A..B` blocks",
}


def _rules(pattern: typed.Pattern, first: Mapping[str, Span], findings: Findings) -> None:
    """Report rules of `combine` that parts of a pattern do not add up to."""
    rules = {group.combine for group in pattern.groups if len(group.branches) > 1}
    span = first.get("combine", pattern.groups[0].span)
    if Combine.LSE_DETACH in rules:
        message = "`combine lse(detach)` in a pattern with sources"
        findings.error(
            "P025", message, span, "not beside sources", help="write `combine lse`, whose weights have gradients"
        )
    elif Combine.LSE in rules and len(rules) > 1:
        message = "some heads of a pattern with sources are one softmax, and others are a sum"
        findings.error("P025", message, span, "two rules", help="write one pattern for each rule")
    if Combine.GATE in rules:
        named = {tuple(_name(branch.source) for branch in group.branches) for group in pattern.groups}
        if len(named) > 1:
            message = "a gate is of one source in all heads"
            findings.error(
                "P025", message, span, "of which source?", help="write the branches of all heads in one order"
            )


def _placed(one: Placed, source: KeySource, findings: Findings) -> None:
    """Report a primitive that has no meaning for the entries of a source."""
    word, help_ = f"`{one.primitive}`", ""
    if one.inside:
        message, help_ = f"{word} inside `within`, from `{source.name}`", "write document(@offsets) & ... beside it"
    elif isinstance(one.primitive, TopK):
        message = f"{word} chooses blocks of keys of the sequence, not of `{source.name}`"
        help_ = "pass the entries that you choose: `input picks: selection`, selected(@picks)"
    elif one.sizes is not None:
        message = _of_blocks(one, source)
        help_ = (
            f"write it outside, joined with `&`, `|` or `-`: blocks(64, selected(@picks)) & causal from {source.name}"
        )
    else:
        every = atoms(lowered(typed.Leaf(one.primitive)))
        message, help_ = next(
            (found for found in (_of_atom(atom, one, source) for atom in every) if found[0]), ("", "")
        )
    if message:
        findings.error("P025", message, one.span, f"from {source.name}", help=help_)


def _of_blocks(one: Placed, source: KeySource) -> str:
    """Why a primitive has no meaning in blocks of queries and of entries; empty if it has."""
    for atom in atoms(lowered(typed.Leaf(one.primitive))):
        facts = atom_facts(atom)
        if isinstance(atom, Picked) or len(facts.sides) == 1 or facts.form is Form.SELECTION:
            continue
        return f"`{one.primitive}` compares blocks of queries with blocks of entries of `{source.name}`"
    return ""


def _of_atom(atom: Atom, one: Placed, source: KeySource) -> tuple[str, str]:
    """Why an atom has no meaning for entries, and what to write; empty if it has."""
    word, name = f"`{one.primitive}`", source.name
    match atom:
        case AtLeast(Side.KEY, OfEach() as bound) | Below(Side.KEY, OfEach() as bound) if source.placed:
            help_ = f"declare `input {bound.input}: labels`, and write it as when(k >= @{bound.input}[q])"
            return f"{word} bounds numbers of entries, and those of `{name}` stand at positions", help_
        case AtLeast(bound=OfBatch()) | Below(bound=OfBatch()) if source.at:
            return (
                f"{word} bounds numbers of entries, and those of `{name}` stand where a call says",
                "leave them out of it",
            )
        case Picked() | AtLeast(bound=OfEach()) | Below(bound=OfEach()):
            return "", ""
        case AtLeast(side, bound) | Below(side, bound) if not source.placed:
            facts = bound_facts(bound)
            if facts.by_position:
                return f"{word} compares positions, and entries of `{name}` have none", _WITHOUT_PLACE
            if "n" in facts.reads:
                return (
                    f"{word} counts from the end of the sequence, and entries of `{name}` have no place in it",
                    _WITHOUT_PLACE,
                )
        case Compare(_, left, right) if not source.placed:
            read = _positions_in(left) | _positions_in(right)
            if "n" in read or {"q", "k"} <= read:
                return f"{word} compares positions, and entries of `{name}` have none", _WITHOUT_PLACE
        case _ if not source.placed and ("n" in atom_facts(atom).reads or atom_facts(atom).form is Form.CLASSES):
            if len(atom_facts(atom).sides) > 1 or "n" in atom_facts(atom).reads:
                return f"{word} compares positions, and entries of `{name}` have none", _WITHOUT_PLACE
        case _:
            pass
    return "", ""


_WITHOUT_PLACE = "say where they stand: source NAME(ratio=4) or source NAME(at=@places); or compare labels"


def _positions_in(expression: Expression) -> frozenset[str]:
    """Which of `q`, `k` and `n` an integer expression reads, but for labels."""
    match expression:
        case Name(id_):
            return frozenset({id_}) & {"q", "k", "n"}
        case Arithmetic(_, left, right):
            return _positions_in(left) | _positions_in(right)
        case _:
            return frozenset()


def _inputs(pattern: typed.Pattern, findings: Findings) -> None:
    """Report an input with a number for each key, or a length of keys, that the keys of two sources would have."""
    first: dict[str, tuple[str, bool, Placed]] = {}
    for group in pattern.groups:
        for branch in group.branches:
            own = _name(branch.source)
            nowhere = branch.source is not None and not branch.source.placed
            for one in of_branch(branch):
                for name, keys in _read(one, nowhere):
                    where, of_keys, before = first.setdefault(name, (own, keys, one))
                    if where != own and (keys or of_keys):
                        message = f"`@{name}` has numbers for the keys of {where or 'the sequence'} and of {own or 'the sequence'}"
                        related = (Related(before.span, f"of {where or 'the sequence'}"),)
                        help_ = "declare one input for each"
                        findings.error(
                            "P033", message, one.span, f"of {own or 'the sequence'}", help=help_, related=related
                        )


def _read(one: Placed, nowhere: bool) -> Iterator[tuple[str, bool]]:
    """The inputs that a primitive reads, and whether they have numbers for keys."""
    for atom in atoms(lowered(typed.Leaf(one.primitive))):
        for read in atom_facts(atom).inputs:
            counted = nowhere and read.kind in (InputKind.LENGTHS, InputKind.OFFSETS)
            yield read.name, read.side is Side.KEY or counted


def _name(source: KeySource | None) -> str:
    return "" if source is None else source.name


# ---- parts -----------------------------------------------------------------------------------------------------------
def parts(pattern: typed.Pattern) -> tuple[tuple[typed.Pattern, ...], typed.Join | None]:
    """The pattern itself; or of one with sources its parts, and how they are joined.

    The part of a source `c` of a pattern `p` is the pattern `p_c`, and that of the sequence `p_own`.
    """
    sources = dict.fromkeys(branch.source for group in pattern.groups for branch in group.branches)
    if not any(sources):
        return (pattern,), None
    sinks = tuple(one.input for one in pattern.scores if isinstance(one, Sink))
    made = tuple(_part(pattern, one, sinks) for one in sorted(sources, key=lambda one: one is not None))
    join = typed.Join(
        pattern.name,
        tuple(one.name for one in made),
        next((group.combine for group in pattern.groups if len(group.branches) > 1), Combine.LSE),
        tuple(one for one in pattern.inputs if one.name in sinks),
        pattern.span,
    )
    return made, join


def _part(pattern: typed.Pattern, source: KeySource | None, sinks: Sequence[str]) -> typed.Pattern:
    """The pattern of the branches whose keys are entries of a source, or keys of the sequence."""
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
    at = "" if source is None else source.at
    inputs = (one for one in pattern.inputs if one.name in used or one.name == at)
    nowhere = source is not None and not source.placed
    return replace(
        pattern,
        name=f"{pattern.name}_{_name(source) or OWN}",
        groups=groups,
        scores=tuple(one for one in pattern.scores if not isinstance(one, Sink)),
        requirements=() if nowhere else pattern.requirements,
        inputs=tuple(_of_part(one, at) for one in inputs),
        gates=gates,
        source=source,
    )


def _of_part(given: Input, at: str) -> Input:
    """The input of a part; the positions of entries are numbers of any order to it."""
    return replace(given, kind=InputKind.LABELS) if given.name == at else given
