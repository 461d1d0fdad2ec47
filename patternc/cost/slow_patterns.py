"""Warnings about patterns that are predicted to be far slower than dense attention on a target.

The times are those of `patternc cost`. The length is that of the grid or the tables, if the pattern has one; otherwise
a length is assumed, and the warning names it. Grids with more than LARGEST cells are not counted, because that takes
longer than compiling them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import prod

from patternc.analysis.calls import accepts, longest, usual_heads
from patternc.analysis.distances import is_causal
from patternc.cost.pattern_edits import edits
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.slow_candidates import listed_blocks, pieces
from patternc.cost.target_cost import Plan, plan_for, seconds_on
from patternc.cost.tile_work import Call
from patternc.cost_constants import (
    HEAD_DIM,
    LENGTH,
    NARROWEST,
    RECOMMENDED_RATIO,
    SHORTER,
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
from patternc.transforms import PASSES

TRIED, CLAUSES_TRIED = 6, 100
"""The most changes of a pattern that are counted for a warning's hint, and the most clauses that they have in all."""
SHOWN_DIGITS = 1  # decimals of a ratio of times
LARGEST = 1 << 18
"""The most cells of a grid whose tiles are counted."""


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
    found = [slow for target in targets for slow in _of_target((meaning, normal), source, target)]
    if not found:
        return ()
    worst = max(found, key=lambda one: one.ratio)
    others = [one for one in found if one is not worst]
    return (_warning(meaning, source, worst, others),)


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
        yield from (cells for cells in [prod(meaning.grid)] if cells <= LARGEST)
        return
    most = longest(meaning)
    yield _accepted(meaning, LENGTH if most is None else min(most, LENGTH))
    known = map(atom_facts, pattern_atoms(meaning))
    counted = [facts.block * facts.count for facts in known if facts.count is not None]
    if target.is_cpu and counted:
        few = (n for n in SHORTER if most is None or n <= most)
        yield from (_accepted(meaning, n) for n in few if SHORTEST_IN_BLOCKS * max(counted) <= n)


def _accepted(meaning: Pattern, n: int) -> int:
    """The next length from n on that the pattern's requirements accept, or n if none of the next thousands is."""
    call = call_of(meaning, n)
    found = (m for m in range(n, n + LENGTH) if accepts(meaning, m, call.heads, call.head_dim))
    return next(found, n) if longest(meaning) is None else n


def call_of(meaning: Pattern, n: int) -> Call:
    """A call with the heads of the first module around the pattern, or with those that the pattern names."""
    for module in meaning.modules:
        return Call(n, module.heads, module.kv_heads, module.head_dim)
    heads = usual_heads(meaning)
    return Call(n, heads, heads, HEAD_DIM)


# ---- the warning -----------------------------------------------------------------------------------------------------
def _warning(meaning: Pattern, source: Source, slow: _Slow, others: list[_Slow]) -> Diagnostic:
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
        help=_help(meaning, source, slow),
    )


def _by_span(plan: Plan, n: int) -> dict[Span, float]:
    """The predicted work of each clause, by its span."""
    found: dict[Span, float] = {}
    for group in plan.kernel.groups:
        for sweep, piece in pieces(group):
            found[piece.span] = found.get(piece.span, 0.0) + visited_pairs(piece, sweep, n)
    return found


def _help(meaning: Pattern, source: Source, slow: _Slow) -> str:
    """A hint: the change that saves most, with the ratio after it, or general advice if none saves much."""
    clauses = sum(1 for group in slow.plan.kernel.groups for _ in pieces(group))
    few = min(TRIED, CLAUSES_TRIED // max(clauses, 1))
    tried = [(_edited(edit.pattern, source, slow), edit.words) for edit in islice(edits(meaning), few)]
    ratio, words = min(tried, default=(slow.ratio, ""))
    if ratio <= RECOMMENDED_RATIO * slow.ratio:
        times = f"{ratio:.{SHOWN_DIGITS}f}" if round(ratio, SHOWN_DIGITS) else f"under {10**-SHOWN_DIGITS}"
        return f"use {words}: {times} times dense attention"
    return (
        "use dense attention with this mask as a bias, or intersect branches with a `window` or `segment`, so that "
        f"fewer pairs are visited; `patternc cost -n {slow.call.n}` counts them"
    )


def _edited(meaning: Pattern, source: Source, slow: _Slow) -> float:
    normal = meaning
    for stage in PASSES:
        normal = stage.run(normal)
    return _ratio(plan_for((meaning, normal), source, slow.plan.target), replace(slow.call))
