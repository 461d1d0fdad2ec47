"""`ring`: the devices that the sequence is split over, and `ranks` in `require`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from patternc.diagnostics import Findings
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import bind
from patternc.frontend.check.choices import word_of
from patternc.frontend.check.expressions import Scope, evaluate
from patternc.frontend.check.placement import of_branch
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.values import POISON, Poison, Value, written
from patternc.frontend.check.words import RANKS
from patternc.frontend.parser import snippet
from patternc.frontend.primitives.runtime_masks import Document
from patternc.ir.mask import Ring, RingLayout, Transport
from patternc.source import Span

MOST_RANKS = 1 << 16  # more than any cluster has
_ARGUMENTS = (RANKS, "layout", "transport", "nodes")
_FORM = "write ring(ranks=8)"
_Choice = TypeVar("_Choice", RingLayout, Transport)


def ring_of(call: syntax.Call, scope: Scope, findings: Findings) -> Ring | None:
    """The ring of a statement; None if it has errors, which are reported."""
    for argument in call.arguments:
        if argument.name is None:
            help_ = (
                f"write ranks={snippet(findings.source, argument.value.span)}" if len(call.arguments) == 1 else _FORM
            )
            findings.error("P014", "`ring`: every argument is named", argument.span, "no name", help=help_)
            return None
    given = bind(call, _ARGUMENTS, findings)
    if given is None:
        return None
    if RANKS not in given:
        findings.error("P014", "`ring` needs `ranks`", call.span, "argument missing", help=_FORM)
    ranks = _integer(RANKS, given, scope, findings)
    nodes = _integer("nodes", given, scope, findings) if "nodes" in given else 1
    layout = _choice("layout", given, RingLayout, RingLayout.CONTIGUOUS, scope, findings)
    transport = _choice("transport", given, Transport, Transport.AUTO, scope, findings)
    if ranks is None or nodes is None or layout is None or transport is None:
        return None
    if ranks % nodes:
        message = f"`ring`: {ranks} ranks cannot be split over {nodes} nodes evenly"
        findings.error("P013", message, given["nodes"].span, "must divide `ranks`", help=_divisors(ranks, nodes))
        return None
    return Ring(ranks, layout, transport, nodes)


def check_ring(ring: Ring, span: Span, groups: Sequence[typed.Group], findings: Findings) -> None:
    """Report what a pattern with a ring, written at `span`, cannot have or lacks."""
    placeds = [one for group in groups for branch in group.branches for one in of_branch(branch)]
    if ring.layout is RingLayout.BALANCED and not any(isinstance(one.primitive, Document) for one in placeds):
        message = "`layout=balanced` splits documents by their work, and this pattern has no documents"
        help_ = "write layout=zigzag, or declare `input offsets: offsets` and intersect with document(@offsets)"
        findings.error("P045", message, span, "needs `document(@...)`", help=help_)


def with_ranks(scope: Scope, ring: Ring | None, broken: bool, span: Span, findings: Findings) -> Scope:
    """The scope of a `require` at `span` that reads `ranks`. `broken`: the pattern's ring may be unknown."""
    own = scope.get(RANKS)
    ranks: Value = POISON if ring is None and broken else 1 if ring is None else ring.ranks
    if own is not None and own != ranks and not isinstance(own, Poison) and not isinstance(ranks, Poison):
        there = "a pattern without a ring has 1 rank" if ring is None else f"the ring has {ring.ranks}"
        message = f"`require` reads `ranks`, which the pattern defines as {written(own)}, but {there}"
        help_ = "write `ring(ranks=ranks)`, or choose another name for it"
        findings.error("P015", message, span, "two values", help=help_)
        ranks = POISON
    return {**scope, RANKS: ranks}


def _integer(name: str, given: dict[str, syntax.Expression], scope: Scope, findings: Findings) -> int | None:
    """The integer of an argument; None if it is missing or wrong, which is reported."""
    if name not in given:
        return None
    value = evaluate(given[name], scope, findings)
    return integer(value, f"`ring`: `{name}`", given[name], findings, most=MOST_RANKS)


def _choice(
    name: str,
    given: dict[str, syntax.Expression],
    kind: type[_Choice],
    default: _Choice,
    scope: Scope,
    findings: Findings,
) -> _Choice | None:
    """The word of an argument; None if it is wrong, which is reported."""
    if name not in given:
        return default
    words = {one.value: one for one in kind}
    word = word_of(given[name], scope, findings, f"`ring`: `{name}`", words)
    return None if word is None else words[word]


def _divisors(ranks: int, wanted: int) -> str:
    """The divisors of `ranks` next to the written number of nodes."""
    divisors = [one for one in range(1, ranks + 1) if ranks % one == 0]
    below = [one for one in divisors if one < wanted][-1:]
    above = [one for one in divisors if one > wanted][:1]
    return "write " + " or ".join(f"nodes={one}" for one in below + above)
