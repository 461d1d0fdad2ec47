"""How many keys a pattern attends: closed forms over clauses, so that any length costs O(n)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from patternc.bounds import value
from patternc.mask_ir import AtLeast, Below, Bound, Follow, HeadGroup, Pattern, Residue, SameResidue, Side
from patternc.passes import Clause, clauses_of
from patternc.semantics import admits, group_of, offset_value

Counts = npt.NDArray[np.int64]


def keys_per_row(normal: Pattern, head: int, heads: int, n: int) -> Counts:
    """How many keys each query of a head attends, [n]; a key in c branches counts c times.

    `normal`: a pattern in the normal form of the passes.
    """
    counts = np.zeros(n, np.int64)
    for branch in group_of(normal, head, heads).branches:
        for clause in clauses_of(branch.mask):
            counts += branch.multiplicity * _clause_keys(clause, head, heads, n)
    return counts


def mean_keys(normal: Pattern, heads: int, n: int) -> float:
    """Mean keys a row over all heads: useful FLOPs of a forward pass are 4 * head_dim * heads * n * mean_keys."""
    return float(np.mean([keys_per_row(normal, head, heads, n).mean() for head in range(heads)]))


def most_keys(group: HeadGroup) -> int | None:
    """The most keys any row of a head group attends, at any length; None when it grows with the sequence."""
    total = 0
    for branch in group.branches:
        for clause in clauses_of(branch.mask):
            widest = _widest(clause)
            if widest is None:
                return None
            total += branch.multiplicity * widest
    return total


def _clause_keys(clause: Clause, head: int, heads: int, n: int) -> Counts:
    q = np.arange(n, dtype=np.int64)
    low, high, taken = np.zeros(n, np.int64), np.full(n, n, np.int64), np.ones(n, bool)
    lattice: tuple[int, npt.NDArray[np.int64]] = (1, np.zeros(n, np.int64))
    for literal in clause:
        match literal:
            case AtLeast(Side.KEY, bound):
                low = np.maximum(low, _positions(bound, q, n))
            case Below(Side.KEY, bound):
                high = np.minimum(high, _positions(bound, q, n))
            case AtLeast(Side.QUERY) | Below(Side.QUERY) | Residue(Side.QUERY):
                taken &= admits(literal, head, q, q, n, heads)
            case Residue(Side.KEY, dilation, offset, None) if lattice[0] == 1:
                lattice = (dilation, np.full(n, offset_value(offset, dilation, head, heads)))
            case SameResidue(dilation, None) if lattice[0] == 1:
                lattice = (dilation, q % dilation)
            case _:
                return _counted(clause, head, heads, n)
    step, first = lattice
    up_to_high, up_to_low = -((first - high) // step), -((first - low) // step)  # lattice points below each end
    return np.where(taken & (high > low), up_to_high - up_to_low, 0)


def _positions(bound: Bound, q: Counts, n: int) -> Counts:
    match bound:
        case Follow(offset, shift, period):
            return (q + shift) // period * period + offset
        case _:
            return np.full_like(q, value(bound, 0, n))


def _counted(clause: Clause, head: int, heads: int, n: int) -> Counts:
    """By trying every key, some rows at a time: for clauses with residue classes that no one lattice holds."""
    k = np.arange(n)[None, :]
    rows = max(1, 2**22 // n)
    parts = []
    for start in range(0, n, rows):
        q = np.arange(start, min(start + rows, n))[:, None]
        truth = np.ones((q.shape[0], n), bool)
        for literal in clause:
            truth &= admits(literal, head, q, k, n, heads)
        parts.append(truth.sum(axis=1))
    return np.concatenate(parts)


def _widest(clause: Clause) -> int | None:
    """The most keys of one row: the narrowest span between a low and a high end, over the dilation."""
    lows = [literal.bound for literal in clause if isinstance(literal, AtLeast) and literal.side is Side.KEY]
    highs = [literal.bound for literal in clause if isinstance(literal, Below) and literal.side is Side.KEY]
    dilations = [
        literal.dilation
        for literal in clause
        if isinstance(literal, SameResidue) or (isinstance(literal, Residue) and literal.side is Side.KEY)
    ]
    spans = [span for low in lows for high in highs if (span := _span(low, high)) is not None]
    spans += [value(high, 0, 0) for high in highs if not isinstance(high, Follow) and value(high, 0, 0) > 0]
    spans += [-value(low, 0, 0) for low in lows if not isinstance(low, Follow) and value(low, 0, 0) < 0]
    return -(-min(spans) // max(dilations, default=1)) if spans else None


def _span(low: Bound, high: Bound) -> int | None:
    """The most that high(x) - low(x) can be, for bounds that follow the row."""
    match low, high:
        case Follow(a, s, p), Follow(b, t, r):
            if (s, p) == (t, r):
                return b - a
            return (b + t) - (a + s) + p - 1
        case _:
            return None
