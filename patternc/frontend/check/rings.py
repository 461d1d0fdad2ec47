"""`ring`: the devices that the sequence is split over, and `ranks` in `require`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from patternc.diagnostics import Findings
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import bind
from patternc.frontend.check.choices import word_of
from patternc.frontend.check.expressions import evaluate
from patternc.frontend.check.placement import of_branch
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.values import POISON, Poison, Scope, Value, divisors_near, written
from patternc.frontend.check.words import RANKS
from patternc.frontend.primitives.runtime_masks import Document, Selected
from patternc.ir.inputs import input_facts
from patternc.ir.mask import Input, Ring, RingLayout, Transport
from patternc.source import Span

MOST_RANKS = 1 << 16  # more than any cluster has
_ARGUMENTS = (RANKS, "layout", "transport", "nodes")
_FORM = "write ring(ranks=8)"
STAYING = "write layout=zigzag and transport=auto, which leave queries where they are"
_Choice = TypeVar("_Choice", RingLayout, Transport)


def ring_of(call: syntax.Call, scope: Scope) -> Ring | None:
    """The ring of a statement; None if it has errors, which are reported."""
    for argument in call.arguments:
        if argument.name is None:
            help_ = f"write ranks={scope.text(argument.value)}" if len(call.arguments) == 1 else _FORM
            scope.error("P014", "`ring`: every argument is named", argument.span, "no name", help=help_)
            return None
    given = bind(call, _ARGUMENTS, scope)
    if given is None:
        return None
    if RANKS not in given:
        scope.error("P014", "`ring` needs `ranks`", call.span, "argument missing", help=_FORM)
    ranks = _integer(RANKS, given, scope)
    nodes = _integer("nodes", given, scope) if "nodes" in given else 1
    layout = _choice("layout", given, RingLayout, RingLayout.CONTIGUOUS, scope)
    transport = _choice("transport", given, Transport, Transport.AUTO, scope)
    if ranks is None or nodes is None or layout is None or transport is None:
        return None
    if ranks % nodes:
        message = f"`ring`: {ranks} ranks cannot be split over {nodes} nodes evenly"
        scope.error(
            "P013", message, given["nodes"].span, "must divide `ranks`", help=divisors_near(ranks, nodes, "nodes={}")
        )
        return None
    return Ring(ranks, layout, transport, nodes)


def check_ring(
    ring: Ring, span: Span, groups: Sequence[typed.Group], inputs: Sequence[Input], findings: Findings
) -> None:
    """Report what a pattern with inputs and a ring, written at `span`, cannot have or lacks."""
    placeds = [one for group in groups for branch in group.branches for one in of_branch(branch)]
    if ring.layout is RingLayout.BALANCED and not any(isinstance(one.primitive, Document) for one in placeds):
        message = "`layout=balanced` splits documents by their work, and this pattern has no documents"
        help_ = "write layout=zigzag, or declare `input offsets: offsets` and intersect with document(@offsets)"
        findings.error("P045", message, span, "needs `document(@...)`", help=help_)
    for given in inputs:
        if input_facts(given.kind).of_pairs and (unfit := moves_queries(ring)):
            message = f"`@{given.name}` has the pairs of a rank's own queries, and under `{unfit}` it attends others"
            findings.error("P045", message, span, "moves queries to other ranks", help=STAYING)
    moved = {one.name for one in inputs if input_facts(one.kind).each}  # with the rows that ranks hold
    for one in placeds:
        rows = 1 if one.sizes is None else one.sizes[0]
        if isinstance(one.primitive, Selected) and rows > 1 and ring.layout is RingLayout.STRIPED:
            message = f"lists are for blocks of {rows} queries, and under `layout=striped` ranks hold none whole"
            help_ = "write layout=zigzag, whose ranks hold whole blocks, or list keys for each query: blocks(1 x ...)"
            findings.error("P025", message, one.span, f"for {rows} queries", help=help_)
        found = [name for name in one.primitive.inputs if name in moved]
        if found and one.sizes is not None and max(one.sizes) > 1:
            size = max(one.sizes)
            message = f"`@{found[0]}` has a number for each block of {size}, and ranks of a ring share positions"
            help_ = "write it outside `blocks`, with a number for each position, or leave the ring out"
            findings.error("P025", message, one.span, "inside `blocks`", help=help_)


def moves_queries(ring: Ring) -> str:
    """The argument of a ring by which ranks attend other queries or heads than they hold; empty: they attend theirs."""
    if ring.layout is RingLayout.STRIPED:
        return "layout=striped"
    return "transport=ulysses" if ring.transport is Transport.ULYSSES else ""


def with_ranks(scope: Scope, ring: Ring | None, broken: bool, span: Span) -> Scope:
    """The scope of a `require` at `span` that reads `ranks`. `broken`: the pattern's ring may be unknown."""
    own = scope.get(RANKS)
    ranks: Value = POISON if ring is None and broken else 1 if ring is None else ring.ranks
    if own is not None and own != ranks and not isinstance(own, Poison) and not isinstance(ranks, Poison):
        there = "a pattern without a ring has 1 rank" if ring is None else f"the ring has {ring.ranks}"
        message = f"`require` reads `ranks`, which the pattern defines as {written(own)}, but {there}"
        help_ = "write `ring(ranks=ranks)`, or choose another name for it"
        scope.error("P015", message, span, "two values", help=help_)
        ranks = POISON
    return scope.beside(ranks=ranks)


def _integer(name: str, given: dict[str, syntax.Expression], scope: Scope) -> int | None:
    """The integer of an argument; None if it is missing or wrong, which is reported."""
    if name not in given:
        return None
    value = evaluate(given[name], scope)
    return integer(value, f"`ring`: `{name}`", given[name], scope, most=MOST_RANKS)


def _choice(
    name: str,
    given: dict[str, syntax.Expression],
    kind: type[_Choice],
    default: _Choice,
    scope: Scope,
) -> _Choice | None:
    """The word of an argument; None if it is wrong, which is reported."""
    if name not in given:
        return default
    words = {one.value: one for one in kind}
    word = word_of(given[name], scope, f"`ring`: `{name}`", words)
    return None if word is None else words[word]
