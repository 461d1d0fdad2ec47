"""Warnings of head groups that the torch backend is predicted to take far longer for than dense attention."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.diagnostics import Diagnostic
from patternc.ir.kernel import Columns, KernelGroup, Lowering, Piece, Sweep
from patternc.ir.mask import Combine, HeadGroup, Pattern, Random, TopK
from patternc.prices import LENGTH, LESS, LISTED, MOST, SHORTER
from patternc.schedule import schedule
from patternc.schedule.dense_lowerings import listed_price, time_of
from patternc.source import Span
from patternc.targets import TARGETS

LOWERINGS = (Lowering.SINGLE, Lowering.CHAINED, Lowering.MERGED, Lowering.COUNTED)
"""Those of the torch backend."""


@dataclass(frozen=True, slots=True)
class _Cost:
    """Predicted time of a piece in a sequence of some length, relative to dense attention with a mask."""

    part: Piece
    sweep: Sweep
    passes: float


def slower_than_dense(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warnings about a pattern, from its meaning as written and its normal form."""
    pairs = zip(normal.groups, plan(meaning, normal), strict=True)
    found = (_of_group(meaning, normal, group, planned) for group, planned in pairs)
    return tuple(dict.fromkeys(one for one in found if one is not None))


def plan(meaning: Pattern, normal: Pattern) -> tuple[KernelGroup, ...]:
    """The kernel that the torch backend runs on a CPU."""
    return schedule(meaning, normal, TARGETS[0], LOWERINGS, Columns.CELLS).groups


def predicted(planned: KernelGroup) -> float:
    """Predicted time of a head group in a sequence of `LENGTH`, relative to dense attention with a mask."""
    return _total(_costs(planned, LENGTH))


def _of_group(meaning: Pattern, normal: Pattern, group: HeadGroup, planned: KernelGroup) -> Diagnostic | None:
    costs = _costs(planned, LENGTH)
    if _total(costs) > MOST:
        shared = replace(normal, groups=(replace(group, combine=Combine.LSE),))
        return _warning(costs, LENGTH, sum(map(predicted, plan(meaning, shared))))
    counted = [(one.part, one.sweep) for one in costs if _is_counted(one.part)]
    for length in SHORTER if counted else ():
        costs = [_Cost(part, sweep, time_of(part, sweep, length)) for part, sweep in counted]
        if _total(costs) > MOST:
            return _warning(costs, length, _total(costs))
    return None


def _costs(planned: KernelGroup, length: int) -> list[_Cost]:
    sweeps = (sweep for softmax in planned.softmaxes for sweep in softmax.queries)
    return [_Cost(part, sweep, time_of(part, sweep, length)) for sweep in sweeps for part in sweep.pieces]


def _total(costs: list[_Cost]) -> float:
    return sum(one.passes for one in costs)


def _warning(costs: list[_Cost], length: int, shared: float) -> Diagnostic:
    """The warning; `shared` is the time if the branches shared one softmax."""
    total, by_span = _total(costs), dict[Span, float]()
    for one in costs:
        by_span[one.part.span] = by_span.get(one.part.span, 0.0) + one.passes
    span = max(by_span, key=lambda found: by_span[found])
    where = f"in a sequence of {length}" + ("" if length == LENGTH else ", and more in shorter ones")
    return Diagnostic(
        code="P035",
        severity="warning",
        message=f"on a CPU, the torch backend's plan is predicted to take {total:.1f} times as long as dense attention "
        f"with a mask, {where}",
        span=span,
        label=f"{by_span[span]:.1f} of {total:.1f}" if len(by_span) > 1 else f"{total:.1f} times dense attention",
        help=_advice(max((one for one in costs if one.part.span == span), key=lambda one: one.passes), total, shared),
    )


def _advice(cost: _Cost, total: float, shared: float) -> str:
    if shared <= LESS * total:
        return f"`combine lse` lets one sweep count all branches: {shared:.1f} times dense attention"
    part = cost.part
    if part.listing is not None and part.listing.block < LISTED[0][0]:
        least = _least_block(cost, part.listing.block)
        fewer = " and correspondingly fewer of them" if _is_counted(part) else ""
        return f"use blocks of {least} or more{fewer}: pairs in larger listed blocks take less time"
    return "remove branches, or intersect them with a `window` or `segment`, so that fewer pairs are visited"


def _least_block(cost: _Cost, block: int) -> int:
    """The smallest block size at which as many pairs need no warning at any of these lengths, or the cheapest one."""
    passes = max(time_of(cost.part, cost.sweep, length) for length in _lengths(cost.part))
    cheaper = (least for least, price in reversed(LISTED) if passes * price / listed_price(block) <= MOST)
    return next(cheaper, LISTED[0][0])


def _lengths(part: Piece) -> tuple[int, ...]:
    """The lengths at which the time of a piece is predicted."""
    return (LENGTH, *SHORTER) if _is_counted(part) else (LENGTH,)


def _is_counted(part: Piece) -> bool:
    """Whether a row of the piece's list has a fixed number of blocks at any length."""
    literals = part.listing.literals if part.listing is not None else ()
    return any(isinstance(literal, Random | TopK) and literal.count is not None for literal in literals)
