"""How many keys a pattern attends: closed forms over clauses, so that any length costs O(n)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from patternc.mask_ir import AtLeast, Below, Pattern, Residue, SameResidue, Side
from patternc.passes import Clause, clauses_of
from patternc.semantics import NOTHING, Inputs, admits, group_of, offset_value, position

Counts = npt.NDArray[np.int64]


def keys_per_row(normal: Pattern, head: int, heads: int, n: int, inputs: Inputs = NOTHING) -> Counts:
    """How many keys each query of a head attends, [n]; a key in c branches counts c times.

    `normal`: a pattern in the normal form of the passes. `inputs`: of one batch entry.
    """
    counts = np.zeros(n, np.int64)
    for branch in group_of(normal, head, heads).branches:
        for clause in clauses_of(branch.mask):
            counts += branch.multiplicity * _clause_keys(clause, head, heads, n, inputs)
    return counts


def mean_keys(normal: Pattern, heads: int, n: int, inputs: Inputs = NOTHING) -> float:
    """Mean keys a row over all heads: useful FLOPs of a forward pass are 4 * head_dim * heads * n * mean_keys."""
    return float(np.mean([keys_per_row(normal, head, heads, n, inputs).mean() for head in range(heads)]))


def _clause_keys(clause: Clause, head: int, heads: int, n: int, inputs: Inputs = NOTHING) -> Counts:
    q = np.arange(n, dtype=np.int64)
    low, high, taken = np.zeros(n, np.int64), np.full(n, n, np.int64), np.ones(n, bool)
    lattice: tuple[int, npt.NDArray[np.int64]] = (1, np.zeros(n, np.int64))
    for literal in clause:
        match literal:
            case AtLeast(Side.KEY, bound):
                low = np.maximum(low, position(bound, q, n, inputs))
            case Below(Side.KEY, bound):
                high = np.minimum(high, position(bound, q, n, inputs))
            case AtLeast(Side.QUERY) | Below(Side.QUERY) | Residue(Side.QUERY):
                taken &= admits(literal, head, q, q, n, heads, inputs)
            case Residue(Side.KEY, dilation, offset, None, 1) if lattice[0] == 1:
                lattice = (dilation, np.full(n, offset_value(offset, dilation, head, heads)))
            case SameResidue(dilation, None, 1) if lattice[0] == 1:
                lattice = (dilation, q % dilation)
            case _:
                return _counted(clause, head, heads, n, inputs)
    step, first = lattice
    up_to_high, up_to_low = -((first - high) // step), -((first - low) // step)  # lattice points below each end
    return np.where(taken & (high > low), up_to_high - up_to_low, 0)


def _counted(clause: Clause, head: int, heads: int, n: int, inputs: Inputs = NOTHING) -> Counts:
    """By trying every key, some rows at a time: for clauses with residue classes that no one lattice holds."""
    k = np.arange(n)[None, :]
    rows = max(1, 2**22 // n)
    parts = []
    for start in range(0, n, rows):
        q = np.arange(start, min(start + rows, n))[:, None]
        truth = np.ones((q.shape[0], n), bool)
        for literal in clause:
            truth &= admits(literal, head, q, k, n, heads, inputs)
        parts.append(truth.sum(axis=1))
    return np.concatenate(parts)
