"""Warnings about patterns that are predicted to be far slower than dense attention on a target.

The times are those of `patternc cost`. The length is that of the grid or the tables, if the pattern has one; otherwise
a length is assumed, and the warning names it. Grids of many cells are not counted, because that takes
longer than compiling them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from patternc.analysis.calls import accepts, longest, usual_heads
from patternc.analysis.distances import is_causal
from patternc.cost.advice import narrower, one_softmax, other_layout
from patternc.cost.device_time import Call
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.slow_candidates import listed_blocks
from patternc.cost.target_cost import Plan, plan_for, seconds_on
from patternc.cost_constants import (
    LENGTH,
    NARROWEST,
    RECOMMENDED_RATIO,
    SHORTEST_IN_BLOCKS,
    SLOWER,
)
from patternc.diagnostics import Diagnostic
from patternc.ir.facts import atom_facts
from patternc.ir.mask import Pattern
from patternc.ir.traversal import pattern_atoms
from patternc.schedule.cost_model import visited_pairs
from patternc.source import Source, Span
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class _Slow:
    """A plan, and the ratio of its predicted time for a call to that of dense attention.

    `shorter`: whether shorter calls, whose ratio is higher, are looked at too.
    """

    plan: Plan
    call: Call
    ratio: float
    shorter: bool


def slower_than_dense(
    meaning: Pattern, normal: Pattern, source: Source, targets: tuple[Target, ...]
) -> tuple[Diagnostic, ...]:
    """Warn about a pattern that is far slower than dense attention on one of the targets, naming the worst of them.

    Args:
        meaning: the pattern as written.
        normal: the same pattern after the passes.
        source: the file, with the texts of the clauses that comments quote.
        targets: the device kinds on which the pattern may run.
    """
    slows = [slow for target in targets for slow in _of_target((meaning, normal), source, target)]
    if not slows:
        return ()
    worst = max(slows, key=lambda one: one.ratio)
    others = [one for one in slows if one is not worst]
    return (_warning(worst, others),)


def _of_target(subject: tuple[Pattern, Pattern], source: Source, target: Target) -> Iterator[_Slow]:
    """The plan for a target at the longest length at which it is slow; nothing if it never is."""
    meaning, _ = subject
    every = () if _uncounted(meaning, target) else tuple(lengths(meaning, target))
    if not every:
        return
    plan = plan_for(subject, source, target)
    for n in every:
        call = call_of(meaning, n)
        ratio = _ratio(plan, call)
        slow = round(ratio, 1) > SLOWER  # a ratio that is shown as 1.5 is no reason for a warning
        if slow and any(_by_span(plan, n).values()):  # no clause is to blame where none has pairs
            yield _Slow(plan, call, ratio, len(every) > 1)
            return


def _ratio(plan: Plan, call: Call) -> float:
    """The predicted time of both passes over that of dense attention, causal if the pattern is."""
    own, dense = seconds_on(plan, call, sample_inputs(plan.kernel.pattern, call.n, call.heads, TYPICAL))
    return own / dense


# ---- the calls that warnings are about -------------------------------------------------------------------------------
def _uncounted(meaning: Pattern, target: Target) -> bool:
    """Whether nothing is counted: kernels of GPUs visit at most the tiles within bounds, and their lists take long."""
    return not target.is_cpu and any(block < NARROWEST for block in listed_blocks(meaning))


def lengths(meaning: Pattern, target: Target) -> Iterator[int]:
    """The length of the grid, or the assumed one; with fixed counts of blocks also shorter ones, worse for CPUs."""
    if meaning.grid:
        # The most cells of a grid whose tiles are counted.
        yield from (cells for cells in [prod(meaning.grid)] if cells <= 1 << 18)
        return
    most = longest(meaning)
    yield _accepted(meaning, LENGTH if most is None else min(most, LENGTH))
    known = map(atom_facts, pattern_atoms(meaning))
    counted = [facts.block * facts.count for facts in known if facts.count is not None]
    if target.is_cpu and counted:
        shorter = (LENGTH >> halved for halved in range(1, 5))  # where the same blocks are a larger share of all
        few = (n for n in shorter if most is None or n <= most)
        yield from (_accepted(meaning, n) for n in few if SHORTEST_IN_BLOCKS * max(counted) <= n)


def _accepted(meaning: Pattern, n: int) -> int:
    """The next length from n on that the pattern's requirements accept, or n if none of the next thousands is."""
    call = call_of(meaning, n)
    accepted = (m for m in range(n, n + LENGTH) if accepts(meaning, m, call.heads, call.dims.key))
    return next(accepted, n) if longest(meaning) is None else n


def call_of(meaning: Pattern, n: int) -> Call:
    """A call with the heads of the first module around the pattern, or with those that the pattern names."""
    for module in meaning.modules:
        return Call.of_module(module, n)
    heads = usual_heads(meaning)
    return Call(n, heads, heads)


# ---- the warning -----------------------------------------------------------------------------------------------------
def _warning(slow: _Slow, others: list[_Slow]) -> Diagnostic:
    spans = _by_span(slow.plan, slow.call.n)
    span = max(spans, key=lambda found: spans[found])
    causal = "causal " if is_causal(slow.plan.normal) else ""
    fewer = ", and more in shorter ones" if slow.shorter else ""
    message = (
        f"on {slow.plan.target.name}, the pattern is predicted to take {slow.ratio:.1f} times as long as dense "
        f"{causal}attention, in a sequence of {slow.call.n}{fewer}"
    )
    return Diagnostic(
        code="P046",
        severity="warning",
        message=message,
        span=span,
        label=f"{spans[span] / sum(spans.values()):.0%} of it" if len(spans) > 1 else f"{slow.ratio:.1f} times",
        notes=tuple(f"on {one.plan.target.name}: {one.ratio:.1f} times" for one in others),
        help=_help(slow, span),
    )


def _by_span(plan: Plan, n: int) -> dict[Span, float]:
    """The predicted work of each clause, by its span."""
    found: dict[Span, float] = {}
    for group in plan.kernel.groups:
        for sweep, piece in group.pieces:
            found[piece.span] = found.get(piece.span, 0.0) + visited_pairs(piece, sweep, n)
    return found


def _help(slow: _Slow, span: Span) -> str:
    """A hint: what reduces the work of the clause that takes most time, or general advice if nothing does much."""
    normal = slow.plan.normal
    groups = [group for group in normal.groups if any(branch.span == span for branch in group.branches)]
    written = (branch for group in groups for branch in group.branches if branch.span == span)
    alike = (group for group in groups if len({branch.mask for branch in group.branches}) == 1)
    softmaxes = (one for group in alike for one in one_softmax(group))
    best = min(
        (*narrower(written, slow.call.n), *softmaxes, *other_layout(normal)), key=lambda one: one.ratio, default=None
    )
    if best is not None and best.ratio <= RECOMMENDED_RATIO:
        return best.text
    return (
        "use dense attention with this mask as a bias, or intersect branches with a `window` or `segment`, so that "
        f"fewer pairs are visited; `patternc cost -n {slow.call.n}` counts them"
    )
