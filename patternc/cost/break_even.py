"""The sequence length from which on a pattern is predicted to be faster than dense attention."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from patternc.cost.list_lines import CountCache
from patternc.cost.target_cost import BreakEven, Plan, TargetCost, seconds_on
from patternc.cost.tile_work import Call
from patternc.ir.mask import Table
from patternc.ir.semantics import Inputs
from patternc.ir.traversal import pattern_atoms

InputsAt: TypeAlias = Callable[[int], Inputs]
"""Returns the runtime inputs of one batch entry for a sequence length."""

SHORTEST, LONGEST = 6, 22
"""Exponents of the smallest and largest lengths that are tried: 64 to 4M positions."""


@dataclass(slots=True)
class Lengths:
    """Calls of a pattern at other lengths than that of `call`, with counts of its lists that all targets share.

    `inputs_at` None: runtime inputs are given for the length of `call` only.
    """

    call: Call
    inputs_at: InputsAt | None
    caches: dict[int, CountCache] = field(default_factory=dict)

    def cache(self, n: int) -> CountCache:
        """The cached counts of the pattern's lists at a length; they are rough at other lengths than the call's."""
        return self.caches.setdefault(n, CountCache(rough=n != self.call.n))


def break_even(plan: Plan, made: TargetCost, lengths: Lengths) -> BreakEven:
    """The shortest power of two from which the plan is faster, if times cross only once; `made`: its cost at `call`."""
    if plan.normal.grid:
        return BreakEven(None, "the grid fixes the length")
    if any(isinstance(atom, Table) for atom in pattern_atoms(plan.normal)):
        return BreakEven(None, "its tables are of one length")
    if lengths.inputs_at is None:
        return BreakEven(None, "its inputs are given for one length")
    own, faster = max(lengths.call.n.bit_length() - 1, SHORTEST), made.seconds < made.dense
    low, high = (SHORTEST, own) if faster else (own, LONGEST)  # slower below `low`, faster from `high` on
    if faster and _faster(plan, SHORTEST, lengths):
        return BreakEven(1 << SHORTEST, "")
    if not faster and (own >= LONGEST or not _faster(plan, LONGEST, lengths)):
        return BreakEven(None, f"dense attention is faster up to {1 << LONGEST} positions")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _faster(plan, middle, lengths) else (middle, high)
    return BreakEven(1 << high, "")


def _faster(plan: Plan, exponent: int, lengths: Lengths) -> bool:
    n = 1 << exponent
    assert lengths.inputs_at is not None  # else no other length is asked for
    own, other = seconds_on(plan, replace(lengths.call, n=n), lengths.inputs_at(n), lengths.cache(n))
    return own < other
